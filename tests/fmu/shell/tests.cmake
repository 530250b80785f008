# The shell with a fake component inside the test program, and real binaries to load.
foreach(component pi_controller resource_probe)
  stickslip_fmu_binary(${component} SOURCES fmu/shell/components/${component}.cpp)
endforeach()
stickslip_tests(fmu/shell stickslip_shell ${CMAKE_DL_LIBS})
target_compile_definitions(shell_tests PRIVATE STICKSLIP_PI_CONTROLLER="$<TARGET_FILE:pi_controller>"
                           STICKSLIP_RESOURCE_PROBE="$<TARGET_FILE:resource_probe>")
add_dependencies(shell_tests pi_controller resource_probe)
if(NOT STICKSLIP_SANITIZE)
  add_test(NAME binary.OfAControllerNeedsLibcOnlyAndShowsFmi2Only
    COMMAND ${CMAKE_COMMAND} -D BINARY=$<TARGET_FILE:pi_controller> -P ${PROJECT_SOURCE_DIR}/fmu/cmake/CheckBinary.cmake)
endif()
