#include "model/lcp/raw/raw.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/model/lcp/thrown_stack.h"

namespace stickslip::lcp {
namespace {

/// The law of friction written out for forces f: the worst of what is wrong, in units of q.
double distance_from_coulomb(const RoundLcp& lcp, const std::vector<double>& f) {
  const int rows = 1 + lcp.tangents;
  double worst = 0, scale = 0;
  for (int k = 0; k < lcp.contacts; ++k) {
    double u[3] = {0, 0, 0}, r[3] = {0, 0, 0};
    for (int l = 0; l < rows; ++l) {
      const int i = rows * k + l;
      u[l] = lcp.q[i];
      for (int j = 0; j < lcp.rows(); ++j) u[l] += lcp.W[i * lcp.rows() + j] * f[static_cast<std::size_t>(j)];
      r[l] = f[static_cast<std::size_t>(i)];
      scale = std::max(scale, std::fabs(lcp.q[i]));
    }
    const double friction = std::hypot(r[1], r[2]), speed = std::hypot(u[1], u[2]);
    worst = std::max({worst, -r[0], -u[0], std::fabs(std::min(r[0], u[0])), friction - lcp.mu[k] * r[0]});
    for (int l = 1; l < 3; ++l) worst = std::max(worst, std::fabs(speed * r[l] + lcp.mu[k] * r[0] * u[l]) / scale);
  }
  return worst / scale;
}

TEST(RawRound, ThrownStacksObeyCoulombsLaw) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const RoundNumbers numbers = round_numbers(thrown_stack(1 + static_cast<int>(seed % 8), seed).view());
    ASSERT_EQ(numbers.tangents, 2);
    RoundWorkspace work(numbers.contacts);
    std::vector<double> f(numbers.q.size());
    const Report cold = solve(numbers.view(), {}, work, f);
    ASSERT_EQ(cold.status, Status::solved) << seed;
    EXPECT_LE(distance_from_coulomb(numbers.view(), f), 1e-10) << seed;
    EXPECT_LE(residual(numbers.view(), f), 1e-10) << seed;
    const Report warm = solve(numbers.view(), {}, work, f);
    EXPECT_EQ(warm.iterations, 0) << seed;
    EXPECT_LE(distance_from_coulomb(numbers.view(), f), 1e-10) << seed;
  }
}

TEST(RawRound, OneContactSlidesAgainstItsMotion) {
  const std::vector<double> W = {1, 0, 0, 0, 1, 0, 0, 0, 1}, q = {-1, 0.6, 0.8}, mu = {0.5};
  RoundWorkspace work(1);
  std::vector<double> f(3);
  EXPECT_EQ(solve({1, 2, W, q, mu}, {}, work, f).status, Status::solved);
  EXPECT_NEAR(f[0], 1, 1e-15);
  EXPECT_NEAR(f[1], -0.3, 1e-15);
  EXPECT_NEAR(f[2], -0.4, 1e-15);
  EXPECT_NEAR(residual({1, 2, W, q, mu}, std::vector<double>{1, -0.3, -0.3}), 0.1, 0.03);
}

TEST(RawRound, WhatDoesNotApproachTakesNoForce) {
  const std::vector<double> W = {1, 0, 0, 0, 1, 0, 0, 0, 1}, q = {0, 0.6, -3}, mu = {0.5};
  RoundWorkspace work(1);
  std::vector<double> f = {7, 1, 2};
  const Report report = solve({1, 2, W, q, mu}, {}, work, f);
  EXPECT_EQ(report.status, Status::solved);
  EXPECT_EQ(report.iterations, 0);
  EXPECT_EQ(f, (std::vector<double>{0, 0, 0}));
  EXPECT_EQ(residual({1, 2, W, q, mu}, f), 0);
}

TEST(RawRound, InThePlaneConesAreAsTheyWere) {
  LcpFile file;  // a box of 1 kg, as wide as high, on two corners, pushed and turned
  file.n = 8;
  file.contacts = 2;
  file.edges = 2;
  const double normal[2][3] = {{0, 1, -0.5}, {0, 1, 0.5}}, tangent[3] = {1, 0, 0.5}, inverse[3] = {1, 1, 6};
  std::vector<std::vector<double>> rows;
  for (const auto& n : normal) rows.emplace_back(n, n + 3);
  for (int k = 0; k < 2; ++k) {
    for (const double sign : {1.0, -1.0}) rows.push_back({sign * tangent[0], sign * tangent[1], sign * tangent[2]});
  }
  file.M.assign(64, 0.0);
  file.q.assign(8, 0.0);
  const double speed[3] = {0.7, -1, 0.3};
  for (std::size_t i = 0; i < 6; ++i) {
    for (std::size_t l = 0; l < 3; ++l) {
      file.q[i] += rows[i][l] * speed[l];
      for (std::size_t j = 0; j < 6; ++j) file.M[8 * i + j] += rows[i][l] * inverse[l] * rows[j][l];
    }
  }
  for (std::size_t k = 0; k < 2; ++k) {
    file.M[8 * (6 + k) + k] = 0.3;
    for (std::size_t e = 2 + 2 * k; e < 4 + 2 * k; ++e) {
      file.M[8 * e + 6 + k] = 1;
      file.M[8 * (6 + k) + e] = -1;
    }
  }
  const RoundNumbers numbers = round_numbers(file.view());
  ASSERT_EQ(numbers.tangents, 1);
  for (const Method method : {Method::automatic, Method::newton}) {
    Options options;
    options.method = method;
    RoundWorkspace work(2);
    std::vector<double> f(4);
    EXPECT_EQ(solve(numbers.view(), options, work, f).status, Status::solved);
    EXPECT_LE(distance_from_coulomb(numbers.view(), f), 1e-14);
    EXPECT_EQ(solve(numbers.view(), options, work, f).iterations, 0) << "started from the solution";
  }
}

TEST(RawRound, RefusesWhatIsNotAProblem) {
  const std::vector<double> q = {-1, 0, 0}, mu = {0.5};
  std::vector<double> W = {1, 0, 0, 0, 1, 0, 0, 0, 1}, f(3);
  RoundWorkspace work(1);
  Options pivoting;
  pivoting.method = Method::lemke;
  EXPECT_EQ(solve({1, 2, W, q, mu}, pivoting, work, f).status, Status::invalid);
  EXPECT_EQ(solve({1, 1, W, q, mu}, {}, work, f).status, Status::invalid);
  EXPECT_EQ(solve({1, 2, W, q, std::vector<double>{-0.1}}, {}, work, f).status, Status::invalid);
  W[4] = std::nan("");
  EXPECT_EQ(solve({1, 2, W, q, mu}, {}, work, f).status, Status::invalid);
  EXPECT_EQ(round_numbers({3, W, q, 0, 0}).contacts, 0);
}

}  // namespace
}  // namespace stickslip::lcp
