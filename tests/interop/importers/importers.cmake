# Importers of others run what we export, where they are named; they are built outside of this tree.
#   -D FMIL_ROOT=folder        FMI Library 3, as its `install` target leaves it
#   -D FMI4CPP_ROOT=folder     FMI4cpp, likewise
#   -D LIBCOSIM_ROOT=folder    libcosim, likewise, with the FMI Library of FMIL_ROOT
#   -D FMPY_ROOT=folder        what Python's path needs for `import fmpy`; its compiler of sources wants cmake and make
#   -D FMUSIM=program          fmusim of the Reference FMUs
#   -D FMU_CHECKER=program     FMU Compliance Checker
set(FMIL_ROOT "" CACHE PATH "Where FMI Library is installed, for tests")
set(FMI4CPP_ROOT "" CACHE PATH "Where FMI4cpp is installed, for tests")
set(LIBCOSIM_ROOT "" CACHE PATH "Where libcosim is installed, for tests")
set(FMPY_ROOT "" CACHE PATH "The folder that holds the Python package fmpy, for tests")
set(FMUSIM "" CACHE FILEPATH "The program fmusim, for tests")
set(FMU_CHECKER "" CACHE FILEPATH "The FMU Compliance Checker, for tests")

if(STICKSLIP_SANITIZE OR NOT TARGET stickslip_model_fmu)
  return()
endif()
set(importers_missing "")
set(importers_found "")
function(stickslip_importer name option program arguments)
  if(${option})
    set(command "${program} ${arguments}")
    set(importers_found "${importers_found}    {\"${name}\", R\"(${command})\"},\n" PARENT_SCOPE)
  else()
    set(importers_missing ${importers_missing} "${name} (${option})" PARENT_SCOPE)
  endif()
endfunction()

# A program of ours around a library of others.
function(stickslip_importer_program name root library)
  if(NOT ${root})
    return()
  endif()
  find_library(STICKSLIP_IMPORTER_${name} NAMES ${library} HINTS "${${root}}/lib" NO_DEFAULT_PATH REQUIRED)
  stickslip_executable(${name} ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/${name}.cpp)
  target_include_directories(${name} SYSTEM PRIVATE "${${root}}/include")
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}")
  target_link_libraries(${name} PRIVATE ${STICKSLIP_IMPORTER_${name}} ${ARGN})
  add_dependencies(importers_programs ${name})
endfunction()

add_custom_target(importers_programs)
stickslip_importer_program(fmil_run FMIL_ROOT fmilib_shared stickslip_archive)
stickslip_importer_program(fmi4cpp_run FMI4CPP_ROOT fmi4cpp)
stickslip_importer_program(libcosim_run LIBCOSIM_ROOT cosim ${STICKSLIP_IMPORTER_fmil_run})
set(importers_tail "<fmu> <steps> <step> <table>")
set(importers_here ${CMAKE_CURRENT_BINARY_DIR})
stickslip_importer(FmiLibrary FMIL_ROOT ${importers_here}/fmil_run "${importers_tail}")
stickslip_importer(Fmi4cpp FMI4CPP_ROOT ${importers_here}/fmi4cpp_run "${importers_tail}")
stickslip_importer(Libcosim LIBCOSIM_ROOT "LD_LIBRARY_PATH=${FMIL_ROOT}/lib ${importers_here}/libcosim_run"
                   "${importers_tail}")
find_program(STICKSLIP_PYTHON NAMES python3 DOC "The Python that has what FMPy needs")
stickslip_importer(FMPy FMPY_ROOT "PYTHONPATH=${FMPY_ROOT} ${STICKSLIP_PYTHON} ${CMAKE_CURRENT_LIST_DIR}/fmpy_run.py"
                   "${importers_tail}")
stickslip_importer(Fmusim FMUSIM "${FMUSIM}" "--interface-type cs --stop-time <stop> --output-interval <step>\
 --output-file <table> <fmu>")
stickslip_importer(ComplianceChecker FMU_CHECKER "${FMU_CHECKER}" "-h <step> -s <stop> -o <table> <fmu>")

if(importers_missing)
  list(JOIN importers_missing ", " importers_missing)
  message(STATUS "Importers that are not named, and not tested with: ${importers_missing}")
endif()
if(importers_found)
  file(CONFIGURE OUTPUT importers/importers_found.inc CONTENT "${importers_found}" @ONLY)
  stickslip_executable(importers_tests ${CMAKE_CURRENT_LIST_DIR}/importers_test.cpp)
  target_include_directories(importers_tests PRIVATE "${CMAKE_CURRENT_BINARY_DIR}/importers")
  target_compile_definitions(importers_tests PRIVATE STICKSLIP_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  target_link_libraries(importers_tests PRIVATE stickslip_model_fmu stickslip_load stickslip_host GTest::gtest_main)
  add_dependencies(importers_tests importers_programs)
  gtest_discover_tests(importers_tests TEST_PREFIX "importers." DISCOVERY_TIMEOUT 60)
endif()
