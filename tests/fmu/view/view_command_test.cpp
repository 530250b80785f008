#include <gtest/gtest.h>

#include <cmath>

#include "fmu/cli/model_file.h"
#include "fmu/host/csv.h"
#include "fmu/view/film.h"
#include "fmu/view/recording.h"
#include "tests/fmu/cli/program.h"

namespace stickslip::cli {
namespace {

class ViewCommand : public InAFolder {
 protected:
  static std::string resource(const std::string& name) {
    return std::string(STICKSLIP_SOURCE_DIR) + "/resources/" + name + ".toml";
  }

  /// One line on standard error that contains `text`.
  static void refuses(std::vector<std::string> arguments, const std::string& text, int code = kFailure) {
    arguments.insert(arguments.begin(), "view");
    const Answer answer = stickslip(arguments);
    EXPECT_EQ(answer.code, code);
    EXPECT_NE(answer.err.find(text), std::string::npos) << answer.err;
  }
};

TEST_F(ViewCommand, ShowsAnFmuAsTheModelThatItWasMadeFrom) {
  ASSERT_EQ(stickslip({"export", resource("gripper"), "-o", path("x.fmu")}).code, kSuccess);
  ASSERT_EQ(stickslip({"view", resource("gripper"), "--at", "0.2", "-o", path("model.png")}).code, kSuccess);
  const Answer answer = stickslip({"view", path("x.fmu"), "--at", "0.2", "-o", path("fmu.png")});
  EXPECT_EQ(answer.code, kSuccess);
  EXPECT_EQ(answer.err, "");
  EXPECT_EQ(read("model.png"), read("fmu.png"));
}

TEST_F(ViewCommand, PicturesChangeWithTimeAndInput) {
  const std::string input = write("in.csv", "\"time\",\"lift.force\"\n0,20\n");
  const auto picture = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"view", resource("gripper"), "-o", path("p.svg")});
    EXPECT_EQ(stickslip(more).code, kSuccess);
    return read("p.svg");
  };
  const std::string start = picture({});
  const std::string later = picture({"--at", "0.3"});
  EXPECT_NE(start, later);
  EXPECT_NE(later, picture({"--at", "0.3", "--input", input}));
  EXPECT_EQ(later, picture({"--at", "0.3"}));
}

TEST_F(ViewCommand, RefusesWhatMakesNoPage) {
  refuses({path("none.toml")}, "none.toml");
  refuses({resource("gripper"), "-o", "x.pdf"}, "must end in .html, .png or .svg");
  refuses({resource("gripper"), "--picture", "-o", "x.html"}, "--picture writes .png or .svg");
  refuses({resource("gripper"), "--picture", "--size", "9000", "20"}, "--size: from 16 to 8192");
  refuses({resource("gripper"), "--picture", "--stop", "1"}, "--at");
  refuses({resource("gripper"), "--at", "1", "-o", path("x.html")}, "--at is for pictures");
  refuses({resource("gripper"), "--plot", "no.such", "-o", path("x.html")}, "--plot no.such: fits none of the");
  refuses({resource("gripper"), "--stop", "-1", "-o", path("x.html")}, "--stop -1 is before");
  refuses({resource("gripper"), "--rate", "0"}, "--rate", kWrongCall);
  refuses({resource("gripper"), "-o", resource("gripper")}, "must end in");
  refuses({write("bad.fmu", "no archive")}, "is no FMU");
  refuses({resource("gripper"), "-o", path("missing/x.html")}, "cannot be written");
}

TEST_F(ViewCommand, APageOfAnEmptyRunShowsTheStart) {
  const Answer answer = stickslip({"view", resource("gripper"), "--stop", "0", "-o", path("x.html")});
  EXPECT_EQ(answer.code, kSuccess) << answer.err;
  EXPECT_NE(answer.out.find("1 moments"), std::string::npos) << answer.out;
}

TEST_F(ViewCommand, ThinsALongRunAndSaysSo) {
  // 10^5 steps.
  const Answer answer =
      stickslip({"view", resource("resting_box"), "--stop", "100", "--rate", "1000", "-o", path("x.html")});
  EXPECT_EQ(answer.code, kSuccess) << answer.err;
  EXPECT_NE(answer.out.find("Thinned"), std::string::npos) << answer.out;
  EXPECT_LT(read("x.html").size(), 10'000'000U);
}

TEST_F(ViewCommand, NamesOfTheModelCannotEndTheScriptTheyStandIn) {
  std::string text = host::read_file(resource("free_body"));
  text.replace(text.find("A tumbling body in free space."), 30, "</script><b>&");
  const Answer answer = stickslip({"view", write("x.toml", text), "--stop", "0.1", "-o", path("x.html")});
  EXPECT_EQ(answer.code, kSuccess) << answer.err;
  EXPECT_EQ(read("x.html").find("</script><b>"), std::string::npos);
}

/// What an observer sees of a model after some steps, with the instance's own outputs beside it.
struct Seen {
  view::Moment moment;
  std::vector<double> outputs;
};

Seen seen_of(const std::string& path, const std::vector<std::string>& names, int steps) {
  const ModelFile file = load_model(path);
  const host::Fmu fmu = linked_fmu(file);
  host::Slave slave(fmu, "x");
  view::Observer observer(*file.plant, file.bytes);
  slave.initialise(0);
  const double h = file.model.step.size;
  std::vector<std::uint8_t> before = view::snapshot_of(slave);
  std::vector<std::uint8_t> now = before;
  for (int k = 0; k < steps; ++k) {
    before = now;
    EXPECT_TRUE(slave.step(k * h, h));
    now = view::snapshot_of(slave);
  }
  Seen seen{observer.moment(before, h, now), {}};
  for (const std::string& name : names) seen.outputs.push_back(slave.get(name));
  return seen;
}

TEST(Observer, SeesBodiesWhereTheOutputsSay) {
  const Seen seen = seen_of(STICKSLIP_SOURCE_DIR "/resources/gripper.toml",
                            {"hand.position[1]", "hand.position[2]", "hand.position[3]"}, 50);
  for (int k = 0; k < 3; ++k) EXPECT_EQ(seen.moment.poses[2].p[k], seen.outputs[static_cast<std::size_t>(k)]);
  EXPECT_LT(seen.outputs[2], 0.25);
}

TEST(Observer, SeesPlanarBodiesTurn) {
  const Seen seen =
      seen_of(STICKSLIP_SOURCE_DIR "/resources/double_pendulum.toml", {"upper.angle", "lower.angle"}, 400);
  for (std::size_t b = 0; b < 2; ++b) {
    const Quat& q = seen.moment.poses[b].q;
    EXPECT_NEAR(q.w(), std::cos(seen.outputs[b] / 2), 1e-12) << b;
    EXPECT_NEAR(q.z(), std::sin(seen.outputs[b] / 2), 1e-12) << b;
  }
}

TEST(Observer, SeesTheForcesOfContactsThatSensorsMeasure) {
  for (const int steps : {0, 1, 700}) {
    const Seen seen = seen_of(STICKSLIP_SOURCE_DIR "/resources/resting_box.toml", {}, steps);
    Vec3 sum = Vec3::Zero();
    for (const view::ContactForce& contact : seen.moment.contacts) sum += contact.force;
    EXPECT_EQ(seen.moment.contacts.size(), 4U);
    EXPECT_NEAR(sum.norm(), 9.81 * 2.0, 1e-6) << steps;
  }
}

}  // namespace
}  // namespace stickslip::cli
