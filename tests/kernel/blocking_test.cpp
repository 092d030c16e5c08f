// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "kernel/kernel.hpp"

namespace numapack {
namespace {

std::vector<KernelShape> all_shapes() {
  std::vector<KernelShape> all;
  for (const char* architecture : {"x86_64", "aarch64"})
    for (const Type type : {Type::s, Type::d, Type::c, Type::z})
      for (const KernelShape& shape : kernel_shapes(architecture, type)) all.push_back(shape);
  return all;
}

/// From an embedded core to one with a large private L2; the L3 may be missing or shared among many.
const std::vector<CacheSizes> caches{
    {32 << 10, 256 << 10, 0},       {32 << 10, 256 << 10, 2 << 20}, {64 << 10, 512 << 10, 1 << 20},
    {32 << 10, 512 << 10, 4 << 20}, {32 << 10, 1 << 20, 1441792},   {48 << 10, 1280 << 10, 1536 << 10},
    {48 << 10, 2 << 20, 2 << 20},   {64 << 10, 8 << 20, 0},
};

TEST(KernelShapes, FitBuffersOfATile) {
  for (const KernelShape& shape : all_shapes()) {
    EXPECT_LE(std::max(shape.mr, shape.nr), most_tile_side) << shape.name;
    EXPECT_LE(shape.mr * shape.nr, most_tile_elements) << shape.name;
  }
}

TEST(Blocking, IsWholeMicroPanelsThatFitTheCaches) {
  for (const KernelShape& shape : all_shapes()) {
    const Index element = static_cast<Index>(bytes_of(shape.type));
    for (const CacheSizes& cache : caches) {
      for (const Index k : {0, 1, 100, 1000, 4096}) {
        SCOPED_TRACE(::testing::Message() << shape.name << " l2=" << cache.l2 << " k=" << k);
        const Blocking blocking = choose_blocking(shape, cache, k);
        EXPECT_EQ(blocking.mc % shape.mr, 0);
        EXPECT_EQ(blocking.nc % shape.nr, 0);
        EXPECT_GE(blocking.mc, shape.mr);
        EXPECT_GE(blocking.nc, 64 * shape.nr) << "too few panels of B to be worth packing A";
        EXPECT_LE(blocking.mc * blocking.kc * element, static_cast<Index>(cache.l2) * 3 / 4)
            << "the block of A leaves room in L2 for B's panel and C";
        EXPECT_LE(blocking.kc * shape.nr * element, Index{3} << 13)
            << "the panel of B leaves room in L1 for A's stream";
      }
    }
  }
}

TEST(Blocking, KcBlocksOfKDependOnKernelAndKAlone) {
  for (const KernelShape& shape : all_shapes()) {
    for (const Index k : {0, 1, 7, 320, 321, 1024, 5000}) {
      const Index kc = choose_blocking(shape, caches.front(), k).kc;
      for (const CacheSizes& cache : caches)
        EXPECT_EQ(choose_blocking(shape, cache, k).kc, kc) << shape.name << " k=" << k;
    }
  }
}

TEST(Blocking, WhatWasMeasuredGoesBeforeTheCaches) {
  const KernelShape shape = choose_shape("x86_64", false, Type::d, "avx512-d24x8");
  CacheSizes sizes;
  sizes.l2 = 1 << 20;
  EXPECT_EQ(choose_blocking(shape, sizes).mc, 192);
  sizes.l2 = 512 << 10;
  EXPECT_EQ(choose_blocking(shape, sizes).mc, 120) << "three quarters of a small L2";
}

TEST(Blocking, KcBlocksOfKAreEven) {
  for (const KernelShape& shape : all_shapes()) {
    const Index longest = choose_blocking(shape, CacheSizes{}).kc;
    for (Index k = 1; k < 5000; k += 1 + k / 9) {
      const Index kc = choose_blocking(shape, CacheSizes{}, k).kc;
      const Index kc_blocks = (k + longest - 1) / longest;
      EXPECT_LE(kc, longest) << shape.name << " k=" << k;
      EXPECT_GE(kc * kc_blocks, k) << shape.name << " k=" << k << ": more kc blocks than needed";
      EXPECT_LT((kc - 8) * kc_blocks, k) << shape.name << " k=" << k << ": the last kc block is a sliver";
    }
  }
  const KernelShape shape = choose_shape("x86_64", false, Type::d, "avx512-d24x8");
  EXPECT_EQ(choose_blocking(shape, CacheSizes{}).kc, 384);
  EXPECT_EQ(choose_blocking(shape, CacheSizes{}, 1024).kc, 344) << "344, 344 and 336, not 384, 384 and 256";
}

}  // namespace
}  // namespace numapack
