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

TEST(ProcessesNow, LeavesThisOneOut) {
  const auto all = processes_now();
  EXPECT_FALSE(all.empty()) << "whoever started this is one";
  for (const ProcessWork& one : all) EXPECT_NE(one.pid, getpid());
}

}  // namespace
}  // namespace numapack::probe
