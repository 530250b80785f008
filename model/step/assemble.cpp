#include "model/step/assemble.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "model/constraints/gears.h"
#include "model/constraints/joints.h"
#include "model/kinematics/joint_geometry.h"
#include "model/schemes/instant.h"
#include "model/step/gear_starts.h"
#include "model/workspace/solve_rows.h"

namespace stickslip {
namespace {

constexpr int kHeldPart = 64;
constexpr int kMaxIterations = 50;
constexpr double kClosed = 1e-12;  // relative to what is to be closed: the model's size, of a gear its sum
constexpr double kOpen = 1e-9;     // what remains beyond this is an error

int count(std::size_t size) {
  return static_cast<int>(size);
}

double model_size(Span<const BodyPose> poses) {
  double size = 1;
  for (const BodyPose& pose : poses) size = std::max(size, pose.p.cwiseAbs().maxCoeff());
  return size;
}

// Where bodies are rolling does not matter: it holds their velocities alone.
void drop_rows_of_speed(RowSet& rows) {
  while (rows.row_count > 0 && rows.rows_storage[rows.row_count - 1].of_speed) rows.drop_last();
}

// All joint rows, and a row for every coordinate whose start is given.
void build(const Model& model, const Layout& layout, Span<const double> starts, bool positions, State& state,
           Workspace& work) {
  update_poses(model, state.motion, work.poses);
  work.rows.clear();
  for (int j = 0; j < count(model.joints.size()); ++j) {
    add_joint_rows(model, j, work.poses, work.rows);
    if (positions) drop_rows_of_speed(work.rows);
  }
  add_gear_rows(model, work.derived, state, work.poses, work.rows);
  for (int j = 0; j < count(model.joints.size()); ++j) {
    for (int k = 0; k < kind_of(model, j).freedom_count; ++k) {
      if (!is_given(model, layout, starts, j, k, positions)) continue;
      const double start = starts[layout.joint_start(j) + k];
      add_coordinate_row(model, j, k, RowRole::joint, kHeldPart + k, work.poses, work.rows);
      work.rows.rows_storage[work.rows.row_count - 1].violation =
          joint_position(model, j, k, state.motion, work.poses, start) - start;
    }
  }
}

double target_speed(const Layout& layout, Span<const double> starts, const ConstraintRow& row) {
  const int k = row_part(row.id) - kHeldPart;
  return row.role == RowRole::joint && k >= 0 ? starts[layout.joint_start(row.source) + Layout::kStartRates + k] : 0.0;
}

// What a row's violation is the difference of, m or rad, at least `size`: a part of it is round-off.
double size_of(const Model& model, const Layout& layout, Span<const double> starts, const ConstraintRow& row,
               double size, const State& state, const Workspace& work) {
  if (row.role != RowRole::gear) {
    const int k = row_part(row.id) - kHeldPart;
    return k < 0 ? size : std::max(size, std::fabs(starts[layout.joint_start(row.source) + k]));
  }
  double sum = 0;
  int index = 0;
  for (const GearTerm& term : gear_at(model, row.source).terms) {
    const double position = state.joint_position[coordinate_slot(term.joint, term.coordinate)];
    sum += std::fabs(work.derived.ratio(row.source, index++) * position);
  }
  return std::max(size, sum);
}

// The largest violation, relative to that.
double worst(const Model& model, const Layout& layout, Span<const double> starts, const State& state,
             const Workspace& work, const ConstraintRow*& which) {
  const double size = model_size(work.poses);
  double largest = 0;
  for (const ConstraintRow& row : work.rows.rows()) {
    const double error = std::fabs(row.violation) / size_of(model, layout, starts, row, size, state, work);
    if (error <= largest) continue;
    largest = error;
    which = &row;
  }
  return largest;
}

// The other joints of the shortest loop that a joint closes, by their names; empty where there is none.
std::string rest_of_loop(const Model& model, int closing) {
  const auto node = [&](int body) { return is_fixed(model, body) ? 0 : body + 1; };
  std::vector<int> reached_by(model.bodies.size() + 1, -1);
  std::vector<int> open = {node(joint_at(model, closing).parent)};
  const int from = open.front();
  const int to = node(joint_at(model, closing).child);
  for (std::size_t next = 0; next < open.size() && reached_by[static_cast<std::size_t>(to)] < 0; ++next) {
    for (int j = 0; j < count(model.joints.size()); ++j) {
      const int ends[] = {node(joint_at(model, j).parent), node(joint_at(model, j).child)};
      if (j == closing || (ends[0] != open[next] && ends[1] != open[next])) continue;
      const int other = ends[0] == open[next] ? ends[1] : ends[0];
      if (other == from || reached_by[static_cast<std::size_t>(other)] >= 0) continue;
      reached_by[static_cast<std::size_t>(other)] = j;
      open.push_back(other);
    }
  }
  std::string names;
  for (int at = to; at != from && reached_by[static_cast<std::size_t>(at)] >= 0;) {
    const Joint& joint = joint_at(model, reached_by[static_cast<std::size_t>(at)]);
    names += (names.empty() ? "\"" : ", \"") + joint.name + "\"";
    at = node(joint.parent) == at ? node(joint.child) : node(joint.parent);
  }
  return names;
}

Error cannot_close(const Model& model, const ConstraintRow& row, double error) {
  char text[512];  // before the names of a loop, which may be many
  if (row.role == RowRole::gear) {
    std::snprintf(text, sizeof text,
                  "gear \"%s\" cannot be closed: %.3g remain of its sum; change its offset or the starts of its joints",
                  gear_at(model, row.source).name.c_str(), error);
    return {text, -1, row.source};
  }
  const int joint = row.source;
  std::snprintf(text, sizeof text, "joint \"%s\" cannot be closed: %.3g m or rad remain; ",
                joint_at(model, joint).name.c_str(), error);
  const std::string loop = rest_of_loop(model, joint);
  const std::string remedy = loop.empty() ? "move its bodies or change its start"
                                          : "move its bodies or change the starts of its loop with " + loop;
  return {text + remedy, joint};
}

// What a joint's or gear's row ties together.
std::string tied_by(const Model& model, const ConstraintRow& row) {
  if (row.role == RowRole::gear) {
    std::string names;
    for (const GearTerm& term : gear_at(model, row.source).terms) {
      names += (names.empty() ? "\"" : ", \"") + joint_at(model, term.joint).name + "\"";
    }
    return "its joints, " + names + ",";
  }
  const std::string loop = rest_of_loop(model, row.source);
  if (!loop.empty()) return "it and the rest of its loop, " + loop + ",";
  for (const Gear& gear : model.gears) {
    for (const GearTerm& term : gear.terms) {
      if (term.joint == row.source) return "it and the other joints of gear \"" + gear.name + "\"";
    }
  }
  return "it and what it is tied to";
}

// What a row's speed is the difference of, at most `fastest`. What a gear makes of something slow does not hide it.
double speed_of(const Model& model, const Layout& layout, Span<const double> starts, const ConstraintRow& row,
                double fastest, const State& state, const Workspace& work) {
  if (row.role != RowRole::gear) {
    return row_part(row.id) < kHeldPart ? fastest : std::min(fastest, std::fabs(target_speed(layout, starts, row)));
  }
  double sum = 0;
  int index = 0;
  for (const GearTerm& term : gear_at(model, row.source).terms) {
    const double rate = joint_velocity(model, term.joint, term.coordinate, state.motion.velocity, work.poses);
    sum += std::fabs(work.derived.ratio(row.source, index++) * rate);
  }
  return std::min(fastest, sum);
}

// What is left of velocities that loops and starts ask for.
Error check_velocities(const Model& model, const Layout& layout, Span<const double> starts, double fastest,
                       const State& state, const Workspace& work) {
  constexpr double kAgrees = 1e-7;  // relative to what a row is made of
  const double size = model_size(work.poses);
  for (const ConstraintRow& row : work.rows.rows()) {
    const double error = work.rows.speed(row, state.motion.velocity) - target_speed(layout, starts, row);
    const double own = speed_of(model, layout, starts, row, fastest, state, work);
    if (std::fabs(error) <= size * std::max(kAgrees * own, kClosed * fastest)) continue;
    const bool gear = row.role == RowRole::gear;
    const std::string name = gear ? gear_at(model, row.source).name : joint_at(model, row.source).name;
    char remains[64];
    std::snprintf(remains, sizeof remains, "%.3g m/s or rad/s", std::fabs(error));
    return {(gear ? "gear \"" : "joint \"") + name + "\": the velocities that " + tied_by(model, row) +
                " start with contradict each other by " + remains + "; leave out those that follow from the others",
            gear ? -1 : row.source, gear ? row.source : -1};
  }
  return {};
}

// The fastest that moves or shall.
double fastest_of(const Layout& layout, Span<const double> starts, const State& state, const Workspace& work) {
  double fastest = 0;
  for (const double v : state.motion.velocity) fastest = std::max(fastest, std::fabs(v));
  for (const ConstraintRow& row : work.rows.rows()) {
    fastest = std::max(fastest, std::fabs(target_speed(layout, starts, row)));
  }
  return fastest;
}

bool agree(const Layout& layout, Span<const double> starts, double fastest, const State& state, const Workspace& work) {
  double disagreement = 0;
  for (const ConstraintRow& row : work.rows.rows()) {
    const double error = work.rows.speed(row, state.motion.velocity) - target_speed(layout, starts, row);
    disagreement = std::max(disagreement, std::fabs(error));
  }
  return !(disagreement > kClosed * fastest * model_size(work.poses));
}

// What levers make of something slow the solver does not see before it moves: the next try is from there.
Error agree_velocities(const Model& model, const Layout& layout, Span<const double> starts, State& state,
                       Workspace& work) {
  build(model, layout, starts, false, state, work);
  double fastest = 0;
  for (int k = 0; k < kMaxIterations; ++k) {
    fastest = fastest_of(layout, starts, state, work);
    if (agree(layout, starts, fastest, state, work)) return {};
    set_momentum(state.motion.velocity, work);
    work.problem.inverse_mass = work.derived.inverse_mass;
    solve_rows(row_options(), work,
               [&](const ConstraintRow& row, lcp::Row& out) { out.s = -target_speed(layout, starts, row); });
    const Span<double> w = work.problem.solution.velocity;
    std::copy(w.begin(), w.end(), state.motion.velocity.begin());
  }
  return check_velocities(model, layout, starts, fastest, state, work);
}

// Goes where the rows ask for. A gear may turn a joint by many radians at once: its angle is taken near to what its
// rate says.
void displace_bodies(const Model& model, Span<const double> moves, State& state, Workspace& work) {
  advance_coordinates(model, 1, moves, work.poses, state.joint_position);
  for (int b = 0; b < work.poses.size(); ++b) {
    displace(model.planar, state.motion, b, get3(&moves[6 * b]), get3(&moves[6 * b + 3]));
  }
  update_poses(model, state.motion, work.poses);
  read_coordinates(model, state.motion, work.poses, state.joint_position);
}

}  // namespace

Error close_positions(const Model& model, const Layout& layout, Span<const double> starts, State& state,
                      Workspace& work) {
  work.budget.refill();
  const ConstraintRow* open = nullptr;
  double error = 0;
  for (int k = 0; k < kMaxIterations; ++k) {
    build(model, layout, starts, true, state, work);
    error = worst(model, layout, starts, state, work, open);
    if (!(error > kClosed)) return {};
    std::fill(work.problem.momentum.begin(), work.problem.momentum.end(), 0.0);
    work.problem.inverse_mass = work.derived.inverse_mass;
    solve_rows(closing_options(kClosed * model_size(work.poses)), work,
               [](const ConstraintRow& row, lcp::Row& out) { out.s = row.violation; });
    displace_bodies(model, work.problem.solution.velocity, state, work);
  }
  return error <= kOpen ? Error{} : cannot_close(model, *open, std::fabs(open->violation));
}

Error assemble(const Model& model, const Layout& layout, Span<const double> starts, State& state, Workspace& work) {
  Error error = close_positions(model, layout, starts, state, work);
  if (error) return error;
  return agree_velocities(model, layout, starts, state, work);
}

}  // namespace stickslip
