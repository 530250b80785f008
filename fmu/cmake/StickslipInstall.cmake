# What `cmake --install` puts where, so that find_package(stickslip) gives the targets with their headers.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/stickslip)
# The headers keep their paths, #include "model/lcp/problem.h", below a folder of their own. Of fmu/ others need what a
# component is written against.
install(DIRECTORY model DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/stickslip FILES_MATCHING PATTERN "*.h")
install(DIRECTORY fmu/api fmu/shell DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/stickslip/fmu FILES_MATCHING PATTERN "*.h")
install(EXPORT stickslip NAMESPACE stickslip:: FILE stickslipTargets.cmake DESTINATION ${package_dir})
write_basic_package_version_file("${PROJECT_BINARY_DIR}/stickslipConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES fmu/cmake/stickslipConfig.cmake "${PROJECT_BINARY_DIR}/stickslipConfigVersion.cmake"
        DESTINATION ${package_dir})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
