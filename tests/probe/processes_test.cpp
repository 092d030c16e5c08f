// SPDX-License-Identifier: BSD-3-Clause
#include "probe/watch/processes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace numapack::probe {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

TEST(ProcessIn, ReadsNamesWithBlanksAndParentheses) {
  const auto work = process_in("4711 (a (b) c) R 1 2 3 4 5 6 7 8 9 10 250 50 0 0 20", 100);
  ASSERT_TRUE(work);
  EXPECT_EQ(work->pid, 4711);
  EXPECT_EQ(work->name, "a (b) c");
  EXPECT_DOUBLE_EQ(work->cpu_seconds, 3);
  EXPECT_FALSE(process_in("", 100));
  EXPECT_FALSE(process_in("4711 (cut) R 1 2", 100));
}

TEST(WorkBetween, BusiestFirstAndNewOnesWhole) {
  const auto work = work_between({{1, "init", 5}, {2, "old", 9}, {3, "reused", 100}},
                                 {{1, "init", 5}, {2, "old", 9.5}, {3, "another", 1}, {4, "new", 2}});
  ASSERT_THAT(work, SizeIs(3));
  EXPECT_EQ(work[0].name, "new");
  EXPECT_EQ(work[1].name, "another") << "the number has a new owner";
  EXPECT_DOUBLE_EQ(work[2].cpu_seconds, 0.5);
  EXPECT_EQ(busiest_text(work, 2), "new (4) 1.00, another (3) 0.50, old (2) 0.25");
  EXPECT_EQ(busiest_text(work, 100), "");
  EXPECT_EQ(busiest_text({}, 0), "");
}

TEST(Outlook, SaysSinceWhenAndWhetherTheLoadRises) {
  const auto began = process_in("7 (cc) R 1 2 3 4 5 6 7 8 9 10 250 50 0 0 20 0 1 0 99000 1 1", 100);
  ASSERT_TRUE(began);
  EXPECT_DOUBLE_EQ(began->started, 990);
  EXPECT_EQ(
      outlook_text({{7, "cc", 1, 990}, {8, "make", 0.5, 100}, {9, "idle", 0.01, 0}}, 1, 1000, {8, 4, 2}),
      "cc (7) runs for 10 s, make (8) runs for 15 min; load of 1, 5, 15 minutes 8.0, 4.0, 2.0: it rises");
  EXPECT_EQ(outlook_text({}, 1, 1000, {1, 4, 8}), "load of 1, 5, 15 minutes 1.0, 4.0, 8.0: it falls");
  EXPECT_EQ(outlook_text({{7, "cc", 1, 0}}, 1, 90000, {3, 3, 3.2}),
            "cc (7) runs for 25 h; load of 1, 5, 15 minutes 3.0, 3.0, 3.2: it stays");
}

TEST(ProcessesNow, LeavesThisOneOut) {
  const auto all = processes_now();
  EXPECT_FALSE(all.empty()) << "whoever started this is one";
  for (const ProcessWork& one : all) EXPECT_NE(one.pid, getpid());
}

}  // namespace
}  // namespace numapack::probe
