// Where the links of an imported robot are, how heavy it is and what gravity asks of its joints, beside an independent
// computation on the URDF itself: joint coordinates, recursion along the tree, nothing of the importer or the engine.
//
// Other robots: STICKSLIP_ROBOTS=one.urdf:two.urdf urdf_tests --gtest_filter='*Dynamics*'
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <regex>
#include <sstream>

#include "fmu/load/load.h"
#include "fmu/text/xml.h"
#include "fmu/urdf/import.h"
#include "tests/model/rig.h"

namespace stickslip::urdf {
namespace {

using Eigen::Isometry3d;
using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;
using text::XmlNode;

/// A tree of links in joint coordinates.
struct Tree {
  struct Link {
    std::string name, joint;
    int parent = -1;
    int coordinate = -1;
    bool slides = false;
    Isometry3d origin = Isometry3d::Identity();
    Vector3d axis = Vector3d::UnitX();
    double mass = 0;
    Vector3d com = Vector3d::Zero();
    Matrix3d inertia = Matrix3d::Zero();
    double low = -1.5, high = 1.5;
    double rotor = 0;  // of its joint's motor, times the square of the gear ratio
  };
  std::vector<Link> links;  // parents first
  int coordinates = 0;
};

Vector3d vector_of(const std::string& text, const Vector3d& fallback) {
  std::istringstream in(text);
  Vector3d v;
  return in >> v.x() >> v.y() >> v.z() ? v : fallback;
}

double number_of(const XmlNode& node, const char* name) {
  return node.attribute(name) ? std::stod(node.attribute(name).value()) : 0;
}

Isometry3d pose_of(const XmlNode& node) {
  const XmlNode origin = node.child("origin");
  const Vector3d rpy = vector_of(origin.attribute("rpy").value(), Vector3d::Zero());
  Isometry3d pose = Isometry3d::Identity();
  pose.linear() = (Eigen::AngleAxisd(rpy.z(), Vector3d::UnitZ()) * Eigen::AngleAxisd(rpy.y(), Vector3d::UnitY()) *
                   Eigen::AngleAxisd(rpy.x(), Vector3d::UnitX()))
                      .toRotationMatrix();
  pose.translation() = vector_of(origin.attribute("xyz").value(), Vector3d::Zero());
  return pose;
}

/// As Drake writes it into the transmission of a joint.
double rotor_of(const XmlNode& robot, const std::string& joint) {
  for (const XmlNode& transmission : robot.children("transmission")) {
    if (transmission.child("joint").attribute("name").value() != joint) continue;
    const XmlNode motor = transmission.child("actuator");
    const double ratio = number_of(motor.child("drake:gear_ratio"), "value");
    return number_of(motor.child("drake:rotor_inertia"), "value") * ratio * ratio;
  }
  return 0;
}

Tree tree_of(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  text::XmlTree document;
  EXPECT_FALSE(document.parse(std::string{std::istreambuf_iterator<char>(stream), {}}));
  const XmlNode robot = document.root();
  std::map<std::string, XmlNode> link_of, joint_of;
  std::multimap<std::string, XmlNode> below;
  for (const auto& link : robot.children("link")) link_of[link.attribute("name").value()] = link;
  for (const auto& joint : robot.children("joint")) {
    below.insert({joint.child("parent").attribute("link").value(), joint});
    joint_of[joint.child("child").attribute("link").value()] = joint;
  }
  Tree tree;
  const std::function<void(const std::string&, int)> add = [&](const std::string& name, int parent) {
    Tree::Link link;
    link.name = name;
    link.parent = parent;
    if (parent >= 0) {
      const XmlNode joint = joint_of[name];
      const std::string type = joint.attribute("type").value();
      link.joint = joint.attribute("name").value();
      link.origin = pose_of(joint);
      link.axis = vector_of(joint.child("axis").attribute("xyz").value(), Vector3d::UnitX()).normalized();
      link.slides = type == "prismatic";
      if (type != "fixed") link.coordinate = tree.coordinates++;
      link.rotor = rotor_of(robot, link.joint);
      if (type == "revolute" || type == "prismatic") {
        link.low = number_of(joint.child("limit"), "lower");
        link.high = number_of(joint.child("limit"), "upper");
      }
    }
    if (const XmlNode inertial = link_of[name].child("inertial")) {
      const Isometry3d at = pose_of(inertial);
      const XmlNode i = inertial.child("inertia");
      const auto get = [&](const char* key) { return number_of(i, key); };
      Matrix3d tensor;
      tensor << get("ixx"), get("ixy"), get("ixz"), get("ixy"), get("iyy"), get("iyz"), get("ixz"), get("iyz"),
          get("izz");
      link.mass = number_of(inertial.child("mass"), "value");
      link.com = at.translation();
      link.inertia = at.linear() * tensor * at.linear().transpose();
    }
    tree.links.push_back(link);
    const int here = static_cast<int>(tree.links.size()) - 1;
    const auto [first, last] = below.equal_range(name);
    for (auto it = first; it != last; ++it) add(it->second.child("child").attribute("link").value(), here);
  };
  for (const auto& [name, link] : link_of) {
    if (joint_of.count(name) == 0) add(name, -1);
  }
  return tree;
}

std::vector<Isometry3d> poses_of(const Tree& tree, const VectorXd& q) {
  std::vector<Isometry3d> poses(tree.links.size(), Isometry3d::Identity());
  for (std::size_t i = 0; i < tree.links.size(); ++i) {
    const Tree::Link& link = tree.links[i];
    if (link.parent < 0) continue;
    poses[i] = poses[static_cast<std::size_t>(link.parent)] * link.origin;
    if (link.coordinate < 0) continue;
    if (link.slides) {
      poses[i].translate(q[link.coordinate] * link.axis);
    } else {
      poses[i].rotate(Eigen::AngleAxisd(q[link.coordinate], link.axis));
    }
  }
  return poses;
}

/// Newton and Euler along the tree: the forces of joints that accelerate by `a` from rest, all of it lifted by `up`.
VectorXd forces_of(const Tree& tree, const std::vector<Isometry3d>& poses, const VectorXd& a, const Vector3d& up) {
  const std::size_t n = tree.links.size();
  std::vector<Vector3d> linear(n, up), angular(n, Vector3d::Zero()), force(n), moment(n);
  for (std::size_t i = 0; i < n; ++i) {
    const Tree::Link& link = tree.links[i];
    if (link.parent < 0) continue;
    const auto p = static_cast<std::size_t>(link.parent);
    const Vector3d arm = poses[i].translation() - poses[p].translation();
    angular[i] = angular[p];
    linear[i] = linear[p] + angular[p].cross(arm);
    if (link.coordinate < 0) continue;
    (link.slides ? linear : angular)[i] += a[link.coordinate] * (poses[i].linear() * link.axis);
  }
  VectorXd result = VectorXd::Zero(tree.coordinates);
  for (std::size_t i = 0; i < n; ++i) {
    const Tree::Link& link = tree.links[i];
    const Vector3d c = poses[i].linear() * link.com;
    const Matrix3d I = poses[i].linear() * link.inertia * poses[i].linear().transpose();
    force[i] = link.mass * (linear[i] + angular[i].cross(c));
    moment[i] = I * angular[i] + c.cross(force[i]);  // about the link's origin
  }
  for (std::size_t i = n; i-- > 0;) {
    const Tree::Link& link = tree.links[i];
    if (link.coordinate >= 0) {
      result[link.coordinate] = (poses[i].linear() * link.axis).dot(link.slides ? force[i] : moment[i]);
      result[link.coordinate] += link.rotor * a[link.coordinate];
    }
    if (link.parent < 0) continue;
    const auto p = static_cast<std::size_t>(link.parent);
    force[p] += force[i];
    moment[p] += moment[i] + (poses[i].translation() - poses[p].translation()).cross(force[i]);
  }
  return result;
}

std::vector<std::string> robots() {
  std::vector<std::string> files = {STICKSLIP_SOURCE_DIR "/resources/robots/arm.urdf"};
  const char* more = std::getenv("STICKSLIP_ROBOTS");
  std::istringstream list(more == nullptr ? "" : more);
  for (std::string file; std::getline(list, file, ':');) files.push_back(file);
  return files;
}

class Dynamics : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    std::ifstream stream(GetParam(), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    ImportOptions options;
    options.drive = "none";
    options.fixed_base = true;
    // Joints that follow others would take coordinates away.
    const std::regex mimic("<mimic[^>]*>");
    const Imported imported = import_urdf(std::regex_replace(text, mimic, ""), GetParam(), options);
    const load::Loaded loaded = load::load_text(imported.text, GetParam());
    ASSERT_TRUE(loaded.model.has_value());
    model_ = *loaded.model;
    tree_ = tree_of(GetParam());
    q_ = VectorXd::Zero(tree_.coordinates);
    std::mt19937 random(7);
    for (const Tree::Link& link : tree_.links) {
      if (link.coordinate < 0) continue;
      std::uniform_real_distribution<double> within(link.low, link.high);
      q_[link.coordinate] = within(random);
    }
  }

  /// The robot at q_ with the speeds `v` of its joints.
  std::unique_ptr<Rig> moving(const VectorXd& v) {
    auto rig = std::make_unique<Rig>(model_);
    for (const Tree::Link& link : tree_.links) {
      if (link.coordinate < 0) continue;
      rig->set(link.joint + (link.slides ? ".start.position" : ".start.angle"), q_[link.coordinate]);
      rig->set(link.joint + ".start.velocity", v[link.coordinate]);
    }
    rig->initialise();
    return rig;
  }

  /// What the engine says of the energy of motion at the speeds `v`.
  double kinetic(const VectorXd& v) { return moving(v)->value("energy.kinetic"); }

  Model model_;
  Tree tree_;
  VectorXd q_;
};

TEST_P(Dynamics, LinksAreWhereTheTreePutsThem) {
  const auto machine = moving(VectorXd::Zero(tree_.coordinates));
  Rig& rig = *machine;
  const std::vector<Isometry3d> poses = poses_of(tree_, q_);
  int compared = 0;
  for (std::size_t i = 0; i < tree_.links.size(); ++i) {
    const bool is_there =
        std::any_of(model_.bodies.begin(), model_.bodies.end(),
                    [&](const stickslip::Body& b) { return b.name == tree_.links[i].name && !b.fixed; }) ||
        std::any_of(model_.frames.begin(), model_.frames.end(),
                    [&](const Frame& f) { return f.name == tree_.links[i].name; });
    if (!is_there) continue;
    ++compared;
    const Vec3 p = rig.vector(tree_.links[i].name + ".position");
    EXPECT_LT((Vector3d(p.x(), p.y(), p.z()) - poses[i].translation()).norm(), 1e-9) << tree_.links[i].name;
    const auto w = [&](int k) { return rig.value(tree_.links[i].name + ".orientation[" + std::to_string(k) + "]"); };
    const Matrix3d R = Eigen::Quaterniond(w(1), w(2), w(3), w(4)).toRotationMatrix();
    EXPECT_LT((R - poses[i].linear()).norm(), 1e-9) << tree_.links[i].name;
  }
  EXPECT_GE(compared, tree_.coordinates / 2);
}

TEST_P(Dynamics, TheMassMatrixIsThatOfTheTree) {
  const int n = tree_.coordinates;
  const std::vector<Isometry3d> poses = poses_of(tree_, q_);
  MatrixXd M(n, n);
  for (int j = 0; j < n; ++j) M.col(j) = forces_of(tree_, poses, VectorXd::Unit(n, j), Vector3d::Zero());
  EXPECT_LT((M - M.transpose()).norm(), 1e-12 * M.norm());
  for (int i = 0; i < n; ++i) {
    const double own = kinetic(VectorXd::Unit(n, i));
    EXPECT_NEAR(2 * own, M(i, i), 1e-9 * M(i, i)) << i;
    for (int j = 0; j < i; ++j) {
      const double both = kinetic(VectorXd::Unit(n, i) + VectorXd::Unit(n, j));
      const double mixed = both - own - kinetic(VectorXd::Unit(n, j));
      EXPECT_NEAR(mixed, M(i, j), 1e-9 * std::sqrt(M(i, i) * M(j, j))) << i << " " << j;
    }
  }
}

TEST_P(Dynamics, GravityAsksOfTheJointsWhatItAsksOfTheTree) {
  const int n = tree_.coordinates;
  const Vector3d up(0, 0, 9.81);
  const VectorXd wanted = forces_of(tree_, poses_of(tree_, q_), VectorXd::Zero(n), up);
  // By virtual power: what lifts the bodies' centres of mass at the speeds that one joint gives them.
  for (int j = 0; j < n; ++j) {
    const auto machine = moving(VectorXd::Unit(n, j));
    Rig& rig = *machine;
    double power = 0;
    for (const stickslip::Body& body : model_.bodies) {
      if (body.fixed) continue;
      const auto w = [&](int k) { return rig.value(body.name + ".orientation[" + std::to_string(k) + "]"); };
      const Vec3 arm = Quat(w(1), w(2), w(3), w(4)) * body.p_BI;
      const Vec3 v = rig.vector(body.name + ".velocity") + rig.vector(body.name + ".angularVelocity").cross(arm);
      power += body.mass * 9.81 * v.z();
    }
    EXPECT_NEAR(power, wanted[j], 1e-9 * (1 + wanted.cwiseAbs().maxCoeff())) << j;
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, Dynamics, testing::ValuesIn(robots()),
                         [](const auto& tested) { return "robot" + std::to_string(tested.index); });

}  // namespace
}  // namespace stickslip::urdf
