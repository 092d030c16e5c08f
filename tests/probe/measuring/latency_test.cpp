// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.hpp"
#include "probe/measuring/here.hpp"
#include "probe/plans/select.hpp"
#include "probe/quantities/latency.hpp"
#include "probe/quantities/loaded_latency.hpp"
#include "probe/running/channel_stride.hpp"
#include "probe/running/runner.hpp"
#include "probe/to_profile.hpp"

// Latencies of this machine: every cell has a value or a reason. Never how long something takes.
namespace numapack::probe {
namespace {

using testing::expect_figures;
using ::testing::HasSubstr;
using testing::here;
using testing::once;

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

}  // namespace
}  // namespace numapack::probe
