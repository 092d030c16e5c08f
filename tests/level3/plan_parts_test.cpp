// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>

#include "base/split.hpp"
#include "level3/call/k_pieces.hpp"
#include "level3/explain/explain.hpp"
#include "level3/nodes/localise.hpp"
#include "level3/tasks/thread_grid.hpp"
#include "level3/tasks/workspace_layout.hpp"
#include "level3/ways/few_columns.hpp"
#include "runtime/place_trials.hpp"
#include "support/machines.hpp"
#include "support/planning.hpp"

// The small pieces that a plan is made of.
namespace numapack {
namespace {

using namespace testing;  // NOLINT

const KernelShape d8x6{"test-d8x6", InstructionSet::portable, Type::d, 8, 6};
const KernelShape d24x8{"test-d24x8", InstructionSet::portable, Type::d, 24, 8};

/// Threads that share C's rows, a kc of K at a time.
NodeTask task_in_rows(int threads, Index m, Index n, Index column_chunk) {
  NodeTask task;
  task.way = Panels{};
  task.threads = threads;
  task.thread_grid = {threads, 1};
  task.rows = {0, m};
  task.columns = {0, n};
  panels_of(task).blocking = {96, 256, column_chunk};
  panels_of(task).slab = 256;
  panels_of(task).column_chunk = column_chunk;
  return task;
}

TEST(Split, PiecesAreTheRangeInOrderInWholeUnits) {
  Generator generator{test_seed()};
  for (int i = 0; i < 2000; ++i) {
    const Index begin = pick(generator, 0, 1000), size = pick(generator, 0, 2000);
    const Index parts = pick(generator, 1, 40), unit = pick(generator, 1, 50);
    const Range whole{begin, begin + size};
    Index at = begin, longest = 0, shortest = size + unit;
    for (Index part = 0; part < parts; ++part) {
      const Range piece = split(whole, parts, unit, part);
      ASSERT_EQ(piece.begin, at) << "seed " << test_seed();
      at = piece.end;
      if (piece.end != whole.end) {
        ASSERT_EQ((piece.end - begin) % unit, 0);
      }
      longest = std::max(longest, piece.size());
      shortest = std::min(shortest, piece.size());
    }
    ASSERT_EQ(at, whole.end);
    ASSERT_LT(longest - shortest, 2 * unit);
    ASSERT_EQ(longest, split(whole, parts, unit, 0).size());
  }
}

TEST(ThreadGrid, RowsFirstWhereTheyAreLongEnough) {
  const Blocking blocking{96, 256, 3000};
  EXPECT_EQ(choose_thread_grid(8192, 8192, 24, d8x6, blocking, SourceOfA::memory), (Grid{24, 1}));
  EXPECT_EQ(choose_thread_grid(8, 8192, 24, d8x6, blocking, SourceOfA::memory), (Grid{1, 24}));
  EXPECT_EQ(choose_thread_grid(8192, 6, 24, d8x6, blocking, SourceOfA::memory), (Grid{24, 1}));
  EXPECT_EQ(choose_thread_grid(1, 1, 1, d8x6, blocking, SourceOfA::memory), (Grid{1, 1}));
  const Grid both = choose_thread_grid(96, 8192, 24, d8x6, blocking, SourceOfA::memory);
  EXPECT_EQ(both.rows * both.columns, 24);
  EXPECT_GT(both.columns, 1);
}

TEST(ThreadGrid, ColumnsWhereACanBePackedTwiceForLessThanBIsPassedOn) {
  const Blocking blocking{168, 384, 8192};
  EXPECT_EQ(choose_thread_grid(512, 512, 2, d24x8, blocking, SourceOfA::caches), (Grid{1, 2}));
  EXPECT_EQ(choose_thread_grid(1024, 1024, 2, d24x8, blocking, SourceOfA::memory), (Grid{2, 1}));
  EXPECT_EQ(choose_thread_grid(1024, 1024, 2, d24x8, blocking, SourceOfA::elsewhere), (Grid{2, 1}));
  // Eleven panels of rows leave one of two threads a sixth less to do.
  EXPECT_EQ(choose_thread_grid(256, 256, 2, d24x8, blocking, SourceOfA::elsewhere), (Grid{1, 2}));
}

TEST(ThreadGrid, ShallowBlocksAreSmallerWhereTheNextIsAskedFor) {
  EXPECT_EQ(shallow_mc(1 << 20, 1008, 64, d24x8), 384);
  EXPECT_EQ(shallow_mc(1 << 20, 504, 128, d24x8), 192);
  EXPECT_EQ(shallow_mc(700, 1008, 64, d24x8), 360) << "two even blocks";
  EXPECT_EQ(shallow_mc(1 << 20, 480, 136, d24x8), 480) << "not shallow";
  EXPECT_EQ(shallow_mc(1 << 20, 240, 64, d24x8), 240) << "never larger";
}

TEST(ThreadGrid, BlocksOfATallProductReadLongStretches) {
  EXPECT_TRUE(is_tall(16384, 64, 1024));
  EXPECT_TRUE(is_tall(4096, 4096, 192));
  EXPECT_FALSE(is_tall(4096, 4096, 1024));
  const auto mc_of = [](Index m, Index mc, const KernelShape& kernel, Transpose op_a = Transpose::none) {
    const Call call{Type::d, m, 64, 1024, {op_a}, {}, true, {}};
    return tall_mc(mc, m, 64, call, m, kernel);
  };
  EXPECT_EQ(mc_of(16384, 64, d8x6), 128);
  EXPECT_EQ(mc_of(16384, 64, d8x6, Transpose::transpose), 64) << "there they lie along K";
  EXPECT_EQ(mc_of(16384, 192, d24x8), 192) << "never fewer";
  EXPECT_EQ(mc_of(960, 64, d8x6), 64) << "not tall";
}

TEST(ThreadGrid, BlocksOfAThreadRowAreEqual) {
  EXPECT_EQ(balanced_mc(1024, 240, 24), 216);
  EXPECT_EQ(balanced_mc(240, 240, 24), 240);
  EXPECT_EQ(balanced_mc(1, 240, 24), 24);
  EXPECT_EQ(balanced_mc(0, 240, 24), 24);
  EXPECT_EQ(balanced_mc(250, 240, 24), 144);
}

TEST(ColumnChunk, StaysInTheSecondLevelWhereItIsUsedOnce) {
  const Blocking blocking{96, 256, 3000};
  const std::size_t l2 = 1 << 20;
  // One block of rows for all of K: a quarter of L2 holds 512 columns of 64 elements.
  EXPECT_EQ(choose_column_chunk(64, 16384, 64, l2, d8x6, blocking, 1), 516);
  EXPECT_EQ(choose_column_chunk(64, 300, 64, l2, d8x6, blocking, 1), 300);
  // Never so few that the threads have nothing to share.
  EXPECT_EQ(choose_column_chunk(64, 16384, 256, 1 << 10, d8x6, blocking, 4), 8 * 6 * 4);
  // More blocks of rows, or more kc blocks: as even as nc allows.
  EXPECT_EQ(choose_column_chunk(97, 16384, 64, l2, d8x6, blocking, 1), 2736);
  EXPECT_EQ(choose_column_chunk(64, 16384, 257, l2, d8x6, blocking, 1), 2736);
}

/// Offsets and bytes of pieces that together are the whole, each from a page of its own on.
void expect_one_behind_the_other(std::vector<std::pair<std::size_t, std::size_t>> pieces, std::size_t total) {
  std::sort(pieces.begin(), pieces.end());
  std::size_t end = 0;
  for (const auto& [offset, bytes] : pieces) {
    EXPECT_EQ(offset % 4096, 0U);
    EXPECT_EQ(offset, end);
    end = offset + bytes;
  }
  EXPECT_EQ(total, end);
}

TEST(WorkspaceLayout, PiecesAreLargeEnoughAndApart) {
  const Call call{Type::d, 1000, 1000, 2000};
  NodeTask task;
  task.way = Panels{};
  task.threads = 6;
  task.thread_grid = {3, 2};
  panels_of(task).shares_a = true;
  task.rows = {0, 1000};
  task.columns = {0, 500};
  panels_of(task).blocking = {96, 256, 120};
  panels_of(task).slab = 2048;
  panels_of(task).column_chunk = 504;
  panels_of(task).buffered_c = true;
  const WorkspaceLayout layout = workspace_of(task, call, d8x6);
  EXPECT_EQ(layout.b_buffers, 1);
  EXPECT_EQ(layout.a_buffers, 2);
  EXPECT_GE(layout.b_bytes_each, 2000U * 504 * 8);
  EXPECT_GE(layout.a_bytes_each, 96U * 2000 * 8);
  std::vector<std::pair<std::size_t, std::size_t>> pieces{{layout.b_offset(), layout.b_bytes_each}};
  for (Index row = 0; row < 3; ++row) {
    for (Index buffer = 0; buffer < 2; ++buffer) {
      pieces.emplace_back(layout.a_offset(row, buffer), layout.a_bytes_each);
    }
  }
  EXPECT_GE(layout.c_bytes_each, 96U * 120 * 8);
  for (Index thread = 0; thread < 6; ++thread)
    pieces.emplace_back(layout.c_offset(thread), layout.c_bytes_each);
  expect_one_behind_the_other(pieces, layout.total);
}

TEST(WorkspaceLayout, SecondBuffersOnlyWhereThereIsASecondPass) {
  const Call call{Type::d, 1000, 1000, 2000};
  NodeTask task = task_in_rows(2, 1000, 1000, 1002);
  EXPECT_EQ(workspace_of(task, call, d8x6).b_buffers, 2);
  EXPECT_EQ(workspace_of(task, call, d8x6).a_buffers, 1);
  panels_of(task).slab = 2048;
  EXPECT_EQ(workspace_of(task, call, d8x6).b_buffers, 1);
  panels_of(task).column_chunk = 504;
  EXPECT_EQ(workspace_of(task, call, d8x6).b_buffers, 2);
  task.thread_grid = {1, 2};
  EXPECT_EQ(workspace_of(task, call, d8x6).a_buffers, 1) << "a block for each thread";
  panels_of(task).shares_a = true;
  EXPECT_EQ(workspace_of(task, call, d8x6).a_buffers, 2);
  task.rows = {0, 90};
  panels_of(task).column_chunk = 1002;
  EXPECT_EQ(workspace_of(task, call, d8x6).a_buffers, 1);
  panels_of(task).column_chunk = 504;
  task.threads = 1;
  task.thread_grid = {1, 1};
  EXPECT_EQ(workspace_of(task, call, d8x6).b_buffers, 1) << "nobody packs while a thread alone multiplies";
  task.threads = 2;
  task.thread_grid = {1, 2};
  panels_of(task).slab = 256;
  EXPECT_EQ(workspace_of(task, call, d8x6).b_buffers, 1) << "each packs its own columns";
}

TEST(WorkspaceLayout, PlacesOfAThreadsBlockKeepAwayFromOthers) {
  const Call call{Type::d, 1000, 1000, 2000};
  NodeTask task = task_in_rows(3, 1000, 1000, 1002);
  panels_of(task).a_places = {8, 32 << 10};
  const WorkspaceLayout layout = workspace_of(task, call, d8x6);
  EXPECT_EQ(layout.a_places, 8);
  std::vector<std::pair<std::size_t, std::size_t>> pieces;
  for (Index thread = 0; thread < 3; ++thread) {
    pieces.emplace_back(layout.a_offset(thread), layout.a_room);
    for (Index place = 0; place < 8; ++place) {
      EXPECT_EQ(layout.a_offset(thread, place) % 4096, 0U);
      EXPECT_LE(layout.a_offset(thread, place) + layout.a_bytes_each,
                layout.a_offset(thread) + layout.a_room);
      EXPECT_EQ(layout.a_offset(thread, place), layout.a_offset(thread) + std::size_t(place) * layout.a_step);
    }
  }
  pieces.emplace_back(layout.b_offset(0), layout.b_bytes_each);
  pieces.emplace_back(layout.b_offset(1), layout.b_bytes_each);
  expect_one_behind_the_other(pieces, layout.total);
  EXPECT_EQ(layout.a_step, panels_of(task).a_places.step);
}

/// What is known of a place in a workspace must not be lost because another call comes in between.
TEST(WorkspaceLayout, PlacesAreTheSameForOtherShapes) {
  const std::size_t l2 = 1 << 20;
  const auto layout_of = [&](Index m, Index n, Index k, Index mc, Index kc) {
    const Call call{Type::d, m, n, k};
    NodeTask task = task_in_rows(3, m, n, round_up(n, Index{6}));
    panels_of(task).blocking.mc = mc;
    panels_of(task).blocking.kc = panels_of(task).slab = kc;
    panels_of(task).a_places = places_of_a(panels_of(task), m, call, l2);
    return workspace_of(task, call, d8x6);
  };
  const WorkspaceLayout one = layout_of(1000, 1000, 1000, 192, 256),
                        other = layout_of(3000, 500, 900, 120, 300);
  ASSERT_GT(one.a_places, 1);
  ASSERT_NE(one.a_bytes_each, other.a_bytes_each);
  EXPECT_EQ(one.a_places, other.a_places);
  for (Index thread = 0; thread < 3; ++thread)
    for (Index place = 0; place < one.a_places; ++place)
      EXPECT_EQ(one.a_offset(thread, place), other.a_offset(thread, place));
}

TEST(PlacesOfA, AreForBlocksThatTakeAGoodPartOfL2) {
  const Call call{Type::d, 1000, 1000, 1000};
  const std::size_t l2 = 1 << 20;
  Panels way;
  way.blocking = {192, 256, 1000};
  way.slab = 256;
  EXPECT_GT(places_of_a(way, 1000, call, l2).count, 1);
  EXPECT_GT(places_of_a(way, 1000, call, l2).step, 0U);
  EXPECT_LE(places_of_a(way, 1000, call, l2).count, PlaceTrials::most_places);
  EXPECT_EQ(places_of_a(way, 100, call, l2).count, 1) << "fewer rows than a block has";
  EXPECT_EQ(places_of_a(way, 1000, call, 4 * l2).count, 1);
  way.shares_a = true;
  EXPECT_EQ(places_of_a(way, 1000, call, l2).count, 1) << "not one thread's";
  way.shares_a = false;
  way.buffered_c = true;
  EXPECT_EQ(places_of_a(way, 1000, call, l2).count, 1);
}

/// A thread may be steps ahead of another: when the offset followed the kc block's depth, the shallower last
/// block of one overlapped the deeper first block of the other.
TEST(WorkspaceLayout, OwnColumnsOfBNeverMeetThoseOfAnotherThread) {
  Generator generator{test_seed()};
  for (int trial = 0; trial < 300; ++trial) {
    NodeTask task;
    task.way = Panels{};
    const Index k = pick(generator, 1, 900), n = pick(generator, 1, 500);
    task.threads = static_cast<int>(pick(generator, 1, 8));
    task.thread_grid = {1, task.threads};
    task.rows = {0, 100};
    task.columns = {0, n};
    panels_of(task).blocking = {96, 256, 1002};
    panels_of(task).slab = round_up(pick(generator, 1, 256), Index{8});
    panels_of(task).column_chunk = round_up(pick(generator, 1, n), Index{6});
    const WorkspaceLayout layout = workspace_of(task, Call{Type::d, 100, n, k}, d8x6);
    for (Index column = 0; column < task.threads; ++column) {
      const Index begin = own_panels_begin(task, panels_of(task), k, d8x6, column);
      const Index end = column + 1 < task.threads
                            ? own_panels_begin(task, panels_of(task), k, d8x6, column + 1)
                            : static_cast<Index>(layout.b_bytes_each / 8);
      for (Index j = 0; j < n; j += panels_of(task).column_chunk) {
        const Range chunk{j, std::min(j + panels_of(task).column_chunk, n)};
        const Index width = round_up(split(chunk, task.threads, 6, column).size(), Index{6});
        for (Index p = 0; p < k; p += panels_of(task).slab)
          ASSERT_LE(begin + width * std::min(panels_of(task).slab, k - p), end) << "seed " << test_seed();
      }
    }
  }
}

TEST(WorkspaceLayout, WhereThreadsShareKEachHasItsPanelsAndEachPieceItsSums) {
  const Call call{Type::d, 60, 50, 16000};
  NodeTask task = task_in_rows(3, 60, 50, 54);
  task.order.pieces = 5;
  const WorkspaceLayout layout = workspace_of(task, call, d8x6);
  EXPECT_GE(layout.a_bytes_each, 64U * 256 * 8);
  EXPECT_GE(layout.b_bytes_each, 54U * 256 * 8);
  EXPECT_GE(layout.c_bytes_each, 64U * 50 * 8);
  std::vector<std::pair<std::size_t, std::size_t>> parts;
  for (Index thread = 0; thread < 3; ++thread) {
    parts.emplace_back(layout.a_offset(thread), layout.a_bytes_each);
    parts.emplace_back(layout.b_offset(thread), layout.b_bytes_each);
  }
  for (Index piece = 0; piece < 5; ++piece) parts.emplace_back(layout.c_offset(piece), layout.c_bytes_each);
  expect_one_behind_the_other(parts, layout.total);
}

TEST(KPieces, CoverKInWholeSlabs) {
  for (const Index kc : {64, 344, 384}) {
    for (const Index k : {1, 383, 384, 3071, 3073, 5000, 16384, 1000003}) {
      const Index pieces = k_pieces({Type::d, 64, 60, k}, kc);
      ASSERT_GE(pieces, 1);
      Index end = 0;
      for (Index piece = 0; piece < pieces; ++piece) {
        const Range steps = k_piece(k, kc, pieces, piece);
        EXPECT_EQ(steps.begin, end);
        EXPECT_EQ(steps.begin % kc, 0);
        EXPECT_TRUE(pieces == 1 || steps.size() > kc) << "adding up would cost more than it spares";
        end = steps.end;
      }
      EXPECT_EQ(end, k);
    }
  }
}

TEST(KPieces, OnlyWhereCIsSmallAndKLong) {
  EXPECT_EQ(k_pieces({Type::d, 64, 64, 16384}, 384), 16);
  EXPECT_EQ(k_pieces({Type::d, 65, 64, 16384}, 384), 1);
  EXPECT_EQ(k_pieces({Type::d, 64, 65, 16384}, 384), 1);
  EXPECT_EQ(k_pieces({Type::s, 128, 128, 16384}, 384), 16) << "half the bytes";
  EXPECT_EQ(k_pieces({Type::d, 64, 64, 2000}, 384), 1);
}

/// Two nodes a package apart, remote bandwidth a third of local.
struct TwoNodes {
  Machine machine = flat_machine(2, 4);
  Profile profile;
  Call call = square(1000);
  KernelShape kernel = d8x6;
  Options options;
  Homes homes = homes_on(call, 0, 2);
  TwoNodes() {
    profile.latency_ns = {{100, 300}, {300, 100}};
    profile.bandwidth_gb_per_s = {{60, 20}, {20, 60}};
    profile.core_gflops = 40;
  }
  LocaliseFigures weigh(double remote, double local, const Crossings& crossings) const {
    const PlanContext context(call, kernel, homes, machine, profile, options);
    return weigh_copy(context, NodeCrew{{1, 1, 1, 4}, 4, 4}, {remote, local}, crossings);
  }
};

TEST(Localise, FormulasOneToThree) {
  const TwoNodes nodes;
  // (1): ten reads of 2e9 bytes at 20 GB/s and 300 ns each.
  const LocaliseFigures figures = nodes.weigh(2e9, 0, {10, 1, 1});
  EXPECT_NEAR(figures.in_place_seconds, 10 * (0.1 + 300e-9), 1e-12);
  // (2): one such read, then ten uses at ten times 60 GB/s and a tenth of 100 ns.
  EXPECT_NEAR(figures.copied_seconds, 0.1 + 300e-9 + 10 * (2e9 / 600e9 + 10e-9), 1e-12);
  EXPECT_TRUE(figures.copy);
  // C crosses twice each time.
  EXPECT_NEAR(nodes.weigh(2e9, 0, {10, 2, 2}).in_place_seconds, 10 * (0.2 + 300e-9), 1e-12);
}

TEST(Localise, WhatIsOnlyWrittenIsCopiedEvenForOneUse) {
  const TwoNodes nodes;
  const LocaliseFigures read_and_written = nodes.weigh(2e9, 0, {1, 2, 2}),
                        streamed = nodes.weigh(2e9, 0, {1, 2, 1});
  EXPECT_FALSE(read_and_written.copy);
  EXPECT_TRUE(streamed.copy);
  EXPECT_NEAR(streamed.in_place_seconds, 0.2 + 300e-9, 1e-12);
  EXPECT_NEAR(streamed.copied_seconds, 0.1 + 300e-9 + 4e9 / 600e9 + 10e-9, 1e-12);
  EXPECT_EQ(describe('C', streamed),
            "C: 100 % remote; crossing 1 time each way 200 ms, only written, once, 106.7 ms: finished block "
            "by block in "
            "this node's caches");
  EXPECT_FALSE(nodes.weigh(0, 2e9, {1, 2, 1}).copy);
}

TEST(Localise, NotWhereRemoteMemoryIsFasterThanTheCopy) {
  TwoNodes nodes;
  nodes.profile.bandwidth_gb_per_s[1][0] = 2000;
  nodes.profile.latency_ns[1][0] = 1;
  EXPECT_FALSE(nodes.weigh(2e9, 0, {10, 1, 1}).copy);
}

TEST(Localise, OnlyWhatIsRemoteAndComesAgain) {
  const TwoNodes nodes;
  EXPECT_FALSE(nodes.weigh(2e9, 0, {1, 1, 1}).copy);
  EXPECT_TRUE(nodes.weigh(2e9, 0, {2, 1, 1}).copy);
  EXPECT_FALSE(nodes.weigh(0, 2e9, {50, 1, 1}).copy);
  EXPECT_FALSE(nodes.weigh(1e7, 2e9, {50, 1, 1}).copy) << "half a per cent of stray pages";
  EXPECT_TRUE(nodes.weigh(5e8, 15e8, {50, 1, 1}).copy);
}

}  // namespace
}  // namespace numapack
