// SPDX-License-Identifier: BSD-3-Clause
#include "packed/packed_traffic.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/planning.hpp"

namespace numapack {
namespace {

using namespace testing;  // NOLINT
using ::testing::HasSubstr;

struct Prepacked {
  PackedPlan plan;
  PrepackedProduct product;
};

/// A or B stays, of `lines` x `depth`; `map` says where a matrix of so many rows and columns is.
template <class Map>
Prepacked prepack(const Site& site, bool is_a, Index lines, Index depth, Index others, Map map) {
  const KernelShape kernel =
      choose_shape(*microarch_of(site.machine, "").microarch, site.machine.runs_here, Type::d, "");
  const auto homes = [&](Index rows, Index columns) {
    return HomeSums(is_a ? map(rows, columns) : map(columns, rows), false);
  };
  return {make_packed_plan(Type::d, is_a, lines, depth, kernel, {}, site.machine, site.layout),
          {others, true, false, homes(lines, depth), homes(depth, others), homes(lines, others)}};
}

Index lines_beyond_node_0(const PackedPlan& plan) {
  Index lines = 0;
  for (const PackedPart& part : plan.parts)
    if (part.node != 0) lines += part.lines.size();
  return lines;
}

TEST(PackedTraffic, WithAllOnOneNodeIsTheLeast) {
  const Site site(captured("kunpeng920"));
  constexpr Index lines = 4000, depth = 3000, others = 64;
  for (const bool is_a : {true, false}) {
    const Prepacked prepacked = prepack(site, is_a, lines, depth, others, [](Index rows, Index columns) {
      return HomeMap::on_node(rows, columns, 0, 4);
    });
    ASSERT_EQ(prepacked.plan.parts.size(), 4U);
    const auto away = double(lines_beyond_node_0(prepacked.plan));
    EXPECT_NEAR(away, 0.75 * lines, 40);
    const PrepackedTraffic packing = packing_step(prepacked.plan, prepacked.product, 4);
    EXPECT_DOUBLE_EQ(packing.crossing(), away * depth * 8);
    EXPECT_DOUBLE_EQ(packing.crossing(), packing.least_crossing);
    const PrepackedTraffic each = product_step(prepacked.plan, prepacked.product, 4);
    EXPECT_EQ(each.packed.crossing(), 0);
    EXPECT_DOUBLE_EQ(each.other.crossing(), 3.0 * depth * others * 8);
    EXPECT_DOUBLE_EQ(each.c.crossing(), 2 * away * others * 8);
    EXPECT_DOUBLE_EQ(each.crossing(), each.least_crossing);
  }
}

/// No line of C need be fetched to be overwritten.
TEST(PackedTraffic, LeastOfACThatIsNotReadIsOneWay) {
  const Site site(captured("xeon-2s"));
  Prepacked prepacked = prepack(site, true, 4000, 3000, 64, [](Index rows, Index columns) {
    return HomeMap::on_node(rows, columns, 0, 2);
  });
  const double both_ways = product_step(prepacked.plan, prepacked.product, 2).least_crossing;
  prepacked.product.reads_c = false;
  EXPECT_DOUBLE_EQ(product_step(prepacked.plan, prepacked.product, 2).least_crossing,
                   both_ways - double(lines_beyond_node_0(prepacked.plan)) * 64 * 8);
}

TEST(PackedTraffic, IsNeverBelowTheLeastAndNothingPrepackedCrosses) {
  Generator generator{test_seed()};
  const Site site(captured("kunpeng920"));
  for (int turn = 0; turn < 300; ++turn) {
    const bool is_a = pick(generator, 0, 1) == 0;
    const Index lines = pick_size(generator, 9000), depth = pick_size(generator, 9000),
                others = pick_size(generator, 9000);
    const Prepacked prepacked = prepack(site, is_a, lines, depth, others, [&](Index rows, Index columns) {
      return pick_homes(generator, site, rows, columns);
    });
    const PrepackedTraffic packing = packing_step(prepacked.plan, prepacked.product, 4);
    const PrepackedTraffic each = product_step(prepacked.plan, prepacked.product, 4);
    EXPECT_EQ(each.packed.crossing(), 0);
    EXPECT_GE(packing.crossing() * (1 + 1e-12), packing.least_crossing)
        << "NUMAPACK_TEST_SEED=" << test_seed();
    EXPECT_GE(each.crossing() * (1 + 1e-12), each.least_crossing) << "NUMAPACK_TEST_SEED=" << test_seed();
    double packed = 0;
    for (const auto& reads : packing.packed.read)
      for (const double bytes : reads) packed += bytes;
    EXPECT_NEAR(packed, double(lines) * double(depth) * 8, 1e-9 * packed);
  }
}

/// So small a product reads the parts that are elsewhere, and the page says so.
TEST(PackedTraffic, OfTheCallingThreadAloneHasThePrepackedOperand) {
  const Site site(captured("kunpeng920"));
  Prepacked prepacked = prepack(site, true, 4000, 3000, 1, [](Index rows, Index columns) {
    return HomeMap::on_node(rows, columns, 0, 4);
  });
  prepacked.product.caller_only = true;
  const PrepackedTraffic each = product_step(prepacked.plan, prepacked.product, 4);
  EXPECT_EQ(each.other.crossing(), 0);
  EXPECT_EQ(each.c.crossing(), 0);
  EXPECT_GE(each.packed.crossing(), double(lines_beyond_node_0(prepacked.plan)) * 3000 * 8);
  EXPECT_THAT(explain(prepacked.plan, prepacked.product, 'A', site.machine), HasSubstr("the calling thread"));
}

}  // namespace
}  // namespace numapack
