#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "model/lcp/raw/raw.h"

namespace stickslip::lcp {
namespace {

constexpr int kMost = 12;

struct Found {
  std::vector<std::vector<double>> solutions;
  bool singular = false;  // a basis could not be tried: absence proves nothing
};

/// The basic variables of one complementary basis, by elimination with pivoting on m rows; false when singular.
bool solve_basis(const std::vector<double>& M, const std::vector<double>& q, const int* basic, int m, double* x) {
  const int n = static_cast<int>(q.size());
  double a[kMost][kMost + 1];
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < m; ++j) a[i][j] = M[static_cast<std::size_t>(basic[i] * n + basic[j])];
    a[i][m] = -q[static_cast<std::size_t>(basic[i])];
  }
  for (int k = 0; k < m; ++k) {
    int best = k;
    for (int i = k; i < m; ++i) {
      if (std::fabs(a[i][k]) > std::fabs(a[best][k])) best = i;
    }
    std::swap(a[k], a[best]);
    if (std::fabs(a[k][k]) < 1e-11) return false;
    for (int i = k + 1; i < m; ++i) {
      const double factor = a[i][k] / a[k][k];
      for (int j = k; j <= m; ++j) a[i][j] -= factor * a[k][j];
    }
  }
  for (int k = m - 1; k >= 0; --k) {
    x[k] = a[k][m];
    for (int j = k + 1; j < m; ++j) x[k] -= a[k][j] * x[j];
    x[k] /= a[k][k];
  }
  return true;
}

/// Every complementary basis.
Found enumerate(const std::vector<double>& M, const std::vector<double>& q) {
  const int n = static_cast<int>(q.size());
  Found found;
  for (unsigned mask = 0; mask < (1U << n); ++mask) {
    int basic[kMost], m = 0;
    for (int i = 0; i < n; ++i) {
      if (mask >> i & 1U) basic[m++] = i;
    }
    double x[kMost] = {};
    if (!solve_basis(M, q, basic, m, x)) {
      found.singular = true;
      continue;
    }
    bool positive = true;
    std::vector<double> z(q.size(), 0.0);
    for (int k = 0; k < m; ++k) {
      z[static_cast<std::size_t>(basic[k])] = x[k];
      positive = positive && x[k] > -1e-9;
    }
    if (positive && residual({n, M, q, 0, 0}, z) < 1e-9) found.solutions.push_back(z);
  }
  return found;
}

double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double worst = 0;
  for (std::size_t i = 0; i < a.size(); ++i) worst = std::max(worst, std::fabs(a[i] - b[i]));
  return worst;
}

struct Solved {
  Report report;
  std::vector<double> z;
};

Solved solve_it(const std::vector<double>& M, const std::vector<double>& q, int contacts, int edges, Method method) {
  Solved out;
  out.z.resize(q.size());
  std::vector<std::uint8_t> basis(q.size());
  LcpWorkspace work(static_cast<int>(q.size()));
  Options options;
  options.method = method;
  out.report = solve({static_cast<int>(q.size()), M, q, contacts, edges}, options, work, basis, out.z);
  return out;
}

/// Contacts in the plane: random full-rank A on normals and tangents, friction mu.
void make_contacts(std::mt19937& random, int contacts, double mu, double pushed, std::vector<double>& M,
                   std::vector<double>& q) {
  std::normal_distribution<double> normal;
  const int rows = 2 * contacts, n = 4 * contacts;
  std::vector<double> G(static_cast<std::size_t>(rows * (rows + 1))), A(static_cast<std::size_t>(rows * rows));
  for (double& x : G) x = normal(random);
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < rows; ++j) {
      for (int k = 0; k <= rows; ++k) {
        A[static_cast<std::size_t>(i * rows + j)] +=
            G[static_cast<std::size_t>(i * (rows + 1) + k)] * G[static_cast<std::size_t>(j * (rows + 1) + k)];
      }
    }
  }
  std::vector<double> b(static_cast<std::size_t>(rows));
  for (double& x : b) x = normal(random) - pushed;
  // Row and sign of each impulse: normals, then +t and -t of each contact.
  std::vector<int> row;
  std::vector<double> sign;
  for (int k = 0; k < contacts; ++k) row.push_back(2 * k), sign.push_back(1);
  for (int k = 0; k < contacts; ++k) {
    row.insert(row.end(), {2 * k + 1, 2 * k + 1});
    sign.insert(sign.end(), {1.0, -1.0});
  }
  M.assign(static_cast<std::size_t>(n * n), 0.0);
  q.assign(static_cast<std::size_t>(n), 0.0);
  const auto at = [&](int i, int j) -> double& { return M[static_cast<std::size_t>(i * n + j)]; };
  for (int i = 0; i < 3 * contacts; ++i) {
    const std::size_t u = static_cast<std::size_t>(i);
    q[u] = sign[u] * b[static_cast<std::size_t>(row[u])];
    for (int j = 0; j < 3 * contacts; ++j) {
      const std::size_t v = static_cast<std::size_t>(j);
      at(i, j) = sign[u] * sign[v] * A[static_cast<std::size_t>(row[u] * rows + row[v])];
    }
  }
  for (int k = 0; k < contacts; ++k) {
    at(3 * contacts + k, k) = mu;
    for (int e = 0; e < 2; ++e) {
      at(3 * contacts + k, contacts + 2 * k + e) = -1;
      at(contacts + 2 * k + e, 3 * contacts + k) = 1;
    }
  }
}

TEST(Exhaustive, AnswersAreAmongAllSolutionsOfAContactProblem) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> uniform;
  int several = 0;
  for (int trial = 0; trial < 90; ++trial) {
    const int contacts = 1 + trial % 3;
    std::vector<double> M, q;
    make_contacts(random, contacts, trial % 2 == 0 ? uniform(random) : 10 * uniform(random), 1, M, q);
    const Found all = enumerate(M, q);
    ASSERT_FALSE(all.solutions.empty()) << trial;
    several += all.solutions.size() > 1;
    for (Method method : {Method::automatic, Method::lemke, Method::newton, Method::block_pivot}) {
      const Solved ours = solve_it(M, q, contacts, 2, method);
      const bool must = method == Method::automatic || method == Method::lemke;
      if (must) {
        EXPECT_EQ(ours.report.status, Status::solved) << trial;
      }
      if (ours.report.status != Status::solved) continue;
      EXPECT_LE(residual({static_cast<int>(q.size()), M, q, 0, 0}, ours.z), 1e-10) << trial;
      double nearest = HUGE_VAL;
      for (const auto& z : all.solutions) nearest = std::min(nearest, distance(z, ours.z));
      EXPECT_LE(nearest, 1e-6) << trial << ", method " << static_cast<int>(method);
    }
  }
  EXPECT_GT(several, 0);
}

TEST(Exhaustive, RaysAreReportedAsRaysAndProveNothing) {
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  int without = 0, missed = 0, rays = 0;
  for (int trial = 0; trial < 120; ++trial) {
    const int n = 8 + trial % 5;
    const std::size_t size = static_cast<std::size_t>(n);
    std::vector<double> M(size * size), q(size);
    for (double& x : M) x = normal(random);
    for (double& x : q) x = normal(random) - 0.5;
    const Solved ours = solve_it(M, q, 0, 0, Method::lemke);
    if (trial % 4 != 0 && ours.report.status == Status::solved) continue;
    const Found all = enumerate(M, q);
    if (ours.report.status == Status::solved) {
      double nearest = HUGE_VAL;
      for (const auto& z : all.solutions) nearest = std::min(nearest, distance(z, ours.z));
      EXPECT_LE(nearest, 1e-6) << trial;
      continue;
    }
    EXPECT_EQ(ours.report.status, Status::ray) << trial;
    ++rays;
    (all.solutions.empty() && !all.singular ? without : missed) += 1;
  }
  EXPECT_GT(rays, 0);
  EXPECT_GT(without, 0);
  EXPECT_GT(missed, 0) << "a ray with a solution elsewhere: why a ray must not be called infeasible";
}

/// Painleve: a uniform rod of mass 1 and half length 1 slides on its lower end, tan(theta) = 2.
struct Rod {
  double s = 2 / std::sqrt(5.0), c = 1 / std::sqrt(5.0);
  // The end is at (-c, -s) from the centre; inertia 1/3.
  double nn = 1 + 3 * c * c;
  double nt = -3 * s * c;
  double tt = 1 + 3 * s * s;
};

TEST(Classics, PainlevesRodHasNoAccelerationButAnImpulse) {
  const Rod rod;
  for (double mu : {1.30, 1.40, 3.0, 10.0}) {
    // Sliding towards +x, friction -mu F along x, gravity 1: a_n = (nn - mu nt') F - 1 with the sign that jams.
    const double jammed = rod.nn - mu * std::fabs(rod.nt);
    EXPECT_EQ(jammed<0, mu> 4.0 / 3) << "the critical friction of this slope is 4/3";
    const Solved acceleration = solve_it({jammed}, {-1.0}, 0, 0, Method::lemke);
    EXPECT_EQ(acceleration.report.status, mu > 4.0 / 3 ? Status::ray : Status::solved);
    EXPECT_EQ(enumerate({jammed}, {-1.0}).solutions.empty(), mu > 4.0 / 3);

    const double h = 0.01;
    for (double slide : {1.0, -1.0}) {
      const std::vector<double> M = {rod.nn,  rod.nt,  -rod.nt, 0, rod.nt, rod.tt, -rod.tt, 1,
                                     -rod.nt, -rod.tt, rod.tt,  1, mu,     -1,     -1,      0};
      const std::vector<double> q = {-h, slide, -slide, 0};
      const Solved impulse = solve_it(M, q, 1, 2, Method::lemke);
      EXPECT_EQ(impulse.report.status, Status::solved) << mu;
      EXPECT_LE(impulse.report.residual, 1e-12) << mu;
      double nearest = HUGE_VAL;
      for (const auto& z : enumerate(M, q).solutions) nearest = std::min(nearest, distance(z, impulse.z));
      EXPECT_LE(nearest, 1e-12) << mu;
    }
  }
}

}  // namespace
}  // namespace stickslip::lcp
