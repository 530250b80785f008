# What the exporter writes, read back by the importer, the linter and the schema.
if(TARGET stickslip_export)
  stickslip_add_component(pi SOURCE fmu/shell/components/pi_controller.cpp)
  stickslip_tests(fmu/export stickslip_export stickslip_lint stickslip_model_fmu stickslip_load)
  get_target_property(pi_fmu pi STICKSLIP_FMU)
  target_compile_definitions(export_tests PRIVATE STICKSLIP_PI_FMU="${pi_fmu}")
  add_dependencies(export_tests pi)
endif()
if(NOT STICKSLIP_SANITIZE)
  add_test(NAME binary.OfThePlantNeedsLibcOnlyAndShowsFmi2Only
    COMMAND ${CMAKE_COMMAND} -D BINARY=$<TARGET_FILE:stickslip_plant_fmu> -P ${PROJECT_SOURCE_DIR}/fmu/cmake/CheckBinary.cmake)
endif()
