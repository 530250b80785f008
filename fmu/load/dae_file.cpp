#include "fmu/load/dae_file.h"

#include <charconv>
#include <cmath>
#include <map>

#include "fmu/load/surface_collector.h"
#include "fmu/text/xml.h"
#include "model/core/validate.h"
#include "model/math/elementary.h"
#include "model/math/size.h"

namespace stickslip::load {

namespace {

using text::XmlNode;

constexpr int kDeepest = 64;            // nodes in nodes
constexpr int kMostInstances = 100000;  // of geometries; a document can name one again and again
constexpr double kDegree = 3.14159265358979323846 / 180;

/// x' = A x + b.
struct Affine {
  Mat3 A = Mat3::Identity();
  Vec3 b = Vec3::Zero();

  Vec3 operator()(const Vec3& x) const { return A * x + b; }
  Affine operator()(const Affine& inner) const { return {A * inner.A, A * inner.b + b}; }
};

/// What is wrong in a line.
struct Bad {
  int line;
  std::string what;
};

std::string text_of(const XmlNode& node) {
  std::string all;
  for (const XmlNode& child : node.children()) {
    if (!child.is_element()) all += child.value();
  }
  return all;
}

template <class T>
std::vector<T> numbers_of(const XmlNode& node) {
  std::vector<T> numbers;
  const std::string all = text_of(node);
  const char* at = all.data();
  const char* const end = at + all.size();
  while (at != end) {
    if (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r') {
      ++at;
      continue;
    }
    T number{};
    const auto result = std::from_chars(at, end, number);
    bool good = result.ec == std::errc();
    if constexpr (std::is_floating_point_v<T>) good = good && std::fabs(number) <= kLargest;
    if (!good) throw Bad{node.line(), "finite numbers expected in <" + node.name() + ">"};
    numbers.push_back(number);
    at = result.ptr;
  }
  return numbers;
}

std::vector<double> so_many(const XmlNode& node, std::size_t count) {
  std::vector<double> numbers = numbers_of<double>(node);
  if (numbers.size() != count) {
    throw Bad{node.line(),
              "<" + node.name() + "> has " + std::to_string(count) + " numbers, got " + std::to_string(numbers.size())};
  }
  return numbers;
}

class Document {
 public:
  Document(const XmlNode& root, MeshFile& mesh) : root_(root), mesh_(mesh), surface_(mesh) {}

  void read() {
    for (const XmlNode& library : root_.children("library_geometries")) remember(library, "geometry", geometries_);
    for (const XmlNode& library : root_.children("library_nodes")) remember(library, "node", nodes_);
    const Affine upright = to_metres_with_z_up();
    bool any = false;
    for (const XmlNode& library : root_.children("library_visual_scenes")) {
      for (const XmlNode& scene : library.children("visual_scene")) {
        any = true;
        for (const XmlNode& node : scene.children("node")) place(node, upright, 0);
      }
    }
    if (any) return;
    for (const auto& [id, geometry] : geometries_) add(geometry, upright);
  }

 private:
  static void remember(const XmlNode& library, std::string_view kind, std::map<std::string, XmlNode>& known) {
    for (const XmlNode& node : library.children(kind)) known.insert({node.attribute("id").value(), node});
  }

  Affine to_metres_with_z_up() const {
    const XmlNode asset = root_.child("asset");
    double metres = 1;
    if (const auto given = asset.child("unit").attribute("meter")) {
      const std::string& value = given.value();
      const auto result = std::from_chars(value.data(), value.data() + value.size(), metres);
      if (result.ec != std::errc() || !(metres >= kSmallest && metres <= kLargest)) {
        throw Bad{asset.child("unit").line(), "the unit must be a number of metres, got " + value.substr(0, 40)};
      }
    }
    const std::string up = text_of(asset.child("up_axis"));
    Affine all;
    if (up.find("Z_UP") == up.npos && up.find("X_UP") == up.npos) {  // y up, the default: x stays
      all.A = Mat3::Zero();
      all.A(0, 0) = all.A(2, 1) = 1;
      all.A(1, 2) = -1;
    } else if (up.find("X_UP") != up.npos) {  // -y is right, z towards who looks
      all.A = Mat3::Zero();
      all.A(2, 0) = 1;
      all.A(0, 1) = all.A(1, 2) = -1;
    }
    all.A = metres * all.A;
    return all;
  }

  static Affine step_of(const XmlNode& step) {
    Affine own;
    if (step.name() == "matrix") {
      const std::vector<double> m = so_many(step, 16);
      for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) own.A(i, j) = m[size(4 * i + j)];
        own.b[i] = m[size(4 * i + 3)];
      }
    } else if (step.name() == "translate" || step.name() == "scale") {
      const std::vector<double> v = so_many(step, 3);
      for (int i = 0; i < 3; ++i) (step.name() == "scale" ? own.A(i, i) : own.b[i]) = v[size(i)];
    } else if (step.name() == "rotate") {
      const std::vector<double> r = so_many(step, 4);
      const Vec3 axis(r[0], r[1], r[2]);
      if (!(axis.norm() > 0)) throw Bad{step.line(), "<rotate> about no axis"};
      const Vec3 u = axis / axis.norm();
      const double c = cosine(kDegree * r[3]);
      const double s = sine(kDegree * r[3]);
      for (int j = 0; j < 3; ++j) {
        const Vec3 e = Vec3::Unit(j);
        const Vec3 turned = c * e + s * u.cross(e) + (1 - c) * u.dot(e) * u;
        for (int i = 0; i < 3; ++i) own.A(i, j) = turned[i];
      }
    }
    return own;
  }

  static XmlNode named(const XmlNode& user, const std::map<std::string, XmlNode>& known) {
    const std::string& url = user.attribute("url").value();
    const auto found = url.empty() ? known.end() : known.find(url.substr(1));
    if (found == known.end()) throw Bad{user.line(), "there is no " + url.substr(0, 80)};
    return found->second;
  }

  void place(const XmlNode& node, const Affine& outside, int depth) {
    if (depth > kDeepest) throw Bad{node.line(), "nodes lie more than 64 deep in nodes"};
    Affine here = outside;
    for (const XmlNode& step : node.children()) here = here(step_of(step));
    for (const XmlNode& user : node.children("instance_geometry")) add(named(user, geometries_), here);
    for (const XmlNode& user : node.children("instance_node")) place(named(user, nodes_), here, depth + 1);
    for (const XmlNode& child : node.children("node")) place(child, here, depth + 1);
  }

  void add(const XmlNode& geometry, const Affine& at) {
    if (++instances_ > kMostInstances) throw Bad{geometry.line(), "geometries are used more than 100000 times"};
    for (const XmlNode& mesh : geometry.children("mesh")) {
      for (const XmlNode& part : mesh.children()) {
        const std::string& kind = part.name();
        if (kind == "triangles" || kind == "polylist" || kind == "polygons") add_part(mesh, part, at);
      }
    }
  }

  /// Where the corners of a part are, and at which place of each of its index groups their number stands.
  struct Corners {
    std::vector<double> coordinates;
    std::size_t stride = 3;
    std::size_t offset = 0;
    std::size_t group = 1;
  };

  static std::size_t whole(const XmlNode& node, std::string_view name, std::size_t otherwise) {
    const std::string& value = node.attribute(name).value();
    std::size_t number = otherwise;
    std::from_chars(value.data(), value.data() + value.size(), number);
    return number;
  }

  static XmlNode by_id(const XmlNode& mesh, std::string_view kind, const std::string& url) {
    for (const XmlNode& node : mesh.children(kind)) {
      if (!url.empty() && node.attribute("id").value() == url.substr(1)) return node;
    }
    return {};
  }

  static Corners corners_of(const XmlNode& mesh, const XmlNode& part) {
    Corners corners;
    XmlNode source;
    for (const XmlNode& input : part.children("input")) {
      const std::size_t offset = whole(input, "offset", 0);
      if (offset > 1000) throw Bad{input.line(), "an offset beyond 1000"};
      corners.group = std::max(corners.group, offset + 1);
      if (input.attribute("semantic").value() != "VERTEX") continue;
      corners.offset = offset;
      const XmlNode vertices = by_id(mesh, "vertices", input.attribute("source").value());
      for (const XmlNode& place : vertices.children("input")) {
        if (place.attribute("semantic").value() != "POSITION") continue;
        source = by_id(mesh, "source", place.attribute("source").value());
      }
    }
    if (!source) throw Bad{part.line(), "<" + part.name() + "> without positions"};
    corners.coordinates = numbers_of<double>(source.child("float_array"));
    corners.stride = whole(source.child("technique_common").child("accessor"), "stride", 3);
    if (corners.stride < 3 || corners.stride > 1000) throw Bad{source.line(), "positions need a stride of 3 or more"};
    return corners;
  }

  void add_part(const XmlNode& mesh, const XmlNode& part, const Affine& at) {
    const Corners corners = corners_of(mesh, part);
    std::vector<std::size_t> counts;
    if (part.name() == "polylist") counts = numbers_of<std::size_t>(part.child("vcount"));
    for (const XmlNode& list : part.children("p")) {
      const std::vector<std::size_t> indices = numbers_of<std::size_t>(list);
      const std::size_t all = indices.size() / corners.group;
      std::size_t used = 0;
      for (std::size_t face = 0; used < all; ++face) {
        std::size_t count = part.name() == "triangles" ? 3 : all;
        if (part.name() == "polylist") count = face < counts.size() ? counts[face] : 0;
        if (count < 3 || count > all - used) throw Bad{list.line(), "the number of indices does not fit the faces"};
        add_face(list, indices, used, count, corners, at);
        used += count;
      }
    }
  }

  void add_face(const XmlNode& list, const std::vector<std::size_t>& indices, std::size_t first, std::size_t count,
                const Corners& corners, const Affine& at) {
    const bool mirrored = at.A.col(0).cross(at.A.col(1)).dot(at.A.col(2)) < 0;
    const auto corner = [&](std::size_t k) {
      const std::size_t index = indices[(first + k) * corners.group + corners.offset];
      if (index >= corners.coordinates.size() / corners.stride) {
        throw Bad{list.line(), "there is no position " + std::to_string(index)};
      }
      const double* p = &corners.coordinates[index * corners.stride];
      const Vec3 placed = at(Vec3(p[0], p[1], p[2]));
      if (!(placed.cwiseAbs().maxCoeff() <= kLargest)) throw Bad{list.line(), "positions are too large"};
      return surface_.corner(placed);
    };
    const int a = corner(0);
    int b = corner(1);
    for (std::size_t k = 2; k < count; ++k) {
      const int c = corner(k);
      if (!surface_.add(a, mirrored ? c : b, mirrored ? b : c)) throw Bad{0, kTooManyTriangles};
      b = c;
    }
  }

  XmlNode root_;
  MeshFile& mesh_;
  SurfaceCollector surface_;
  std::map<std::string, XmlNode> geometries_;
  std::map<std::string, XmlNode> nodes_;
  int instances_ = 0;
};

}  // namespace

MeshFile parse_dae(const std::string& bytes) {
  MeshFile mesh;
  text::XmlTree tree;
  if (const auto error = tree.parse(bytes)) {
    mesh.problem = "has a bad line " + std::to_string(error->line) + ": " + error->what;
    return mesh;
  }
  if (tree.root().name() != "COLLADA") {
    mesh.problem = "is no COLLADA document: its root is <" + tree.root().name() + ">";
    return mesh;
  }
  try {
    Document(tree.root(), mesh).read();
  } catch (const Bad& bad) {
    mesh = {};
    mesh.problem = bad.line == 0 ? bad.what : "has a bad line " + std::to_string(bad.line) + ": " + bad.what;
  }
  return mesh;
}

}  // namespace stickslip::load
