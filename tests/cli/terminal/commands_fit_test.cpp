// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/pages/advice_page.hpp"
#include "cli/terminal/fit.hpp"

namespace numapack {
namespace {

using ::testing::HasSubstr;

TEST(CommandsFit, WeightsAreSetByLinesThatCanBePasted) {
  Advice advice;
  advice.interleave.nodes = {0, 1, 2, 13};
  advice.interleave.weights = {5, 3, 1, 255};
  advice.interleave.least_gain = 1.2;
  advice.interleave.sockets = {{0, {50, 30, 10, 10}, {5, 3, 1, 1}, 40, 100, 100}};
  const std::string page = fit(describe(advice, {}), 80);
  const std::string folder = "/sys/kernel/mm/mempolicy/weighted_interleave/node";
  for (const std::string& line :
       {"echo 5 | sudo tee " + folder + "0", "echo 3 | sudo tee " + folder + "1",
        "echo 255 | sudo tee " + folder + "13", std::string("numactl --weighted-interleave=0-2,13 PROGRAM"),
        "grep . " + folder + "*"})
    EXPECT_THAT(page, HasSubstr("\n  " + line + "\n"));
  EXPECT_THAT(page, HasSubstr("\n  numapack where PID  # "));
}

TEST(CommandsFit, BreakOutsideOfQuotesOnly) {
  EXPECT_EQ(fit("  sudo sh -c 'echo one two three four five' six seven\n", 40),
            "  sudo sh -c \\\n    'echo one two three four five' six \\\n    seven\n");
  EXPECT_EQ(fit("  numactl --interleave=all ./program of many words\n", 40),
            "  numactl --interleave=all ./program \\\n    of many words\n");
}

TEST(CommandsFit, ARemarkDoesNotGoOnAsACommand) {
  EXPECT_EQ(fit("  $ numapack probe   # again, when the machine is quiet and nobody works\n", 40),
            "  $ numapack probe\n    # again, when the machine is quiet\n    # and nobody works\n");
}

TEST(CommandsFit, ASentenceDoesNotBreakThem) {
  EXPECT_EQ(fit("  the counters are off: sudo sysctl kernel.x=1 turns them on\n", 38),
            "  the counters are off:\n    sudo sysctl kernel.x=1 turns them\n    on\n");
  EXPECT_EQ(fit("  or take numapack latency --quick, which asks for less\n", 27),
            "  or take\n    numapack latency --quick,\n    which asks for less\n");
}

}  // namespace
}  // namespace numapack
