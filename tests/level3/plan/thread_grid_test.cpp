// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>

#include "base/split.hpp"
#include "level3/algorithms/few_columns.hpp"
#include "level3/call/split_k.hpp"
#include "level3/plan/parts.hpp"
#include "level3/tasks/thread_grid.hpp"
#include "support/planning.hpp"

// How the threads of a node share a task.
namespace numapack {
namespace {

using namespace testing;  // NOLINT

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

TEST(ThreadGrid, ShallowBlocksAreSmallerWhereTheNextIsPrefetched) {
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

TEST(JcBlock, StaysInTheSecondLevelWhereItIsUsedOnce) {
  const Blocking blocking{96, 256, 3000};
  const std::size_t l2 = 1 << 20;
  // One block of rows for all of K: a quarter of L2 holds 512 columns of 64 elements.
  EXPECT_EQ(choose_jc_block(64, 16384, 64, l2, d8x6, blocking, 1), 516);
  EXPECT_EQ(choose_jc_block(64, 300, 64, l2, d8x6, blocking, 1), 300);
  // Never so few that the threads have nothing to share.
  EXPECT_EQ(choose_jc_block(64, 16384, 256, 1 << 10, d8x6, blocking, 4), 8 * 6 * 4);
  // More blocks of rows, or more kc blocks: as even as nc allows.
  EXPECT_EQ(choose_jc_block(97, 16384, 64, l2, d8x6, blocking, 1), 2736);
  EXPECT_EQ(choose_jc_block(64, 16384, 257, l2, d8x6, blocking, 1), 2736);
}

TEST(ThreadGrid, SkinnyProductsHaveWorkForAllThreads) {
  const Site site(captured("kunpeng920"));
  Generator generator{test_seed()};
  Options options;
  options.nodes = {0};
  options.collapse = false;
  int skinny = 0;
  for (int i = 0; i < 1000; ++i) {
    Call call{Type(pick(generator, 0, 3)),
              pick(generator, 1500, 20000),
              pick(generator, 1, 8),
              pick(generator, 8, 500),
              {Transpose(pick(generator, 0, 3))},
              {Transpose(pick(generator, 0, 3))},
              pick(generator, 0, 1) == 1,
              {}};
    if (i % 2 == 1) std::swap(call.m, call.n);
    const Plan plan = site.plan(call, homes_on(call, 0, site.nodes()), options);
    const NodeTask& task = plan.tasks[0];
    if (task.skinny() == nullptr || task.order.pieces > 1) continue;
    ++skinny;
    const Index line = line_of(call.type), nr = plan.kernel.nr;
    const Index rows = split(task.rows, task.thread_grid.rows, line, 0).size(),
                columns = split(task.columns, task.thread_grid.columns, nr, 0).size();
    EXPECT_LE(double(rows * columns) * task.threads, 2.0 * double(call.m * call.n))
        << told("kunpeng920", {call, {}, options}) << ", " << task.threads << " threads";
  }
  EXPECT_GT(skinny, 100);
}

TEST(SplitK, CoverKInWholeKcBlocks) {
  for (const Index kc : {64, 344, 384}) {
    for (const Index k : {1, 383, 384, 3071, 3073, 5000, 16384, 1000003}) {
      const Index pieces = split_k({Type::d, 64, 60, k}, kc);
      ASSERT_GE(pieces, 1);
      Index end = 0;
      for (Index piece = 0; piece < pieces; ++piece) {
        const Range steps = split_k_part(k, kc, pieces, piece);
        EXPECT_EQ(steps.begin, end);
        EXPECT_EQ(steps.begin % kc, 0);
        EXPECT_TRUE(pieces == 1 || steps.size() > kc) << "adding up would cost more than it spares";
        end = steps.end;
      }
      EXPECT_EQ(end, k);
    }
  }
}

TEST(SplitK, OnlyWhereCIsSmallAndKLong) {
  EXPECT_EQ(split_k({Type::d, 64, 64, 16384}, 384), 16);
  EXPECT_EQ(split_k({Type::d, 65, 64, 16384}, 384), 1);
  EXPECT_EQ(split_k({Type::d, 64, 65, 16384}, 384), 1);
  EXPECT_EQ(split_k({Type::s, 128, 128, 16384}, 384), 16) << "half the bytes";
  EXPECT_EQ(split_k({Type::d, 64, 64, 2000}, 384), 1);
}

}  // namespace
}  // namespace numapack
