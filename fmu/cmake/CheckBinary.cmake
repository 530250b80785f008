# cmake -D BINARY=x.so [-D TOOLS=aarch64-linux-gnu-] -P CheckBinary.cmake: is this shared library fit for the inside of an FMU? It may need nothing but
# libc and libm of 2018, show nothing but fmi2*, neither make threads nor lock, and weigh less than 2 MB.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/BinaryFaults.cmake)

foreach(tool readelf nm)
  find_program(${tool} NAMES ${TOOLS}${tool} REQUIRED)
endforeach()

function(read_lines variable)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE ";" "," text "${text}")
  string(REPLACE "[" "(" text "${text}")  # an unmatched bracket would join list elements
  string(REPLACE "]" ")" text "${text}")
  string(REPLACE "\n" ";" text "${text}")
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

set(faults "")

read_lines(dynamic ${readelf} -dW ${BINARY})
foreach(line IN LISTS dynamic)
  if(line MATCHES "\\(NEEDED\\).*\\((.*)\\)")
    set(library ${CMAKE_MATCH_1})
    if(NOT library MATCHES "^lib[cm]\\.so\\.6$")
      list(APPEND faults "needs ${library}")
    endif()
  endif()
  if(line MATCHES "\\((SONAME|RPATH|RUNPATH|TEXTREL)\\)")
    list(APPEND faults "has a ${CMAKE_MATCH_1}")
  endif()
endforeach()

read_lines(defined ${nm} -D --defined-only ${BINARY})
set(exported "")
foreach(line IN LISTS defined)
  if(line MATCHES "^[0-9a-f]+ [A-Za-z] ([^ ]+)$")
    list(APPEND exported ${CMAKE_MATCH_1})
  endif()
endforeach()
read_lines(undefined ${nm} -D --undefined-only ${BINARY})
foreach(line IN LISTS undefined)
  if(line MATCHES "U ([^@ ]+)@+GLIBC_([0-9]+)\\.([0-9]+)" AND
     (CMAKE_MATCH_2 GREATER 2 OR CMAKE_MATCH_3 GREATER 28))
    list(APPEND faults "wants ${CMAKE_MATCH_1} of GLIBC_${CMAKE_MATCH_2}.${CMAKE_MATCH_3}")
  elseif(line MATCHES "U ((pthread|thrd|mtx|cnd|sem)_[^@ ]+|clone)")
    list(APPEND faults "has threads or locks: ${CMAKE_MATCH_1}")
  elseif(line MATCHES "U ([^@ ]+)$")
    list(APPEND faults "wants ${CMAKE_MATCH_1} of nobody")
  endif()
endforeach()

judge_binary("${exported}" "libc and libm only, no threads")
