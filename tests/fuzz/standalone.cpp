// Runs a fuzz target where there is no libFuzzer: name_fuzz [RUNS [SEED]] mutates the target's seeds, name_fuzz FILE...
// repeats inputs that were found elsewhere. Build with the asan preset to see what goes wrong inside.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>

#include "tests/fuzz/target.h"

namespace {

using Random = std::mt19937_64;

std::size_t below(Random& random, std::size_t n) {
  return n == 0 ? 0 : random() % n;
}

/// One small change of the kind that breaks parsers: bits, numbers, lengths, repetitions, pieces of other inputs.
void mutate(std::string& text, const std::vector<std::string>& seeds, Random& random) {
  static const std::vector<std::string> interesting{std::string(1, '\0'),
                                                    "\xff",
                                                    "\xff\xff\xff\xff",
                                                    "\x7f",
                                                    "../",
                                                    "\\",
                                                    "\"",
                                                    "\"\"",
                                                    ",",
                                                    "\n",
                                                    "<",
                                                    ">",
                                                    "&",
                                                    "&amp;",
                                                    "<!--",
                                                    "]]>",
                                                    "1e999",
                                                    "-1",
                                                    "nan",
                                                    "4294967296",
                                                    "PK\x01\x02",
                                                    "PK\x05\x06",
                                                    "[",
                                                    "]",
                                                    "=",
                                                    "#"};
  const std::size_t at = below(random, text.size() + 1);
  const std::string& other = seeds[below(random, seeds.size())];
  switch (below(random, 7)) {
    case 0:
      if (at < text.size()) text[at] = static_cast<char>(text[at] ^ (1 << below(random, 8)));
      break;
    case 1:
      if (at < text.size()) text[at] = static_cast<char>(random());
      break;
    case 2:
      text.insert(at, interesting[below(random, interesting.size())]);
      break;
    case 3:
      text.erase(at, below(random, 20));
      break;
    case 4:
      text.insert(at, text.substr(below(random, text.size()), below(random, 64)));
      break;
    case 5:
      text.resize(at);
      break;
    default:
      text.insert(at, other.substr(below(random, other.size()), below(random, 64)));
  }
}

void run(const std::string& input) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

/// The input that is being tried, for whoever finds the program dead.
void keep(const std::string& input, const char* program) {
  std::ofstream(std::string(program) + ".last", std::ios::binary) << input;
}

}  // namespace

int main(int argc, char** argv) {
  char* end = nullptr;
  const unsigned long runs = argc > 1 ? std::strtoul(argv[1], &end, 10) : 10000;
  if (argc > 1 && *end != '\0') {
    for (int i = 1; i < argc; ++i) {
      std::ifstream file(argv[i], std::ios::binary);
      run({std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()});
    }
    return 0;
  }
  Random random(argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 1);
  const std::vector<std::string> seeds = stickslip::fuzz::seeds();
  for (const std::string& seed : seeds) run(seed);
  for (unsigned long i = 0; i < runs; ++i) {
    std::string input = seeds[below(random, seeds.size())];
    for (std::size_t changes = 1 + below(random, 8); changes > 0; --changes) mutate(input, seeds, random);
    keep(input, argv[0]);
    run(input);
  }
  std::printf("%lu inputs, none crashed\n", runs);
}
