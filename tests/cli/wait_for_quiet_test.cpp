// SPDX-License-Identifier: BSD-3-Clause
#include "cli/runs/wait_for_quiet.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace numapack {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

/// A machine on which others work until `quiet_at`, and a clock that only waiting and looking move.
struct FakeWatch {
  double time = 100, quiet_at, look_seconds = 0.4;
  int looks = 0;
  bool stopped = false;
  std::vector<std::string> said;

  bool wait(double minutes) {
    Watch watch;
    watch.now = [this] { return time; };
    watch.sleep = [this](double seconds) { time += seconds; };
    watch.stop = [this] { return stopped; };
    watch.look = [this] {
      ++looks;
      time += look_seconds;
      probe::Unrest unrest;
      if (time < quiet_at)
        unrest = {{{probe::Cause::neighbour, 2.0, -1, 0}}, "cc1plus (7) 1.90", "load falls"};
      return unrest;
    };
    watch.lost = [](const probe::Unrest& unrest) { return unrest.wrong.empty() ? 0 : 9; };
    watch.say = [this](const std::string& line) { said.push_back(line); };
    watch.show = [](const std::string&, double left) { EXPECT_GE(left, 0); };
    return wait_for_quiet(10, minutes, watch);
  }
};

TEST(WaitForQuiet, EndsWithTheTimeAndSaysWhatIsKnown) {
  for (const double minutes : {0.0, 0.05, 1.0, 30.0}) {
    FakeWatch never;
    never.quiet_at = 1e9;
    EXPECT_FALSE(never.wait(minutes));
    EXPECT_GE(never.time - 100, 60 * minutes);
    EXPECT_LE(never.time - 100, 60 * minutes + 2 * never.look_seconds) << minutes;
    EXPECT_THAT(never.said.back(), StartsWith("not quiet after "));
    EXPECT_THAT(never.said.back(), HasSubstr("9 of 10 cells"));
    EXPECT_THAT(never.said.back(), HasSubstr("load falls"));
  }
}

TEST(WaitForQuiet, EndsAsSoonAsItIsQuiet) {
  FakeWatch soon;
  soon.quiet_at = 117;
  EXPECT_TRUE(soon.wait(30));
  EXPECT_LT(soon.time, 117 + 6);
  EXPECT_THAT(soon.said, ElementsAre(StartsWith("waiting for quiet: "), "quiet now"));
  FakeWatch now;
  now.quiet_at = 0;
  EXPECT_TRUE(now.wait(30));
  EXPECT_EQ(now.looks, 1);
  EXPECT_THAT(now.said, ElementsAre());
  FakeWatch interrupted;
  interrupted.stopped = true;
  EXPECT_FALSE(interrupted.wait(30));
  EXPECT_EQ(interrupted.looks, 0);
}

}  // namespace
}  // namespace numapack
