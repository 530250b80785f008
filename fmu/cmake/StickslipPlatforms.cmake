# The plant's binary for other platforms than the one we build for, each made of one source file by a cross compiler.
set(STICKSLIP_PLATFORMS "linux64;win64;aarch64-linux" CACHE STRING
    "Platforms whose binaries the tools carry, where there is a compiler for them")

# Per platform: the compiler, where Debian has it, the ending of a library.
set(compilers_linux64 x86_64-linux-gnu-g++)
set(package_linux64 g++-x86-64-linux-gnu)
set(compilers_win64 x86_64-w64-mingw32-g++-posix x86_64-w64-mingw32-g++)
set(package_win64 g++-mingw-w64-x86-64)
set(compilers_aarch64-linux aarch64-linux-gnu-g++)
set(package_aarch64-linux g++-aarch64-linux-gnu)

if(WIN32)
  set(native win64)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  set(native linux64)
else()
  set(native ${CMAKE_SYSTEM_PROCESSOR}-linux)
endif()
set(stickslip_native ${native} CACHE INTERNAL "The platform that is built for, as FMUs call it")

# Tools for Windows take from a build on Linux what goes into FMUs.
set(STICKSLIP_PREBUILT "" CACHE PATH "The folder fmu of a build for Linux, for tools that are built for Windows")
set(prebuilt_linux64 stickslip_plant_linux64.bin)
set(prebuilt_win64 plant_win64.dll)
set(prebuilt_aarch64-linux plant_aarch64-linux.so)
if(WIN32 AND NOT EXISTS "${STICKSLIP_PREBUILT}/source_fmu.cpp")
  message(FATAL_ERROR "STICKSLIP_PREBUILT (\"${STICKSLIP_PREBUILT}\") does not name the folder fmu of a build for Linux; make that first: "
                      "cmake --workflow --preset release")
endif()

# Headers are read by way of the sources; the list is what a change must be looked for in.
file(GLOB_RECURSE amalgam_headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/model/*.h" "${PROJECT_SOURCE_DIR}/fmu/shell/*.h"
     "${PROJECT_SOURCE_DIR}/fmu/plant/*.h" "${PROJECT_SOURCE_DIR}/fmu/api/*.h")
file(GLOB_RECURSE amalgam_engine RELATIVE "${PROJECT_SOURCE_DIR}" CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/model/*.cpp")
file(GLOB amalgam_shell RELATIVE "${PROJECT_SOURCE_DIR}" CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/fmu/shell/*.cpp")
set(amalgam_files fmu/shell/resource_path.cpp fmu/shell/system_posix.cpp fmu/shell/system_windows.cpp)
list(REMOVE_ITEM amalgam_shell ${amalgam_files} fmu/shell/wall.cpp)  # the last comes last
set(amalgam_common ${amalgam_engine} ${amalgam_shell} fmu/plant/plant.cpp)

# One source file of engine, shell and plant in the build folder, with what is listed before the C functions.
function(stickslip_amalgam output)
  list(TRANSFORM ARGN PREPEND "${PROJECT_SOURCE_DIR}/" OUTPUT_VARIABLE sources)
  add_custom_command(OUTPUT "${output}" VERBATIM
    COMMAND stickslip_amalgamate "${PROJECT_SOURCE_DIR}" "${output}" ${ARGN} fmu/shell/wall.cpp
    DEPENDS stickslip_amalgamate ${sources} ${amalgam_headers} "${PROJECT_SOURCE_DIR}/fmu/shell/wall.cpp"
    COMMENT "Writing one source file of all")
endfunction()

# The plant's library for another platform in the build folder, checked. Sets `variable` to its path, or to nothing where
# there is no compiler.
function(stickslip_cross_plant platform source variable)
  set(${variable} "" PARENT_SCOPE)
  find_program(STICKSLIP_CXX_${platform} NAMES ${compilers_${platform}})
  set(compiler "${STICKSLIP_CXX_${platform}}")
  if(NOT compiler)
    message(STATUS "No compiler for ${platform}: FMUs will not have it (Debian: apt install ${package_${platform}})")
    return()
  endif()
  set(flags -std=c++17 -O3 -DNDEBUG -fPIC -fno-exceptions -fno-rtti -fvisibility=hidden -ffp-contract=off -fno-math-errno
      -fno-asynchronous-unwind-tables)
  set(shell "${PROJECT_SOURCE_DIR}/fmu/shell/binary")
  if(platform STREQUAL win64)
    set(library "${CMAKE_CURRENT_BINARY_DIR}/plant_${platform}.dll")
    set(link -shared -static -s)
    set(check "${PROJECT_SOURCE_DIR}/fmu/cmake/CheckBinaryPe.cmake")
  else()
    set(library "${CMAKE_CURRENT_BINARY_DIR}/plant_${platform}.so")
    set(link -shared -fPIC "${shell}/runtime.cpp" ${flags} -static-libstdc++ -static-libgcc -Wl,--version-script=${shell}/exports.map
        -Wl,-Bsymbolic,--exclude-libs,ALL,--no-undefined,--gc-sections,-z,relro,-z,now,--strip-all)
    set(check "${PROJECT_SOURCE_DIR}/fmu/cmake/CheckBinary.cmake")
  endif()
  string(REGEX REPLACE "^.*/([^/]*)g[+][+][^/]*$" "\\1" tools "${compiler}")
  add_custom_command(OUTPUT "${library}" VERBATIM
    COMMAND ${CMAKE_CXX_COMPILER_LAUNCHER} ${compiler} ${flags} -c "${source}" -o "${library}.o"
    COMMAND ${compiler} "${library}.o" ${link} -o "${library}"
    COMMAND ${CMAKE_COMMAND} -D BINARY=${library} -D TOOLS=${tools} -P "${check}"
    DEPENDS "${source}" "${shell}/runtime.cpp" "${shell}/exports.map" "${check}"
    COMMENT "Compiling the plant for ${platform}")
  set(${variable} "${library}" PARENT_SCOPE)
endfunction()

# Gives a library the plant's binaries of all platforms that can be built, and the list of them: plant_binaries().
function(stickslip_carry_plants library)
  if(WIN32)
    set(constant "${STICKSLIP_PREBUILT}/source_fmu.cpp")
  else()
    stickslip_tool_library(stickslip_amalgam "${PROJECT_SOURCE_DIR}/fmu/amalgam/lexer.cpp")
    stickslip_executable(stickslip_amalgamate "${PROJECT_SOURCE_DIR}/fmu/amalgam/amalgamate.cpp")
    target_link_libraries(stickslip_amalgamate PRIVATE stickslip_amalgam)
    set(source "${CMAKE_CURRENT_BINARY_DIR}/plant_amalgam.cpp")
    stickslip_amalgam("${source}" ${amalgam_common} ${amalgam_files} fmu/plant/plant_fmu.cpp)

    set(constant "${CMAKE_CURRENT_BINARY_DIR}/source_fmu.cpp")
    stickslip_amalgam("${constant}" ${amalgam_common} fmu/plant/plant_constant.cpp fmu/shell/binary/static_memory.cpp)
  endif()
  stickslip_embed(stickslip_source SYMBOL stickslip_source FILE "${constant}")
  stickslip_embed(stickslip_source_readme SYMBOL stickslip_source_readme
                  FILE "${PROJECT_SOURCE_DIR}/fmu/export/model/sources_readme.md")
  stickslip_embed(stickslip_licence SYMBOL stickslip_licence FILE "${PROJECT_SOURCE_DIR}/LICENSE")
  target_link_libraries(${library} PRIVATE stickslip_source stickslip_source_readme stickslip_licence)

  set(declared "")
  set(listed "")
  foreach(platform IN LISTS STICKSLIP_PLATFORMS)
    string(MAKE_C_IDENTIFIER "stickslip_plant_${platform}" symbol)
    if(EXISTS "${STICKSLIP_PREBUILT}/${prebuilt_${platform}}")
      stickslip_embed(${symbol} SYMBOL ${symbol} FILE "${STICKSLIP_PREBUILT}/${prebuilt_${platform}}")
    elseif(WIN32)
      message(STATUS "No binary for ${platform} in ${STICKSLIP_PREBUILT}: FMUs will not have it")
      continue()
    elseif(platform STREQUAL stickslip_native)
      stickslip_embed(${symbol} SYMBOL ${symbol} TARGET stickslip_plant_fmu)
    elseif(NOT STICKSLIP_SANITIZE AND NOT STICKSLIP_TIDY)
      stickslip_cross_plant(${platform} "${source}" binary)
      if(NOT binary)
        continue()
      endif()
      stickslip_embed(${symbol} SYMBOL ${symbol} FILE "${binary}")
    else()
      continue()
    endif()
    target_link_libraries(${library} PRIVATE ${symbol})
    string(APPEND declared "extern const char ${symbol}_begin[], ${symbol}_end[];\n")
    string(APPEND listed "    {\"${platform}\", {${symbol}_begin, static_cast<std::size_t>(${symbol}_end - ${symbol}_begin)}},\n")
  endforeach()
  set(list "${CMAKE_CURRENT_BINARY_DIR}/plant_binaries.cpp")
  file(CONFIGURE OUTPUT "${list}" @ONLY CONTENT [=[
#include "fmu/export/model/model_fmu.h"

extern "C" {
@declared@}

namespace stickslip::fmu {

std::vector<Binary> plant_binaries() {
  return {
@listed@  };
}

}  // namespace stickslip::fmu
]=])
  target_sources(${library} PRIVATE "${list}")
endfunction()
