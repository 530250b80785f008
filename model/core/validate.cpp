#include "model/core/validate.h"

#include "model/core/joint_kind.h"
#include "model/core/shape_geometry.h"

#include <cmath>
#include <set>
#include <utility>

namespace stickslip {

namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Written so that NaN is false everywhere.
bool plain(double x) {
  return x == 0 || (std::fabs(x) >= kSmallest && std::fabs(x) <= kLargest);
}
bool bounded(double x) {
  return std::fabs(x) <= kLargest;
}  // for what is computed: may be tiny
bool positive(double x) {
  return x >= kSmallest && x <= kLargest;
}
bool not_negative(double x) {
  return x == 0 || positive(x);
}
bool soft(double x) {
  return x == -1 || not_negative(x);
}
bool soft(const Softness& s) {
  return soft(s.compliance) && soft(s.angular_compliance) && soft(s.relaxation_time);
}
bool share(double x) {
  return x >= 0 && x <= 1;
}
bool index_in(int i, int count) {
  return i >= 0 && i < count;
}
bool is_enumerator(int value, int last) {
  return value >= 0 && value <= last;
}

/// Judges one model; every method is false after having named what is wrong.
class Judge {
 public:
  Judge(const Model& model, Error& error) : model_(model), error_(error) {}

  bool all() {
    return sizes() && settings() && materials() && bodies() && shapes() && joints() && gears() && springs() &&
           bushings() && forces() && frames() && sensors() && apart();
  }

 private:
  template <class T>
  static int count(const std::vector<T>& list) {
    return static_cast<int>(list.size());
  }

  bool that(bool good, const char* part, int i, const char* what) {
    if (!good) error_.text = std::string("model: ") + part + " " + std::to_string(i) + ": bad " + what;
    return good;
  }

  bool vector(const Vec3& v) const { return bounded(v.x()) && bounded(v.y()) && bounded(v.z()); }
  bool place(const Vec3& p) const { return vector(p) && (!model_.planar || p.z() == 0); }
  bool rotation(const Quat& q) const {
    const double norm = q.squaredNorm();
    return norm > 1 - 1e-9 && norm < 1 + 1e-9 && (!model_.planar || (q.x() == 0 && q.y() == 0));
  }
  bool spin(const Vec3& w) const { return vector(w) && (!model_.planar || (w.x() == 0 && w.y() == 0)); }
  bool body_or_world(int i) const { return i == kWorld || index_in(i, count(model_.bodies)); }
  bool mobile_pair(int a, int b) const {
    return body_or_world(a) && body_or_world(b) && a != b && !(is_fixed(model_, a) && is_fixed(model_, b));
  }

  bool sizes() {
    const bool few = model_.materials.size() <= kMostMaterials && model_.material_pairs.size() <= kMostParts &&
                     model_.bodies.size() <= kMostParts && model_.shapes.size() <= kMostShapes &&
                     model_.joints.size() <= kMostParts && model_.gears.size() <= kMostParts &&
                     model_.springs.size() <= kMostParts && model_.bushings.size() <= kMostParts &&
                     model_.forces.size() <= kMostParts && model_.frames.size() <= kMostParts &&
                     model_.geometry.points.size() <= kMostParts && model_.geometry.facets.size() <= kMostParts &&
                     model_.geometry.corners.size() <= kMostParts && model_.geometry.pieces.size() <= kMostParts &&
                     model_.geometry.flats.size() <= kMostParts && model_.sensors.size() <= kMostParts &&
                     model_.apart.size() <= kMostParts;
    return that(few, "parts", 0, "number");
  }

  bool settings() {
    const StepOptions& step = model_.step;
    const bool cone = step.cone_edges >= kMinConeEdges && step.cone_edges <= kMaxConeEdges && step.cone_edges % 2 == 0;
    return that(is_name(model_.name), "model", 0, "name") && that(place(model_.gravity), "model", 0, "gravity") &&
           that(is_enumerator(static_cast<int>(model_.friction_rule), kCombinations - 1) &&
                    is_enumerator(static_cast<int>(model_.restitution_rule), kCombinations - 1),
                "model", 0, "rules") &&
           that(positive(model_.stop), "experiment", 0, "stop") && that(positive(step.size), "step", 0, "size") &&
           that(is_enumerator(static_cast<int>(step.scheme), static_cast<int>(Scheme::spook)), "step", 0, "scheme") &&
           that(is_enumerator(static_cast<int>(step.solver), static_cast<int>(Solver::newton)), "step", 0, "solver") &&
           that(solver_options(), "step", 0, "solver options") &&
           that(cone && (!step.round_cone || can_solve_round_cones(step.solver)), "step", 0, "cone") &&
           that(is_enumerator(static_cast<int>(step.geometric_stiffness), static_cast<int>(GeometricStiffness::none)),
                "step", 0, "geometric_stiffness") &&
           that(step.max_contacts >= 1 && step.max_contacts <= kMostContacts, "step", 0, "max_contacts") &&
           that(scheme_options(), "step", 0, "scheme options");
  }

  bool solver_options() const {
    const SolverOptions& options = model_.step.solver_options;
    return index_in(options.factorisations, kMostFactorisations + 1) && index_in(options.sweeps, kMostSweeps + 1) &&
           options.multiplications >= 0 && options.multiplications <= kMostMultiplications && options.rounds >= 1 &&
           options.rounds <= kMostSolverRounds &&
           is_enumerator(static_cast<int>(options.order), static_cast<int>(SweepOrder::normals_first)) &&
           options.tolerance >= kFinestTolerance && options.tolerance <= kRoughestTolerance;
  }

  bool scheme_options() const {
    const StepOptions& step = model_.step;
    const auto events = [](int n) { return n >= 1 && n <= kMostEvents; };
    return share(step.stabilised.stabilisation) && step.stabilised.push_out_speed >= kSmallest &&
           step.stabilised.push_out_speed <= 1e300 && not_negative(step.stabilised.threshold_speed) &&
           not_negative(step.euler.threshold_speed) && events(step.euler.max_events) && step.trapezoidal.alpha >= 0.5 &&
           step.trapezoidal.alpha <= 1 && step.trapezoidal.gamma >= 0.5 && step.trapezoidal.gamma <= 1 &&
           not_negative(step.trapezoidal.threshold_speed) && events(step.trapezoidal.max_events) &&
           soft(step.spook.softness) && soft(step.spook.creep) && not_negative(step.spook.threshold_speed);
  }

  bool materials() {
    for (int i = 0; i < count(model_.materials); ++i) {
      const Material& m = model_.materials[static_cast<std::size_t>(i)];
      if (!that(is_dotted_name(m.name), "material", i, "name")) return false;
      if (!that(not_negative(m.friction) && share(m.restitution), "material", i, "friction or restitution") ||
          !that(not_negative(m.rolling) && not_negative(m.spinning), "material", i, "rolling or spinning") ||
          !that(m.across > 0 && not_negative(m.across), "material", i, "friction") ||
          !that(soft(m.compliance), "material", i, "compliance")) {
        return false;
      }
    }
    for (int i = 0; i < count(model_.material_pairs); ++i) {
      const MaterialPair& p = model_.material_pairs[static_cast<std::size_t>(i)];
      const bool good = index_in(p.first, count(model_.materials)) && index_in(p.second, count(model_.materials)) &&
                        p.first <= p.second;
      if (!that(good, "material_pair", i, "materials")) return false;
      const bool numbers =
          not_negative(p.friction) && share(p.restitution) && soft(p.compliance) && soft(p.rolling) && soft(p.spinning);
      if (!that(numbers, "material_pair", i, "numbers")) return false;
    }
    return true;
  }

  bool bodies() {
    for (int i = 0; i < count(model_.bodies); ++i) {
      const Body& b = model_.bodies[static_cast<std::size_t>(i)];
      const bool turns = b.rotates && !b.fixed;
      const Vec3& I = b.inertia;
      const bool inertia = model_.planar ? positive(I.z()) : positive(I.x()) && positive(I.y()) && positive(I.z());
      const bool motion = place(b.velocity) && spin(b.angular_velocity);
      const bool resting = b.velocity.isZero(0) && b.angular_velocity.isZero(0);
      if (!that(is_dotted_name(b.name), "body", i, "name") || !that(b.fixed || positive(b.mass), "body", i, "mass") ||
          !that(bounded(b.mass) && vector(I) && (!turns || inertia), "body", i, "inertia") ||
          !that(place(b.p_BI) && rotation(b.q_BI), "body", i, "centre of mass") ||
          !that(place(b.p_WB) && rotation(b.q_WB) && plain(b.angle), "body", i, "position") ||
          !that(motion && (!b.fixed || resting), "body", i, "velocity") ||
          !that(place(b.surface_velocity) && (b.is_belt || b.surface_velocity.isZero(0)), "body", i,
                "surface velocity")) {
        return false;
      }
    }
    return true;
  }

  static bool dimensions(const Shape& s, bool planar) {
    const bool half = positive(s.half_size.x()) && positive(s.half_size.y()) && (planar || positive(s.half_size.z()));
    switch (s.type) {
      case ShapeType::sphere:
        return positive(s.radius);
      case ShapeType::box:
        return half;
      case ShapeType::capsule:
        return positive(s.radius) && positive(s.half_length);
      case ShapeType::cylinder:
        return !planar && positive(s.radius) && positive(s.half_length);
      case ShapeType::ellipsoid:
        return !planar && half;
      case ShapeType::hull:
        return positive(s.radius) && positive(s.half_length);
      case ShapeType::mesh:
        return positive(s.radius);
      case ShapeType::plane:
      case ShapeType::point:
        return true;
    }
    return false;
  }

  bool shapes() {
    for (int i = 0; i < count(model_.shapes); ++i) {
      const Shape& s = model_.shapes[static_cast<std::size_t>(i)];
      const bool numbers = vector(s.half_size) && bounded(s.radius) && bounded(s.half_length);
      if (!that(index_in(s.body, count(model_.bodies)), "shape", i, "body") ||
          !that(i == 0 || model_.shapes[static_cast<std::size_t>(i) - 1].body <= s.body, "shape", i, "order") ||
          !that(index_in(s.material, count(model_.materials)), "shape", i, "material") ||
          !that(place(s.p_IS) && rotation(s.q_IS), "shape", i, "position") ||
          !that(vector(s.grain), "shape", i, "grain") ||
          !that(numbers && dimensions(s, model_.planar), "shape", i, "type or size") ||
          !that(has_its_geometry(model_, s), "shape", i, "points, facets or pieces") ||
          !that(s.type != ShapeType::mesh || model_.bodies[static_cast<std::size_t>(s.body)].fixed, "shape", i,
                "body")) {
        return false;
      }
    }
    return true;
  }

  static bool limited(const Limits& l) {
    const bool lower = l.lower == -kUnlimited || plain(l.lower);
    const bool upper = l.upper == kUnlimited || plain(l.upper);
    return lower && upper && l.lower < l.upper && share(l.restitution) && not_negative(l.compliance);
  }

  static bool driven(const Drive& d) {
    const bool most = d.most == kUnlimited || positive(d.most);
    return is_enumerator(static_cast<int>(d.mode), kDriveModes - 1) && not_negative(d.stiffness) &&
           not_negative(d.damping) && most && plain(d.target);
  }

  bool coordinates(const Joint& j) const {
    for (const Coordinate& c : j.coordinates) {
      if (!plain(c.start_position) || !plain(c.start_velocity) || !not_negative(c.damping)) return false;
      if (!limited(c.limits) || !soft(c.friction) || !soft(c.coefficient) || !positive(c.lever) || !soft(c.armature) ||
          !driven(c.drive))
        return false;
    }
    return true;
  }

  bool joints() {
    for (int i = 0; i < count(model_.joints); ++i) {
      const Joint& j = model_.joints[static_cast<std::size_t>(i)];
      const bool start = rotation(j.start_orientation) && spin(j.start_angular_velocity);
      const bool length = j.type == JointType::distance ? positive(j.length) : j.length == 0;
      const bool pitch = j.type == JointType::screw ? j.pitch != 0 && plain(j.pitch) : j.pitch == 0;
      const int type = static_cast<int>(j.type);
      const bool rolls = j.type == JointType::rolling || j.type == JointType::rolling_ball;
      const bool radius = rolls ? positive(j.radius) : j.radius == 0;
      if (!that(is_dotted_name(j.name), "joint", i, "name") ||
          !that(mobile_pair(j.parent, j.child), "joint", i, "bodies") ||
          !that(is_enumerator(type, kJointTypes - 1) && joint_kind(model_.planar, j.type).exists, "joint", i, "type") ||
          !that(place(j.p_IP) && rotation(j.q_IP) && place(j.p_IC) && rotation(j.q_IC), "joint", i, "anchor") ||
          !that(length && pitch && radius, "joint", i, "length, pitch or radius") ||
          !that(coordinates(j), "joint", i, "coordinate") ||
          !that(soft(j.softness), "joint", i, "compliance or relaxation time") || !that(start, "joint", i, "start")) {
        return false;
      }
    }
    return true;
  }

  /// Every term a coordinate of its own, and no more bodies than a row has room for.
  bool terms(const Gear& g) const {
    std::set<std::pair<int, int>> seen;
    for (const GearTerm& t : g.terms) {
      if (!index_in(t.joint, count(model_.joints)) || !plain(t.ratio) || t.ratio == 0) return false;
      if (!index_in(t.coordinate, kind_of(model_, t.joint).freedom_count)) return false;
      if (!seen.insert({t.joint, t.coordinate}).second) return false;
    }
    return g.terms.size() >= 2 && bodies_of(model_, g) <= kMostGearBodies;
  }

  bool gears() {
    for (int i = 0; i < count(model_.gears); ++i) {
      const Gear& g = model_.gears[static_cast<std::size_t>(i)];
      const bool numbers = plain(g.offset) && not_negative(g.backlash) && share(g.restitution);
      if (!that(is_dotted_name(g.name), "gear", i, "name") || !that(terms(g), "gear", i, "joints or ratio") ||
          !that(numbers, "gear", i, "numbers")) {
        return false;
      }
    }
    return true;
  }

  bool along_joint(const Spring& s) const {
    if (s.joint == -1) return true;
    if (!index_in(s.joint, count(model_.joints))) return false;
    const Joint& j = model_.joints[static_cast<std::size_t>(s.joint)];
    const bool exists = index_in(s.coordinate, kind_of(model_, s.joint).freedom_count);
    return exists && s.first == j.parent && s.second == j.child;
  }

  bool springs() {
    for (int i = 0; i < count(model_.springs); ++i) {
      const Spring& s = model_.springs[static_cast<std::size_t>(i)];
      const bool rest = bounded(s.rest_length) && (s.rest_length >= 0 || !s.between_points()) && rotation(s.q_rest);
      const bool numbers = not_negative(s.stiffness) && not_negative(s.damping) && s.stiffness + s.damping > 0 && rest;
      if (!that(is_dotted_name(s.name), "spring", i, "name") ||
          !that(mobile_pair(s.first, s.second), "spring", i, "bodies") ||
          !that(along_joint(s) && !(s.torsional && s.joint >= 0), "spring", i, "joint") ||
          !that(place(s.p_IA) && place(s.p_IB), "spring", i, "anchors") || !that(numbers, "spring", i, "numbers")) {
        return false;
      }
    }
    return true;
  }

  /// In the plane a displacement has two components and a turn one.
  bool direction(const BushingDirection& d) const {
    for (int k = 0; k < kMostDirections; ++k) {
      const bool exists = !model_.planar || k < 2 || k == 5;
      if (!bounded(d.u[k]) || (d.u[k] != 0 && !exists)) return false;
    }
    return not_negative(d.stiffness) && not_negative(d.damping);
  }

  bool bushings() {
    for (int i = 0; i < count(model_.bushings); ++i) {
      const Bushing& b = model_.bushings[static_cast<std::size_t>(i)];
      const int most = model_.planar ? 3 : kMostDirections;
      bool numbers = b.count >= 1 && b.count <= most;
      for (const BushingDirection& d : b.directions) numbers = numbers && direction(d);
      if (!that(is_dotted_name(b.name), "bushing", i, "name") ||
          !that(mobile_pair(b.first, b.second), "bushing", i, "bodies") ||
          !that(place(b.p_IA) && rotation(b.q_IA) && place(b.p_IB) && rotation(b.q_IB), "bushing", i, "anchor") ||
          !that(numbers, "bushing", i, "numbers")) {
        return false;
      }
    }
    return true;
  }

  bool forces() {
    for (int i = 0; i < count(model_.forces); ++i) {
      const OscillatingForce& f = model_.forces[static_cast<std::size_t>(i)];
      if (!that(index_in(f.body, count(model_.bodies)), "force", i, "body") ||
          !that(place(f.amplitude), "force", i, "amplitude") ||
          !that(bounded(f.frequency) && bounded(f.phase), "force", i, "numbers")) {
        return false;
      }
    }
    return true;
  }

  bool frames() {
    for (int i = 0; i < count(model_.frames); ++i) {
      const Frame& f = model_.frames[static_cast<std::size_t>(i)];
      if (!that(is_dotted_name(f.name), "frame", i, "name") ||
          !that(index_in(f.body, count(model_.bodies)), "frame", i, "body") ||
          !that(place(f.p_IF) && rotation(f.q_IF), "frame", i, "position")) {
        return false;
      }
    }
    return true;
  }

  bool sensors() {
    for (int i = 0; i < count(model_.sensors); ++i) {
      const Sensor& s = model_.sensors[static_cast<std::size_t>(i)];
      const bool second = s.second == kAnything || index_in(s.second, count(model_.bodies));
      if (!that(is_dotted_name(s.name), "contact", i, "name") ||
          !that(index_in(s.first, count(model_.bodies)) && second && s.first != s.second, "contact", i, "bodies") ||
          !that(positive(s.range), "contact", i, "range")) {
        return false;
      }
    }
    return true;
  }

  bool apart() {
    for (int i = 0; i < count(model_.apart); ++i) {
      const BodyPair& pair = model_.apart[static_cast<std::size_t>(i)];
      const bool bodies = pair.first >= 0 && pair.first < pair.second && pair.second < count(model_.bodies);
      if (!that(bodies, "no_contact", i, "bodies")) return false;
      const BodyPair& before = model_.apart[static_cast<std::size_t>(std::max(i - 1, 0))];
      const bool after = pair.first != before.first ? pair.first > before.first : pair.second > before.second;
      if (!that(i == 0 || after, "no_contact", i, "order")) return false;
    }
    return true;
  }

  const Model& model_;
  Error& error_;
};

}  // namespace

int bodies_of(const Model& model, const Gear& gear) {
  std::set<int> bodies;
  for (const GearTerm& term : gear.terms) {
    for (const int body : {joint_at(model, term.joint).parent, joint_at(model, term.joint).child}) {
      if (body >= 0) bodies.insert(body);
    }
  }
  return static_cast<int>(bodies.size());
}

bool is_name(const std::string& text) {
  if (text.empty() || text.size() > kLongestName || is_digit(text.front())) return false;
  for (const char c : text) {
    if (!is_letter(c) && !is_digit(c)) return false;
  }
  return true;
}

bool is_dotted_name(const std::string& text) {
  if (text.size() > kLongestName) return false;
  for (std::size_t from = 0;;) {
    const std::size_t dot = text.find('.', from);
    if (!is_name(text.substr(from, dot - from))) return false;
    if (dot == std::string::npos) return true;
    from = dot + 1;
  }
}

bool validate(const Model& model, Error& error) {
  return Judge(model, error).all();
}

}  // namespace stickslip
