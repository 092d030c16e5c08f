// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>

#include "base/split.hpp"
#include "level3/plan/parts.hpp"
#include "level3/tasks/thread_grid.hpp"
#include "level3/tasks/workspace_layout.hpp"
#include "runtime/place_trials.hpp"
#include "support/planning.hpp"

// Where the parts of a task's workspace lie.
namespace numapack {
namespace {

using namespace testing;  // NOLINT

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
  task.algorithm = Panels{};
  task.threads = 6;
  task.thread_grid = {3, 2};
  panels_of(task).shares_a = true;
  task.rows = {0, 1000};
  task.columns = {0, 500};
  panels_of(task).blocking = {96, 256, 120};
  panels_of(task).kc_block = 2048;
  panels_of(task).jc_block = 504;
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
  panels_of(task).kc_block = 2048;
  EXPECT_EQ(workspace_of(task, call, d8x6).b_buffers, 1);
  panels_of(task).jc_block = 504;
  EXPECT_EQ(workspace_of(task, call, d8x6).b_buffers, 2);
  task.thread_grid = {1, 2};
  EXPECT_EQ(workspace_of(task, call, d8x6).a_buffers, 1) << "a block for each thread";
  panels_of(task).shares_a = true;
  EXPECT_EQ(workspace_of(task, call, d8x6).a_buffers, 2);
  task.rows = {0, 90};
  panels_of(task).jc_block = 1002;
  EXPECT_EQ(workspace_of(task, call, d8x6).a_buffers, 1);
  panels_of(task).jc_block = 504;
  task.threads = 1;
  task.thread_grid = {1, 1};
  EXPECT_EQ(workspace_of(task, call, d8x6).b_buffers, 1) << "nobody packs while a thread alone multiplies";
  task.threads = 2;
  task.thread_grid = {1, 2};
  panels_of(task).kc_block = 256;
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
    panels_of(task).blocking.kc = panels_of(task).kc_block = kc;
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
  Panels algorithm;
  algorithm.blocking = {192, 256, 1000};
  algorithm.kc_block = 256;
  EXPECT_GT(places_of_a(algorithm, 1000, call, l2).count, 1);
  EXPECT_GT(places_of_a(algorithm, 1000, call, l2).step, 0U);
  EXPECT_LE(places_of_a(algorithm, 1000, call, l2).count, PlaceTrials::most_places);
  EXPECT_EQ(places_of_a(algorithm, 100, call, l2).count, 1) << "fewer rows than a block has";
  EXPECT_EQ(places_of_a(algorithm, 1000, call, 4 * l2).count, 1);
  algorithm.shares_a = true;
  EXPECT_EQ(places_of_a(algorithm, 1000, call, l2).count, 1) << "not one thread's";
  algorithm.shares_a = false;
  algorithm.buffered_c = true;
  EXPECT_EQ(places_of_a(algorithm, 1000, call, l2).count, 1);
}

/// A thread may be steps ahead of another: when the offset followed the kc block's depth, the shallower last
/// block of one overlapped the deeper first block of the other.
TEST(WorkspaceLayout, OwnColumnsOfBNeverMeetThoseOfAnotherThread) {
  Generator generator{test_seed()};
  for (int trial = 0; trial < 300; ++trial) {
    NodeTask task;
    task.algorithm = Panels{};
    const Index k = pick(generator, 1, 900), n = pick(generator, 1, 500);
    task.threads = static_cast<int>(pick(generator, 1, 8));
    task.thread_grid = {1, task.threads};
    task.rows = {0, 100};
    task.columns = {0, n};
    panels_of(task).blocking = {96, 256, 1002};
    panels_of(task).kc_block = round_up(pick(generator, 1, 256), Index{8});
    panels_of(task).jc_block = round_up(pick(generator, 1, n), Index{6});
    const WorkspaceLayout layout = workspace_of(task, Call{Type::d, 100, n, k}, d8x6);
    for (Index column = 0; column < task.threads; ++column) {
      const Index begin = own_panels_begin(task, panels_of(task), k, d8x6, column);
      const Index end = column + 1 < task.threads
                            ? own_panels_begin(task, panels_of(task), k, d8x6, column + 1)
                            : static_cast<Index>(layout.b_bytes_each / 8);
      for (Index j = 0; j < n; j += panels_of(task).jc_block) {
        const Range jc_block{j, std::min(j + panels_of(task).jc_block, n)};
        const Index width = round_up(split(jc_block, task.threads, 6, column).size(), Index{6});
        for (Index p = 0; p < k; p += panels_of(task).kc_block)
          ASSERT_LE(begin + width * std::min(panels_of(task).kc_block, k - p), end) << "seed " << test_seed();
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

}  // namespace
}  // namespace numapack
