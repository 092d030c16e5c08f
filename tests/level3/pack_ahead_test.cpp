// SPDX-License-Identifier: BSD-3-Clause
#include "level3/run/pack_ahead.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "kernel/shapes.hpp"
#include "level3/algorithms/few_columns.hpp"
#include "support/guarded.hpp"
#include "support/random.hpp"

namespace numapack {
namespace {

using namespace testing;  // NOLINT

TEST(PackAhead, SharesAllLinesOutOverTheTiles) {
  const double from[1] = {};
  double to[1];
  // 3 panels of 5 columns over 4 tiles: 4 lines each, 3 for the last.
  PackAhead<double> block({from, 100, 24, 5}, shapes::avx2_d, to, nullptr);
  block.share_out(4, 64);
  Index lines = 0, tiles = 0;
  for (; block.is_left(); ++tiles) {
    const PackedAhead part = block.take();
    const Index column = divide(lines, 3), panel = lines - 3 * column;
    EXPECT_EQ(part.from, from + 8 * panel + 100 * column);
    EXPECT_EQ(part.to, to + 8 * (5 * panel + column));
    EXPECT_EQ(part.leading, 800);
    EXPECT_EQ(part.panel, 320);
    EXPECT_EQ(part.left, 3 - panel);
    lines += part.count;
  }
  EXPECT_EQ(tiles, 4);
  EXPECT_EQ(lines, 15);
}

TEST(PackAhead, GivesTilesNoMoreThanTheyHaveTimeFor) {
  const double from[1] = {};
  double to[1];
  PackAhead<double> block({from, 100, 800, 64}, shapes::avx2_d, to, nullptr);
  EXPECT_EQ(lines_packed_ahead(shapes::avx2_d, 64), 5);
  block.share_out(0, 64);
  EXPECT_FALSE(block.is_left()) << "no columns of C";
  block.share_out(1280, 16);
  EXPECT_FALSE(block.is_left()) << "too few steps";
  block.share_out(100, 64);  // 64 lines a tile would be all of it
  ASSERT_TRUE(block.is_left());
  EXPECT_EQ(block.take().count, 5);
  PackAhead<double> low({from, 100, 7, 64}, shapes::avx2_d, to, nullptr);
  EXPECT_FALSE(low.is_left()) << "not a whole panel";
}

TEST(PackAhead, PrefetchesTheBlockThatFollowsAtTheEnd) {
  const double from[1000] = {};
  double to[1];
  const double* const after = from + 16;
  PackAhead<double> block({from, 100, 16, 10}, shapes::avx2_d, to, after);
  block.share_out(10, 64);  // a column each
  for (Index column = 0; column < 10; ++column) {
    const PackedAhead part = block.take();
    const auto* const prefetched =
        reinterpret_cast<const double*>(static_cast<const char*>(part.from) + part.prefetched);
    EXPECT_EQ(prefetched, column < 6 ? from + 100 * (column + 4) : after + 100 * (column - 6)) << column;
  }
}

struct Meant {
  Call call;  // A's columns share sets of the first-level cache
  KernelShape kernel = shapes::avx2_d;
  Meant(Index m, Index n, Index k, Transpose trans_a = Transpose::none)
      : call{Type::d, m, n, k, {trans_a, round_up(std::max(m, k), Index{4096})}, {}, false, {}} {}
  bool packs() const { return packs_ahead(call, kernel, call.n, std::min(call.k, kc())); }
  Index kc(const Blocking& wanted = {}) const { return blocking_of(call, kernel, {}, wanted).kc; }
};

TEST(PacksAhead, TallProductsOfFewColumnsThatHaveTheLoop) {
  EXPECT_TRUE(Meant(16384, 64, 1024).packs());
  EXPECT_TRUE(Meant(16384, 64, 128).packs());
  EXPECT_FALSE(Meant(16384, 64, 64).packs()) << "too few steps to hide anything behind";
  EXPECT_FALSE(Meant(16384, 500, 1024).packs()) << "packing is a small part";
  EXPECT_FALSE(Meant(16384, 40, 1024).packs()) << "too few columns for that";
  EXPECT_FALSE(Meant(1000, 64, 1024).packs()) << "not tall";
  EXPECT_FALSE(Meant(16384, 64, 1024, Transpose::transpose).packs());
  Meant without(16384, 64, 1024);
  without.kernel.pack_ahead = {};
  EXPECT_FALSE(without.packs());
  EXPECT_EQ(without.kc(), 344);
}

TEST(PacksAhead, StepsAreSharedOutEvenly) {
  EXPECT_EQ(Meant(16384, 64, 1024).kc(), 256);
  EXPECT_EQ(Meant(16384, 64, 300).kc(), 152);
  EXPECT_EQ(Meant(16384, 500, 1024).kc(), 344);
  EXPECT_EQ(Meant(16384, 64, 600).kc(), 200);
  EXPECT_EQ(Meant(16384, 64, 600).kc({0, 320, 0}), 304) << "as a profile has it";
}

/// The kc blocks stay as they are: otherwise the order of rounding, and the bits, would depend on the CPU's
/// vendor.
TEST(PacksAhead, OnSomeCoresWithAvx512) {
  Meant product(16384, 64, 1024);
  product.kernel = shapes::avx512_d;
  EXPECT_FALSE(product.packs());
  product.kernel = shapes::avx512_d_by_columns;
  EXPECT_TRUE(product.packs());
  EXPECT_EQ(product.kc(), 344);
  product.call.n = 32;
  EXPECT_FALSE(product.packs()) << "four tiles have no time for 86 lines each";
}

/// Paths without a plan know the kernel's kc alone, and have to give the same bits.
TEST(PacksAhead, NotWhatIsMultipliedInPlaceOrBySplitK) {
  EXPECT_FALSE(Meant(150, 7, 332).packs());
  EXPECT_EQ(Meant(150, 7, 332).kc(), 336);
  EXPECT_FALSE(Meant(100000, 2, 332).packs()) << "thin";
  EXPECT_EQ(Meant(64, 4, 100000).kc(), Meant(64, 500, 100000).kc()) << "in pieces of K";
}

/// Tiles that have no time for all of it leave some lines of a column, or whole columns, or all.
TEST(PackAhead, WhatIsLeftIsPackedAfterwards) {
  constexpr KernelShape shape = shapes::portable_d;
  const Kernel<double>& kernel = *find_kernel<double>(shape.name);
  const Index mr = shape.mr, panels = 3, depth = 20, rows = panels * mr, leading = rows + 5;
  Generator generator(test_seed());
  std::vector<double> from(static_cast<std::size_t>(leading * depth)),
      expected(static_cast<std::size_t>(rows * depth));
  for (double& element : from) element = random_value<double>(generator);
  kernel.pack_a({from.data(), 1, leading}, rows, depth, expected.data());
  KernelShape paced = shape;
  paced.pack_ahead = {1, 1};
  for (Index done = 0; done <= panels * depth; done += 7) {
    std::vector<double> to(expected.size());
    PackAhead<double> block({from.data(), leading, rows, depth}, paced, to.data(), nullptr);
    block.share_out(panels * depth, 64);  // a line a tile
    for (Index line = 0; line < done; ++line) {
      const PackedAhead part = block.take();
      ASSERT_EQ(part.count, 1);
      std::copy_n(static_cast<const double*>(part.from), mr, static_cast<double*>(part.to));
    }
    block.pack_rest(kernel.pack_a);
    EXPECT_EQ(to, expected) << done;
  }
}

template <class T>
class PackAheadTiles : public ::testing::Test {};
using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(PackAheadTiles, Types);

/// The block that is packed, and the panels that it becomes, end flush with guard pages.
TYPED_TEST(PackAheadTiles, TilesPackThePanelsAndGiveTheirBits) {
  using T = TypeParam;
  Generator generator(test_seed());
  SCOPED_TRACE(::testing::Message() << "NUMAPACK_TEST_SEED=" << test_seed());
  for (const Kernel<T>& kernel : usable_kernels<T>()) {
    EXPECT_EQ(kernel.pack_ahead_tile != nullptr, kernel.shape.packs_ahead());
    if (kernel.pack_ahead_tile == nullptr) continue;
    SCOPED_TRACE(kernel.shape.name);
    const Index mr = kernel.shape.mr, nr = kernel.shape.nr;
    for (const Index k : {44, 45, 63, 130, 256}) {
      const Index panels = 1 + generator() % 5, depth = 1 + generator() % 40, rows = panels * mr;
      const Index leading = rows + generator() % 9;
      const auto packed = static_cast<std::size_t>(rows * depth);
      const Guarded<T> next(static_cast<std::size_t>(leading * (depth - 1) + rows)), panel(packed),
          expected(packed);
      const Guarded<T> a(static_cast<std::size_t>(k * mr)), b(static_cast<std::size_t>(k * nr));
      for (const Guarded<T>* const filled : {&next, &a, &b})
        for (std::size_t i = 0; i < filled->size(); ++i) (*filled)[i] = random_value<T>(generator);
      kernel.pack_a({next.data(), 1, leading}, rows, depth, expected.data());

      const Index share = std::max<Index>(1, lines_packed_ahead(kernel.shape, k) - generator() % 3);
      PackAhead<T> block({next.data(), leading, rows, depth}, kernel.shape, panel.data(), nullptr);
      block.share_out(divide_up(panels * depth, share), k);
      while (block.is_left()) {
        const int height = static_cast<int>(mr - generator() % 2),
                  width = static_cast<int>(nr - generator() % 2);
        const T alpha = random_value<T>(generator),
                beta = generator() % 2 == 0 ? T{0} : random_value<T>(generator);
        std::vector<T> c(static_cast<std::size_t>(mr * nr));
        for (T& element : c) element = random_value<T>(generator);
        std::vector<T> same = c;
        kernel.pack_ahead_tile(k, a.data(), b.data(), alpha, beta, c.data(), mr, height, width, block.take());
        kernel.tile(k, a.data(), b.data(), alpha, beta, same.data(), mr, height, width, {});
        ASSERT_EQ(c, same) << "k " << k;
      }
      for (std::size_t i = 0; i < packed; ++i) ASSERT_EQ(panel[i], expected[i]) << "k " << k << ", " << i;
    }
  }
}

}  // namespace
}  // namespace numapack
