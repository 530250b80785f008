// A body that every kind of joint lets fall, against the equations of motion with the joint's own geometry written out,
// integrated by the classical Runge-Kutta method.
#include <Eigen/Dense>
#include <cmath>
#include <functional>

#include "tests/model/eigen.h"
#include "tests/model/rig.h"
#include "tests/model/step/models.h"

namespace stickslip::free_motion {
namespace {

using Vector = Eigen::Vector3d;

const Vector kGravity(1, 2, -9.81);
const Vector kInertia(0.1, 0.2, 0.25);
const Vector kStart(0.3, -0.2, 0.4);
const Vector kAnchor(0.1, 0.2, 0.1);
constexpr double kMass = 2;
constexpr double kPitch = 0.8;
// The joint's axis, and two across it.
const Vector kAxis = Vector(1, 2, 2) / 3;
const Vector kAcross = Vector(2, 1, -2) / 3;
const Vector kThird = Vector(2, -2, 1) / 3;

struct FreePose {
  Vector p = kStart;
  Eigen::Quaterniond q = Eigen::Quaterniond::Identity();

  Vector carried(const Vector& direction) const { return q * direction; }
  Vector off() const { return p + q * (kAnchor - kStart) - kAnchor; }  // of the child's anchor from the parent's
  // Moved by a way and a turn, both in world axes.
  FreePose moved(const Eigen::VectorXd& way) const {
    const Vector turn = way.tail<3>();
    const double angle = turn.norm();
    FreePose next = *this;
    next.p += way.head<3>();
    if (angle > 0) next.q = Eigen::Quaterniond(Eigen::AngleAxisd(angle, turn / angle)) * q;
    return next;
  }
};

using Held = std::function<Eigen::VectorXd(const FreePose&)>;

Eigen::VectorXd values(std::initializer_list<double> list) {
  Eigen::VectorXd v(static_cast<Eigen::Index>(list.size()));
  Eigen::Index k = 0;
  for (const double value : list) v[k++] = value;
  return v;
}

Eigen::MatrixXd gradient_of(const Held& held, const FreePose& pose) {
  constexpr double kStep = 1e-5;
  Eigen::MatrixXd G(held(pose).size(), 6);
  for (int k = 0; k < 6; ++k) {
    const Eigen::VectorXd way = kStep * Eigen::VectorXd::Unit(6, k);
    G.col(k) = (held(pose.moved(way)) - held(pose.moved(-way))) / (2 * kStep);
  }
  return G;
}

// M a = f + G' c, G a = -G' v.
Eigen::VectorXd acceleration_of(const Held& held, const FreePose& pose, const Eigen::VectorXd& v) {
  constexpr double kStep = 1e-4;
  const Eigen::MatrixXd G = gradient_of(held, pose);
  const Eigen::VectorXd bend =
      (gradient_of(held, pose.moved(kStep * v)) - gradient_of(held, pose.moved(-kStep * v))) * v / (2 * kStep);
  const Eigen::Matrix3d R = pose.q.toRotationMatrix();
  const Eigen::Matrix3d I = R * kInertia.asDiagonal() * R.transpose();
  const Eigen::Index n = G.rows();
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(6 + n, 6 + n);
  A.topLeftCorner<3, 3>() = kMass * Eigen::Matrix3d::Identity();
  A.block<3, 3>(3, 3) = I;
  A.topRightCorner(6, n) = G.transpose();
  A.bottomLeftCorner(n, 6) = G;
  Eigen::VectorXd b(6 + n);
  const Vector w = v.tail<3>();
  b << kMass * kGravity, -w.cross(Vector(I * w)), -bend;
  return A.fullPivLu().solve(b).head(6);
}

FreePose integrated(const Held& held, double T, int steps) {
  FreePose pose;
  Eigen::VectorXd v = Eigen::VectorXd::Zero(6);
  const double h = T / steps;
  for (int n = 0; n < steps; ++n) {
    const Eigen::VectorXd a1 = acceleration_of(held, pose, v);
    const Eigen::VectorXd v2 = v + h / 2 * a1;
    const Eigen::VectorXd a2 = acceleration_of(held, pose.moved(h / 2 * v), v2);
    const Eigen::VectorXd v3 = v + h / 2 * a2;
    const Eigen::VectorXd a3 = acceleration_of(held, pose.moved(h / 2 * v2), v3);
    const Eigen::VectorXd v4 = v + h * a3;
    const Eigen::VectorXd a4 = acceleration_of(held, pose.moved(h * v3), v4);
    pose = pose.moved(h / 6 * (v + 2 * v2 + 2 * v3 + v4));
    v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  }
  return pose;
}

struct FreeKind {
  const char* name;
  std::string keys;
  Held held;
};

std::string list_of(const Vector& v) {
  return "[" + number(v.x()) + ", " + number(v.y()) + ", " + number(v.z()) + "]";
}

std::vector<FreeKind> free_kinds() {
  const std::string anchor = "anchor = " + list_of(kAnchor) + "\n";
  const std::string axis = anchor + "axis = " + list_of(kAxis) + "\n";
  const std::string axes = anchor + "axes = [" + list_of(kAxis) + ", " + list_of(kAcross) + "]\n";
  const auto along = [](const FreePose& b) { return b.off().dot(kAxis); };
  const auto across = [](const FreePose& b) { return b.off().dot(kAcross); };
  const auto third = [](const FreePose& b) { return b.off().dot(kThird); };
  const auto tilt = [](const FreePose& b) { return b.carried(kAxis).dot(kAcross); };
  const auto lean = [](const FreePose& b) { return b.carried(kAxis).dot(kThird); };
  const auto turn = [](const FreePose& b) {
    return std::atan2(b.carried(kAcross).dot(kThird), b.carried(kAcross).dot(kAcross)) * -1;  // kThird is left-handed
  };
  const Vector rod(0.7, 0.1, 0.5);
  return {
      {"hinge", axis,
       [=](const FreePose& b) {
         return values({along(b), across(b), third(b), tilt(b), lean(b)});
       }},
      {"slider", axis,
       [=](const FreePose& b) {
         return values({across(b), third(b), tilt(b), lean(b), turn(b)});
       }},
      {"ball", anchor,
       [=](const FreePose& b) {
         return values({along(b), across(b), third(b)});
       }},
      {"universal", axes,
       [=](const FreePose& b) {
         return values({along(b), across(b), third(b), b.carried(kAcross).dot(kAxis)});
       }},
      {"cylindrical", axis,
       [=](const FreePose& b) {
         return values({across(b), third(b), tilt(b), lean(b)});
       }},
      {"screw", axis + "pitch = " + number(kPitch) + "\n",
       [=](const FreePose& b) {
         return values({across(b), third(b), tilt(b), lean(b), along(b) - kPitch / (2 * std::acos(-1.0)) * turn(b)});
       }},
      {"planar", axes,
       [=](const FreePose& b) {
         return values({along(b), tilt(b), lean(b)});
       }},
      {"point_on_line", axis,
       [=](const FreePose& b) {
         return values({across(b), third(b)});
       }},
      {"point_on_plane", axis, [=](const FreePose& b) { return values({along(b)}); }},
      {"distance", "anchors = [" + list_of(rod) + ", " + list_of(kAnchor) + "]\n",
       [=](const FreePose& b) { return values({(kAnchor + b.off() - rod).norm()}); }},
  };
}

TEST(FreeMotion, OfEveryKindIsThatOfItsEquations) {
  constexpr double kTime = 0.4;
  constexpr double h = 5e-4;
  for (const FreeKind& kind : free_kinds()) {
    const FreePose expected = integrated(kind.held, kTime, 200);
    ASSERT_GT((expected.p - kStart).norm() + expected.q.vec().norm(), 0.1) << kind.name;
    for (const Scheme scheme : kSchemes) {
      Rig rig(model_from(head_of(scheme, "gravity = " + list_of(kGravity), h) +
                         "[[body]]\nname = \"b\"\nmass = " + number(kMass) + "\ninertia = " + list_of(kInertia) +
                         "\nposition = " + list_of(kStart) + "\n[[joint]]\nname = \"j\"\ntype = \"" + kind.name +
                         "\"\nbodies = [\"world\", \"b\"]\n" + kind.keys));
      rig.initialise();
      rig.steps(static_cast<int>(std::lround(kTime / h)));
      const double within = scheme == Scheme::trapezoidal ? 1e-5 : 5e-3;
      EXPECT_NEAR((eigen(rig.vector("b.position")) - expected.p).norm(), 0, within)
          << kind.name << " " << name_of(scheme);
      const Eigen::Quaterniond q(rig.value("b.orientation[1]"), rig.value("b.orientation[2]"),
                                 rig.value("b.orientation[3]"), rig.value("b.orientation[4]"));
      EXPECT_NEAR(expected.q.angularDistance(q), 0, within) << kind.name << " " << name_of(scheme);
    }
  }
}

// A top that spins about its axis to the last bit falls as one that is off by a millionth of a millionth.
TEST(FreeMotion, ATopThatSpinsExactlyOnItsAxisResistsInItsFirstStep) {
  const auto moved = [](double off) {
    Rig rig(model_from(
        head_of(Scheme::trapezoidal, "gravity = [0, 0, -9.81]", 1e-3) +
        "[[body]]\nname = \"top\"\nmass = 0.5\ninertia = [0.002, 0.002, 0.0035]\nposition = [0.04, 0, 0.05]\n"
        "[[joint]]\nname = \"tip\"\ntype = \"ball\"\nbodies = [\"world\", \"top\"]\nanchor = [0, 0, 0]\n"
        "start = { angular_velocity = [0, " +
        number(off) + ", 300] }\n"));
    rig.initialise();
    rig.step();
    return rig.vector("top.velocity");
  };
  const Vec3 v = moved(0);
  EXPECT_LT((v - moved(1e-10)).norm(), 1e-9);
}

}  // namespace
}  // namespace stickslip::free_motion
