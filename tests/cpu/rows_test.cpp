// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/rows.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace numapack {
namespace {

TEST(Rows, SayWhatTheyAreAndWhereTheirFiguresAreFrom) {
  std::set<std::string> names;
  for (const CpuRow* const row : all_rows()) {
    SCOPED_TRACE(row->name);
    EXPECT_TRUE(names.insert(row->name).second) << "twice";
    EXPECT_EQ(row_named(row->name), row);
    EXPECT_STRNE(row->title, "");
    EXPECT_EQ(row->measured, std::string(row->assumed_from).empty()) << "one of the two";
    for (const RowKernel& kernel : row->kernels) {
      EXPECT_TRUE(row->has(kernel.name));
      EXPECT_EQ(std::string(kernel.name).find(name(row->set)), 0U) << kernel.name;
    }
  }
  EXPECT_EQ(row_named("zen 4"), nullptr);
}

TEST(Rows, HaveCyclesThatCanBeCountedWith) {
  for (const CpuRow* const row : all_rows()) {
    SCOPED_TRACE(row->name);
    const ThinCycles& cycles = row->cycles;
    for (const double figure : {cycles.narrow, cycles.near_add, cycles.multiply_add, cycles.wide_multiply_add,
                                cycles.dot, cycles.packed_add, cycles.latency, cycles.tall_add})
      EXPECT_GT(figure, 0);
    EXPECT_GE(cycles.narrow, 1);
  }
}

/// What was measured: a change here is a change of what runs on these CPUs.
TEST(Rows, KeepWhatWasMeasured) {
  EXPECT_EQ(rows::skylake_x.kernels[1].blocks, (Blocking{192, 384, 8192}));
  EXPECT_EQ(rows::skylake_x.in_place.most_bytes, 640U << 10);
  EXPECT_TRUE(rows::skylake_x.asks_for_next_block && rows::skylake_x.ends_blocks_with_pages);
  EXPECT_FALSE(rows::skylake_x.blocks_lie_side_by_side || rows::skylake_x.packing_asks_for_all_lines);
  EXPECT_EQ(rows::skylake_x.cycles.near_add, 0.72);

  EXPECT_EQ(rows::zen3.kernels[1].blocks, (Blocking{64, 384, 4080}));
  EXPECT_EQ(rows::zen3.in_place.most_bytes, 512U << 10);
  EXPECT_EQ(rows::zen3.most_steps_packing_ahead, 256);
  EXPECT_TRUE(rows::zen3.packing_asks_for_all_lines && rows::zen3.ends_blocks_with_pages);
  EXPECT_FALSE(rows::zen3.asks_for_next_block || rows::zen3.blocks_lie_side_by_side);
  EXPECT_EQ(rows::zen3.cycles.multiply_add, 1.6);

  EXPECT_STREQ(rows::zen4.kernels[1].name, "avx512-d24x8-by-columns");
  EXPECT_EQ(rows::zen4.kernels[1].blocks, rows::skylake_x.kernels[1].blocks) << "the bits of packed products";
  EXPECT_EQ(rows::zen4.in_place.large_c.near_bytes, 5 << 20);
  EXPECT_TRUE(rows::zen4.blocks_lie_side_by_side);
  EXPECT_FALSE(rows::zen4.asks_for_next_block || rows::zen4.ends_blocks_with_pages);
  EXPECT_EQ(rows::zen4.long_column_bytes, 16 << 10);
  EXPECT_EQ(rows::zen4.cycles.near_add, 1.06);
}

}  // namespace
}  // namespace numapack
