#include "fmu/view/page.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "fmu/archive/error.h"
#include "fmu/view/blob.h"
#include "model/math/size.h"

// Put in at build time.
extern "C" const char stickslip_page_html_begin[];
extern "C" const char stickslip_page_html_end[];
extern "C" const char stickslip_page_css_begin[];
extern "C" const char stickslip_page_css_end[];
extern "C" const char stickslip_page_js_begin[];
extern "C" const char stickslip_page_js_end[];
extern "C" const char stickslip_three_begin[];
extern "C" const char stickslip_three_end[];
extern "C" const char stickslip_three_licence_begin[];
extern "C" const char stickslip_three_licence_end[];

namespace stickslip::view {

const char* const kThreeMissing =
    "this stickslip was built without three.js, which draws the scene; install the package libjs-three (or set "
    "STICKSLIP_THREE to a three.min.js of release 111) and build it again; --picture works without";

namespace {

std::string_view between(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

std::string three() {
  return std::string(between(stickslip_three_begin, stickslip_three_end));
}

/// Pieces of JSON with commas between.
std::string list(const std::vector<std::string>& items) {
  std::string out = "[";
  for (const std::string& item : items) out += (out.size() == 1 ? "" : ",") + item;
  return out + "]";
}

template <class Values>
std::string numbers(const Values& values) {
  std::vector<std::string> items;
  for (const double value : values) items.push_back(json_number(value));
  return list(items);
}

std::string vec(const Vec3& v) {
  return numbers(std::array{v.x(), v.y(), v.z()});
}
std::string quat(const Quat& q) {
  return numbers(std::array{q.w(), q.x(), q.y(), q.z()});
}

std::string mesh_json(const Mesh& mesh, Blob& blob) {
  std::vector<float> points, normals, shades;
  for (const Mesh::Corner& corner : mesh.corners) {
    for (int k = 0; k < 3; ++k) {
      points.push_back(static_cast<float>(corner.p[k]));
      normals.push_back(static_cast<float>(corner.n[k]));
      shades.push_back(static_cast<float>(corner.shade));
    }
  }
  std::vector<std::uint32_t> triangles;
  for (const auto& triangle : mesh.triangles) triangles.insert(triangles.end(), triangle.begin(), triangle.end());
  return R"({"points":)" + blob.add(points) + R"(,"normals":)" + blob.add(normals) + R"(,"shades":)" +
         blob.add(shades) + R"(,"triangles":)" + blob.add(triangles) + "}";
}

std::string part_json(const Part& part) {
  return R"({"mesh":)" + std::to_string(part.mesh) + R"(,"body":)" + std::to_string(part.body) + R"(,"p":)" +
         vec(part.p) + R"(,"q":)" + quat(part.q) + R"(,"scale":)" + vec(part.scale) + R"(,"colour":)" +
         vec(palette(part.colour)) + R"(,"ground":)" + (part.ground ? "true" : "false") + "}";
}

std::string scene_json(const Scene& scene, Blob& blob) {
  std::vector<std::string> meshes, parts, links, pivots, frames, bodies, feet;
  for (const Vec3& foot : scene.feet) feet.push_back(vec(foot));
  for (const Mesh& mesh : scene.meshes) meshes.push_back(mesh_json(mesh, blob));
  for (const Part& part : scene.parts) parts.push_back(part_json(part));
  for (const Link& link : scene.links)
    links.push_back(R"({"name":)" + json_string(link.name) + R"(,"first":)" + std::to_string(link.first) +
                    R"(,"second":)" + std::to_string(link.second) + R"(,"p":)" + vec(link.p_first) + R"(,"r":)" +
                    vec(link.p_second) + R"(,"spring":)" + (link.spring ? "true" : "false") + "}");
  for (const Pivot& pivot : scene.pivots)
    pivots.push_back(R"({"name":)" + json_string(pivot.name) + R"(,"kind":)" + json_string(pivot.kind) + R"(,"body":)" +
                     std::to_string(pivot.body) + R"(,"p":)" + vec(pivot.p) + R"(,"axis":)" + vec(pivot.axis) + "}");
  for (const Axes& axes : scene.frames)
    frames.push_back(R"({"name":)" + json_string(axes.name) + R"(,"body":)" + std::to_string(axes.body) + R"(,"p":)" +
                     vec(axes.p) + R"(,"q":)" + quat(axes.q) + "}");
  for (std::size_t b = 0; b < scene.bodies.size(); ++b)
    bodies.push_back(R"({"name":)" + json_string(scene.bodies[b]) + R"(,"fixed":)" +
                     (scene.fixed[b] ? "true" : "false") + "}");
  return R"({"planar":)" + std::string(scene.planar ? "true" : "false") + R"(,"up":)" + vec(scene.up) +
         R"(,"centre":)" + vec(scene.centre) + R"(,"extent":)" + json_number(scene.extent) + R"(,"facing":)" +
         vec(scene.facing) + R"(,"feet":)" + list(feet) + R"(,"meshes":)" + list(meshes) + R"(,"parts":)" +
         list(parts) + R"(,"links":)" + list(links) + R"(,"pivots":)" + list(pivots) + R"(,"frames":)" + list(frames) +
         R"(,"bodies":)" + list(bodies) + "}";
}

/// Seven numbers a body, each number's values over all moments together: p, then w x y z of q. What never moves has
/// one moment.
std::string poses_json(const std::vector<Moment>& moments, std::size_t bodies, Blob& blob) {
  std::vector<std::string> items;
  for (std::size_t b = 0; b < bodies; ++b) {
    std::array<std::vector<float>, 7> channels;
    for (const Moment& moment : moments) {
      const BodyPose& pose = moment.poses[b];
      const std::array<double, 7> now{pose.p.x(), pose.p.y(), pose.p.z(), pose.q.w(),
                                      pose.q.x(), pose.q.y(), pose.q.z()};
      for (std::size_t k = 0; k < now.size(); ++k) channels.at(k).push_back(static_cast<float>(now.at(k)));
    }
    std::vector<float> all;
    const bool still = std::all_of(channels.begin(), channels.end(), [](const std::vector<float>& c) {
      return std::all_of(c.begin(), c.end(), [&](float value) { return value == c.front(); });
    });
    for (std::vector<float>& channel : channels) {
      if (still) channel.resize(1);
      all.insert(all.end(), channel.begin(), channel.end());
    }
    items.push_back(blob.add(all));
  }
  return list(items);
}

/// A force is drawn to about a thousandth: the rest of its digits would be most of the file.
float rounded(double value) {
  constexpr std::uint32_t kKept = 0xfffff000U;
  const auto number = static_cast<float>(value);
  std::uint32_t bits = 0;
  std::memcpy(&bits, &number, sizeof bits);
  bits = (bits + 0x800U) & kKept;
  float out = 0;
  std::memcpy(&out, &bits, sizeof out);
  return out;
}

std::string contacts_json(const std::vector<Moment>& moments, Blob& blob) {
  std::vector<std::uint32_t> counts, bodies;
  std::array<std::vector<float>, 6> channels;
  for (const Moment& moment : moments) {
    counts.push_back(static_cast<std::uint32_t>(moment.contacts.size()));
    for (const ContactForce& contact : moment.contacts) {
      bodies.push_back(static_cast<std::uint32_t>(contact.first));
      bodies.push_back(static_cast<std::uint32_t>(contact.second));
      for (int k = 0; k < 3; ++k) {
        channels.at(size(k)).push_back(rounded(contact.p[k]));
        channels.at(size(3 + k)).push_back(rounded(contact.force[k]));
      }
    }
  }
  std::vector<std::string> items;
  for (const std::vector<float>& channel : channels) items.push_back(blob.add(channel));
  return R"({"counts":)" + blob.add(counts) + R"(,"bodies":)" + blob.add(bodies) + R"(,"channels":)" + list(items) +
         "}";
}

std::string data_json(const Scene& scene, const Recording& recording, Blob& blob) {
  std::vector<double> times;
  for (const Moment& moment : recording.moments) times.push_back(moment.time);
  std::vector<float> single(times.begin(), times.end());
  std::vector<std::uint32_t> status;  // places in the list of codes, which stand there from good to grave
  for (const StepStatus one : recording.status) status.push_back(static_cast<std::uint32_t>(one));
  std::vector<std::string> codes;
  for (const StatusCode& code : kStatusCodes)
    codes.push_back(R"({"number":)" + std::to_string(code.number) + R"(,"says":)" + json_string(code.says) + "}");
  std::vector<std::string> curves;
  for (const Curve& curve : recording.curves)
    curves.push_back(R"({"name":)" + json_string(curve.name) + R"(,"unit":)" + json_string(curve.unit) +
                     R"(,"chosen":)" + (curve.chosen ? "true" : "false") + R"(,"values":)" + blob.add(curve.values) +
                     "}");
  return R"({"title":)" + json_string(recording.title) + R"(,"description":)" + json_string(recording.description) +
         R"(,"model":)" + json_string(recording.model_text) + R"(,"summary":)" + json_string(recording.summary) +
         R"(,"note":)" + json_string(recording.note) + R"(,"scene":)" + scene_json(scene, blob) + R"(,"times":)" +
         blob.add(single) + R"(,"status":)" + blob.add(status) + R"(,"codes":)" + list(codes) + R"(,"poses":)" +
         poses_json(recording.moments, scene.bodies.size(), blob) + R"(,"contacts":)" +
         contacts_json(recording.moments, blob) + R"(,"curves":)" + list(curves) + "}";
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '<') {
      out += "&lt;";
    } else if (c == '&') {
      out += "&amp;";
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace

bool has_three() {
  return !between(stickslip_three_begin, stickslip_three_end).empty();
}

std::string page(const Scene& scene, const Recording& recording) {
  if (!has_three()) throw host::Error(kThreeMissing);
  Blob blob;
  const std::string data = data_json(scene, recording, blob);
  const std::vector<std::pair<std::string_view, std::string>> pieces{
      {"{{title}}", escaped(recording.title)},
      {"{{style}}", std::string(between(stickslip_page_css_begin, stickslip_page_css_end))},
      {"{{licence}}", escaped(std::string(between(stickslip_three_licence_begin, stickslip_three_licence_end)))},
      {"{{three}}", three()},
      {"{{data}}", data},
      {"{{blob}}", blob.take()},
      {"{{script}}", std::string(between(stickslip_page_js_begin, stickslip_page_js_end))},
  };
  // The template has each mark once, in this order.
  std::string_view rest = between(stickslip_page_html_begin, stickslip_page_html_end);
  std::string out;
  for (const auto& [mark, text] : pieces) {
    const std::size_t at = rest.find(mark);
    out.append(rest.substr(0, at)).append(text);
    rest.remove_prefix(at + mark.size());
  }
  return out.append(rest);
}

}  // namespace stickslip::view
