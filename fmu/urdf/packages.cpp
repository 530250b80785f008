#include "fmu/urdf/packages.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string_view>
#include <system_error>
#include <utility>

#include "fmu/archive/text.h"
#include "fmu/text/stream.h"
#include "fmu/text/xml.h"
#include "fmu/urdf/robot.h"

namespace stickslip::urdf {

namespace {

namespace fs = std::filesystem;

constexpr int kMostFoldersUp = 16;
constexpr std::size_t kLargestPackageXml = std::size_t{1} << 20U;

bool is_file(const fs::path& path) {
  std::error_code none;
  return fs::is_regular_file(path, none);
}

std::string whole(const fs::path& path) {
  return '"' + host::printable(path.string(), 1000) + '"';
}

/// What the package.xml of a folder calls its package; empty where there is none.
std::string package_name(const fs::path& folder) {
  std::ifstream stream(folder / "package.xml", std::ios::binary);
  if (!stream) return {};
  text::XmlTree tree;
  if (tree.parse(text::read_to_end(stream, kLargestPackageXml))) return {};
  std::string name;
  for (const text::XmlNode part : tree.root().child("name").children()) name += part.value();
  return std::string(host::trimmed(name));
}

/// The files below a folder, as far as a robot's can be told from all of a disk.
std::vector<fs::path> files_below(const fs::path& folder) {
  constexpr std::size_t kMostFiles = 20000;
  constexpr int kDeepest = 8;
  std::vector<fs::path> files;
  std::error_code none;
  fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, none);
  for (; !none && at != fs::recursive_directory_iterator() && files.size() < kMostFiles; at.increment(none)) {
    if (at.depth() == kDeepest) at.disable_recursion_pending();
    if (is_file(at->path())) files.push_back(at->path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// How many of the last folders and names two paths have in common.
int common_end(const fs::path& a, const fs::path& b) {
  int count = 0;
  for (auto x = a.end(), y = b.end(); x != a.begin() && y != b.begin(); ++count) {
    if (*--x != *--y) break;
  }
  return count;
}

bool is_inside(const fs::path& path) {
  const fs::path normal = path.lexically_normal();
  return !normal.is_absolute() && (normal.empty() || *normal.begin() != "..");
}

}  // namespace

Packages::Packages(std::map<std::string, std::string> given, const fs::path& urdf) : given_(std::move(given)) {
  std::error_code none;
  const fs::path whole = fs::absolute(urdf, none);
  folder_ = (none ? urdf : whole).parent_path();
}

/// The package is a folder above the URDF, by its name or its package.xml, or stands in one, or in one of
/// ROS_PACKAGE_PATH.
fs::path Packages::find_package(const std::string& package, const std::string& rest) const {
  const auto try_in = [&](const fs::path& folder) {
    const bool is_it = folder.filename() == package || package_name(folder) == package;
    if (is_it && is_file(folder / rest)) return folder / rest;
    if (is_file(folder / package / rest)) return folder / package / rest;
    return fs::path();
  };
  fs::path folder = folder_;
  for (int up = 0; up < kMostFoldersUp; ++up) {
    if (fs::path found = try_in(folder); !found.empty()) return found;
    if (!folder.has_relative_path()) break;
    folder = folder.parent_path();
  }
  const char* set = std::getenv("ROS_PACKAGE_PATH");  // NOLINT(concurrency-mt-unsafe): nobody sets it meanwhile
  std::string_view path = set == nullptr ? "" : set;
  while (!path.empty()) {
    const std::size_t colon = std::min(path.find(':'), path.size());
    if (fs::path found = try_in(fs::path(path.substr(0, colon))); !found.empty()) return found;
    path.remove_prefix(std::min(colon + 1, path.size()));
  }
  return {};
}

fs::path Packages::find_above(const std::string& rest) const {
  fs::path folder = folder_;
  for (int up = 0; up < kMostFoldersUp; ++up) {
    if (is_file(folder / rest)) return folder / rest;
    if (!folder.has_relative_path()) break;
    folder = folder.parent_path();
  }
  return {};
}

/// A file of that path in a folder above the URDF; else the one beside or below the URDF's folder whose path ends most
/// like it, by the name of its folder at least, if there is no second.
fs::path Packages::guess(const std::string& package, const std::string& rest) {
  if (fs::path found = find_above(rest); !found.empty()) return found;
  if (!near_) near_ = files_below(folder_.parent_path());
  fs::path best;
  int most = 1;
  for (const fs::path& file : *near_) {
    const int common = common_end(file, fs::path(package) / rest);
    if (common < most || common < 2) continue;
    best = common > most ? file : fs::path();
    most = common;
  }
  return best;
}

fs::path Packages::find(const std::string& name, std::string& problem, bool& guessed) {
  guessed = false;
  constexpr std::string_view kPackage = "package://";
  constexpr std::string_view kModel = "model://";
  constexpr std::string_view kFile = "file://";
  const std::string_view text = name;
  const bool model = text.substr(0, kModel.size()) == kModel;
  if (text.substr(0, kPackage.size()) != kPackage && !model) {
    const bool file = text.substr(0, kFile.size()) == kFile;
    fs::path path = folder_ / fs::path(file ? text.substr(kFile.size()) : text);
    if (is_file(path)) return path;
    if (!file && is_inside(name)) {
      fs::path found = find_above(name);
      guessed = !found.empty();
      if (guessed) return found;
    }
    problem = "there is no file " + whole(path.lexically_normal()) + "; put it there";
    return {};
  }
  std::string_view inside = text.substr(model ? kModel.size() : kPackage.size());
  inside.remove_prefix(std::min(inside.find_first_not_of('/'), inside.size()));  // some write package:///NAME
  const std::size_t slash = std::min(inside.find('/'), inside.size());
  const std::string package(inside.substr(0, slash));
  const std::string rest(inside.substr(std::min(slash + 1, inside.size())));
  if (package.empty() || rest.empty() || !is_inside(rest) || !is_inside(package)) {
    problem = whole(name) + " leads out of its package; write package://NAME/PATH";
    return {};
  }
  const auto given = given_.find(package);
  if (given != given_.end()) {
    fs::path path = fs::path(given->second) / rest;
    if (is_file(path)) return path;
    problem = "there is no file " + whole(path) + "; put it there";
    return {};
  }
  fs::path found = find_package(package, rest);
  if (!found.empty()) return found;
  found = guess(package, rest);
  guessed = !found.empty();
  if (!guessed) {
    problem = "no file " + whole(rest) + " of package " + in_message(package) +
              " in the folders above the URDF or of ROS_PACKAGE_PATH; give --package " + host::printable(package) +
              "=DIR";
  }
  return found;
}

}  // namespace stickslip::urdf
