#include "model/lcp/raw/raw.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <random>

#include "tests/model/lcp/lcp_file.h"
#include "tests/model/lcp/thrown_stack.h"

namespace stickslip::lcp {
namespace {

struct Plain {
  Report report;
  std::vector<double> z;
  std::vector<std::uint8_t> basis;
};

Plain solve_plain(const std::vector<double>& M, const std::vector<double>& q, Options options = {}) {
  const int n = static_cast<int>(q.size());
  Plain out;
  out.z.resize(q.size());
  out.basis.resize(q.size());
  LcpWorkspace work(n);
  out.report = solve({n, M, q, 0, 0}, options, work, out.basis, out.z);
  return out;
}

/// All complementary bases of a small problem, by Gaussian elimination of our own.
std::vector<std::vector<double>> every_basis(const std::vector<double>& M, const std::vector<double>& q) {
  const int n = static_cast<int>(q.size());
  std::vector<std::vector<double>> found;
  for (unsigned mask = 0; mask < (1U << n); ++mask) {
    std::vector<int> basic;
    for (int i = 0; i < n; ++i) {
      if (mask >> i & 1U) basic.push_back(i);
    }
    const std::size_t m = basic.size();
    std::vector<std::vector<double>> a(m, std::vector<double>(m + 1));
    const auto at = [&](int i, int j) { return M[static_cast<std::size_t>(i * n + j)]; };
    for (std::size_t i = 0; i < m; ++i) {
      for (std::size_t j = 0; j < m; ++j) a[i][j] = at(basic[i], basic[j]);
      a[i][m] = -q[static_cast<std::size_t>(basic[i])];
    }
    bool singular = false;
    for (std::size_t k = 0; k < m && !singular; ++k) {
      std::size_t best = k;
      for (std::size_t i = k; i < m; ++i) {
        if (std::fabs(a[i][k]) > std::fabs(a[best][k])) best = i;
      }
      std::swap(a[k], a[best]);
      singular = std::fabs(a[k][k]) < 1e-11;
      for (std::size_t i = 0; i < m && !singular; ++i) {
        if (i == k) continue;
        const double factor = a[i][k] / a[k][k];
        for (std::size_t j = k; j <= m; ++j) a[i][j] -= factor * a[k][j];
      }
    }
    if (singular) continue;
    std::vector<double> z(q.size(), 0.0);
    for (std::size_t k = 0; k < m; ++k) z[static_cast<std::size_t>(basic[k])] = a[k][m] / a[k][k];
    if (residual({n, M, q, 0, 0}, z) < 1e-9) found.push_back(z);
  }
  return found;
}

void solve_shared_files(Method method) {
  const std::filesystem::path folder = STICKSLIP_SOURCE_DIR "/../shared/lcp";
  if (!std::filesystem::is_directory(folder)) GTEST_SKIP() << folder << " is not on this machine";
  int files = 0;
  for (const auto& item : std::filesystem::directory_iterator(folder)) {
    const LcpFile file = LcpFile::read(item.path().string());
    ASSERT_GT(file.n, 0) << item.path();
    LcpWorkspace work(file.n);
    std::vector<std::uint8_t> basis(static_cast<std::size_t>(file.n));
    std::vector<double> z(basis.size());
    Options options;
    options.method = method;
    const Report cold = solve(file.view(), options, work, basis, z);
    EXPECT_EQ(cold.status, Status::solved) << item.path();
    EXPECT_LE(residual(file.view(), z), 1e-11) << item.path();
    const Report warm = solve(file.view(), options, work, basis, z);
    EXPECT_TRUE(warm.warm) << item.path();
    EXPECT_EQ(warm.iterations, 0);
    ++files;
  }
  EXPECT_GE(files, 15);
}

TEST(Raw, LemkeSolvesEverySharedFile) {
  solve_shared_files(Method::lemke);
}
TEST(Raw, AutomaticSolvesEverySharedFile) {
  solve_shared_files(Method::automatic);
}

/// A factorisation for each iteration: twelve boxes take some thirty, and none of them pivots.
TEST(Raw, FactorsFewTimesFromNothing) {
  int iterations = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const LcpFile file = thrown_stack(12, seed);
    LcpWorkspace work(file.n);
    std::vector<std::uint8_t> basis(static_cast<std::size_t>(file.n));
    std::vector<double> z(basis.size());
    const Report report = solve(file.view(), {}, work, basis, z);
    EXPECT_EQ(report.status, Status::solved) << seed;
    EXPECT_EQ(report.used, Method::newton) << seed;
    EXPECT_LE(residual(file.view(), z), 1e-11) << seed;
    iterations += report.iterations;
  }
  EXPECT_LE(iterations, 400);
}

/// q moved by about 1e-3 to where impulses and velocities of every contact have changed by a factor of their own.
std::vector<double> neighbour(const LcpFile& file, const std::vector<double>& z, unsigned number) {
  const std::size_t n = z.size();
  const auto contacts = static_cast<std::size_t>(file.contacts);
  std::mt19937 random(number);
  std::vector<double> impulse(contacts), velocity(contacts);
  for (std::size_t k = 0; k < contacts; ++k) {
    impulse[k] = 1 + 1e-4 * static_cast<double>(random() % 9);
    velocity[k] = 1 + 1e-4 * static_cast<double>(random() % 9);
  }
  std::vector<double> moved(n), q(n);
  const auto contact_of = [&](std::size_t i) {
    return i < contacts ? i : (i < 5 * contacts ? (i - contacts) / 4 : i - 5 * contacts);
  };
  for (std::size_t i = 0; i < n; ++i) moved[i] = z[i] * (i < 5 * contacts ? impulse : velocity)[contact_of(i)];
  for (std::size_t i = 0; i < n; ++i) {
    double w = file.q[i];
    for (std::size_t j = 0; j < n; ++j) {
      w += file.M[i * n + j] * z[j];
      q[i] -= file.M[i * n + j] * moved[j];
    }
    q[i] += w * (i < 5 * contacts ? velocity : impulse)[contact_of(i)];
  }
  return q;
}

TEST(Raw, NeighboursWithTheSameActiveSetTakeFewerSteps) {
  int cold = 0, warm = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    LcpFile file = thrown_stack(3 + static_cast<int>(seed), seed);
    LcpWorkspace work(file.n);
    std::vector<std::uint8_t> basis(static_cast<std::size_t>(file.n));
    std::vector<double> z(basis.size());
    const Report first = solve(file.view(), {}, work, basis, z);
    ASSERT_EQ(first.status, Status::solved) << seed;
    cold += 5 * first.iterations;
    const LcpFile posed = file;
    for (unsigned number = 1; number <= 5; ++number) {
      file.q = neighbour(posed, z, number);
      std::vector<std::uint8_t> own_basis = basis;
      std::vector<double> own_z = z;
      const Report report = solve(file.view(), {}, work, own_basis, own_z);
      EXPECT_EQ(report.status, Status::solved) << seed;
      warm += report.iterations;
    }
  }
  EXPECT_LE(4 * warm, cold);
}

/// A pyramid of disks at rest in the plane, `base` of them on the ground, with friction `mu`; masses 1 or 100.
LcpFile heavy_pile(int base, double mu, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  struct Touch {
    std::size_t above, below;  // disks; the ground has the number `disks`
    double normal[2];
  };
  const std::size_t disks = static_cast<std::size_t>(base * (base + 1) / 2);
  const double height = std::sqrt(0.75);
  std::vector<Touch> touches;
  std::size_t first = 0;
  for (int level = 0; level < base; ++level) {
    const auto count = static_cast<std::size_t>(base - level);
    for (std::size_t i = 0; i < count; ++i) {
      if (level == 0) touches.push_back({i, disks, {0, 1}});
      for (std::size_t side = 0; level > 0 && side < 2; ++side) {
        touches.push_back({first + i, first - count - 1 + i + side, {side == 0 ? 0.5 : -0.5, height}});
      }
    }
    first += count;
  }
  const std::size_t contacts = touches.size();
  LcpFile file;
  file.contacts = static_cast<int>(contacts);
  file.edges = 2;
  file.n = 4 * file.contacts;
  const std::size_t n = 4 * contacts;
  file.M.assign(n * n, 0.0);
  file.q.assign(n, 0.0);
  std::vector<double> mass(disks);
  for (double& m : mass) m = (random() >> 20 & 1U) != 0 ? 100 : 1;
  // Along the normal or against one of the two edges, what disk `body` gets of touch k: velocity and spin at the rim.
  const auto share = [&](std::size_t k, std::size_t l, std::size_t body, double* j) {
    const Touch& touch = touches[k];
    const double sign = touch.above == body ? 1 : (touch.below == body ? -1 : 0);
    const double along = l == 1 ? 1 : -1;
    j[0] = sign * (l == 0 ? touch.normal[0] : along * touch.normal[1]);
    j[1] = sign * (l == 0 ? touch.normal[1] : -along * touch.normal[0]);
    j[2] = l == 0 || sign == 0 ? 0 : along;
  };
  const auto place = [&](std::size_t k, std::size_t l) { return l == 0 ? k : contacts + 2 * k + l - 1; };
  for (std::size_t a = 0; a < contacts; ++a) {
    for (std::size_t l = 0; l < 3; ++l) {
      double u[3];
      double v[3];
      for (const std::size_t body : {touches[a].above, touches[a].below}) {
        if (body == disks) continue;
        share(a, l, body, u);
        file.q[place(a, l)] -= 0.0981 * u[1];
        for (std::size_t b = 0; b < contacts; ++b) {
          for (std::size_t m = 0; m < 3; ++m) {
            share(b, m, body, v);
            file.M[place(a, l) * n + place(b, m)] += (u[0] * v[0] + u[1] * v[1] + 2 * u[2] * v[2]) / mass[body];
          }
        }
      }
    }
    file.M[(3 * contacts + a) * n + a] = mu;
    for (std::size_t l = contacts + 2 * a; l < contacts + 2 * a + 2; ++l) {
      file.M[l * n + 3 * contacts + a] = 1;
      file.M[(3 * contacts + a) * n + l] = -1;
    }
  }
  return file;
}

TEST(Raw, HeavyPilesOfDisksAreSolved) {
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U, 6U, 7U, 8U}) {
    const LcpFile file = heavy_pile(5 + static_cast<int>(seed % 4), 1, seed);
    std::vector<std::uint8_t> basis(static_cast<std::size_t>(file.n));
    std::vector<double> z(basis.size());
    LcpWorkspace work(file.n);
    const Report report = solve(file.view(), {}, work, basis, z);
    EXPECT_EQ(report.status, Status::solved) << seed;
    EXPECT_LE(residual(file.view(), z), 1e-11) << seed;
  }
}

TEST(Raw, AnswersAreAmongAllComplementarySolutions) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  int solved = 0, rays = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const int n = 2 + trial % 7;
    const std::size_t size = static_cast<std::size_t>(n);
    std::vector<double> M(size * size), q(size);
    for (double& x : M) x = trial % 3 == 0 ? std::round(normal(random)) : normal(random);
    for (double& x : q) x = trial % 3 == 0 ? std::round(normal(random)) : normal(random);
    const Plain ours = solve_plain(M, q);
    const auto all = every_basis(M, q);
    ASSERT_NE(ours.report.status, Status::inexact) << trial;
    if (ours.report.status == Status::solved) {
      ++solved;
      // A solution need not be basic-nonsingular in the enumeration's sense, so the residual decides as well.
      EXPECT_LE(residual({n, M, q, 0, 0}, ours.z), 1e-10) << trial;
      EXPECT_FALSE(all.empty()) << trial;
    } else {
      EXPECT_EQ(ours.report.status, Status::ray) << trial;
      ++rays;
    }
  }
  EXPECT_GT(solved, 60);
  EXPECT_GT(rays, 10);
}

TEST(Raw, SolvesTheProblemOnWhichMurtysMethodCycles) {
  // Kostreva's example: principal pivoting without a rule cycles; M is a P-matrix, so there is exactly one solution.
  const std::vector<double> M = {1, 2, 0, 0, 1, 2, 2, 0, 1};
  const std::vector<double> q = {-1, -1, -1};
  const Plain ours = solve_plain(M, q);
  EXPECT_EQ(ours.report.status, Status::solved);
  for (double z : ours.z) EXPECT_NEAR(z, 1.0 / 3, 1e-15);
}

/// Murty's family: M lower triangular with ones on and twos below the diagonal, q = -(2^n + ... ): 2^n - 1 pivots with
/// the unit cover, by which the method is known to be exponential.
TEST(Raw, StopsAtTheCapOrSolvesMurtysFamily) {
  const int n = 12;
  std::vector<double> M(n * n), q(n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j) M[static_cast<std::size_t>(j * n + i)] = i == j ? 1 : 2;
    double sum = 0;
    for (int k = i; k < n; ++k) sum += std::ldexp(1.0, k);
    q[static_cast<std::size_t>(i)] = -sum;
  }
  Options capped;
  capped.max_pivots = 5;
  EXPECT_EQ(solve_plain(M, q, capped).report.status, Status::cap);
  Options free;
  free.max_pivots = 1 << 13;
  const Plain ours = solve_plain(M, q, free);
  EXPECT_EQ(ours.report.status, Status::solved);
  EXPECT_LE(ours.report.residual, 1e-12);
}

TEST(Raw, RefusesWhatIsNotAProblem) {
  LcpWorkspace work(2);
  std::vector<double> M = {1, 0, 0, 1}, q = {-1, 1}, z(2);
  std::vector<std::uint8_t> basis(2);
  EXPECT_EQ(solve({2, Span<const double>(M).first(3), q, 0, 0}, {}, work, basis, z).status, Status::invalid);
  EXPECT_EQ(solve({2, M, Span<const double>(q).first(1), 0, 0}, {}, work, basis, z).status, Status::invalid);
  q[0] = std::nan("");
  EXPECT_EQ(solve({2, M, q, 0, 0}, {}, work, basis, z).status, Status::invalid);
  EXPECT_EQ(solve({0, {}, {}, 0, 0}, {}, work, Span<std::uint8_t>(), Span<double>()).status, Status::solved);
}

TEST(Raw, ZeroRowsAreSolvedOrEndOnARay) {
  EXPECT_EQ(solve_plain({0, 0, 0, 1}, {1, -1}).report.status, Status::solved);
  EXPECT_EQ(solve_plain({0, 0, 0, 1}, {-1, -1}).report.status, Status::ray);
}

}  // namespace
}  // namespace stickslip::lcp
