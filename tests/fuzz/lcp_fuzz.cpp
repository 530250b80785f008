#include "fmu/archive/error.h"
#include "fmu/cli/lcp_file.h"
#include "tests/fuzz/target.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    const stickslip::cli::LcpFile file = stickslip::cli::parse_lcp(text, "input");
    if (file.n > 50) return 0;  // solving is not what is tried here
    stickslip::lcp::LcpWorkspace work(file.n);
    std::vector<std::uint8_t> basis(static_cast<std::size_t>(file.n));
    std::vector<double> z(basis.size());
    stickslip::lcp::solve(file.view(), {}, work, basis, z);
  } catch (const stickslip::host::Error&) {
    return 0;
  }
  return 0;
}

std::vector<std::string> stickslip::fuzz::seeds() {
  return {"2 0 0 0 4 0\n0 0 2\n0 1 1\n1 0 1\n1 1 2\n-5 -6\n",
          "4 1 2 2 9 0.5\n0 0 2\n1 1 2\n1 2 -2\n2 1 -2\n2 2 2\n1 3 1\n2 3 1\n3 0 0.5\n3 1 -1\n-1 0.5 -0.5 0\n"};
}
