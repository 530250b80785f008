# Importers of others run what we export, where they are named:
#   -D FMIL_ROOT=folder      FMI Library 3, as its `install` target leaves it
set(FMIL_ROOT "" CACHE PATH "Where FMI Library is installed, for tests")

find_library(FMIL NAMES fmilib_shared HINTS "${FMIL_ROOT}/lib" NO_DEFAULT_PATH)
if(NOT FMIL_ROOT OR NOT FMIL)
  message(STATUS "FMI Library is not named by FMIL_ROOT: no test with it")
elseif(TARGET stickslip_model_fmu AND NOT STICKSLIP_SANITIZE)
  stickslip_executable(fmil_tests ${CMAKE_CURRENT_LIST_DIR}/fmil_test.cpp)
  target_include_directories(fmil_tests SYSTEM PRIVATE "${FMIL_ROOT}/include")
  target_compile_definitions(fmil_tests PRIVATE STICKSLIP_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  target_link_libraries(fmil_tests PRIVATE stickslip_model_fmu stickslip_load stickslip_host ${FMIL} GTest::gtest_main)
  gtest_discover_tests(fmil_tests TEST_PREFIX "importers." DISCOVERY_TIMEOUT 60)
endif()
