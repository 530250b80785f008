# cmake -D BINARY=x.dll [-D TOOLS=x86_64-w64-mingw32-] -P CheckBinaryPe.cmake: what CheckBinary.cmake asks, of a library for
# Windows. It may need nothing but what every Windows has, show nothing but fmi2*, and weigh less than 2 MB.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/BinaryFaults.cmake)

find_program(objdump NAMES ${TOOLS}objdump REQUIRED)
execute_process(COMMAND ${objdump} -p ${BINARY} OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
set(faults "")

string(REGEX MATCHALL "DLL Name: [^\r\n]+" needed "${text}")
foreach(line IN LISTS needed)
  if(NOT line MATCHES "^DLL Name: (KERNEL32|msvcrt)[.]dll$")
    list(APPEND faults "needs ${line}")
  endif()
endforeach()
if(NOT needed)
  list(APPEND faults "shows no imports: is it a library for Windows?")
endif()

string(REGEX MATCH "\\[Ordinal/Name Pointer\\] Table.*" table "${text}")
string(REGEX MATCHALL "\n\t\\[ *[0-9]+\\] [^\r\n]+" lines "${table}")
set(exported "")
foreach(line IN LISTS lines)
  string(REGEX REPLACE "^\n\t\\[ *[0-9]+\\] " "" name "${line}")
  list(APPEND exported ${name})
endforeach()

judge_binary("${exported}" "KERNEL32 and msvcrt only")
