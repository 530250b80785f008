// Counts what an FMU asks of the allocator: this program's malloc takes the place of libc's for everything it loads.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstddef>
#include <filesystem>

#include "fmu/archive/files.h"
#include "fmu/export/model/model_fmu.h"
#include "fmu/host/slave.h"
#include "fmu/load/load.h"

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

namespace {
thread_local long calls = 0;  // of the thread that looks
}

// NOLINTBEGIN(bugprone-reserved-identifier): glibc's own names for what is replaced
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void* memory);

void* malloc(std::size_t size) {
  return ++calls, __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  return ++calls, __libc_calloc(count, size);
}
void* realloc(void* memory, std::size_t size) {
  return ++calls, __libc_realloc(memory, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  return ++calls, __libc_memalign(alignment, size);
}
void free(void* memory) {
  ++calls, __libc_free(memory);
}
}
// NOLINTEND(bugprone-reserved-identifier)

namespace stickslip::fmu {
namespace {

namespace fs = std::filesystem;

class Allocation : public ::testing::TestWithParam<std::string> {};

std::vector<fmi2ValueReference> reals(const host::Fmu& fmu, host::Causality causality) {
  std::vector<fmi2ValueReference> references;
  for (const host::ScalarVariable& v : fmu.description().variables) {
    const bool wanted = v.causality == causality && v.attributes.type == host::Type::real;
    if (wanted) references.push_back(v.reference);
  }
  return references;
}

TEST_P(Allocation, HappensInNoStepAndNoAccess) {
  const load::Loaded loaded = load::load_file(STICKSLIP_SOURCE_DIR "/resources/" + GetParam() + ".toml");
  ASSERT_TRUE(loaded.model.has_value());
  const fs::path file = fs::path(::testing::TempDir()) / (std::to_string(::getpid()) + "_" + GetParam() + ".fmu");
  const long before_packing = calls;
  host::write_file(file, pack_model(*loaded.model, loaded.text, false));
  EXPECT_GT(calls, before_packing);  // the count works
  const host::Fmu fmu(file);
  host::Slave slave(fmu, "counted");
  slave.initialise(0);
  const host::Functions& f = slave.instance().functions();
  const fmi2Component c = slave.instance().component();
  const auto inputs = reals(fmu, host::Causality::input);
  const auto outputs = reals(fmu, host::Causality::output);
  std::vector<double> given(inputs.size());
  std::vector<double> seen(outputs.size());
  const double h = loaded.model->step.size;
  long in_calls = 0;
  for (int step = 0; step < 1000; ++step) {
    for (std::size_t k = 0; k < given.size(); ++k) given[k] = (step * 37 + static_cast<int>(k) * 101) % 9 - 4;
    const long before = calls;
    const fmi2Status set = f.SetReal(c, inputs.data(), inputs.size(), given.data());
    const fmi2Status stepped = f.DoStep(c, step * h, h, fmi2True);
    const fmi2Status got = f.GetReal(c, outputs.data(), outputs.size(), seen.data());
    in_calls += calls - before;
    ASSERT_TRUE(set == fmi2OK && stepped == fmi2OK && got == fmi2OK) << "step " << step;
  }
  EXPECT_EQ(in_calls, 0);
  fs::remove(file);
}

INSTANTIATE_TEST_SUITE_P(Of, Allocation,
                         ::testing::Values("gripper", "stack", "double_pendulum", "bouncing_ball", "chain"),
                         [](const ::testing::TestParamInfo<std::string>& stem) { return stem.param; });

}  // namespace
}  // namespace stickslip::fmu

#endif
