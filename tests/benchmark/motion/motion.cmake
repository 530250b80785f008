# Generated mechanisms for the engine: build/release/tests/motion_reliability --count 100000 --scheme spook
if(TARGET stickslip_load)
  file(GLOB motion_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*.cpp)
  stickslip_executable(motion_reliability ${motion_sources})
  target_include_directories(motion_reliability PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(motion_reliability PRIVATE stickslip_model stickslip_load Eigen3::Eigen)
endif()
