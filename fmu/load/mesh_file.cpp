#include "fmu/load/mesh_file.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "fmu/load/dae_file.h"
#include "fmu/load/parts.h"
#include "fmu/load/surface_collector.h"
#include "model/core/validate.h"

namespace stickslip::load {

namespace {

constexpr std::size_t kStlHeader = 84;    // 80 bytes of anything and the number of triangles
constexpr std::size_t kStlTriangle = 50;  // 12 floats and two bytes

/// The words of a line.
class Words {
 public:
  explicit Words(std::string_view line, const char* blanks = " \t\r") : rest_(line), blanks_(blanks) {}

  std::string_view next() {
    const std::size_t start = rest_.find_first_not_of(blanks_);
    if (start == rest_.npos) return {};
    rest_.remove_prefix(start);
    const std::size_t end = std::min(rest_.find_first_of(blanks_), rest_.size());
    const std::string_view word = rest_.substr(0, end);
    rest_.remove_prefix(end);
    return word;
  }

 private:
  std::string_view rest_;
  const char* blanks_;
};

bool to_number(std::string_view word, double& number) {
  if (!word.empty() && word.front() == '+') word.remove_prefix(1);
  const auto result = std::from_chars(word.data(), word.data() + word.size(), number);
  return result.ec == std::errc() && result.ptr == word.data() + word.size() && std::fabs(number) <= kLargest;
}

bool read_point(Words& words, Vec3& p) {
  return to_number(words.next(), p.x()) && to_number(words.next(), p.y()) && to_number(words.next(), p.z());
}

/// Calls line(words, number of the line) for every line until that says what is wrong.
template <class Line>
std::string for_each_line(std::string_view text, Line&& line, const char* blanks = " \t\r") {
  int number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    Words words(text.substr(0, end), blanks);
    const std::string problem = line(words);
    ++number;
    if (!problem.empty()) return "has a bad line " + std::to_string(number) + ": " + problem;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return {};
}

constexpr const char* kNoPoint = "three finite numbers expected";

void parse_stl_text(const std::string& text, MeshFile& mesh) {
  SurfaceCollector surface(mesh);
  std::vector<int> corners;
  mesh.problem = for_each_line(text, [&](Words& words) -> std::string {
    const std::string_view key = words.next();
    if (key == "vertex") {
      Vec3 p;
      if (!read_point(words, p)) return kNoPoint;
      corners.push_back(surface.corner(p));
    } else if (key == "endloop") {
      if (corners.size() != 3) return "a facet has three vertices, this one " + std::to_string(corners.size());
      if (!surface.add(corners[0], corners[1], corners[2])) return kTooManyTriangles;
      corners.clear();
    }
    return {};
  });
  if (mesh.problem.empty() && !corners.empty()) mesh.problem = "ends within a facet";
}

void parse_stl_binary(const std::string& bytes, MeshFile& mesh) {
  const auto word = [&](std::size_t at) {
    std::uint32_t value = 0;
    for (unsigned k = 0; k < 4; ++k) value |= std::uint32_t{static_cast<unsigned char>(bytes[at + k])} << (8 * k);
    return value;
  };
  const std::size_t count = word(kStlHeader - 4);
  if (count > kMostTrianglesOfAFile) {
    mesh.problem = kTooManyTriangles;
    return;
  }
  if (bytes.size() < kStlHeader + count * kStlTriangle) {
    mesh.problem = "ends before its " + std::to_string(count) + " triangles do";
    return;
  }
  SurfaceCollector surface(mesh);
  for (std::size_t t = 0; t < count; ++t) {
    int corners[3];
    for (std::size_t c = 0; c < 3; ++c) {
      Vec3 p;
      for (std::size_t k = 0; k < 3; ++k) {
        const std::uint32_t bits = word(kStlHeader + t * kStlTriangle + 12 + 12 * c + 4 * k);
        float value = 0;
        std::memcpy(&value, &bits, sizeof value);
        p[static_cast<int>(k)] = static_cast<double>(value);
      }
      if (!p.allFinite() || p.cwiseAbs().maxCoeff() > kLargest) {
        mesh.problem = "has a bad triangle, number " + std::to_string(t + 1) + ": " + kNoPoint;
        return;
      }
      corners[c] = surface.corner(p);
    }
    surface.add(corners[0], corners[1], corners[2]);
  }
}

/// SurfaceCollector of OBJ count from 1, or from the last one back; what follows a slash is not about places.
int corner_of(std::string_view word, std::size_t points) {
  word = word.substr(0, word.find('/'));
  int index = 0;
  const auto result = std::from_chars(word.data(), word.data() + word.size(), index);
  if (result.ec != std::errc() || result.ptr != word.data() + word.size()) return -1;
  const int count = static_cast<int>(points);
  if (index < 0) index += count + 1;
  return index >= 1 && index <= count ? index - 1 : -1;
}

void parse_obj(const std::string& text, MeshFile& mesh) {
  SurfaceCollector surface(mesh);
  std::vector<int> places;
  mesh.problem = for_each_line(text, [&](Words& words) -> std::string {
    const std::string_view key = words.next();
    if (key == "v") {
      Vec3 p;
      if (!read_point(words, p)) return kNoPoint;
      places.push_back(surface.corner(p));
    } else if (key == "f") {
      std::vector<int> corners;
      for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
        const int k = corner_of(word, places.size());
        if (k < 0) return "no vertex " + std::string(word.substr(0, 40));
        corners.push_back(places[static_cast<std::size_t>(k)]);
      }
      if (corners.size() < 3) return "a face has three vertices or more";
      for (std::size_t k = 1; k + 1 < corners.size(); ++k) {
        if (!surface.add(corners[0], corners[k], corners[k + 1])) return kTooManyTriangles;
      }
    }
    return {};
  });
}

}  // namespace

MeshFile parse_mesh(const std::string& bytes, MeshFormat format) {
  MeshFile mesh;
  if (bytes.empty()) {
    mesh.problem = "is empty";
  } else if (format == MeshFormat::obj) {
    parse_obj(bytes, mesh);
  } else if (format == MeshFormat::dae) {
    mesh = parse_dae(bytes);
  } else if (bytes.compare(0, 5, "solid") == 0 && bytes.find("facet") != bytes.npos) {
    parse_stl_text(bytes, mesh);
  } else if (bytes.size() >= kStlHeader) {
    parse_stl_binary(bytes, mesh);
  } else {
    mesh.problem = "is no STL file";
  }
  if (mesh.problem.empty() && mesh.triangles.empty()) mesh.problem = "has no triangles";
  return mesh;
}

MeshFile read_mesh_file(const std::string& path) {
  MeshFile mesh;
  std::string ending = std::filesystem::path(path).extension().string();
  for (char& c : ending) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  MeshFormat format = MeshFormat::stl;
  if (ending == ".obj") {
    format = MeshFormat::obj;
  } else if (ending == ".dae") {
    format = MeshFormat::dae;
  } else if (ending != ".stl") {
    mesh.problem = "must end in .stl, .obj or .dae";
    return mesh;
  }
  const std::string bytes = read_text(path, true, mesh.problem);
  return mesh.problem.empty() ? parse_mesh(bytes, format) : mesh;
}

std::vector<std::vector<double>> read_number_file(const std::string& path, std::string& problem) {
  std::vector<std::vector<double>> rows;
  const std::string text = read_text(path, true, problem);
  if (!problem.empty()) return rows;
  problem = for_each_line(
      text,
      [&](Words& words) -> std::string {
        std::vector<double> row;
        for (std::string_view word = words.next(); !word.empty() && word.front() != '#'; word = words.next()) {
          double number = 0;
          if (!to_number(word, number)) return "a finite number expected, got " + std::string(word.substr(0, 40));
          row.push_back(number);
        }
        if (!row.empty()) rows.push_back(std::move(row));
        return {};
      },
      " \t\r,;");
  if (problem.empty() && rows.empty()) problem = "has no numbers";
  return rows;
}

}  // namespace stickslip::load
