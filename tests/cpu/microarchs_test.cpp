// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/microarchs.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace numapack {
namespace {

TEST(Microarchs, SayWhatTheyAreAndWhereTheirFiguresAreFrom) {
  std::set<std::string> names;
  for (const Microarch* const microarch : all_microarchs()) {
    SCOPED_TRACE(microarch->name);
    EXPECT_TRUE(names.insert(microarch->name).second) << "twice";
    EXPECT_EQ(microarch_named(microarch->name), microarch);
    EXPECT_STRNE(microarch->title, "");
    EXPECT_EQ(microarch->measured, std::string(microarch->assumed_from).empty()) << "one of the two";
    for (const MicroarchKernel& kernel : microarch->kernels) {
      EXPECT_TRUE(microarch->has(kernel.name));
      EXPECT_EQ(std::string(kernel.name).find(name(microarch->set)), 0U) << kernel.name;
    }
  }
  EXPECT_EQ(microarch_named("zen 4"), nullptr);
}

TEST(Microarchs, HaveCyclesThatCanBeCountedWith) {
  for (const Microarch* const microarch : all_microarchs()) {
    SCOPED_TRACE(microarch->name);
    const SkinnyCycles& cycles = microarch->cycles;
    for (const double figure : {cycles.narrow, cycles.near_add, cycles.multiply_add, cycles.wide_multiply_add,
                                cycles.dot, cycles.packed_add, cycles.latency, cycles.tall_add})
      EXPECT_GT(figure, 0);
    EXPECT_GE(cycles.narrow, 1);
  }
}

/// What was measured: a change here is a change of what runs on these CPUs.
TEST(Microarchs, KeepWhatWasMeasured) {
  EXPECT_EQ(microarchs::skylake_x.kernels[1].blocks, (Blocking{192, 384, 8192}));
  EXPECT_EQ(microarchs::skylake_x.in_place.most_bytes, 640U << 10);
  EXPECT_TRUE(microarchs::skylake_x.prefetches_next_block && microarchs::skylake_x.ends_blocks_with_pages);
  EXPECT_FALSE(microarchs::skylake_x.blocks_lie_side_by_side ||
               microarchs::skylake_x.packing_prefetches_all_lines);
  EXPECT_EQ(microarchs::skylake_x.cycles.near_add, 0.72);

  EXPECT_EQ(microarchs::zen3.kernels[1].blocks, (Blocking{64, 384, 4080}));
  EXPECT_EQ(microarchs::zen3.in_place.most_bytes, 512U << 10);
  EXPECT_EQ(microarchs::zen3.most_steps_packing_ahead, 256);
  EXPECT_TRUE(microarchs::zen3.packing_prefetches_all_lines && microarchs::zen3.ends_blocks_with_pages);
  EXPECT_FALSE(microarchs::zen3.prefetches_next_block || microarchs::zen3.blocks_lie_side_by_side);
  EXPECT_EQ(microarchs::zen3.cycles.multiply_add, 1.6);

  EXPECT_STREQ(microarchs::zen4.kernels[1].name, "avx512-d24x8-by-columns");
  EXPECT_EQ(microarchs::zen4.kernels[1].blocks, microarchs::skylake_x.kernels[1].blocks)
      << "the bits of packed products";
  EXPECT_EQ(microarchs::zen4.in_place.large_c.near_bytes, 5 << 20);
  EXPECT_TRUE(microarchs::zen4.blocks_lie_side_by_side);
  EXPECT_FALSE(microarchs::zen4.prefetches_next_block || microarchs::zen4.ends_blocks_with_pages);
  EXPECT_EQ(microarchs::zen4.long_column_bytes, 16 << 10);
  EXPECT_EQ(microarchs::zen4.cycles.near_add, 1.06);
}

}  // namespace
}  // namespace numapack
