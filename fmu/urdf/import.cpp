#include "fmu/urdf/import.h"

#include <algorithm>
#include <set>
#include <utility>

#include "fmu/archive/error.h"
#include "fmu/archive/text.h"
#include "fmu/load/load.h"
#include "fmu/load/log.h"
#include "fmu/urdf/packages.h"
#include "fmu/urdf/parse.h"
#include "fmu/urdf/write.h"
#include "model/math/size.h"

namespace stickslip::urdf {

namespace {

namespace fs = std::filesystem;

constexpr int kMostRounds = 20;  // of leaving out what does not load

/// Turns a robot into a model file that loads.
class Importer {
 public:
  Importer(Robot robot, const std::string& path, const ImportOptions& options)
      : robot_(std::move(robot)), path_(path), options_(options), remarks_(std::move(robot_.remarks)) {}

  Imported import() {
    find_meshes();
    tell_what_is_left_out();
    WriteOptions writing;
    writing.source = fs::path(path_).filename().string();
    writing.drive = options_.drive == "none" ? "" : options_.drive;
    for (int round = 0; round < kMostRounds; ++round) {
      const Plan plan = make_plan(robot_, path_, {options_.fixed_base, options_.weld, options_.fill_mass});
      const bool scenery = is_scenery(plan);
      writing.remarks = remarks_;
      if (scenery) {
        writing.remarks.push_back(
            {robot_.links.front().line, "nothing in it moves; it is scenery, for an [[include]] of other models"});
      }
      writing.remarks.insert(writing.remarks.end(), plan.remarks.begin(), plan.remarks.end());
      std::stable_sort(writing.remarks.begin(), writing.remarks.end(),
                       [](const Remark& a, const Remark& b) { return a.line < b.line; });
      Written written = write_model(robot_, plan, writing);
      const load::Loaded loaded = load::load_text(written.text, (folder() / "model.toml").string());
      if (loaded.model && loaded.overlaps.empty()) return {std::move(written.text), std::move(writing.remarks)};
      if (!leave_out_bad_shapes(written, plan, loaded) && !keep_apart(loaded, writing)) give_up(loaded);
    }
    throw host::Error(path_ + ": no model that loads after " + std::to_string(kMostRounds) + " attempts");
  }

 private:
  /// Nothing of it moves, but there is something to touch.
  bool is_scenery(const Plan& plan) const {
    if (!std::all_of(plan.bodies.begin(), plan.bodies.end(), [](const Body& body) { return body.fixed; })) return false;
    const bool touches = std::any_of(robot_.links.begin(), robot_.links.end(),
                                     [](const Link& link) { return !link.collisions.empty(); });
    if (touches) return true;
    std::string text = path_ +
                       ": nothing in it moves, and nothing of it can be touched; give links an <inertial>, or a "
                       "<collision>";
    for (const Remark& lost : remarks_) text += "\n" + path_ + ":" + std::to_string(lost.line) + ": " + lost.text;
    throw host::Error(text);
  }

  void remark(int line, std::string text) { remarks_.push_back({line, std::move(text)}); }

  fs::path folder() const { return options_.folder.empty() ? fs::path(path_).parent_path() : options_.folder; }

  /// Takes the shapes away that a model cannot have; the files of the others are named from the model's folder.
  void find_meshes() {
    Packages packages(options_.packages, path_);
    std::string errors;
    for (Link& link : robot_.links) {
      const auto gone = [&](Collision& collision) { return !is_carried(collision, link, packages, errors); };
      link.collisions.erase(std::remove_if(link.collisions.begin(), link.collisions.end(), gone),
                            link.collisions.end());
    }
    if (!errors.empty()) throw host::Error(errors);
  }

  bool is_carried(Collision& collision, const Link& link, Packages& packages, std::string& errors) {
    const std::string what = "link " + in_message(link.name) + ": its collision ";
    if (collision.solid != Solid::mesh) return true;
    if (!options_.meshes) {
      remark(collision.line, what + "mesh is not carried over");
      return false;
    }
    std::string extension = fs::path(collision.file).extension().string();
    for (char& c : extension) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if (extension != ".stl" && extension != ".obj" && extension != ".dae") {
      remark(collision.line, what + "mesh is not carried over: a model reads STL, OBJ and DAE, this is " +
                                 in_message(extension) + "; convert it");
      return false;
    }
    std::string problem;
    bool guessed = false;
    const fs::path file = packages.find(collision.file, problem, guessed);
    if (guessed) {
      const bool packaged = collision.file.find("://") != std::string::npos;
      remark(collision.line, what + "mesh " + load::path_in_quotes(collision.file) +
                                 (packaged ? " is of a package that is not there" : " is not there from the URDF") +
                                 "; taken is " + load::path_in_quotes(file.lexically_normal().string()));
    }
    if (!problem.empty() && options_.skip_missing) {
      remark(collision.line, what + "mesh is not carried over: " + problem);
      return false;
    }
    if (!problem.empty()) {
      errors += (errors.empty() ? "" : "\n") + path_ + ":" + std::to_string(collision.line) + ": " + what +
                "mesh: " + problem + ", or leave it out with --skip-missing";
      return true;
    }
    std::error_code none;
    const fs::path from_model = fs::proximate(file, folder().empty() ? fs::path(".") : folder(), none);
    collision.file = (none ? file : from_model).generic_string();
    return true;
  }

  void tell_what_is_left_out() {
    for (const Joint& joint : robot_.joints) {
      const std::string what = "joint " + in_message(joint.name) + ": its ";
      if (joint.type != JointType::fixed && is_rigid(joint)) {
        remark(joint.line, what + "lower and upper limit are the same, " + load::about(*joint.lower) +
                               "; it becomes a fixed joint");
        continue;
      }
      if (joint.mimic) check_mimic(joint);
      if (!joint.mimic && joint.lower && (*joint.lower > 0 || *joint.upper < 0)) {
        remark(joint.line, what + "range does not contain 0; it starts at the nearer end");
      }
    }
  }

  void check_mimic(const Joint& joint) {
    const auto& joints = robot_.joints;
    const auto master = std::find_if(joints.begin(), joints.end(),
                                     [&](const Joint& other) { return other.name == joint.mimic->joint; });
    const auto has_one = [](const Joint& j) {
      return j.type == JointType::revolute || j.type == JointType::continuous || j.type == JointType::prismatic;
    };
    const std::string where =
        path_ + ":" + std::to_string(joint.mimic->line) + ": joint " + in_message(joint.name) + ": <mimic>: ";
    if (master == joints.end()) {
      std::vector<std::string> names;
      for (const Joint& other : joints) names.push_back(other.name);
      throw host::Error(where + "there is no joint " + in_message(joint.mimic->joint) +
                        load::suggestion(joint.mimic->joint, names, {}));
    }
    if (&*master == &joint) throw host::Error(where + "it cannot follow itself; name another joint");
    if (!has_one(*master) || !has_one(joint)) {
      throw host::Error(where + "both joints must be revolute, continuous or prismatic");
    }
    if (is_rigid(*master)) {
      remark(joint.mimic->line, "joint " + in_message(joint.name) + ": its mimic is not carried over: joint " +
                                    in_message(master->name) + " cannot move");
    }
  }

  /// Meshes without a hull, after those that are no surface have become one; true when there were some.
  bool leave_out_bad_shapes(const Written& written, const Plan& plan, const load::Loaded& loaded) {
    std::set<std::pair<int, int>> bad;
    std::set<std::pair<int, int>> turned;
    for (const load::Diagnostic& diagnostic : loaded.diagnostics) {
      const auto found = written.shapes.find(diagnostic.line);
      if (diagnostic.severity != load::Severity::error || found == written.shapes.end()) continue;
      const auto [link, number] = found->second;
      Collision& collision = robot_.links[size(link)].collisions[size(number)];
      if (collision.solid != Solid::mesh || diagnostic.text.find("deep in") != std::string::npos) continue;
      const std::string what = "link " + in_message(robot_.links[size(link)].name) + ": its collision mesh ";
      if (!bad.insert(found->second).second) continue;
      if (plan.bodies[size(plan.body_of[size(link)])].fixed && !collision.hull) {
        remark(collision.line, what + "becomes its convex hull: " + diagnostic.text);
        collision.hull = true;
        turned.insert(found->second);
      } else {
        remark(collision.line, what + "is not carried over: " + diagnostic.text);
      }
    }
    for (auto shape = bad.rbegin(); shape != bad.rend(); ++shape) {
      if (turned.count(*shape) > 0) continue;
      auto& collisions = robot_.links[size(shape->first)].collisions;
      collisions.erase(collisions.begin() + shape->second);
    }
    return !bad.empty();
  }

  /// Bodies that begin inside each other; true when there are new ones.
  static bool keep_apart(const load::Loaded& loaded, WriteOptions& writing) {
    const std::size_t before = writing.apart.size();
    for (const auto& pair : loaded.overlaps) {
      if (std::find(writing.apart.begin(), writing.apart.end(), pair) == writing.apart.end()) {
        writing.apart.push_back(pair);
      }
    }
    return writing.apart.size() > before;
  }

  [[noreturn]] void give_up(const load::Loaded& loaded) const {
    std::string errors;
    for (const load::Diagnostic& diagnostic : loaded.diagnostics) {
      if (diagnostic.severity != load::Severity::error) continue;
      errors += (errors.empty() ? "" : "\n") + path_ + ": its model does not load: line " +
                std::to_string(diagnostic.line) + ": " + diagnostic.text;
    }
    throw host::Error(errors.empty() ? path_ + ": bodies begin inside each other" : errors);
  }

  Robot robot_;
  const std::string& path_;
  const ImportOptions& options_;
  std::vector<Remark> remarks_;
};

}  // namespace

Imported import_urdf(const std::string& text, const std::string& path, const ImportOptions& options) {
  return Importer(parse(text, path), path, options).import();
}

}  // namespace stickslip::urdf
