# Pictures and pages. Pages are also opened in a browser, where one is installed and nothing slows it down.
find_package(ZLIB)
stickslip_tests(fmu/view stickslip_cli ZLIB::ZLIB)
if(TARGET view_tests)
  target_compile_definitions(view_tests PRIVATE STICKSLIP_ARTEFACTS="${CMAKE_CURRENT_BINARY_DIR}/pages")
endif()
