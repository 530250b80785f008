#include <array>
#include <cmath>
#include <cstdlib>

#include "fmu/archive/error.h"
#include "fmu/sweep/study.h"
#include "tests/fuzz/target.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace stickslip;
  try {
    const sweep::Study study = sweep::parse_study(std::string(reinterpret_cast<const char*>(data), size), "study.toml");
    if (study.runs == 0 || study.runs > sweep::kMostRuns) std::abort();
    // Every run has its parameters, the same each time.
    for (const std::uint64_t run : std::array<std::uint64_t, 3>{0, study.runs / 2, study.runs - 1}) {
      const std::vector<double> values = study.values_of(run);
      const std::vector<double> again = study.values_of(run);
      if (values.size() != study.parameters.size()) std::abort();
      for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i] != again[i] && !(std::isnan(values[i]) && std::isnan(again[i]))) std::abort();
    }
  } catch (const host::Error&) {
    return 0;
  }
  return 0;
}

std::vector<std::string> stickslip::fuzz::seeds() {
  return {
      "[study]\nmodel = \"m.toml\"\nsamples = 5\nsampling = \"sobol\"\nseed = 3\n[[parameter]]\nname = \"a.b[1]\"\n"
      "uniform = [0, 1]\n[[parameter]]\nname = \"c\"\nrange = [1, 100]\ncount = 3\nscale = \"log\"\n[[parameter]]\n"
      "name = \"f\"\napplied = false\nformula = \"-a.b[1] ^ 2 + max(c, sin(pi)) > 3 && !0\"\n[[result]]\nname = \"r\"\n"
      "rms = \"x\"\n",
      "[study]\nmodel = \"m.fmu\"\nvalues = \"list\"\nstop = 2\nstep = 0.1\ninput = \"in.csv\"\n[[parameter]]\nname = "
      "\"a\"\nvalues = [1, 2]\n[[parameter]]\nname = \"n\"\nnormal = [0, 1]\n[[result]]\nname = \"ok\"\npass = "
      "\"a\"\n"};
}
