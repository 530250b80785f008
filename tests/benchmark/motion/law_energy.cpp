// Energy. With w the velocity of a step, v and v+ those at its ends, P the impulses of constraints:
//
// stabilised, spook: M (w - v) = h f + P, v+ = w, gravity linear in the displacement h w. Then
//     E+ - E = w'P - |w - v|^2 / 2,
// and w'P is, by complementarity, the work c |Phi| / h of what overlaps at the start (published: normal force times
// gap), the work |c_nu| |Theta| / h of joints that are apart (reaction times joint error), nothing or less for the
// rest, and c e |u-| of a rebound, which gives back of what the compression of the step before took. spook undoes 4 / 9
// of an overlap, and 1 / 9 of how that changed in the step before: less than the larger of the last two.
//
// euler, trapezoidal: impulses do no work in rows that hold at w, impacts lose, and what the projection of drift lifts
// is paid by the velocities: E+ <= E.
//
// What a step of finite size is off by is allowed for where it is known: gyroscopic torque of a linearly implicit
// midpoint, dw = h (g(w + dw/2) - g(dw/2)), does the work h (w + dw/2)'I g(dw/2) <= h |w| (I_max - I_min) |dw/2|^2
// (forward, in euler: |dw|^2_I / 2); springs are linear in h w and hold k times what their length is off by against
// that.
#include <algorithm>
#include <cmath>

#include "model/math/size.h"
#include "tests/benchmark/motion/judge.h"

namespace stickslip::motion {
namespace {

// A solution is claimed to be right to this residual, in units of the speed in the problem.
constexpr double kResidual = 1e-10;
constexpr double kRoundOff = 1e-12;
constexpr double kSettles = 256 * 2.220446049250313e-16;
constexpr double kHolding = 4;  // two springs that hold against each other: (|a| + |b|)^2, with the joints between
constexpr double kEpsilon = 2.3e-16;
constexpr double kNothing = 1e-25;  // J
constexpr int kProblems = 1;        // index of solver.lcps

// How far a coordinate is beyond its limits.
double beyond(const Case& c, int k, const Along& a, const Fittings& f) {
  return std::fmax(0, std::fmax(f.lower - coordinate(c, k, a), coordinate(c, k, a) - f.upper));
}

struct Books {
  double kinetic = 0;
  double summed = 0;  // J, that the velocities may be off by, which are sums of what every step has changed
  double gravity = 0;
  double springs = 0;
  double magnitude = 0;  // of the terms of gravity and springs
  double energy() const { return kinetic + gravity + springs; }
};

// With every sum the velocity is off by the round-off of the fastest so far.
double round_off_of_sums(const Case& c, int k, int part) {
  double v = 0;
  double w = 0;
  for (int row = 0; row <= k; ++row) {
    v = std::fmax(v, c.digest.at(row, part).v.norm());
    w = std::fmax(w, c.digest.at(row, part).w.norm());
  }
  const Part& p = c.scene.parts[size(part)];
  const Pose& now = c.digest.at(k, part);
  const double off = k * kEpsilon;
  const double turning = p.rotates ? p.inertia.maxCoeff() * off * w * (now.w.norm() + off * w / 2) : 0;
  return p.mass * off * v * (now.v.norm() + off * v / 2) + turning;
}

// What a bushing is off by along or about one of its axes.
double way_of(const Case& c, int k, int mount, std::size_t i) {
  return c.record.row(k)[c.record.layout.bushing_output(mount) + Layout::kBushingWay + static_cast<int>(i)];
}

Books own_books(const Case& c, int k) {
  Books books;
  for (int b = 0; b < static_cast<int>(c.scene.parts.size()); ++b) {
    const Part& part = c.scene.parts[size(b)];
    if (part.fixed) continue;
    const Pose& pose = c.digest.at(k, b);
    const Vec3 w = pose.R.transpose() * pose.w;
    books.kinetic += part.mass * pose.v.squaredNorm() / 2;
    books.summed += round_off_of_sums(c, k, b);
    if (part.rotates) {
      const Vec3 inertia = c.scene.planar ? Vec3(0, 0, part.inertia.z()) : part.inertia;
      books.kinetic += w.dot(inertia.cwiseProduct(w)) / 2;
    }
    const double gravity = -part.mass * c.scene.gravity.dot(pose.p);
    books.gravity += gravity;
    books.magnitude += part.mass * c.scene.gravity.norm() * pose.p.norm();
  }
  for_each_fitted(c.scene, [&](const Along& a, const Fittings& f) {
    if (f.armature > 0) books.kinetic += f.armature * rate_at_end(c, k, a) * rate_at_end(c, k, a) / 2;
  });
  for_each_fitted(c.scene, [&](const Along& a, const Fittings& f) {
    if (f.compliance == 0) return;
    const double depth = beyond(c, k, a, f);
    books.springs += depth * depth / 2 / f.compliance;
    books.magnitude += depth * (depth / 2 + 1e-3 * (std::fabs(coordinate(c, k, a)) + 1)) / f.compliance;
  });
  for (int s = 0; s < static_cast<int>(c.scene.coils.size()); ++s) {
    const Coil& coil = c.scene.coils[size(s)];
    const double stretch = c.record.row(k)[c.record.layout.spring_output(s) + 1] - coil.rest;
    books.springs += coil.stiffness * stretch * stretch / 2;
    // The length of a spring is known to the round-off of where its ends are.
    const double length = c.record.row(k)[c.record.layout.spring_output(s) + 1];
    books.magnitude += coil.stiffness * (stretch * stretch / 2 + 1e-3 * std::fabs(stretch) * (std::fabs(length) + 1));
  }
  for (int m = 0; m < static_cast<int>(c.scene.mounts.size()); ++m) {
    const Mount& mount = c.scene.mounts[size(m)];
    for (std::size_t i = 0; i < 6; ++i) {
      const double way = way_of(c, k, m, i);
      books.springs += mount.stiffness[i] * way * way / 2;
      books.magnitude += mount.stiffness[i] * (way * way / 2 + 1e-3 * std::fabs(way));
    }
  }
  return books;
}

// How far a spring's length may be from what the step's velocity says: its ends move on arcs, its line turns.
double curved(const Case& c, int k, const Coil& coil, double length) {
  const double h = c.record.h;
  double speed = 0;
  double arcs = 0;
  for (int part : {coil.first, coil.second}) {
    if (part < 0) continue;
    const double arm = c.digest.arm(k, part, part == coil.first ? coil.anchor : coil.far_anchor).norm();
    const double turn = fastest_turn(c, k, part);
    speed += fastest(c, k, part) + turn * arm;
    arcs += turn * turn * arm;
  }
  return 2 * h * h * (speed * speed / length + arcs);
}

double allowed_for_springs(const Case& c, int k) {
  double allowed = 0;
  for (int s = 0; s < static_cast<int>(c.scene.coils.size()); ++s) {
    const Coil& coil = c.scene.coils[size(s)];
    const double* before = c.record.row(k - 1) + c.record.layout.spring_output(s);
    const double* after = c.record.row(k) + c.record.layout.spring_output(s);
    const double least = std::fmax(1e-12, std::fmin(before[1], after[1]));
    Coil ends = coil;
    double off = 0;
    if (coil.link >= 0) {
      const Link& link = c.scene.links[size(coil.link)];
      const double turn = fastest_turn(c, k, link.parent) + fastest_turn(c, k, link.child);
      off = 2 * c.record.h * c.record.h * turn * (turn + fastest(c, k, link.parent) + fastest(c, k, link.child));
      off += joint_error(c, k - 1);
    } else {
      off = curved(c, k, ends, least);
    }
    const double most = std::fmax(std::fabs(before[1] - coil.rest), std::fabs(after[1] - coil.rest)) + off;
    allowed += coil.stiffness * (most * off + off * off / 2);
    // spook keeps the energy of a spring at the mean of its last two lengths (L11 section 17.1).
    const double way = std::fabs(after[1] - before[1]);
    if (c.scene.scheme == Scheme::spook) allowed += coil.stiffness * way * (most + way);
  }
  return allowed;
}

// The same of bushings: their frames' ends move on arcs, the axes turn with the first body, and turns add up to what
// they are but for products of two.
double allowed_for_mounts(const Case& c, int k) {
  const double h = c.record.h;
  double allowed = 0;
  for (int m = 0; m < static_cast<int>(c.scene.mounts.size()); ++m) {
    const Mount& mount = c.scene.mounts[size(m)];
    double turns = 0;
    double moves = 0;
    double arms = 0;
    for (int part : {mount.first, mount.second}) {
      if (part < 0) continue;
      const double turn = h * fastest_turn(c, k, part);
      const double arm = c.digest.arm(k, part, mount.anchor).norm();
      turns += turn;
      moves += h * fastest(c, k, part) + turn * arm;
      arms += turn * turn * arm;
    }
    double apart = 0;
    double turned = 0;
    for (std::size_t i = 0; i < 6; ++i) {
      const double most = std::fmax(std::fabs(way_of(c, k - 1, m, i)), std::fabs(way_of(c, k, m, i)));
      (i < 3 ? apart : turned) += most;
    }
    for (std::size_t i = 0; i < 6; ++i) {
      const double off = i < 3 ? arms + turns * (moves + turns * apart) : turns * turns * (1 + turned);
      const double now = std::fabs(way_of(c, k, m, i));
      const double before = std::fabs(way_of(c, k - 1, m, i));
      const double most = std::fmax(now, before) + off;
      allowed += mount.stiffness[i] * (most * off + off * off / 2);
      const double way = std::fabs(way_of(c, k, m, i) - way_of(c, k - 1, m, i));
      if (c.scene.scheme == Scheme::spook) allowed += mount.stiffness[i] * way * (most + way);
    }
  }
  return allowed;
}

// Limits that are springs hold what their coordinate is off by against its gradient.
double allowed_for_cushions(const Case& c, int k) {
  double allowed = 0;
  for_each_fitted(c.scene, [&](const Along& a, const Fittings& f) {
    if (f.compliance == 0) return;
    const double off = allowed_apart(c, k, a.link);
    const double before = beyond(c, k - 1, a, f);
    const double after = beyond(c, k, a, f);
    const double most = std::fmax(before, after) + off;
    if (most <= off && load(c, k, a, CoordinateLoad::limit) == 0) return;
    allowed += (most * off + off * off / 2) / f.compliance;
    const double way = std::fabs(after - before);
    if (c.scene.scheme == Scheme::spook) allowed += way * (most + way) / f.compliance;
  });
  return allowed;
}

double torque_of_inputs(const Case& c, int k, int part) {
  double sum = 0;
  for (const Drive& drive : c.scene.drives) {
    if (drive.kind == Drive::torque && drive.on == part)
      sum += std::fabs(drive.at((k - 1) * c.record.h)) * drive.direction.norm();
  }
  return sum;
}

// Whether forces of this step may be those of a blow: these turn bodies in no time.
bool is_hit(const Case& c, int k) {
  for (int t = 0; t < static_cast<int>(c.probes.touches.size()); ++t) {
    if (touching(c, k, t).normal > 0) return true;
  }
  return false;
}

// A piece that an event cuts at the share s has w + s dw, dw = I^-1 h t + g, with g by gyroscopic torque and t by
// inputs. The whole of it neither gains nor loses by g, g'I (w + dw/2) = 0, which leaves -s (1 - s) g'I dw / 2 of the
// part: as g'I g only takes, h |t| |g| / 8 at most.
double cut_short(const Case& c, int k, const Vec3& half, int b) {
  return c.record.h * torque_of_inputs(c, k, b) * half.norm() / 4;
}

// At the w of one end of the step.
double gyration(const Case& c, int k, int end, bool in_pieces, int b) {
  const Part& part = c.scene.parts[size(b)];
  const Pose& pose = c.digest.at(end, b);
  const Vec3 w = pose.R.transpose() * pose.w;
  const Vec3& I = part.inertia;
  const Vec3 half = c.record.h / 2 * w.cross(I.cwiseProduct(w)).cwiseQuotient(I);
  const double spread = I.maxCoeff() - I.minCoeff();
  double change = half.norm() + c.record.h / 2 * torque_of_inputs(c, k, b) / I.minCoeff();
  // Joints and springs turn it too, by what it has turned more in the end.
  if (!is_hit(c, k)) change = std::fmax(change, (c.digest.at(k, b).w - c.digest.at(k - 1, b).w).norm() / 2);
  double work = c.record.h * (w.norm() + change) * spread * change * change;
  if (c.scene.scheme == Scheme::euler) work += 2 * half.dot(I.cwiseProduct(half));
  return 4 * work + (in_pieces ? cut_short(c, k, half, b) : 0.0);
}

double allowed_for_gyration(const Case& c, int k) {
  if (c.scene.planar) return 0;
  // Pieces of a step begin with what blows have left.
  const bool in_pieces = !is_one_pass(c.scene.scheme) && c.record.integers(k)[kProblems] > 1;
  double allowed = 0;
  for (int b = 0; b < static_cast<int>(c.scene.parts.size()); ++b) {
    const Part& part = c.scene.parts[size(b)];
    if (part.fixed || !part.rotates) continue;
    const double at_start = gyration(c, k, k - 1, in_pieces, b);
    allowed += in_pieces ? std::fmax(at_start, gyration(c, k, k, true, b)) : at_start;
  }
  return allowed;
}

// J, of a rotor and the bodies of its joint; `spins` is twice the rotor's own.
double energy_at(const Case& c, int k, const Along& a, double spins) {
  double sum = spins / 2;
  for (const int b : {c.scene.links[size(a.link)].parent, c.scene.links[size(a.link)].child}) {
    if (b < 0 || c.scene.parts[size(b)].fixed) continue;
    const Part& part = c.scene.parts[size(b)];
    const Pose& pose = c.digest.at(k, b);
    const Vec3 w = pose.R.transpose() * pose.w;
    sum += part.mass * pose.v.squaredNorm() / 2 + w.dot(part.inertia.cwiseProduct(w)) / 2;
  }
  return sum;
}

// A rotor of inertia a has the rate u before a step, and w in its row, which is taken where the step begins. Along a
// slider that turns the rate changes without a force: to w + d, where the step takes e for d. First-order steps put
// c = -a (w + e - u) into the row. Its work, c w, and the rotor's energy make a (d d / 2 + (d - e) w - (w - u)^2 / 2)
// together: d is what a joint's drift over h is, of the same order. e is d at the velocities of the start, or of the
// solution where the second of these would give more than a thousandth of the energy of the rotor and the bodies of its
// joint. The last is lost in impacts; where spook resolves them ahead of the step, u is not known, and contacts that
// stop an approach under stabilised hold it for their rebound, in which it is spent: also within the step where that is
// cut to what it may give.
double allowed_for_rotors(const Case& c, int k) {
  constexpr double kToldWrongly = 1e-3;
  if (!is_one_pass(c.scene.scheme)) return 0;
  const bool resolved_apart = c.record.integers(k)[kProblems] > 1;
  const int held = c.record.layout.energy_output + 3;
  const bool is_lost = !resolved_apart && c.record.row(k - 1)[held] == 0 && c.record.row(k)[held] == 0;
  double allowed = 0;
  for_each_fitted(c.scene, [&](const Along& a, const Fittings& f) {
    const JointType type = c.scene.links[size(a.link)].type;
    if (f.armature == 0 || type == JointType::hinge || type == JointType::screw) return;
    const Turning by = rate_by_turning(c, k, a);
    const double rate = rate_in_row(c, k, a);
    const double before = rate_at_end(c, k - 1, a);
    const double told_wrongly = kToldWrongly * energy_at(c, k, a, f.armature * std::fmax(rate * rate, before * before));
    const double late = std::fmin(std::fmax(0, (by.after - by.before) * rate), told_wrongly / f.armature);
    const double more = by.after * by.after / 2 + late;
    const double jump = rate - before;
    allowed += f.armature * (is_lost ? more - jump * jump / 2 : std::fmax(0, more));
  });
  return std::fmax(0, allowed);
}

// How far a coordinate is beyond limits that do not give way as step k begins; spook knows the step before too.
double beyond_limits(const Case& c, const Along& a, const Fittings& f, int k) {
  double most = 0;
  if (f.compliance > 0) return most;
  for (int row = c.scene.scheme == Scheme::spook ? std::max(0, k - 2) : k - 1; row < k && f.limited(); ++row) {
    most = std::fmax(most, beyond(c, row, a, f));
  }
  return most;
}

// How far a gear is out of mesh as step k begins, times what it gives in it.
double meshing(const Case& c, int cog, int k) {
  const Cog& gear = c.scene.cogs[size(cog)];
  double most = 0;
  for (int row = c.scene.scheme == Scheme::spook ? std::max(0, k - 2) : k - 1; row < k; ++row) {
    double sum = 0;
    for (std::size_t i = 0; i < gear.links.size(); ++i) sum += gear.ratios[i] * coordinate(c, row, {gear.links[i], 0});
    most = std::fmax(most, std::fabs(sum) - gear.backlash / 2);
  }
  return most * std::fabs(c.record.row(k)[c.record.layout.gear_outputs + cog]);
}

// Work of undoing what overlaps and what is apart as the step begins: for who closes at the end of a step that is what
// had no motion to pay with and was left to this one.
double stabilisation(const Case& c, int k) {
  double work = 0;
  const int before = std::max(0, k - 2);
  for (int t = 0; t < static_cast<int>(c.probes.touches.size()) && !c.scene.gives_way(); ++t) {
    if (c.probes.touches[size(t)].second != kAnything) continue;
    double gap = touching(c, k - 1, t).gap;
    if (c.scene.scheme == Scheme::spook) gap = std::fmin(gap, touching(c, before, t).gap);
    work += touching(c, k, t).normal * std::fmax(0.0, -gap);
  }
  double apart = joint_error(c, k - 1);
  if (c.scene.scheme == Scheme::spook) apart = std::fmax(apart, joint_error(c, before));
  for (int j = 0; j < static_cast<int>(c.scene.links.size()); ++j) {
    const Reaction r = reaction(c, k, j);
    work += std::sqrt(3.0) * apart * (r.force.norm() + r.torque.norm());
  }
  for_each_fitted(c.scene, [&](const Along& a, const Fittings& f) {
    work += beyond_limits(c, a, f, k) * std::fabs(load(c, k, a, CoordinateLoad::limit));
  });
  for (int g = 0; g < static_cast<int>(c.scene.cogs.size()); ++g) work += meshing(c, g, k);
  return work;
}

// Sum of the bodies' weights, each times its speed, J/s.
double power_of_weights(const Case& c, int k) {
  double sum = 0;
  for (int b = 0; b < static_cast<int>(c.scene.parts.size()); ++b) {
    const double speed = std::fmax(c.digest.at(std::max(0, k - 2), b).v.norm(), fastest(c, k, b));
    sum += c.scene.parts[size(b)].mass * c.scene.gravity.norm() * speed;
  }
  return sum;
}

// What a rebound under load may add: in two steps, of stabilised, m g e h u, of every body that joints hand the impulse
// on to, and of one that others' rebounds lift, which the blow before has not slowed down, h f (w - v)/2: of all that
// it changes by where it is turned round within one step; under spook a ninth of the rebound speed that the impact
// leaves is kept against the step's contact force.
double rebounds(const Case& c, int k) {
  if (!is_one_pass(c.scene.scheme) || c.scene.gives_way()) return 0;
  double most = 0;
  for (const Surface& surface : c.scene.surfaces) most = std::fmax(most, surface.restitution);
  if (most > 0 && c.scene.scheme == Scheme::stabilised) most = std::fmax(most, 0.5);
  double work = 0;
  bool handed_on = false;
  for (int t = 0; t < static_cast<int>(c.probes.touches.size()); ++t) {
    const int part = c.probes.touches[size(t)].first;
    if (c.probes.touches[size(t)].second != kAnything || touching(c, k, t).normal <= 0) continue;
    const double before = c.digest.at(std::max(0, k - 2), part).v.norm();
    const double speed = std::fmax(before, fastest(c, k, part));
    const double load = c.scene.scheme == Scheme::spook ? touching(c, k, t).normal / 9
                                                        : c.scene.parts[size(part)].mass * c.scene.gravity.norm();
    const Vec3 from = c.digest.at(k - 1, part).v;
    const Vec3 to = c.digest.at(k, part).v;
    const bool turns_round = most > 0 && c.scene.scheme == Scheme::stabilised && from.dot(c.scene.gravity) > 0 &&
                             to.dot(c.scene.gravity) < 0;
    work += load * c.record.h * std::fmax(most * speed, turns_round ? (to - from).norm() / 2 : 0.0);
    handed_on = handed_on || (c.scene.scheme == Scheme::stabilised && !c.scene.links.empty());
  }
  return handed_on ? most * c.record.h * power_of_weights(c, k) : work;
}

// The same at limits, whose impulses reach every body of the mechanism.
double rebounds_of_limits(const Case& c, int k) {
  if (!is_one_pass(c.scene.scheme)) return 0;
  double most = 0;
  for_each_fitted(c.scene, [&](const Along& a, const Fittings& f) {
    const bool pushed = load(c, k, a, CoordinateLoad::limit) != 0 || load(c, k - 1, a, CoordinateLoad::limit) != 0;
    if (pushed) most = std::fmax(most, f.restitution);
  });
  return most * c.record.h * power_of_weights(c, k);
}

// The part of forces where velocities change at one place: h f (w - v) / 2, of which only m g e h u is left over the
// two steps of a rebound. Inputs are forces like gravity.
double in_place(const Case& c, int k) {
  if (!is_one_pass(c.scene.scheme) || !(c.scene.has_contacts() || c.scene.has_fittings())) return 0;
  double work = 0;
  const auto change = [&](int b) { return (c.digest.at(k, b).v - c.digest.at(k - 1, b).v).norm(); };
  const auto turn = [&](int b) { return (c.digest.at(k, b).w - c.digest.at(k - 1, b).w).norm(); };
  for (int b = 0; b < static_cast<int>(c.scene.parts.size()); ++b) {
    work += c.scene.parts[size(b)].mass * c.scene.gravity.norm() * c.record.h * change(b) / 2;
  }
  const auto rate = [&](int link) {
    return std::fabs(rate_at_end(c, k, {link, 0}) - rate_at_end(c, k - 1, {link, 0}));
  };
  for (const Drive& drive : c.scene.drives) {
    const bool of_joint = drive.kind == Drive::joint;
    const double force = std::fabs(drive.at((k - 1) * c.record.h)) * (of_joint ? 1.0 : drive.direction.norm());
    const double changes = of_joint ? rate(drive.on) : drive.kind == Drive::force ? change(drive.on) : turn(drive.on);
    work += force * c.record.h * changes / 2;
  }
  return work;
}

// Contacts that are springs hold what their depth is off by against its gradient, as other springs do: what turns
// within the step, or slides over what turns, sinks in deeper. Pairs that are not round may have other points than
// before.
double allowed_for_pressed(const Case& c, int k) {
  if (!c.scene.gives_way()) return 0;
  double allowed = 0;
  bool other_points = false;
  for (int t = 0; t < static_cast<int>(c.probes.touches.size()); ++t) {
    const Probes::Touch& touch = c.probes.touches[size(t)];
    if (touch.second != kAnything) continue;
    const double off = sinks(c, k, touch.first);
    const double depth = std::fmax(0, -std::fmin(touching(c, k - 1, t).gap, touching(c, k, t).gap));
    if (off == 0 || depth == 0) continue;
    constexpr double kMostPoints = 16;
    allowed += kMostPoints * (depth * off + off * off / 2) / (2 * c.scene.surfaces[0].compliance);
    other_points = true;
  }
  if (!other_points) return 0;
  const Pressed before = pressed(c, k - 1);
  const Pressed after = pressed(c, k);
  return allowed + std::fmax(before.most - before.least, after.most - after.least);
}

double round_off(const Case& c, int k) {
  double forces = 0;
  for (int j = 0; j < static_cast<int>(c.scene.links.size()); ++j) {
    const Link& l = c.scene.links[size(j)];
    const Reaction r = reaction(c, k, j);
    forces += c.record.h * r.force.norm() * (fastest(c, k, l.parent) + fastest(c, k, l.child));
    forces += c.record.h * r.torque.norm() * (fastest_turn(c, k, l.parent) + fastest_turn(c, k, l.child));
  }
  // Bounds of dry friction and drives are right-hand sides as well; and what acts along a coordinate may hold against
  // what else does where nothing moves: the solution is right to a part of the speed that either would give.
  double bounds = 0;
  double held = 0;  // root of J: together they give no more speed than one by one
  for_each_fitted(c.scene, [&](const Along& a, const Fittings& f) {
    const double most = rubs_with(c, k, a) + (f.motor.most < kUnlimited ? f.motor.most : 0);
    const double seen = seen_by_coordinate(c, k, a);
    bounds += c.record.h * most * c.record.h * most * seen;
    for (const CoordinateLoad of : {CoordinateLoad::limit, CoordinateLoad::friction, CoordinateLoad::drive}) {
      held += c.record.h * std::fabs(load(c, k, a, of)) * std::sqrt(seen);
    }
  });
  for (int g = 0; g < static_cast<int>(c.scene.cogs.size()); ++g) {
    const Cog& cog = c.scene.cogs[size(g)];
    for (std::size_t i = 0; i < cog.links.size(); ++i) {
      const double given = c.record.h * std::fabs(cog.ratios[i] * c.record.row(k)[c.record.layout.gear_outputs + g]);
      held += given * std::sqrt(seen_by_coordinate(c, k, {cog.links[i], 0}));
    }
  }
  // So are inputs, which may hold against each other or a limit where nothing moves.
  for (const Drive& drive : c.scene.drives) {
    const bool of_joint = drive.kind == Drive::joint;
    const int on = of_joint ? c.scene.links[size(drive.on)].child : drive.on;
    if (on < 0 || c.scene.parts[size(on)].fixed) continue;
    const Part& part = c.scene.parts[size(on)];
    const bool turns = of_joint ? c.scene.links[size(drive.on)].turns() : drive.kind == Drive::torque;
    const double inertia = c.scene.planar ? part.inertia.z() : part.inertia.minCoeff();
    const double given = c.record.h * drive.at((k - 1) * c.record.h) * (of_joint ? 1.0 : drive.direction.norm());
    bounds += given * given / (turns ? inertia : part.mass);
  }
  // Springs may, too, and then hold as much as they push: a velocity counts as none below that part of those that its
  // impulses make one by one, at their levers, and what each of them would have done along it is not done.
  double jammed = 0;
  for (int s = 0; s < static_cast<int>(c.scene.coils.size()); ++s) {
    const Coil& coil = c.scene.coils[size(s)];
    const double impulse = c.record.h * c.record.row(k)[c.record.layout.spring_output(s)];
    if (coil.link >= 0) {
      jammed += impulse * impulse * seen_by_coordinate(c, k, {coil.link, 0});
      continue;
    }
    for (int b : {coil.first, coil.second}) {
      if (b < 0 || c.scene.parts[size(b)].fixed) continue;
      const Part& part = c.scene.parts[size(b)];
      const double inertia = c.scene.planar ? part.inertia.z() : part.inertia.minCoeff();
      const double arm = c.digest.arm(k, b, b == coil.first ? coil.anchor : coil.far_anchor).norm();
      jammed += impulse * impulse * (1 / part.mass + (part.rotates ? arm * arm / inertia : 0));
    }
  }
  const Books before = own_books(c, k - 1);
  const Books after = own_books(c, k);
  return kSettles * kHolding * jammed + kRoundOff * bounds +
         kResidual * (std::fmax(before.kinetic, after.kinetic) + forces + held * held) +
         kRoundOff * (before.magnitude + after.magnitude) + kNothing;
}

// What an engine says it has gained is all that dissipated falls by, and no more than is known to be gained.
void judge_gain(const Case& c, int k, double falls, double allowed, double slack, Verdict& verdict) {
  if (c.record.energy_gain < 0) return;
  const double gain = c.record.row(k)[c.record.energy_gain];
  verdict.weigh(Law::gain, k, falls - gain, slack, "energy.dissipated falls by more than solver.energyGain, by");
  verdict.weigh(Law::gain, k, gain, allowed, "solver.energyGain");
}

void judge_books(const Case& c, int k, double published, Verdict& verdict) {
  const Books own = own_books(c, k);
  const Pressed held = pressed(c, k);
  const double more = published - own.energy();
  verdict.weigh(Law::books, k, std::fmax(held.least - more, more - held.most),
                kResidual * own.kinetic + own.summed + kRoundOff * (own.magnitude + held.most) + kNothing,
                "energy against motion");
}

}  // namespace

void judge_energy(const Case& c, Verdict& verdict) {
  double gains = 0;
  double last_allowed = 0;
  double largest_slack = 0;
  const int at = c.record.layout.energy_output;
  const auto energy = [&](int k) { return c.record.row(k)[at] + c.record.row(k)[at + 1]; };
  const auto dissipated = [&](int k) { return c.record.row(k)[at + 2]; };
  const auto whole = [&](int k) { return energy(k) + c.record.row(k)[at + 3]; };  // with what rebounds hold
  const auto gain = [&](int k) { return c.record.row(k)[c.record.energy_gain]; };
  judge_books(c, 0, energy(0), verdict);
  for (int k = 1; k <= c.record.steps; ++k) {
    judge_books(c, k, energy(k), verdict);
    const double slack = round_off(c, k);
    const double known = stabilisation(c, k) + allowed_for_springs(c, k) + allowed_for_mounts(c, k) +
                         allowed_for_gyration(c, k) + allowed_for_rotors(c, k) + allowed_for_pressed(c, k) +
                         allowed_for_cushions(c, k);
    const double allowed = known + rebounds(c, k) + rebounds_of_limits(c, k) + slack;
    if (!c.scene.is_powered()) {
      gains += gain(k);
      const double missing = whole(k) - whole(0) + dissipated(k) - dissipated(0) - gains;
      largest_slack = std::fmax(largest_slack, slack);
      verdict.weigh(Law::books, k, std::fabs(missing), largest_slack * k,
                    "dissipated, gains and energy make the whole");
      // Either with what contacts hold, or over the two steps of a rebound.
      double two_steps = energy(k) - energy(k - 1);
      if (k > 1) two_steps = std::fmin(two_steps, energy(k) - energy(k - 2) - last_allowed);
      verdict.weigh(Law::energy, k, std::fmin(whole(k) - whole(k - 1), two_steps), allowed, "energy rises");
    }
    verdict.weigh(Law::dissipated, k, dissipated(k - 1) - dissipated(k), kNothing, "energy.dissipated falls");
    judge_gain(c, k, dissipated(k - 1) - dissipated(k), allowed + in_place(c, k), slack, verdict);
    last_allowed = allowed;
  }
}

}  // namespace stickslip::motion
