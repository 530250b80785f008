#include <atomic>
#include <cstdlib>

#include "tests/model/jobs.h"
#include "tests/model/rig.h"
#include "tests/model/step/models.h"

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

namespace {
std::atomic<bool> counting{false};
std::atomic<long> count{0};

void see() {
  if (counting) ++count;
}
}  // namespace

// Everything that allocates in this program comes through here; glibc offers
// its own functions under other names.
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t number, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void* old);

void* malloc(std::size_t size) {
  see();
  return __libc_malloc(size);
}
void* calloc(std::size_t number, std::size_t size) {
  see();
  return __libc_calloc(number, size);
}
void* realloc(void* old, std::size_t size) {
  see();
  return __libc_realloc(old, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  see();
  return __libc_memalign(alignment, size);
}
void free(void* old) {
  if (old != nullptr) see();
  __libc_free(old);
}
}

namespace stickslip {
namespace {

class Allocation : public testing::TestWithParam<const char*> {};

TEST_P(Allocation, DoesNotHappenInAStep) {
  Rig rig(resource(GetParam()));
  for (double& input : rig.inputs) input = 0.3;
  rig.initialise();
  const int steps = std::string(GetParam()) == "disks" ? 20 : 500;
  count = 0;
  counting = true;
  rig.steps(steps);
  counting = false;
  EXPECT_EQ(count, 0);
}

TEST(AllocationOfSchemes, DoesNotHappenInAStep) {
  for (const Scheme scheme : {Scheme::euler, Scheme::trapezoidal, Scheme::spook}) {
    for (const char* name : {"bouncing_ball", "stack", "chain", "papers/carts"}) {
      Model model = resource(name);
      model.step.scheme = scheme;
      model.step.geometric_stiffness =
          scheme == Scheme::trapezoidal ? GeometricStiffness::automatic : GeometricStiffness::whole;
      Rig rig(model);
      rig.initialise();
      count = 0;
      counting = true;
      rig.steps(100);
      counting = false;
      EXPECT_EQ(count, 0) << name << " under scheme " << static_cast<int>(scheme);
    }
  }
}

TEST(AllocationWithWorkers, DoesNotHappenInAStep) {
  for (const char* name : {"stack", "gripper"}) {
    Shuffled crew(3);
    Rig rig(resource(name), crew.jobs());
    rig.initialise();
    count = 0;
    counting = true;
    rig.steps(100);
    counting = false;
    EXPECT_EQ(count, 0) << name;
  }
}

TEST(AllocationCounter, SeesNew) {
  counting = true;
  count = 0;
  int* volatile made = new int(1);  // volatile: or the optimiser leaves both out
  delete made;
  const long seen = count;
  counting = false;
  EXPECT_GE(seen, 1);
}

INSTANTIATE_TEST_SUITE_P(Resources, Allocation,
                         testing::Values("stack", "gripper", "chain", "double_pendulum", "bouncing_ball", "spring_mass",
                                         "conical_pendulum", "incline", "resting_box", "free_body", "disks"));

}  // namespace
}  // namespace stickslip

#endif
