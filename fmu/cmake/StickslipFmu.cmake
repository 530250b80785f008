# FMU binaries and FMUs as build targets.

set(STICKSLIP_SHELL_DIR "${CMAKE_CURRENT_LIST_DIR}/../shell")

# The shared library inside an FMU: a component and the shell around it, with nothing of ours visible but fmi2*.
# Sanitized builds take the usual C++ runtime, which the sanitizers want to see.
#   stickslip_fmu_binary(name SOURCES plant.cpp... [LIBRARIES stickslip_model...])
function(stickslip_fmu_binary name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBRARIES")
  add_library(${name} MODULE ${arg_SOURCES} "${STICKSLIP_SHELL_DIR}/wall.cpp")
  target_compile_features(${name} PRIVATE cxx_std_17)
  target_compile_options(${name} PRIVATE -fno-exceptions -fno-rtti -fvisibility=hidden -fno-asynchronous-unwind-tables)
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES} stickslip_shell)
  stickslip_common(${name})
  set_target_properties(${name} PROPERTIES PREFIX "" NO_SONAME ON
    LINK_DEPENDS "${STICKSLIP_SHELL_DIR}/binary/exports.map")
  target_link_options(${name} PRIVATE
    "LINKER:--version-script=${STICKSLIP_SHELL_DIR}/binary/exports.map"
    LINKER:-Bsymbolic LINKER:--exclude-libs,ALL LINKER:--no-undefined LINKER:--gc-sections LINKER:-z,relro,-z,now)
  if(NOT STICKSLIP_SANITIZE)
    target_sources(${name} PRIVATE "${STICKSLIP_SHELL_DIR}/binary/runtime.cpp")
    target_link_options(${name} PRIVATE -static-libstdc++ -static-libgcc LINKER:--strip-all)
  endif()
endfunction()
