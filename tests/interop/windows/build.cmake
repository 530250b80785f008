# Builds stickslip.exe in WORK; it imports what every Windows has, and nothing else.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/../bits/tools.cmake)
find_tools()
if(NOT EXISTS /usr/x86_64-w64-mingw32/lib/libz.a)
  message(FATAL_ERROR "not installed: libz-mingw-w64-dev")
endif()
execute_process(COMMAND ${CMAKE_COMMAND} -G Ninja -S ${ROOT} -B ${WORK}/build -D CMAKE_TOOLCHAIN_FILE=${ROOT}/fmu/cmake/Windows.cmake
                        -D CMAKE_BUILD_TYPE=Release -D STICKSLIP_UNITY=ON -D STICKSLIP_TESTS=OFF
                        -D STICKSLIP_PREBUILT=${BUILD}/fmu -D CMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER}
                OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${WORK}/build --target stickslip COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND x86_64-w64-mingw32-objdump -p ${WORK}/build/fmu/stickslip.exe OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "DLL Name: [^\n]+" imports "${text}")
foreach(import IN LISTS imports)
  if(NOT import MATCHES "DLL Name: (KERNEL32|msvcrt)\\.dll")
    message(SEND_ERROR "stickslip.exe imports ${import}")
  endif()
endforeach()
