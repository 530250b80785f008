# How every target of the tree is compiled: one place for warnings, floating point and sanitizers.
include(GNUInstallDirs)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

add_library(stickslip_warnings INTERFACE)
target_compile_options(stickslip_warnings INTERFACE
  $<$<COMPILE_LANGUAGE:C,CXX>:-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror>
  $<$<COMPILE_LANGUAGE:CXX>:-Wsuggest-override -Wzero-as-null-pointer-constant>
  # GCC 12 sees overlaps in std::string's own operator+ at -O3 (its bug 105651).
  $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-restrict>)

# Same bits everywhere: no fused multiply-add, no reassociation.
add_library(stickslip_arithmetic INTERFACE)
target_compile_options(stickslip_arithmetic INTERFACE -ffp-contract=off -fno-math-errno)
if(STICKSLIP_SANITIZE)
  target_compile_options(stickslip_arithmetic INTERFACE -fsanitize=${STICKSLIP_SANITIZE} -fno-omit-frame-pointer
                         -fno-sanitize-recover=all
                         $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)  # full of false alarms on instrumented code
  target_link_options(stickslip_arithmetic INTERFACE -fsanitize=${STICKSLIP_SANITIZE})
endif()

if(MINGW)
  # The formats of the standard in printf, whose own library knows others.
  target_compile_definitions(stickslip_arithmetic INTERFACE __USE_MINGW_ANSI_STDIO=1)
  target_compile_options(stickslip_arithmetic INTERFACE -Wno-cast-function-type)  # what GetProcAddress is made for
endif()

# The folder in which a library of headers alone is found. For another platform it is a copy: the place where they are may show
# headers of this machine's own libraries.
#   stickslip_headers(variable FOLDER toml++ HEADER toml++/toml.h)
function(stickslip_headers variable)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "FOLDER;HEADER" "")
  find_path(${variable}_FOUND_IN ${arg_HEADER} REQUIRED)
  set(${variable} "${${variable}_FOUND_IN}" PARENT_SCOPE)
  if(CMAKE_CROSSCOMPILING)
    file(COPY "${${variable}_FOUND_IN}/${arg_FOLDER}" DESTINATION "${PROJECT_BINARY_DIR}/headers")
    set(${variable} "${PROJECT_BINARY_DIR}/headers" PARENT_SCOPE)
  endif()
endfunction()

function(stickslip_common name)
  target_link_libraries(${name} PRIVATE $<BUILD_INTERFACE:stickslip_warnings> $<BUILD_INTERFACE:stickslip_arithmetic>)
endfunction()

function(stickslip_library name standard)
  add_library(${name} STATIC ${ARGN})
  string(REPLACE "stickslip_" "stickslip::" alias ${name})
  add_library(${alias} ALIAS ${name})
  target_compile_features(${name} PUBLIC cxx_std_${standard})
  target_include_directories(${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
                             $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/stickslip>)
  stickslip_common(${name})
endfunction()

# Code that ends up inside an FMU: C++17, no exceptions, no RTTI, hidden symbols.
function(stickslip_runtime_library name)
  stickslip_library(${name} 17 ${ARGN})
  target_compile_options(${name} PRIVATE -fno-exceptions -fno-rtti -fvisibility=hidden)
endfunction()

# Tools: C++20, exceptions and libraries are fine here.
function(stickslip_tool_library name)
  stickslip_library(${name} 20 ${ARGN})
endfunction()

# Sources of a room compiled together, eight at a time: most of the time goes into headers they share. For builds of the whole
# tree; who edits wants single files.
function(stickslip_unite name)
  set_target_properties(${name} PROPERTIES UNITY_BUILD ${STICKSLIP_UNITY} UNITY_BUILD_BATCH_SIZE 8)
endfunction()

# clang-tidy looks at the sources of a test program all at once: GoogleTest's headers take most of its time.
function(stickslip_tidy_together name)
  if(STICKSLIP_TIDY)
    set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
    set_property(GLOBAL APPEND PROPERTY stickslip_tidied_together ${name})
  endif()
endfunction()

function(stickslip_executable name)
  add_executable(${name} ${ARGN})
  target_compile_features(${name} PRIVATE cxx_std_20)
  stickslip_common(${name})
endfunction()
