#include "fmu/host/master.h"
#include "fmu/archive/temporary_folder.h"

#include <gtest/gtest.h>

#include <array>

#include "tests/fmu/archive/message_of.h"
#include "tests/fmu/host/sample/sample.h"

namespace stickslip::host {
namespace {

/// Two integrators in a ring: y1' = 2 y2, y2' = -y1.
class Ring : public testing::Test {
 protected:
  double run(Exchange exchange, int steps, std::array<double, 2>& y) const {
    Master master(exchange);
    Slave& one = master.add("one", fmu_);
    Slave& two = master.add("two", fmu_);
    master.connect("two.cart.y", "one.cart.u");
    master.connect("one.cart.y", "two.cart.u");
    one.set("cart.gain", 2);
    two.set("cart.gain", -1);
    two.set("cart.start", 0.25);
    master.initialise(0);
    for (int k = 0; k < steps; ++k) master.step(kStep);
    y = {master.get("one.cart.y"), master.get("two.cart.y")};
    return master.time();
  }

  static constexpr double kStep = 0.125;
  TemporaryFolder folder_;
  Fmu fmu_{write_sample(folder_.path())};
};

TEST_F(Ring, JacobiUsesTheValuesOfTheStepsBeginning) {
  std::array<double, 2> got{};
  std::array<double, 2> want{0.5, 0.25};
  for (int k = 0; k < 20; ++k) want = {want[0] + 2 * want[1] * kStep, want[1] - want[0] * kStep};
  EXPECT_EQ(run(Exchange::jacobi, 20, got), 20 * kStep);
  EXPECT_EQ(got, want);
}

TEST_F(Ring, SeidelUsesWhatTheSlavesBeforeHaveComputed) {
  std::array<double, 2> got{};
  std::array<double, 2> want{0.5, 0.25};
  for (int k = 0; k < 20; ++k) {
    want[0] += 2 * want[1] * kStep;
    want[1] -= want[0] * kStep;
  }
  run(Exchange::seidel, 20, got);
  EXPECT_EQ(got, want);
}

TEST_F(Ring, TimesAreProductsNotSums) {
  Master master;
  master.add("one", fmu_);
  master.initialise(1);
  for (int k = 0; k < 1000; ++k) master.step(0.001);
  EXPECT_EQ(master.time(), 1 + 1000 * 0.001);
  for (int k = 0; k < 10; ++k) master.step(0.1);
  EXPECT_EQ(master.time(), (1 + 1000 * 0.001) + 10 * 0.1);
}

TEST_F(Ring, RefusesConnectionsThatMakeNoSense) {
  Master master;
  master.add("one", fmu_);
  master.add("two", fmu_);
  const auto refused = [&](const char* from, const char* to) { return message_of([&] { master.connect(from, to); }); };
  EXPECT_EQ(refused("one.cart.y", "two.cart.u"), "no error");
  EXPECT_EQ(refused("two.cart.y", "two.cart.u"), "two.cart.y -> two.cart.u: two.cart.u is connected already");
  EXPECT_EQ(refused("one.cart.u", "two.offset"), "one.cart.u -> two.offset: one.cart.u is not an output");
  EXPECT_EQ(refused("one.cart.y", "two.cart.gain"), "one.cart.y -> two.cart.gain: two.cart.gain is not an input");
  EXPECT_EQ(refused("one.cart.y", "two.offset"), "one.cart.y -> two.offset: Real does not fit Integer");
  EXPECT_EQ(refused("one.steps", "two.mode"), "no error");
  EXPECT_EQ(refused("three.y", "two.mode"), "\"three.y\" does not begin with a slave's name and a dot");
  EXPECT_EQ(refused("one.cart.x", "two.invert"), "one: no variable \"cart.x\", is \"cart.u\" meant?");
  EXPECT_EQ(message_of([&] { master.add("one", fmu_); }), "there are two slaves called \"one\"");
  EXPECT_EQ(message_of([&] { master.add("a.b", fmu_); }), "\"a.b\": a slave's name has no dot");
}

TEST_F(Ring, SlavesTakeEveryTypeAsTextAndSayWhatDoesNotFit) {
  Slave slave(fmu_, "s");
  slave.set_text("cart.u", "2.5");
  slave.set_text("offset", "3");
  slave.set_text("invert", "true");
  slave.set_text("mode", "fast");
  slave.set_text("title", "any text");
  slave.initialise(0, 1);
  EXPECT_EQ(slave.get("cart.u"), 2.5);
  EXPECT_EQ(slave.get("offset"), 3);
  EXPECT_EQ(slave.get("invert"), 1);
  EXPECT_EQ(slave.get("mode"), 2);
  EXPECT_EQ(message_of([&] { slave.set_text("cart.u", "x"); }), "s: \"x\" is no Real for cart.u");
  EXPECT_EQ(message_of([&] { slave.set_text("mode", "medium"); }),
            "s: \"medium\" is no Enumeration for mode; it is one of slow, fast");
  EXPECT_EQ(message_of([&] { slave.set("cart", 1); }), "s: no variable \"cart\", is \"cart.u\" meant?");
  EXPECT_EQ(message_of([&] { slave.set_text("offset", "1.5"); }), "s: \"1.5\" is no Integer for offset");
  EXPECT_EQ(message_of([&] { slave.set("offset", 1.5); }),
            "s: 1.5 is no Integer (a whole number of at most 2147483647) for offset");
  EXPECT_EQ(message_of([&] { slave.get("cart.yy"); }), "s: no variable \"cart.yy\", is \"cart.y\" meant?");
  EXPECT_EQ(message_of([&] { (void)slave.step(0, -1); }), "s: fmi2DoStep at t = 0 answers Error");
}

TEST_F(Ring, HashesTheSerialisedState) {
  Slave one(fmu_, "one");
  Slave two(fmu_, "two");
  one.initialise(0);
  two.initialise(0);
  EXPECT_EQ(one.state_hash(), two.state_hash());
  ASSERT_TRUE(one.step(0, 0.5));
  EXPECT_NE(one.state_hash(), two.state_hash());
  ASSERT_TRUE(two.step(0, 0.5));
  EXPECT_EQ(one.state_hash(), two.state_hash());
}

}  // namespace
}  // namespace stickslip::host
