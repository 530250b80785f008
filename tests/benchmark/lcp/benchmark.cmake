# Generated problems for the solvers: build/release/tests/lcp_reliability --count 1000000
if(TARGET stickslip_load)
  set(lcp_benchmark ${CMAKE_CURRENT_LIST_DIR})
  stickslip_executable(lcp_reliability ${lcp_benchmark}/reliability.cpp ${lcp_benchmark}/families.cpp
                       ${lcp_benchmark}/builder.cpp ${lcp_benchmark}/judge.cpp)
  target_include_directories(lcp_reliability PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(lcp_reliability PRIVATE stickslip_model stickslip_load)
  # A slice of it, one of the thousandths with up to 60 contacts included.
  set(slice --seed 400 --count 1200)
  if(STICKSLIP_SANITIZE)
    set(slice --seed 900 --count 150)
  endif()
  add_test(NAME reliability.GeneratedProblemsAreSolvedOrReportedOtherwise COMMAND lcp_reliability ${slice})
  # Impulses of 7e7 V, of which doubled precision sees a ray.
  add_test(NAME reliability.WhatIsTooLargeForDoubledPrecisionIsSolved COMMAND lcp_reliability --seed 7587 --count 1)
  set_tests_properties(reliability.WhatIsTooLargeForDoubledPrecisionIsSolved PROPERTIES PASS_REGULAR_EXPRESSION
    "rung 0, as posed +100")
endif()
