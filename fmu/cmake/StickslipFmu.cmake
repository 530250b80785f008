# FMU binaries and FMUs as build targets, in the tree of stickslip and after find_package(stickslip).

# The folder fmu/, in the tree or below the installed headers; the package's configuration sets it.
if(NOT DEFINED STICKSLIP_FMU_DIR)
  set(STICKSLIP_FMU_DIR "${CMAKE_CURRENT_LIST_DIR}/..")
endif()
set_property(GLOBAL PROPERTY STICKSLIP_FMU_DIR "${STICKSLIP_FMU_DIR}")

# The shared library inside an FMU: a component and the shell around it, with nothing of ours visible but fmi2*.
# Sanitized builds take the usual C++ runtime, which the sanitizers want to see.
#   stickslip_fmu_binary(name SOURCES plant.cpp... [LIBRARIES stickslip_model...])
function(stickslip_fmu_binary name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBRARIES")
  get_property(fmu_dir GLOBAL PROPERTY STICKSLIP_FMU_DIR)
  add_library(${name} MODULE ${arg_SOURCES} "${fmu_dir}/shell/wall.cpp")
  target_compile_features(${name} PRIVATE cxx_std_17)
  target_compile_options(${name} PRIVATE -fno-exceptions -fno-rtti -fvisibility=hidden -fno-asynchronous-unwind-tables)
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES} stickslip::shell)
  stickslip_common(${name})
  set_target_properties(${name} PROPERTIES PREFIX "" NO_SONAME ON
    LINK_DEPENDS "${fmu_dir}/shell/binary/exports.map")
  target_link_options(${name} PRIVATE
    "LINKER:--version-script=${fmu_dir}/shell/binary/exports.map"
    LINKER:-Bsymbolic LINKER:--exclude-libs,ALL LINKER:--no-undefined LINKER:--gc-sections LINKER:-z,relro,-z,now)
  if(NOT STICKSLIP_SANITIZE)
    target_sources(${name} PRIVATE "${fmu_dir}/shell/binary/runtime.cpp")
    target_link_options(${name} PRIVATE -static-libstdc++ -static-libgcc LINKER:--strip-all)
  endif()
endfunction()

# A controller or any other component of one source file becomes <name>.fmu in the build folder, as a build target.
# The target's property STICKSLIP_FMU is the file's path.
#   stickslip_add_component(name SOURCE controller.cpp [LIBRARIES ...])
function(stickslip_add_component name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "SOURCE" "LIBRARIES")
  get_property(fmu_dir GLOBAL PROPERTY STICKSLIP_FMU_DIR)
  stickslip_fmu_binary(${name}_binary SOURCES ${arg_SOURCE} LIBRARIES ${arg_LIBRARIES})
  set_target_properties(${name}_binary PROPERTIES OUTPUT_NAME ${name})
  add_executable(${name}_packer ${arg_SOURCE} "${fmu_dir}/export/packer/packer.cpp")
  target_compile_features(${name}_packer PRIVATE cxx_std_20)
  target_link_libraries(${name}_packer PRIVATE ${arg_LIBRARIES} stickslip::export)
  stickslip_common(${name}_packer)
  set(fmu "${CMAKE_CURRENT_BINARY_DIR}/${name}.fmu")
  add_custom_command(OUTPUT "${fmu}" VERBATIM
    COMMAND ${name}_packer $<TARGET_FILE:${name}_binary> "${fmu}"
    DEPENDS ${name}_packer ${name}_binary COMMENT "Packing ${name}.fmu")
  add_custom_target(${name} ALL DEPENDS "${fmu}")
  set_target_properties(${name} PROPERTIES STICKSLIP_FMU "${fmu}")
endfunction()

# A model file becomes <name>.fmu in the build folder, packed again when the model changes and checked by the linter.
# The target's property STICKSLIP_FMU is the file's path.
#   stickslip_add_fmu(name MODEL file.toml [FLAT])
function(stickslip_add_fmu name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "FLAT" "MODEL" "")
  get_filename_component(model "${arg_MODEL}" ABSOLUTE)
  set(fmu "${CMAKE_CURRENT_BINARY_DIR}/${name}.fmu")
  set(unchecked "${CMAKE_CURRENT_BINARY_DIR}/${name}.unchecked.fmu")  # or what failed would be up to date the next time
  add_custom_command(OUTPUT "${fmu}" VERBATIM
    COMMAND stickslip::stickslip export "${model}" -o "${unchecked}" --depfile "${fmu}.d" $<$<BOOL:${arg_FLAT}>:--flat>
    COMMAND stickslip::stickslip check "${unchecked}"
    COMMAND ${CMAKE_COMMAND} -E rename "${unchecked}" "${fmu}"
    COMMAND_EXPAND_LISTS DEPFILE "${fmu}.d"
    DEPENDS "${model}" stickslip::stickslip COMMENT "Exporting ${name}.fmu")
  add_custom_target(${name} ALL DEPENDS "${fmu}")
  set_target_properties(${name} PROPERTIES STICKSLIP_FMU "${fmu}")
endfunction()

# Puts the bytes of a file, or of a target's file, into a library:
# `extern "C" const char <symbol>_begin[], <symbol>_end[];`
#   stickslip_embed(library SYMBOL name TARGET target)
#   stickslip_embed(library SYMBOL name FILE path)
function(stickslip_embed library)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "SYMBOL;TARGET;FILE" "")
  set(source "${CMAKE_CURRENT_BINARY_DIR}/${library}.c")
  set(copy "${CMAKE_CURRENT_BINARY_DIR}/${library}.bin")
  if(arg_FILE)
    set(copy "${arg_FILE}")
  else()
    # A copy at a place known now: sources cannot depend on a path that only the generator knows.
    add_custom_command(OUTPUT "${copy}" VERBATIM DEPENDS ${arg_TARGET}
      COMMAND ${CMAKE_STRIP} --strip-unneeded -o "${copy}" $<TARGET_FILE:${arg_TARGET}>)
  endif()
  set(section .rodata)
  if(WIN32)
    set(section ".rdata,\\\"dr\\\"")
  endif()
  file(CONFIGURE OUTPUT "${source}" @ONLY CONTENT [=[
__asm__(
    ".section @section@\n"
    ".global @arg_SYMBOL@_begin\n"
    ".balign 64\n"
    "@arg_SYMBOL@_begin:\n"
    ".incbin \"@copy@\"\n"
    ".global @arg_SYMBOL@_end\n"
    "@arg_SYMBOL@_end:\n"
    ".byte 0\n"
    ".text\n");
]=])
  set_source_files_properties("${source}" PROPERTIES OBJECT_DEPENDS "${copy}")
  add_library(${library} STATIC "${source}")
endfunction()
