// Two FMUs from their sources in one image, told apart by the prefix of their functions. Prints what runner prints.
//   two FOLDER
#include "tests/interop/bits/run.h"

#define DECLARE_FIRST(name) extern "C" name##TYPE pendulum_##name;
#define DECLARE_SECOND(name) extern "C" name##TYPE gripper_##name;
BITS_FUNCTIONS(DECLARE_FIRST)
BITS_FUNCTIONS(DECLARE_SECOND)
#if defined(STICKSLIP_MEMORY_BYTES)
extern "C" size_t pendulum_fmi2MemoryPeak();
extern "C" size_t gripper_fmi2MemoryPeak();
extern "C" void* __wrap_malloc(size_t) {  // a rig without a heap: -Wl,--wrap=malloc
  return nullptr;
}
#endif

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  bits::Functions pendulum;
  bits::Functions gripper;
#define BITS_FIRST(name) pendulum.name = &pendulum_##name;
#define BITS_SECOND(name) gripper.name = &gripper_##name;
  BITS_FUNCTIONS(BITS_FIRST)
  BITS_FUNCTIONS(BITS_SECOND)
  for (const bits::Run& run : bits::runs_in(argv[1])) {
    if (run.name == "pendulum") bits::print_hash(pendulum, run, "");
    if (run.name == "gripper") bits::print_hash(gripper, run, "");
  }
#if defined(STICKSLIP_MEMORY_BYTES)
  const size_t peak = pendulum_fmi2MemoryPeak() + gripper_fmi2MemoryPeak();
  if (peak == 0 || peak > STICKSLIP_MEMORY_BYTES) bits::fail("memory: " + std::to_string(peak));
  std::fprintf(stderr, "%lu bytes of the block\n", static_cast<unsigned long>(peak));
#endif
  return 0;
}
