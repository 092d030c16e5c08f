// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.hpp"
#include "probe/loops/flush.hpp"
#include "probe/loops/line_state.hpp"
#include "probe/measuring/here.hpp"
#include "probe/quantities/coherence.hpp"
#include "probe/quantities/handover.hpp"
#include "probe/quantities/threads/barrier_probe.hpp"
#include "probe/running/runner.hpp"

// Lines between the cores of this machine: every cell has a value or a reason. Never how long something
// takes.
namespace numapack::probe {
namespace {

using testing::expect_figures;
using ::testing::HasSubstr;
using testing::here;
using testing::once;

TEST(LineState, StepsAreThoseOfTheProtocol) {
  const Step take{Actor::owner, Act::take_and_flush};
  EXPECT_EQ(steps_to("M"), (std::vector<Step>{take, {Actor::owner, Act::write}}));
  EXPECT_EQ(steps_to("E"), (std::vector<Step>{take, {Actor::owner, Act::read}}));
  EXPECT_EQ(steps_to("S"), (std::vector<Step>{take, {Actor::owner, Act::read}, {Actor::helper, Act::read}}));
  EXPECT_EQ(steps_to("O"), (std::vector<Step>{take, {Actor::owner, Act::write}, {Actor::helper, Act::read}}));
  EXPECT_EQ(steps_to("F"), (std::vector<Step>{take, {Actor::helper, Act::read}, {Actor::owner, Act::read}}));
  EXPECT_THROW(steps_to("X"), Error);
  EXPECT_FALSE(needs_helper("M"));
  EXPECT_TRUE(needs_helper("F"));
}

TEST(LineState, ActsKeepTheContents) {
  alignas(64) char lines[1024];
  for (std::size_t at = 0; at < sizeof lines; ++at) lines[at] = static_cast<char>(at * 7);
  for (const Act act : {Act::take_and_flush, Act::write, Act::read}) perform(act, lines, sizeof lines, 64);
  flush_lines(lines, sizeof lines, 64);
  for (std::size_t at = 0; at < sizeof lines; ++at) ASSERT_EQ(lines[at], static_cast<char>(at * 7));
}

TEST(Coherence, StretchesFitTheirLevelAndLeaveTheOnesAbove) {
  const Machine machine = load_machine(std::string(NUMAPACK_MACHINES) + "/kunpeng920.xml");
  EXPECT_EQ(level_names(machine).back(), "memory");
  for (const std::string& level : level_names(machine)) {
    EXPECT_GT(stretch_for(machine, level), 0U) << level;
    EXPECT_EQ(stretch_for(machine, level) % 4096, 0U);
  }
  EXPECT_EQ(push_bytes(machine, "L1"), 0U);
  EXPECT_GE(push_bytes(machine, "L2"), std::size_t{1} << 16);
  EXPECT_GT(push_bytes(machine, "L3"), push_bytes(machine, "L2"));
  EXPECT_EQ(stretch_for(machine, "L9"), 0U);
}

TEST(Coherence, EveryStateAndLevelHasAFigureOrAReason) {
  CoherenceOptions options;
  const std::vector<int> cores = usable_cores(here());
  options.pairs = pairs_by_class(here(), cores.front());
  options.states = {"M", "E", "S", "O", "F"};
  options.levels = {"L1", "memory"};
  Coherence coherence(here(), options);
  const std::vector<Cell> cells = coherence.cells(here());
  EXPECT_EQ(cells.size(), options.pairs.size() * 5 * 2);
  const RunResult result = run(coherence, cells, here(), once());
  expect_figures(result);
  for (const CellResult& cell : result.cells) {
    if (cell.valid()) {
      EXPECT_NE(cell.find("latency"), nullptr);
      EXPECT_NE(cell.find("read bandwidth"), nullptr);
      continue;
    }
    EXPECT_TRUE(needs_helper(cell.cell.state) && cell.cell.helper < 0) << cell.problem;
    EXPECT_THAT(cell.problem, HasSubstr("third core"));
  }
}

TEST(Coherence, SizesTakeThePlaceOfLevels) {
  CoherenceOptions options;
  const int core = usable_cores(here()).front();
  options.pairs = {{core, core}};
  options.states = {"M"};
  options.sizes = {16 << 10, 64 << 10};
  options.bandwidth = false;
  Coherence coherence(here(), options);
  const RunResult result = run(coherence, coherence.cells(here()), here(), once());
  ASSERT_EQ(result.cells.size(), 2U);
  for (const CellResult& cell : result.cells) {
    EXPECT_TRUE(cell.valid()) << cell.problem;
    EXPECT_EQ(cell.find("read bandwidth"), nullptr);
  }
}

TEST(Handover, BothWaysOfEveryPairOnce) {
  HandoverOptions options;
  const std::vector<int> cores = usable_cores(here());
  options.pairs = all_pairs(cores);
  options.turns = 100;
  Handover handover(here(), options);
  std::vector<Cell> cells = handover.cells(here());
  EXPECT_EQ(cells.size(), cores.size() * (cores.size() - 1) / 2);
  cells.resize(std::min<std::size_t>(cells.size(), 4));
  const RunResult result = run(handover, cells, here(), once());
  expect_figures(result);
  for (const CellResult& cell : result.cells) EXPECT_EQ(cell.series.size(), 2U);
}

TEST(BarrierProbe, MeasuresEveryKind) {
  BarrierOptions options;
  options.episodes = 50;
  BarrierProbe barriers(here(), options);
  const RunResult result = run(barriers, barriers.cells(here()), here(), once());
  expect_figures(result);
  for (const CellResult& cell : result.cells) EXPECT_TRUE(cell.valid()) << cell.cell.variant << cell.problem;
}

}  // namespace
}  // namespace numapack::probe
