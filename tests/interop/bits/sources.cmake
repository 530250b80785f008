# Two FMUs exported with their sources, unpacked and compiled from those folders alone into one program, whose hashes are
# those of the binaries.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/tools.cmake)
find_tools()

set(place ${WORK}/${NAME})
file(REMOVE_RECURSE ${place})
set(objects "")
foreach(model pendulum gripper)
  set(folder "${place}/${model}")
  file(MAKE_DIRECTORY ${folder})
  execute_process(COMMAND ${STICKSLIP} export ${ROOT}/resources/${model}.toml --sources --platforms ${NATIVE} -o ${folder}/x.fmu
                  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${CMAKE_COMMAND} -E tar xf x.fmu WORKING_DIRECTORY ${folder} COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${compiler} -std=c++17 ${FLAGS} -fno-exceptions -fno-rtti -Wall -Werror -c ${model}.cpp -o ../x.o
                  WORKING_DIRECTORY ${folder}/sources COMMAND_ERROR_IS_FATAL ANY)
  list(APPEND objects ${folder}/x.o)
endforeach()
execute_process(COMMAND ${compiler} -std=c++17 ${FLAGS} -I ${ROOT} ${ROOT}/tests/interop/bits/two.cpp ${objects}
                        ${static} -o ${place}/two.exe COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${emulator} ${place}/two.exe ${WORK}/models OUTPUT_VARIABLE text ERROR_VARIABLE notes
                COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "\r" "" text "${text}")
string(REGEX MATCHALL "[^\n]+" lines "${text}")
list(LENGTH lines count)
if(NOT count EQUAL 2)
  message(FATAL_ERROR "not two runs: ${text}${notes}")
endif()
file(STRINGS ${WORK}/reference reference)
foreach(line IN LISTS lines)
  if(NOT line IN_LIST reference)
    message(SEND_ERROR "${line} is not in ${WORK}/reference")
  endif()
endforeach()
message(STATUS "the same bits; ${notes}")
