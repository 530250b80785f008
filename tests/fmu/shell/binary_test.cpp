// The linked shared libraries, loaded as importers load them.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "fmu/shell/component.h"
#include "tests/fmu/shell/fmu_fixture.h"

namespace stickslip::fmu::testing {
namespace {

namespace fs = std::filesystem;

class Library {
 public:
  explicit Library(const fs::path& path) : handle_(dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL)) {
    EXPECT_NE(handle_, nullptr) << dlerror();
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  ~Library() { dlclose(handle_); }

  template <class Function>
  Function* find(const char* name) const {
    auto* function = reinterpret_cast<Function*>(dlsym(handle_, name));
    EXPECT_NE(function, nullptr) << name;
    return function;
  }
#define FIND(name) find<std::remove_pointer_t<decltype(&name)>>(#name)

  /// The message of the refusal tells the GUID, which here nobody wrote into an XML file.
  std::string guid(const char* uri = nullptr) const {
    Messages messages;
    fmi2CallbackFunctions callbacks{};
    callbacks.logger = &Messages::receive;
    callbacks.componentEnvironment = &messages;
    EXPECT_EQ(FIND(fmi2Instantiate)("x", fmi2CoSimulation, "?", uri, &callbacks, 0, 1), nullptr);
    const std::string& text = messages.last().text;
    const std::size_t brace = text.find('{');
    return brace == std::string::npos ? text : text.substr(brace, text.find('}') - brace + 1);
  }

 private:
  void* handle_;
};

const fmi2CallbackFunctions kSilent{};

struct Pi {
  enum : unsigned { reference, position, enabled, gain, integral_time, max_force, force, saturated, steps };

  explicit Pi(const Library& l) : library(l) {
    instance = library.FIND(fmi2Instantiate)("pi", fmi2CoSimulation, library.guid().c_str(), nullptr, &kSilent, 0, 0);
    EXPECT_NE(instance, nullptr);
    EXPECT_EQ(library.FIND(fmi2EnterInitializationMode)(instance), fmi2OK);
  }
  Pi(const Pi&) = delete;
  Pi& operator=(const Pi&) = delete;
  ~Pi() { library.FIND(fmi2FreeInstance)(instance); }

  void set(unsigned vr, double value) const { EXPECT_EQ(library.FIND(fmi2SetReal)(instance, &vr, 1, &value), fmi2OK); }
  double get(unsigned vr) const {
    double value = -1;
    EXPECT_EQ(library.FIND(fmi2GetReal)(instance, &vr, 1, &value), fmi2OK);
    return value;
  }

  const Library& library;
  fmi2Component instance;
};

TEST(Binary, OfAControllerFollowsItsLaw) {
  const Library library(STICKSLIP_PI_CONTROLLER);
  const Pi pi(library);
  pi.set(Pi::reference, 0.02);
  EXPECT_DOUBLE_EQ(pi.get(Pi::force), 200 * 0.02);  // consistent before the first step
  ASSERT_EQ(library.FIND(fmi2ExitInitializationMode)(pi.instance), fmi2OK);
  for (int i = 0; i < 100; ++i) ASSERT_EQ(library.FIND(fmi2DoStep)(pi.instance, i * 1e-3, 1e-3, fmi2True), fmi2OK);
  // u = K (e + integral/T), integral = sum of e h up to the step before
  EXPECT_NEAR(pi.get(Pi::force), 200 * 0.02 * (1 + 0.099 / 0.5), 1e-12);
  pi.set(Pi::reference, 10);
  ASSERT_EQ(library.FIND(fmi2DoStep)(pi.instance, 0.1, 1e-3, fmi2True), fmi2OK);
  EXPECT_EQ(pi.get(Pi::force), 50);
  const unsigned saturated = Pi::saturated;
  int flag = 0;
  ASSERT_EQ(library.FIND(fmi2GetBoolean)(pi.instance, &saturated, 1, &flag), fmi2OK);
  EXPECT_EQ(flag, fmi2True);
}

TEST(Binary, TwoOfThemLoadedGloballyKeepApart) {
  const Library pi_library(STICKSLIP_PI_CONTROLLER);
  const fs::path folder = fs::path(::testing::TempDir()) / "stickslip_apart" / "resources";
  fs::create_directories(folder);
  std::ofstream(folder / "model.bin") << "12345";
  const Library probe_library(STICKSLIP_RESOURCE_PROBE);
  const std::string uri = "file://" + folder.string();
  const std::string guid = probe_library.guid(uri.c_str());
  EXPECT_NE(guid, pi_library.guid());
  fmi2Component probe =
      probe_library.FIND(fmi2Instantiate)("p", fmi2CoSimulation, guid.c_str(), uri.c_str(), &kSilent, 0, 0);
  ASSERT_NE(probe, nullptr);
  Fmu fake;  // a third one, of this very program
  const Pi pi(pi_library);
  ASSERT_EQ(probe_library.FIND(fmi2EnterInitializationMode)(probe), fmi2OK);
  fake.start();
  pi.set(Pi::reference, 0.02);
  EXPECT_DOUBLE_EQ(pi.get(Pi::force), 4);
  const unsigned size = 0;
  int value = 0;
  ASSERT_EQ(probe_library.FIND(fmi2GetInteger)(probe, &size, 1, &value), fmi2OK);
  EXPECT_EQ(value, 5);
  ASSERT_EQ(probe_library.FIND(fmi2Reset)(probe), fmi2OK);
  EXPECT_DOUBLE_EQ(pi.get(Pi::force), 4);
  fake.run(1);
  probe_library.FIND(fmi2FreeInstance)(probe);
}

TEST(Binary, FindsItsResourcesBesideItselfWithoutALocation) {
  const fs::path root = fs::path(::testing::TempDir()) / "stickslip beside";
  fs::remove_all(root);
  fs::create_directories(root / "binaries" / "linux64");
  fs::create_directories(root / "resources");
  std::ofstream(root / "resources" / "model.bin") << "1234567";
  const fs::path copy = root / "binaries" / "linux64" / "resource_probe.so";
  fs::copy_file(STICKSLIP_RESOURCE_PROBE, copy);
  const Library library(copy);
  EXPECT_EQ(library.guid(nullptr).front(), '{');
  EXPECT_EQ(library.guid("").front(), '{');
  EXPECT_EQ(library.guid("file:///nowhere/at/all").front(), '{');
  fs::remove(root / "resources" / "model.bin");
  EXPECT_NE(library.guid("file:///nowhere/at/all").find("cannot open /nowhere/at/all/model.bin"), std::string::npos);
}

}  // namespace
}  // namespace stickslip::fmu::testing
