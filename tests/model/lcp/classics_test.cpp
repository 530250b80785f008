#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <utility>

#include "model/lcp/raw/raw.h"
#include "tests/model/lcp/scenes.h"

namespace stickslip::lcp {
namespace {

using Matrix = std::vector<std::vector<double>>;

/// Lemke's method from the textbook: a tableau, the cover given, and of tied rows the first.
struct Textbook {
  enum class End { solved, ray, cycle };
  End end = End::cycle;
  int pivots = 0;

  Textbook(const Matrix& M, const std::vector<double>& q, const std::vector<double>& cover) : n_(q.size()) {
    for (std::size_t i = 0; i < n_; ++i) {
      std::vector<double> row(2 * n_ + 2, 0.0);
      row[i] = 1;
      for (std::size_t j = 0; j < n_; ++j) row[n_ + j] = -M[i][j];
      row[2 * n_] = -cover[i];
      row[2 * n_ + 1] = q[i];
      tableau_.push_back(row);
      basis_.push_back(i);
    }
    std::size_t first = 0;
    for (std::size_t i = 1; i < n_; ++i) {
      if (q[i] / cover[i] < q[first] / cover[first]) first = i;
    }
    run(pivot(first, 2 * n_));
  }

 private:
  void run(std::size_t left) {
    std::set<std::vector<std::size_t>> seen;
    for (;;) {
      const std::size_t entering = left < n_ ? left + n_ : left - n_;
      std::size_t row = n_;
      for (std::size_t i = 0; i < n_; ++i) {
        if (tableau_[i][entering] <= 0) continue;
        if (row == n_ || ratio(i, entering) < ratio(row, entering)) row = i;
      }
      if (row == n_) {
        end = End::ray;
        return;
      }
      left = pivot(row, entering);
      if (left == 2 * n_) {
        end = End::solved;
        return;
      }
      std::vector<std::size_t> state = basis_;
      state.push_back(left);
      if (!seen.insert(state).second) return;
    }
  }
  double ratio(std::size_t i, std::size_t j) const { return tableau_[i][2 * n_ + 1] / tableau_[i][j]; }
  std::size_t pivot(std::size_t row, std::size_t entering) {
    ++pivots;
    const double p = tableau_[row][entering];
    for (double& x : tableau_[row]) x /= p;
    for (std::size_t i = 0; i < n_; ++i) {
      const double factor = tableau_[i][entering];
      if (i == row || factor == 0) continue;
      for (std::size_t j = 0; j < tableau_[i].size(); ++j) tableau_[i][j] -= factor * tableau_[row][j];
    }
    return std::exchange(basis_[row], entering);
  }

  std::size_t n_;
  Matrix tableau_;
  std::vector<std::size_t> basis_;
};

struct Settled {
  Report report;
  std::vector<double> z;
};

Settled solve_classic(const Matrix& M, const std::vector<double>& q, Method method, int max_pivots = 0) {
  std::vector<double> flat;
  for (const auto& row : M) flat.insert(flat.end(), row.begin(), row.end());
  Settled out;
  out.z.resize(q.size());
  std::vector<std::uint8_t> basis(q.size());
  const int n = static_cast<int>(q.size());
  LcpWorkspace work(n);
  Options options;
  options.method = method;
  options.max_pivots = max_pivots;
  out.report = solve({n, flat, q, 0, 0}, options, work, basis, out.z);
  return out;
}

/// Kostreva, "Cycling in linear complementarity problems", Math. Program. 16 (1979).
TEST(Classics, SolvesTheProblemOnWhichLemkeWithoutARuleForTiesCycles) {
  const Matrix M = {{1, 2, 0}, {0, 1, 2}, {2, 0, 1}};
  const std::vector<double> q = {-1, -1, -1};
  EXPECT_EQ(Textbook(M, q, {1, 1, 1}).end, Textbook::End::cycle);
  for (Method method : {Method::lemke, Method::block_pivot}) {
    const Settled ours = solve_classic(M, q, method);
    EXPECT_EQ(ours.report.status, Status::solved);
    for (double z : ours.z) EXPECT_NEAR(z, 1.0 / 3, 1e-15);
  }
}

/// Murty, "Computational complexity of complementary pivot methods" (1978): 2^n - 1 pivots and the last with the unit
/// cover.
struct Murty {
  Matrix M;
  std::vector<double> q;
  explicit Murty(int n) : M(static_cast<std::size_t>(n)), q(static_cast<std::size_t>(n)) {
    for (std::size_t i = 0; i < M.size(); ++i) {
      M[i].assign(M.size(), 0.0);
      for (std::size_t j = 0; j < i; ++j) M[i][j] = 2;
      M[i][i] = 1;
      for (std::size_t j = M.size() - i; j <= M.size(); ++j) q[i] -= std::ldexp(1.0, static_cast<int>(j));
    }
  }
};

TEST(Classics, MurtysFamilyIsExponentialForTheTextbookAndCappedHere) {
  for (int n : {4, 6, 8, 10}) {
    const Murty problem(n);
    const Textbook textbook(problem.M, problem.q, std::vector<double>(problem.q.size(), 1.0));
    EXPECT_EQ(textbook.end, Textbook::End::solved);
    EXPECT_EQ(textbook.pivots, 1 << n);
  }
  for (int n : {10, 20, 40}) {
    const Murty problem(n);
    const int cap = 20 * n + 100;
    const Settled ours = solve_classic(problem.M, problem.q, Method::lemke);
    EXPECT_LE(ours.report.iterations, cap) << n;
    EXPECT_TRUE(ours.report.status == Status::solved || ours.report.status == Status::cap) << n;
    if (ours.report.status == Status::solved) {
      EXPECT_LE(ours.report.residual, 1e-10 * std::ldexp(1.0, n + 1)) << n;
    }
    EXPECT_EQ(solve_classic(problem.M, problem.q, Method::lemke, 4).report.status, Status::cap) << n;
  }
}

/// L11 §17.3: a tall box between two plates that are too near by delta, pulled sideways, without gravity.
struct SqueezedBox {
  static constexpr double kDelta = 1e-3, kEps = 1e-10, kStep = 0.01, kPhi = 1.0 / 9;  // phi of tau = 2 h
  static constexpr double kExact = kStep * kDelta / kEps;
  Scene scene;

  explicit SqueezedBox(Method method, Sweep sweep = Sweep::block) {
    const double side = 0.5, half = 2, mass = 100, mu = 0.3;
    const double pull = 1.5 * 8 * mu * kExact;  // it slides
    const int box = scene.add_body(mass, mass * half * half / 3, {pull / mass, 0, 0, 0, 0, 0});
    const double x[3] = {1, 0, 0}, y[3] = {0, 1, 0};
    for (double end : {-1.0, 1.0}) {
      const double n[3] = {0, 0, -end};
      for (double px : {-side, side}) {
        for (double py : {-side, side}) {
          const double p[3] = {px, py, end * half};
          scene.contacts.push_back({static_cast<int>(scene.rows.size()), 2, mu});
          scene.add_row(RowKind::normal, Scene::along(box, n, p), -4 * kPhi / kStep * kDelta,
                        4 * kEps * kPhi / (kStep * kStep));
          scene.add_row(RowKind::tangent, Scene::along(box, x, p), 0);
          scene.add_row(RowKind::tangent, Scene::along(box, y, p), 0);
        }
      }
    }
    scene.options.method = method;
    scene.options.sweep = sweep;
    scene.options.split_rounds = 20;
    scene.solve_it();
  }
  /// The normal impulse farthest from the exact one, as part of that.
  double worst() const {
    double least = 1;
    for (const Contact& c : scene.contacts) {
      const double part = scene.impulse[static_cast<std::size_t>(c.normal)] / kExact;
      if (std::fabs(part - 1) > std::fabs(least - 1)) least = part;
    }
    return least;
  }
};

TEST(Classics, TheSqueezedBoxHasExactNormalsByEveryDirectMethodAndBySplitting) {
  for (Method method : {Method::automatic, Method::lemke, Method::block_pivot, Method::newton, Method::split}) {
    const SqueezedBox box(method);
    EXPECT_EQ(box.scene.report.status, Status::solved) << static_cast<int>(method);
    EXPECT_EQ(box.scene.report.rung, 0) << static_cast<int>(method);
    EXPECT_NEAR(box.worst(), 1, 1e-9) << static_cast<int>(method);
    EXPECT_NEAR(box.scene.velocity[0], 0.5 * 8 * 0.3 * SqueezedBox::kExact / 100, 1e-9 * SqueezedBox::kExact)
        << static_cast<int>(method);
  }
}

TEST(Classics, TheThreeGaussSeidelSweepsStagnateOnTheSqueezedBox) {
  for (Sweep sweep : {Sweep::block, Sweep::separate, Sweep::normals_first}) {
    const SqueezedBox box(Method::gauss_seidel, sweep);
    EXPECT_EQ(box.scene.report.status, Status::cap);
    EXPECT_LT(box.worst(), 0.2) << static_cast<int>(sweep);
  }
}

}  // namespace
}  // namespace stickslip::lcp
