# Generated mechanisms for the engine: build/release/tests/motion_reliability --count 100000 --scheme spook
if(TARGET stickslip_load)
  set(motion ${CMAKE_CURRENT_LIST_DIR})
  file(GLOB motion_sources CONFIGURE_DEPENDS ${motion}/*.cpp)
  list(REMOVE_ITEM motion_sources ${motion}/reliability.cpp)
  stickslip_tool_library(stickslip_motion_judge ${motion_sources})
  target_link_libraries(stickslip_motion_judge PUBLIC stickslip_model stickslip_load Eigen3::Eigen)
  stickslip_executable(motion_reliability ${motion}/reliability.cpp)
  target_link_libraries(motion_reliability PRIVATE stickslip_motion_judge)
  stickslip_tests(${motion}/proof stickslip_motion_judge)

  # A slice for every scheme, of seeds without a known failure (model/README.md counts those of many more).
  function(motion_slice scheme seed count)
    if(STICKSLIP_SANITIZE)
      set(count 12)
    endif()
    add_test(NAME motion_reliability.GeneratedMechanismsKeepTheLawsUnder_${scheme}
             COMMAND motion_reliability --scheme ${scheme} --seed ${seed} --count ${count})
  endfunction()
  motion_slice(euler 100005 150)
  motion_slice(stabilised 200459 60)
  motion_slice(trapezoidal 100229 80)
  motion_slice(spook 200783 100)
endif()
