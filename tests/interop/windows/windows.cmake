# The command line for Windows: built by mingw-w64 beside this build, run by wine. It runs models and FMUs with the same bits
# and says what foreign code does to its process.
if(STICKSLIP_SANITIZE OR STICKSLIP_TIDY OR NOT TARGET stickslip)
  return()
endif()
set(windows_work ${CMAKE_CURRENT_BINARY_DIR}/windows)
function(stickslip_windows name script)
  add_test(NAME windows.${name} COMMAND ${CMAKE_COMMAND} -D WORK=${windows_work} -D ROOT=${PROJECT_SOURCE_DIR}
    -D "COMPILER=x86_64-w64-mingw32-g++-posix;x86_64-w64-mingw32-g++" -D "EMULATOR=wine64;/usr/lib/wine/wine64;wine"
    -D BUILD=${PROJECT_BINARY_DIR} -D STICKSLIP=$<TARGET_FILE:stickslip> -D LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER}
    -P ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/${script}.cmake)
  set_tests_properties(windows.${name} PROPERTIES SKIP_REGULAR_EXPRESSION "not installed: " TIMEOUT 1500)
endfunction()

stickslip_windows(Builds build)
set_tests_properties(windows.Builds PROPERTIES FIXTURES_SETUP windows)
stickslip_windows(RunsModelsAndFmus run)
stickslip_windows(SaysWhatForeignCodeDoes foreign)
set_tests_properties(windows.RunsModelsAndFmus windows.SaysWhatForeignCodeDoes PROPERTIES FIXTURES_REQUIRED windows)
