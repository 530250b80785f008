# The same scenes here and in other engines, side by side: build/release/tests/peers (tests/benchmark/README.md).
if(NOT TARGET stickslip_load)
  return()
endif()
set(peers ${CMAKE_CURRENT_LIST_DIR})
file(GLOB peers_sources CONFIGURE_DEPENDS ${peers}/*.cpp)
stickslip_executable(peers ${peers_sources} ${peers}/engines/registry.cpp ${peers}/engines/ours.cpp
                     ${peers}/engines/to_toml.cpp)
target_link_libraries(peers PRIVATE stickslip_model stickslip_load)
