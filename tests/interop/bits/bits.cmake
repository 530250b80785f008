# The same bits from every compiler and on every platform: hashes of the last states of all resources and of their variants.
if(STICKSLIP_SANITIZE OR STICKSLIP_TIDY OR NOT TARGET stickslip_model_fmu)
  return()
endif()
set(bits ${CMAKE_CURRENT_LIST_DIR})
stickslip_executable(bits_models ${bits}/models.cpp)
target_link_libraries(bits_models PRIVATE stickslip_plant stickslip_load stickslip_archive)
target_compile_definitions(bits_models PRIVATE STICKSLIP_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
stickslip_executable(bits_runner ${bits}/runner.cpp)
target_link_libraries(bits_runner PRIVATE ${CMAKE_DL_LIBS})
target_include_directories(bits_runner PRIVATE ${PROJECT_SOURCE_DIR})

set(bits_work ${CMAKE_CURRENT_BINARY_DIR}/bits)
add_test(NAME bits.Reference COMMAND ${CMAKE_COMMAND} -D WORK=${bits_work} -D MODELS=$<TARGET_FILE:bits_models>
  -D RUNNER=$<TARGET_FILE:bits_runner> -D LIBRARY=$<TARGET_FILE:stickslip_plant_fmu> -P ${bits}/reference.cmake)
set_tests_properties(bits.Reference PROPERTIES FIXTURES_SETUP bits)

# A test of one of the scripts here with a compiler and, for other platforms, with what runs its programs: the first that is
# installed. Says what is missing where there is none.
#   stickslip_bits(Name SCRIPT compare|sources|locations COMPILER program... [EMULATOR program...] [FLAGS ...]
#                  [LIBRARY of the tools, in place of one that is compiled] [STRIDE every how many of the runs])
function(stickslip_bits name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "SCRIPT;LIBRARY;STRIDE" "COMPILER;FLAGS;EMULATOR")
  add_test(NAME bits.${name} COMMAND ${CMAKE_COMMAND} -D NAME=${name} -D WORK=${bits_work} -D ROOT=${PROJECT_SOURCE_DIR}
    "-DCOMPILER=${arg_COMPILER}" "-DFLAGS=${arg_FLAGS}" "-DEMULATOR=${arg_EMULATOR}" -D LIBRARY=${arg_LIBRARY}
    -D STRIDE=${arg_STRIDE} -D RUNNER=$<TARGET_FILE:bits_runner> -D STICKSLIP=$<TARGET_FILE:stickslip>
    -D NATIVE=${stickslip_native} -D AMALGAM=${PROJECT_BINARY_DIR}/fmu/plant_amalgam.cpp -P ${bits}/${arg_SCRIPT}.cmake)
  set_tests_properties(bits.${name} PROPERTIES FIXTURES_REQUIRED bits SKIP_REGULAR_EXPRESSION "not installed: "
                       TIMEOUT 600)
endfunction()

set(mingw x86_64-w64-mingw32-g++-posix x86_64-w64-mingw32-g++)
set(wine wine64 /usr/lib/wine/wine64 wine)
set(qemu qemu-aarch64 qemu-aarch64-static)
stickslip_bits(GccWithoutOptimisation SCRIPT compare COMPILER g++ FLAGS -O0 STRIDE 3)
stickslip_bits(GccForThisMachine SCRIPT compare COMPILER g++ FLAGS -O3 -march=native STRIDE 1)
stickslip_bits(Clang SCRIPT compare COMPILER clang++ clang++-14 FLAGS -O2 STRIDE 2)
stickslip_bits(ClangForThisMachine SCRIPT compare COMPILER clang++ clang++-14 FLAGS -O3 -march=native STRIDE 1)
stickslip_bits(Windows SCRIPT compare COMPILER ${mingw} EMULATOR ${wine} LIBRARY ${PROJECT_BINARY_DIR}/fmu/plant_win64.dll
               STRIDE 1)
stickslip_bits(WindowsWithoutOptimisation SCRIPT compare COMPILER ${mingw} EMULATOR ${wine} FLAGS -O0 -static STRIDE 5)
stickslip_bits(Arm SCRIPT compare COMPILER aarch64-linux-gnu-g++ EMULATOR ${qemu}
               LIBRARY ${PROJECT_BINARY_DIR}/fmu/plant_aarch64-linux.so STRIDE 29)
stickslip_bits(SourcesByGcc SCRIPT sources COMPILER g++ FLAGS -O2)
stickslip_bits(SourcesWithABlockOfMemory SCRIPT sources COMPILER g++ FLAGS -O1 -DSTICKSLIP_MEMORY_BYTES=16000000
               -Wl,--wrap=malloc)
stickslip_bits(SourcesByClang SCRIPT sources COMPILER clang++ clang++-14 FLAGS -O1)
stickslip_bits(SourcesForWindows SCRIPT sources COMPILER ${mingw} EMULATOR ${wine} FLAGS -O1)
stickslip_bits(SourcesForArm SCRIPT sources COMPILER aarch64-linux-gnu-g++ EMULATOR ${qemu} FLAGS -O1)
stickslip_bits(LocationsOnWindows SCRIPT locations COMPILER ${mingw} EMULATOR ${wine}
               LIBRARY ${PROJECT_BINARY_DIR}/fmu/plant_win64.dll)

# By hand, for it takes long: every model of resources/ for 10^4 steps (of more than 20 bodies: fewer) by this build's binary,
# under wine and qemu, and by the source file: ninja -C build/release bits_long; BITS_STEPS=1000 in the environment makes it shorter.
add_custom_target(bits_long VERBATIM DEPENDS bits_models bits_runner stickslip_plant_fmu stickslip
  COMMAND ${CMAKE_COMMAND} -D WORK=${bits_work}_long -D ROOT=${PROJECT_SOURCE_DIR} -D MODELS=$<TARGET_FILE:bits_models>
    -D RUNNER=$<TARGET_FILE:bits_runner> -D LIBRARY=$<TARGET_FILE:stickslip_plant_fmu> -D FMU=${PROJECT_BINARY_DIR}/fmu
    -P ${bits}/long.cmake)
