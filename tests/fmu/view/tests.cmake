# Pictures and pages. Pages are also opened in a browser, where one is installed and nothing slows it down.
find_package(ZLIB)
stickslip_tests(fmu/view stickslip_cli ZLIB::ZLIB)
if(TARGET view_tests)
  target_compile_definitions(view_tests PRIVATE STICKSLIP_ARTEFACTS="${CMAKE_CURRENT_BINARY_DIR}/pages")
endif()

# Studies, with the same browser.
stickslip_tests(fmu/sweep stickslip_cli stickslip_sample_members)
if(TARGET sweep_tests)
  target_sources(sweep_tests PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/fmu/view/browser.cpp)
endif()
stickslip_tests(fmu/plot stickslip_cli)
if(TARGET stickslip AND NOT STICKSLIP_SANITIZE)
  add_test(NAME sweep.OnAClusterGivesTheSameBytes
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/interop/slurm_test.sh $<TARGET_FILE:stickslip> ${PROJECT_SOURCE_DIR}/examples/sweep
            ${CMAKE_CURRENT_BINARY_DIR}/slurm)
  set_tests_properties(sweep.OnAClusterGivesTheSameBytes PROPERTIES SKIP_RETURN_CODE 77)
endif()
