#pragma once

#include "tests/benchmark/motion/digest.h"
#include "tests/benchmark/motion/verdict.h"

/// The laws of one run. Each is judged from the scene and from what was published; its tolerance is derived beside it.
namespace stickslip::motion {

struct Case {
  const Scene& scene;
  const Record& record;
  const Digest& digest;
  const Probes& probes;
};

void judge_finite(const Case& c, Verdict& verdict);
void judge_energy(const Case& c, Verdict& verdict);
void judge_momentum(const Case& c, Verdict& verdict);
void judge_contacts(const Case& c, Verdict& verdict);
void judge_balls(const Case& c, Verdict& verdict);
void judge_fit(const Case& c, Verdict& verdict);
void judge_fittings(const Case& c, Verdict& verdict);

/// Everything above.
Verdict judge(const Scene& scene, const Record& record);

/// What one sensor says of a step.
struct Touching {
  Vec3 force, torque;
  double normal, friction, gap;
};
Touching touching(const Case& c, int k, int touch);

/// Force and torque of a joint on its child, at the anchor.
struct Reaction {
  Vec3 force, torque;
};
Reaction reaction(const Case& c, int k, int link);

/// A coordinate of a joint.
struct Along {
  int link = 0;
  int way = 0;
};

/// Those that have something along them: visit(along, fittings).
template <class Visit>
void for_each_fitted(const Scene& scene, Visit&& visit) {
  for (int j = 0; j < static_cast<int>(scene.links.size()); ++j) {
    const Link& l = scene.links[static_cast<std::size_t>(j)];
    for (int way = 0; way < static_cast<int>(l.ways.size()); ++way) {
      const Fittings& f = l.ways[static_cast<std::size_t>(way)];
      if (f.any()) visit(Along{j, way}, f);
    }
  }
}
bool turns(const Case& c, const Along& a);
/// `elbow`, `cardan[2]`.
std::string name_of(const Case& c, const Along& a);

/// A coordinate, and what acts along it on the child.
double coordinate(const Case& c, int k, const Along& a);
double load(const Case& c, int k, const Along& a, CoordinateLoad of);
/// Its rate at the end of step k, from how its bodies move.
double rate_at_end(const Case& c, int k, const Along& a);
/// N m or N: the most that dry friction does along it in step k. Bearings go by the force that they carried before.
double rubs_with(const Case& c, int k, const Along& a);
/// What turning adds to it within step k, from the poses of the step's start: at the velocities of the start and of the
/// end.
struct Turning {
  double before, after;
};
Turning rate_by_turning(const Case& c, int k, const Along& a);
/// The rate that the velocities at the end of step k give it where the step begins.
double rate_in_row(const Case& c, int k, const Along& a);

/// How far step k may leave a joint apart, and its coordinate off: the second order of how its bodies turn and slide.
double allowed_apart(const Case& c, int k, int link);

/// The inverse of the inertia that a coordinate moves, of bodies on their own: more than there is in a machine.
double seen_by_coordinate(const Case& c, int k, const Along& a);

/// Sine of the angle between a wheel's axis and the normal of its plane; 1 of what rolls without one.
double lean(const Case& c, int k, const Link& l);

/// m or rad, by which who closes joints at the end of step k may move what is beside them, twice over: of a chain.
double moved_by_closing(const Case& c, int k);

/// The same of a gear.
double allowed_out_of_mesh(const Case& c, int k, const Cog& cog);

/// m, how much deeper in another one a body may be after step k than gradients say: the second order of how they turn.
double sinks(const Case& c, int k, int part);

/// J, that contacts hold that are springs, by the gaps that sensors tell: between one point a pair and as many as it
/// may have.
struct Pressed {
  double least = 0;
  double most = 0;
};
Pressed pressed(const Case& c, int k);
bool is_ball(const Part& part);
bool is_plane(const Part& part);

/// How far constraints give way under the forces of step k: not at all but under spook.
double gives_way(const Case& c, int k);

/// What a limit that is reached slower than by an impact keeps of the approach under spook, over a step: as contacts
/// do.
double creeps_into_limit(const Case& c, int k);

double joint_error(const Case& c, int k);
double penetration(const Case& c, int k);

/// The larger of the speeds before and after step k.
double fastest(const Case& c, int k, int part);
double fastest_turn(const Case& c, int k, int part);

/// Whether the scheme solves for velocities with the gradients of the step's start and undoes what is off with them.
inline bool is_one_pass(Scheme scheme) {
  return scheme == Scheme::stabilised || scheme == Scheme::spook;
}

}  // namespace stickslip::motion
