include(CMakeFindDependencyMacro)
find_dependency(Eigen3 3.4)
include("${CMAKE_CURRENT_LIST_DIR}/stickslipTargets.cmake")
