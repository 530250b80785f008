# What `cmake --install` puts where, so that find_package(stickslip) gives the libraries with their headers, the command
# line and the functions that make FMUs.
include(CMakePackageConfigHelpers)

set(include_dir ${CMAKE_INSTALL_INCLUDEDIR}/stickslip)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/stickslip)

foreach(target IN ITEMS math lcp model shell plant text archive host lint export load)
  if(TARGET stickslip_${target})
    set_target_properties(stickslip_${target} PROPERTIES EXPORT_NAME ${target})
    install(TARGETS stickslip_${target} EXPORT stickslip)
  endif()
endforeach()
if(STICKSLIP_TOOLS)
  add_executable(stickslip::stickslip ALIAS stickslip)
  install(TARGETS stickslip EXPORT stickslip)
endif()
install(EXPORT stickslip NAMESPACE stickslip:: FILE stickslipTargets.cmake DESTINATION ${package_dir})

# Headers keep their paths, #include "model/lcp/problem.h", below a folder of their own. With them go the sources that
# become part of every FMU binary and the packer, which are compiled anew for each component.
install(DIRECTORY model DESTINATION ${include_dir} FILES_MATCHING PATTERN "*.h")
install(DIRECTORY fmu/api fmu/shell fmu/plant fmu/text fmu/archive fmu/host fmu/lint fmu/export fmu/load
        DESTINATION ${include_dir}/fmu
        FILES_MATCHING PATTERN "*.h" PATTERN "wall.cpp" PATTERN "binary/*" PATTERN "packer/*")

configure_package_config_file(fmu/cmake/stickslipConfig.cmake.in "${PROJECT_BINARY_DIR}/stickslipConfig.cmake"
                              INSTALL_DESTINATION ${package_dir} PATH_VARS include_dir)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/stickslipConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/stickslipConfig.cmake" "${PROJECT_BINARY_DIR}/stickslipConfigVersion.cmake"
              fmu/cmake/StickslipFmu.cmake
        DESTINATION ${package_dir})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
