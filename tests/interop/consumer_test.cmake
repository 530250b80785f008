# Installs the build and builds and runs a project against it that knows nothing but the prefix.
#   cmake -D BUILD=our build -D SOURCE=consumer -D WORK=folder -D CXX=compiler -D SANITIZE=sanitizers -P consumer_test.cmake
cmake_minimum_required(VERSION 3.25)

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(NOT result EQUAL 0)
    string(REPLACE ";" " " command "${ARGN}")
    message(FATAL_ERROR "${command}: ${result}\n${said}")
  endif()
endfunction()

set(flags "")
if(SANITIZE)
  set(flags -D CMAKE_CXX_FLAGS=-fsanitize=${SANITIZE})
endif()
file(REMOVE_RECURSE "${WORK}")
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)
run(${CMAKE_COMMAND} -S ${SOURCE} -B ${WORK}/build -G Ninja -D CMAKE_PREFIX_PATH=${WORK}/prefix -D CMAKE_CXX_COMPILER=${CXX}
    -D STICKSLIP_SANITIZE=${SANITIZE} ${flags})
run(${CMAKE_COMMAND} --build ${WORK}/build)
run(${WORK}/build/consumer)
