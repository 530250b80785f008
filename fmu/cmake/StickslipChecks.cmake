# What the build checks besides compiling: who includes whom, always; clang-tidy, with the preset of that name.
file(GLOB_RECURSE stickslip_sources RELATIVE "${PROJECT_SOURCE_DIR}" CONFIGURE_DEPENDS
     model/*.cpp fmu/*.cpp tests/*.cpp examples/*.cpp)
file(GLOB_RECURSE stickslip_headers CONFIGURE_DEPENDS model/*.h fmu/*.h tests/*.h examples/*.h)

set(layers_checked "${PROJECT_BINARY_DIR}/layers.checked")
add_custom_command(OUTPUT "${layers_checked}"
  COMMAND ${CMAKE_COMMAND} -D ROOT=${PROJECT_SOURCE_DIR} -D STAMP=${layers_checked} -P fmu/cmake/CheckLayers.cmake
  DEPENDS ${stickslip_sources} ${stickslip_headers} fmu/cmake/CheckLayers.cmake
  WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
  COMMENT "Checking who includes whom" VERBATIM)
add_custom_target(stickslip_layers ALL DEPENDS "${layers_checked}")

# One command per source or test program, in parallel. The tidy build compiles nothing.
if(STICKSLIP_TIDY)
  find_program(STICKSLIP_CLANG_TIDY NAMES clang-tidy REQUIRED)
  file(GLOB_RECURSE tidy_rules CONFIGURE_DEPENDS .clang-tidy)
  set(tidied "")
  function(stickslip_tidy name source)
    cmake_parse_arguments(PARSE_ARGV 2 of "" "" "READS;OPTIONS")
    set(stamp "${PROJECT_BINARY_DIR}/tidy/${name}.checked")
    get_filename_component(folder "${stamp}" DIRECTORY)
    file(MAKE_DIRECTORY "${folder}")
    add_custom_command(OUTPUT "${stamp}"
      COMMAND ${STICKSLIP_CLANG_TIDY} --quiet -p ${PROJECT_BINARY_DIR} ${of_OPTIONS} ${source}
      COMMAND ${CMAKE_COMMAND} -E touch ${stamp}
      DEPENDS ${of_READS} ${stickslip_headers} ${tidy_rules}
      WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
      COMMENT "clang-tidy ${name}" VERBATIM)
    set(tidied ${tidied} "${stamp}" PARENT_SCOPE)
  endfunction()
  # The sources of a test program are in one file that CMake writes.
  get_property(together GLOBAL PROPERTY stickslip_tidied_together)
  foreach(program IN LISTS together)
    get_target_property(sources ${program} SOURCES)
    list(TRANSFORM sources REPLACE "^${PROJECT_SOURCE_DIR}/" "")
    list(REMOVE_ITEM stickslip_sources ${sources})
    get_target_property(folder ${program} BINARY_DIR)
    stickslip_tidy(${program} "${folder}/CMakeFiles/${program}.dir/Unity/unity_0_cxx.cxx" READS ${sources}
                   OPTIONS --config-file=tests/.clang-tidy "--header-filter=(model|fmu|tests)/.*[.](h|cpp)$")
  endforeach()
  # What is built elsewhere or with other compilers is not in compile_commands.json.
  list(FILTER stickslip_sources EXCLUDE REGEX "^((tests/interop|tests/fuzz|tests/benchmark/peers/engines|examples/importers)/|examples/at_rest/(no_)?mujoco|fmu/plant/plant_constant|fmu/shell/binary/static_memory)")
  foreach(source IN LISTS stickslip_sources)
    stickslip_tidy(${source} ${source} READS ${source})
  endforeach()
  add_custom_target(tidy DEPENDS ${tidied})
endif()
