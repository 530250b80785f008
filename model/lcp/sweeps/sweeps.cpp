#include "model/lcp/sweeps/sweeps.h"

#include <algorithm>
#include <cmath>

#include "model/lcp/algebra/block.h"
#include "model/lcp/cone/cone.h"
#include "model/math/size.h"

namespace stickslip::lcp {
namespace {

constexpr int kLocalSteps = 25;  // of the iteration inside a contact's block
constexpr double kLocalNoise = 1e-15;

/// One unit, in a system whose bodies have so many unknowns.
template <int kWidth>
class UnitSweep {
 public:
  UnitSweep(const Constraint& unit, Space& space, const SweepWork& work, int index)
      : unit_(unit),
        jacobian_(&space.system.jacobian[size(unit.jacobian)]),
        response_(&work.response[size(unit.jacobian)]),
        body_(&space.system.unit_body[size(unit.body)]),
        given_(space.system.given),
        velocity_(space.velocity.data()),
        f_(&space.f[size(unit.row)]),
        s_(&space.s[size(unit.row)]),
        T_(&space.T[size(unit.row)]),
        block_(&work.block[size(9 * index)]) {}

  void single_row() {
    double f = f_[0] - slack(0) / block_[0];
    if (unit_.kind == ConstraintKind::contact) f = std::max(0.0, f);
    if (unit_.kind == ConstraintKind::bounded) f = std::min(unit_.upper, std::max(unit_.lower, f));
    change(0, f);
  }

  void tangents() {
    if (unit_.rows == 1) return;
    const double diagonal = unit_.rows == 2 ? block_[4] : std::max(block_[4], block_[8]);
    double t[2] = {};
    for (int r = 1; r < unit_.rows; ++r) t[r - 1] = f_[r] - slack(r) / diagonal;
    project(unit_.mu * f_[0], t);
    for (int r = 1; r < unit_.rows; ++r) change(r, t[r - 1]);
  }

  /// The contact's own problem: projected iteration on its 3 x 3 block.
  void whole_contact() {
    const double* a = block_;
    double f[3] = {};
    double rest[3] = {};  // slacks at zero impulse of this contact
    for (int r = 0; r < unit_.rows; ++r) f[r] = f_[r];
    for (int r = 0; r < unit_.rows; ++r) {
      rest[r] = slack(r);
      for (int q = 0; q < unit_.rows; ++q) rest[r] -= a[3 * r + q] * f[q];
    }
    const auto residue = [&](int r) { return rest[r] + a[3 * r] * f[0] + a[3 * r + 1] * f[1] + a[3 * r + 2] * f[2]; };
    const double stiffest = std::max(a[4], a[8]) + std::max(std::fabs(a[5]), std::fabs(a[7]));
    for (int step = 0; step < kLocalSteps; ++step) {
      const double normal = std::max(0.0, f[0] - residue(0) / a[0]);
      double moved = std::fabs(normal - f[0]);
      f[0] = normal;
      double t[2] = {};
      for (int r = 1; r < unit_.rows; ++r) t[r - 1] = f[r] - residue(r) / stiffest;
      if (unit_.rows > 1) project(unit_.mu * f[0], t);
      for (int r = 1; r < unit_.rows; ++r) {
        moved = std::max(moved, std::fabs(t[r - 1] - f[r]));
        f[r] = t[r - 1];
      }
      if (moved <= kLocalNoise * f[0]) break;
    }
    for (int r = 0; r < unit_.rows; ++r) change(r, f[r]);
  }

 private:
  /// u of row r, for f and the velocity as they are.
  double slack(int r) const {
    double sum = s_[r] + T_[r] * f_[r];
    const double* j = jacobian_ + r * kWidth;
    for (int b = 0; b < unit_.bodies; ++b, j += unit_.rows * kWidth) {
      const double* v = velocity_ + kWidth * body_[b];
      for (int i = 0; i < kWidth; ++i) sum += j[i] * v[i];
    }
    return sum;
  }

  void change(int r, double f) {
    const double by = f - f_[r];
    if (by == 0) return;
    f_[r] = f;
    if (!given_.start.empty()) return change_given(r, by);
    const double* w = response_ + r * kWidth;
    for (int b = 0; b < unit_.bodies; ++b, w += unit_.rows * kWidth) {
      double* v = velocity_ + kWidth * body_[b];
      for (int i = 0; i < kWidth; ++i) v[i] += by * w[i];
    }
  }

  void change_given(int r, double by) {
    for (int i = given_.start[body_[0]]; i < given_.start[body_[0] + 1]; ++i) {
      const double* w = &given_.block[(i * kWidth + r) * kWidth];
      double* v = velocity_ + kWidth * given_.link[i];
      for (int l = 0; l < kWidth; ++l) v[l] += by * w[l];
    }
  }

  void project(double budget, double* t) const {
    if (unit_.edges > 0) {
      project_on_polygon(unit_.edges, budget, t);
    } else {
      project_on_disk(unit_.rows - 1, budget, t);
    }
  }

  const Constraint& unit_;
  const double* jacobian_;
  const double* response_;
  const int* body_;
  const Given& given_;
  double* velocity_;
  double* f_;
  const double* s_;
  const double* T_;
  const double* block_;
};

}  // namespace

Sweeper::Sweeper(const Part& part, IslandWork& work) : part_(part), space_(work.space), work_(work.sweeps) {
  by_width(space_.system.width, [&](auto width) { prepare<width>(); });
}

/// M^-1 J' of every row and, of every unit, J M^-1 J' + T.
template <int kWidth>
void Sweeper::prepare() {
  const System& system = space_.system;
  for (const int k : part_.units) {
    const Constraint& unit = system.unit[size(k)];
    double* block = &work_.block[size(9 * k)];
    std::fill_n(block, 9, 0.0);
    system.given.start.empty() ? add_bodies<kWidth>(unit, block) : add_given<kWidth>(k, block);
    for (int r = 0; r < unit.rows; ++r) block[4 * r] += space_.T[size(unit.row + r)];
  }
}

template <int kWidth>
void Sweeper::add_given(int k, double* block) {
  const Given& given = space_.system.given;
  for (int i = given.start[k]; i < given.start[k + 1]; ++i) {
    if (given.link[i] != k) continue;
    const double* own = &given.block[i * kWidth * kWidth];
    for (int r = 0; r < kWidth; ++r) {
      for (int q = 0; q < kWidth; ++q) block[3 * q + r] = own[kWidth * r + q];
    }
  }
}

template <int kWidth>
void Sweeper::add_bodies(const Constraint& unit, double* block) {
  const System& system = space_.system;
  const int* body = &system.unit_body[size(unit.body)];
  for (int b = 0; b < unit.bodies; ++b) {
    const double* inverse = &system.inverse[size(kWidth * kWidth * body[b])];
    const int at = unit.jacobian + b * unit.rows * kWidth;
    for (int r = 0; r < unit.rows; ++r) {
      const double* j = &system.jacobian[size(at + r * kWidth)];
      double* w = &work_.response[size(at + r * kWidth)];
      for (int i = 0; i < kWidth; ++i) {
        w[i] = 0;
        for (int l = 0; l < kWidth; ++l) w[i] += inverse[kWidth * l + i] * j[l];
      }
      for (int q = 0; q < unit.rows; ++q) {
        const double* other = &system.jacobian[size(at + q * kWidth)];
        for (int i = 0; i < kWidth; ++i) block[3 * q + r] += other[i] * w[i];
      }
    }
  }
}

template <int kWidth>
void Sweeper::pass(Sweep order, bool contacts_only) {
  const System& system = space_.system;
  const auto visit = [&](bool contacts, auto&& update) {
    for (const int k : part_.units) {
      const Constraint& unit = system.unit[size(k)];
      if ((unit.kind == ConstraintKind::contact) != contacts) continue;
      UnitSweep<kWidth> own(unit, space_, work_, k);
      update(own);
    }
  };
  using Own = UnitSweep<kWidth>;
  if (!contacts_only) visit(false, [](Own& own) { own.single_row(); });
  if (order == Sweep::block) visit(true, [](Own& own) { own.whole_contact(); });
  if (order == Sweep::separate) {
    visit(true, [](Own& own) {
      own.single_row();
      own.tangents();
    });
  }
  if (order == Sweep::normals_first) {
    visit(true, [](Own& own) { own.single_row(); });
    visit(true, [](Own& own) { own.tangents(); });
  }
}

void Sweeper::sweep(Sweep order) {
  space_.spent += 2 * space_.price.evaluation;
  by_width(space_.system.width, [&](auto width) { pass<width>(order, false); });
}

void Sweeper::sweep_contacts(Sweep order) {
  by_width(space_.system.width, [&](auto width) { pass<width>(order, true); });
}

}  // namespace stickslip::lcp
