// SPDX-License-Identifier: BSD-3-Clause
// Measures this machine: that every cell has a value or a reason, where its memory is and where its threads
// sit. Never how long something takes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <set>

#include "base/error.hpp"
#include "probe/loops/flush.hpp"
#include "probe/loops/line_state.hpp"
#include "probe/quantities/barrier_probe.hpp"
#include "probe/quantities/coherence.hpp"
#include "probe/quantities/handover.hpp"
#include "probe/quantities/latency.hpp"
#include "probe/quantities/loaded_latency.hpp"
#include "probe/running/bound_threads.hpp"
#include "probe/running/channel_stride.hpp"
#include "probe/running/chase_memory.hpp"
#include "probe/running/runner.hpp"
#include "probe/to_profile.hpp"
#include "support/machines.hpp"
#include "team/affinity.hpp"

namespace numapack::probe {
namespace {

using ::testing::HasSubstr;

const Machine& here() {
  static const Machine machine = detect_machine();
  return machine;
}

void expect_figures(const RunResult& result) {
  for (const CellResult& cell : result.cells) {
    EXPECT_EQ(cell.valid(), !cell.series.empty()) << cell.cell.variant;
    for (const Series& series : cell.series) {
      EXPECT_FALSE(series.samples.empty());
      for (const double value : series.samples) {
        EXPECT_GT(value, 0) << series.quantity;
        EXPECT_TRUE(std::isfinite(value));
      }
    }
    if (cell.pages && cell.pages->unavailable.empty() && cell.cell.home >= 0) {
      EXPECT_EQ(cell.pages->by_node[static_cast<std::size_t>(cell.cell.home)], cell.pages->pages);
    }
  }
}

RunOptions once() {
  RunOptions options;
  options.rounds = 1;
  options.keep_disturbed = true;  // other tests run at the same time
  return options;
}

TEST(BoundThreads, SitWhereTheyAreToldAndTheCallerStays) {
  const std::vector<int> before = affinity_of_this_thread();
  std::vector<int> pus = testing::host_pus();
  std::vector<std::vector<int>> seen(pus.size());
  run_bound(pus, [&](int thread, Barrier& barrier) {
    seen[static_cast<std::size_t>(thread)] = affinity_of_this_thread();
    barrier.wait();
  });
  for (std::size_t at = 0; at < pus.size(); ++at) EXPECT_EQ(seen[at], std::vector<int>{pus[at]});
  EXPECT_EQ(affinity_of_this_thread(), before);
}

TEST(BoundThreads, ACpuThatIsNotThereIsAnErrorAndNothingRuns) {
  std::atomic<int> ran{0};
  try {
    run_bound({testing::host_pus().front(), 8000}, [&](int, Barrier&) { ++ran; });
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("CPU 8000"));
  }
  EXPECT_EQ(ran, 0);
}

TEST(BoundThreads, ManyThreadsOnOneCpuMeetWithoutSpinning) {
  const int pu = testing::host_pus().front();
  std::atomic<int> met{0};
  run_bound({pu, pu, pu, pu}, [&](int, Barrier& barrier) {
    for (int turn = 0; turn < 20; ++turn) barrier.wait();
    ++met;
  });
  EXPECT_EQ(met, 4);
}

TEST(HomedMemory, IsWhereItIsSaidOrAnError) {
  for (const bool huge : {false, true}) {
    const int home = here().home_for(here().compute_nodes().front());
    const HomedMemory memory(4 << 20, home, huge ? PageKind::huge : PageKind::small, here());
    EXPECT_EQ(memory.size(), std::size_t{4} << 20);
    EXPECT_EQ(memory.pages().untouched, 0U);
    EXPECT_TRUE(huge || memory.pages().huge_bytes == 0);
  }
}

TEST(HomedMemory, GiantPagesComeFromThePoolOrNotAtAll) {
  const int home = memory_nodes(here()).front();
  std::uint64_t free = 0;
  for (const HugePages& pool : detect_machine().huge_pages) {
    if (pool.bytes == giant_page_bytes) free = pool.free;
  }
  try {
    const HomedMemory memory(1 << 20, home, PageKind::giant, here());
    EXPECT_GT(free, 0U);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory.data()) % giant_page_bytes, 0U);
    EXPECT_EQ(memory.pages().untouched, 0U);
    EXPECT_EQ(memory.size(), std::size_t{1} << 20);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::out_of_memory);
    EXPECT_THAT(error.what(), HasSubstr("pages of 1 GiB"));
  }
}

TEST(HomedMemory, OnANodeThatIsNotIsAnError) {
  if (const char* reason = testing::no_node_to_invent()) GTEST_SKIP() << reason;
  EXPECT_THROW(HomedMemory(1 << 20, 1, PageKind::small, testing::host_machine_one_core_a_node()), Error);
}

TEST(Latency, MeasuresEveryCellInSmall) {
  LatencyOptions options;
  options.sizes = {16 << 10, 256 << 10};
  options.samples = 2;
  Latency latency(here(), options);
  const RunResult result = run(latency, latency.cells(here()), here(), once());
  expect_figures(result);
  EXPECT_TRUE(std::any_of(result.cells.begin(), result.cells.end(),
                          [](const CellResult& cell) { return cell.valid(); }));
}

TEST(Latency, AColumnAKindOfPages) {
  LatencyOptions options;
  options.cores = {usable_cores(here()).front()};
  options.nodes = {memory_nodes(here()).front()};
  options.sizes = {256 << 10};
  options.samples = 2;
  options.pages = {PageKind::huge, PageKind::small};
  Latency latency(here(), options);
  RunOptions thrice = once();
  thrice.rounds = 3;
  const RunResult result = run(latency, latency.cells(here()), here(), thrice);
  ASSERT_EQ(result.cells.size(), 2U);
  EXPECT_FALSE(result.cells[0].cell.beside);
  EXPECT_TRUE(result.cells[1].cell.beside);
  MeasuredProfile profile;
  add_to_profile(profile, here(), result);
  ASSERT_EQ(profile.memory_latency.size(), 1U);
  ASSERT_EQ(profile.latency_by_pages.size(), 1U);
  const PagesLatency& small = profile.latency_by_pages.front();
  EXPECT_EQ(small.pages, "small");
  EXPECT_EQ(small.latency_ns.page_bytes, here().page_bytes);
  EXPECT_EQ(small.latency_ns.visit_medians.size(), 3U) << "a place a visit";
  EXPECT_EQ(small.latency_ns.samples.size(), 6U);
}

TEST(ChaseMemory, ShortStretchesHavePlacesOfTheirOwn) {
  ChaseMemory memory(here(), std::size_t{4} << 20, PageKind::small, 1);
  const int home = memory_nodes(here()).front();
  std::set<const void*> starts;
  for (int place = 0; place < 5; ++place) {
    const Chase& chase = memory.chase(home, 64 << 10, 128, place);
    EXPECT_EQ(chase.elements(), 512U);
    const char* const start = static_cast<const char*>(chase.position());
    EXPECT_EQ((start - memory.memory(home).data()) % static_cast<std::ptrdiff_t>(here().page_bytes), 0);
    EXPECT_LE(start + (64 << 10), memory.memory(home).data() + memory.memory(home).size());
    starts.insert(start);
  }
  EXPECT_GE(starts.size(), 4U) << "five draws of a thousand pages";
  EXPECT_EQ(memory.chase(home, std::size_t{4} << 20, 128, 7).position(), memory.memory(home).data());
}

TEST(LoadedLatency, HasALoadOrSaysThatNobodyMakesOne) {
  LoadedLatencyOptions options;
  options.bytes = 4 << 20;
  options.points = 3;
  LoadedLatency loaded(here(), options);
  const RunResult result = run(loaded, loaded.cells(here()), here(), once());
  EXPECT_EQ(result.cells.size() % 9, 0U) << "three points of three shares of writes";
  MeasuredProfile profile;
  add_to_profile(profile, here(), result);
  ASSERT_EQ(profile.loaded_latency.size(), result.cells.size());
  for (std::size_t at = 0; at < result.cells.size(); ++at) {
    const CellResult& cell = result.cells[at];
    const LoadedPoint& point = profile.loaded_latency[at];
    EXPECT_DOUBLE_EQ(point.write_share, write_share(mix_of(cell.cell)));
    EXPECT_EQ(point.asked_gb_per_s.has_value(), cell.cell.load != full_load);
    const bool alone = here().usable_cores(cell.cell.cpus_of).size() == 1;
    if (cell.cell.load >= 0 && alone) {
      EXPECT_THAT(cell.problem, HasSubstr("no other usable core"));
      EXPECT_FALSE(point.gb_per_s.valid());
      continue;
    }
    ASSERT_TRUE(cell.valid()) << cell.problem;
    EXPECT_EQ(cell.find("latency")->samples.size(), cell.find("bandwidth")->samples.size());
    EXPECT_EQ(cell.cell.threads == 0, cell.cell.load == no_load);
    for (const double sample : cell.find("bandwidth")->samples) EXPECT_GT(sample, 0) << "the chase at least";
    EXPECT_TRUE(point.gb_per_s.valid() && point.latency_ns.valid());
  }
}

TEST(ChannelStride, MeasuresOrSaysThatHugePagesAreNeeded) {
  ChannelStride stride(here(), {});
  std::vector<Cell> cells = stride.cells(here());
  cells.resize(2);
  expect_figures(run(stride, cells, here(), once()));
  ChannelStrideOptions separate;
  separate.separate_bytes = 4096;
  separate.offsets = 2;
  ChannelStride offsets(here(), separate);
  cells = offsets.cells(here());
  EXPECT_EQ(cells[1].offset_bytes, 2048U);
  cells.resize(2);
  expect_figures(run(offsets, cells, here(), once()));
  separate.separate_bytes = 3000;
  EXPECT_THROW(ChannelStride(here(), separate), Error);
}

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
