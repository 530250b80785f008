# FMUs whose code crashes, ends the process or never comes back from the importer of Windows: a finding, never our own end.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/../bits/tools.cmake)
find_tools()
set(place "${WORK}/foreign")
file(REMOVE_RECURSE "${place}")
file(READ ${ROOT}/tests/fmu/host/sample/sample.cpp source)
file(COPY ${ROOT}/tests/fmu/host/sample/sample.xml DESTINATION "${place}")
file(RENAME "${place}/sample.xml" "${place}/modelDescription.xml")
# There abort() ends a process like exit(); what is asked for here is a crash.
string(REPLACE "std::abort()" "__builtin_trap()" source "${source}")

foreach(case "none|0|" "crashes_late|1|the binary crashes in fmi2DoStep at t = 0.625 \\(trying a run\\): exception 0xC000001D"
             "crashes_in_states|1|the binary crashes in fmi2GetFMUstate \\(trying state\\): exception 0xC000001D"
             "exits|1|the binary ends the process in fmi2DoStep at t = 0 \\(trying a run\\)"
             "exits_when_loaded|1|the binary ends the process in loading")
  string(REPLACE "|" ";" case "${case}")
  list(GET case 0 fault)
  list(GET case 1 expected)
  list(GET case 2 text)
  string(REPLACE "SAMPLE_FAULT=none " "SAMPLE_FAULT=${fault} " patched "${source}")
  file(WRITE "${place}/sample.cpp" "${patched}")
  file(MAKE_DIRECTORY "${place}/binaries/win64")
  execute_process(COMMAND ${compiler} -std=c++17 -O1 -shared -static -I ${ROOT} sample.cpp -o binaries/win64/sample.dll
                  WORKING_DIRECTORY "${place}" COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${CMAKE_COMMAND} -E tar cf ${fault}.fmu --format=zip modelDescription.xml binaries/win64/sample.dll
                  WORKING_DIRECTORY "${place}" COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${emulator} ${WORK}/build/fmu/stickslip.exe check ${fault}.fmu WORKING_DIRECTORY "${place}"
                  OUTPUT_VARIABLE said ERROR_VARIABLE said RESULT_VARIABLE result)
  if(NOT result EQUAL expected OR NOT said MATCHES "${text}")
    message(SEND_ERROR "${fault}: ${result}: ${said}")
  endif()
endforeach()
