// SPDX-License-Identifier: BSD-3-Clause
#include "cli/quantities/pages.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/outcome.hpp"
#include "machine/machine.hpp"
#include "probe/plans/select.hpp"
#include "probe/quantities/threads/barrier_probe.hpp"
#include "profile/document/json.hpp"
#include "support/command.hpp"
#include "support/machines.hpp"

namespace numapack {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// As if both reductions had been measured there.
std::string page_of(const Machine& machine) {
  probe::BarrierOptions options;
  options.kinds = probe::reduction_kinds();
  probe::RunResult result;
  for (const probe::Cell& cell : probe::BarrierProbe(machine, options).cells(machine)) {
    probe::CellResult& one = result.cells.emplace_back();
    one.cell = cell;
    one.cell.predicted_ns = 400;
    one.series = {{"barrier", "ns", {300, 500, 600}}};
  }
  return barrier_page(result, machine);
}

TEST(BarrierPage, SaysHowOftenEachTreeCrosses) {
  Machine machine = testing::flat_machine(2, 4);
  for (std::size_t core = 0; core < machine.cores.size(); ++core) {
    machine.cores[core].pus = {int(core % 4 * 2 + core / 4)};
    machine.cores[core].usable_pus = machine.cores[core].pus;
  }
  EXPECT_THAT(page_of(machine), AllOf(HasSubstr("sum of 8 threads, all nodes"), HasSubstr("1.25"),
                                      HasSubstr("reduction-by-number: 4 of 7 steps between nodes"),
                                      HasSubstr("reduction-by-distance: 1 of 7 steps between nodes")));
}

TEST(BarrierPage, SaysThatBothTreesAreTheSame) {
  EXPECT_THAT(page_of(testing::flat_machine(1, 2)),
              AllOf(HasSubstr("both trees are the same"), Not(HasSubstr("fastest"))));
}

TEST(ReportedPage, HasEachCellInWords) {
  probe::RunResult result;
  probe::CellResult& one = result.cells.emplace_back();
  one.cell.probe = "atomics";
  one.cell.reader = 1;
  one.series = {{"a sum", "ns", {300, 500, 600}}};
  EXPECT_THAT(reported_page(result, testing::flat_machine(1, 2)),
              AllOf(HasSubstr("a sum, CPU 1 "), HasSubstr("500.0  300.0  600.0")));
}

TEST(BarrierVerb, MeasuresSumsAlongBothTrees) {
  if (probe::usable_cores(detect_machine()).size() < 2) GTEST_SKIP() << "one core waits for nobody";
  const testing::TemporaryDirectory folder;
  const std::string path = folder.file("sums.json");
  const Outcome outcome = run({"barrier", "--kinds", "reduction-by-number,reduction-by-distance", "--rounds",
                               "1", "--keep-disturbed", "--json", path});
  ASSERT_EQ(outcome.status, 0) << outcome.error;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("sum of "), HasSubstr("steps between nodes")));
  const MeasuredProfile profile = read_profile(path);
  ASSERT_EQ(profile.barriers.size() % 2, 0U);
  ASSERT_FALSE(profile.barriers.empty());
  for (const BarrierResult& one : profile.barriers) {
    EXPECT_EQ(one.steps.size() + 1, one.pus.size()) << one.algorithm;
    EXPECT_TRUE(one.time_us.valid()) << one.time_us.invalid;
    EXPECT_TRUE(one.predicted_us);
  }
}

}  // namespace
}  // namespace numapack
