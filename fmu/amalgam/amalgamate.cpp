// Makes one source file of many, for FMUs that carry their sources and for binaries of other platforms:
//   stickslip_amalgamate ROOT OUT.cpp FILE.cpp...
// Headers come before the sources that read them, each once; includes of the system and what decides about them stand
// on top. What several sources keep in anonymous namespaces under one name is told apart by the name of its file.
// Whatever this does not see ends as an error of the compiler, never as other code.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "fmu/amalgam/lexer.h"

namespace stickslip::amalgam {
namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot open " + path.string());
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// Of all names in the file only those of FMI are for others.
constexpr const char* kHidden = "#if defined(__ELF__)\n#pragma GCC visibility push(hidden)\n#endif\n\n";
constexpr const char* kVisible = "#if defined(__ELF__)\n#pragma GCC visibility pop\n#endif\n";

bool begins(const std::string& line, const char* with) {
  return line.rfind(with, 0) == 0;
}

// What stands at the top of a file for the preprocessor alone: from #if to #endif, with nothing for the compiler
// inside.
std::size_t end_of_directives(const std::vector<std::string>& lines, std::size_t from) {
  if (!begins(lines[from], "#if")) return from;
  int depth = 0;
  for (std::size_t k = from; k < lines.size(); ++k) {
    if (!begins(lines[k], "#") && !lines[k].empty()) return from;
    if (begins(lines[k], "#define")) return from;  // a guard or a macro stays with its users
    if (begins(lines[k], "#if")) ++depth;
    if (begins(lines[k], "#endif") && --depth == 0) return k + 1;
  }
  return from;
}

class Amalgam {
 public:
  explicit Amalgam(fs::path root) : root_(std::move(root)) {}

  void add(const std::string& file) {
    if (!done_.insert(file).second) return;
    const std::vector<std::string> lines = lines_of(read(root_ / file));
    std::string own;
    for (std::size_t k = 0; k < lines.size(); ++k) {
      const std::string& line = lines[k];
      if (const std::size_t end = end_of_directives(lines, k); end > k) {
        std::string block;
        for (; k < end; ++k) block += lines[k] + "\n";
        --k;
        if (tops_.insert(block).second) top_ += block;
      } else if (begins(line, "#include \"")) {
        add(line.substr(10, line.rfind('"') - 10));
      } else if (begins(line, "#include <")) {
        if (tops_.insert(line).second) top_ += line + "\n";
      } else if (line != "#pragma once") {
        own += line + "\n";
      }
    }
    parts_.push_back({file, own});
  }

  std::string text() const {
    std::map<std::string, int, std::less<>> uses;
    for (const Part& part : parts_) {
      const Names names = names_of(tokens_of(part.text));
      for (const std::string& name : names.local) uses[name] += 1;
      if (fs::path(part.file).extension() == ".h") {
        for (const std::string& name : names.shared) uses[name] += 2;  // hidden by a local one
      }
    }
    std::string result = prefixes() + top_ + kHidden;
    for (const Part& part : parts_) {
      const std::vector<Token> tokens = tokens_of(part.text);
      std::set<std::string, std::less<>> clashing;
      for (const std::string& name : names_of(tokens).local) {
        if (uses[name] > 1) clashing.insert(name);
      }
      result += "// ---- " + part.file + "\n" + renamed(tokens, clashing, fs::path(part.file).stem().string());
    }
    return result + kVisible;
  }

 private:
  struct Part {
    std::string file;
    std::string text;
  };

  // The FMI functions under the prefix that the standard lets an importer choose.
  std::string prefixes() const {
    std::string result =
        "#if defined(FMI2_FUNCTION_PREFIX) && !defined(FMI2_OVERRIDE_FUNCTION_PREFIX)\n"
        "#define STICKSLIP_PASTED(a, b) a##b\n#define STICKSLIP_PASTE(a, b) STICKSLIP_PASTED(a, b)\n";
    std::vector<std::string> names = {"fmi2MemoryPeak"};  // of shell/binary/static_memory.cpp
    for (const std::string& line : lines_of(read(root_ / "fmu/api/fmi2.h"))) {
      if (!begins(line, "FMI2_FUNCTION(")) continue;
      const std::size_t from = line.find(", ") + 2;
      names.push_back(line.substr(from, line.find(',', from) - from));
    }
    for (const std::string& name : names) {
      result += "#define " + name + " STICKSLIP_PASTE(FMI2_FUNCTION_PREFIX, " + name + ")\n";
    }
    return result + "#endif\n";
  }

  fs::path root_;
  std::set<std::string> done_;
  std::set<std::string> tops_;
  std::string top_;
  std::vector<Part> parts_;
};

void run(int argc, char** argv) {
  if (argc < 4) throw std::runtime_error("usage: stickslip_amalgamate ROOT OUT.cpp FILE.cpp...");
  Amalgam amalgam(argv[1]);
  amalgam.add("model/math/arithmetic.h");  // its pragmas come before everything
  for (int k = 3; k < argc; ++k) amalgam.add(argv[k]);
  std::ofstream out(argv[2], std::ios::binary);
  out << amalgam.text();
  out.close();
  if (!out) throw std::runtime_error("cannot write " + std::string(argv[2]));
}

}  // namespace
}  // namespace stickslip::amalgam

int main(int argc, char** argv) {
  try {
    stickslip::amalgam::run(argc, argv);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "error: %s\n", e.what());
    return 1;
  }
  return 0;
}
