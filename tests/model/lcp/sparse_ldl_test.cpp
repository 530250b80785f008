#include "model/lcp/sparse_ldl.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tests/model/lcp/scenes.h"

namespace stickslip::lcp {
namespace {

TEST(SparseLdl, SolvesARandomSparseSystem) {
  const int n = 40;
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<double> A(n * n, 0.0), x(n), b(n, 0.0);
  const auto at = [](int i, int j) { return static_cast<std::size_t>(i + n * j); };
  for (int i = 0; i < n; ++i) {
    A[at(i, i)] = 4;
    for (int j = 0; j < i; ++j) {
      if (random() % 12 == 0) A[at(i, j)] = A[at(j, i)] = uniform(random);
    }
  }
  for (double& value : x) value = uniform(random);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) b[static_cast<std::size_t>(i)] += A[at(i, j)] * x[static_cast<std::size_t>(j)];
  }
  SparseLdl ldl(n);
  const std::vector<int> key = {1};
  ldl.analyse(n, key, [&](int i, int j) { return A[at(i, j)] != 0; });
  EXPECT_EQ(ldl.factor(A.data(), 1e-12, 1.0), 0);
  ldl.solve(b.data());
  for (int i = 0; i < n; ++i) EXPECT_NEAR(b[static_cast<std::size_t>(i)], x[static_cast<std::size_t>(i)], 1e-14);
}

TEST(SparseLdl, HasNoFillOnChainsAndTrees) {
  for (int children : {1, 3}) {
    const int n = 100;
    SparseLdl ldl(n);
    ldl.analyse(n, std::vector<int>{children}, [&](int i, int j) {
      const int low = std::min(i, j), high = std::max(i, j);
      return (high - 1) / children == low;
    });
    EXPECT_EQ(ldl.fill(), n - 1);
  }
}

/// A chain of 60 links hanging from the world and thrown: forces and motion as without the sparse factor.
TEST(SparseLdl, HoldsALongChain) {
  Scene scene;
  const double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const double top[3] = {0, 0, 0.1}, bottom[3] = {0, 0, -0.1};
  for (int b = 0; b < 60; ++b) {
    scene.add_body(1, 0.01, {std::sin(0.3 * b), 0.1 * b, -0.01, 0.2, std::cos(0.7 * b), 0});
    for (const auto& axis : axes) scene.add_row(RowKind::equality, Scene::along(b, axis, top, b - 1, bottom), 0);
  }
  scene.add_contact(59, {0, 0, -0.1}, 0.4);
  scene.solve_it();
  EXPECT_EQ(scene.report.status, Status::solved);
  EXPECT_EQ(scene.report.rung, 0);
  EXPECT_LE(scene.report.residual, 1e-13);
}

}  // namespace
}  // namespace stickslip::lcp
