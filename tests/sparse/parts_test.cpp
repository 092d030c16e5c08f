// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <thread>

#include "sparse/random_csr.hpp"
#include "sparse/sparse_run.hpp"
#include "sparse/windows.hpp"
#include "support/invented_nodes.hpp"

namespace numapack {
namespace {

using testing::Generator;
using testing::test_seed;

template <class T, class I>
SparsePattern<I> pattern_of(const testing::RandomCsr<T, I>& a) {
  return {a.rows, a.columns, a.starts.data(), a.indices.data()};
}

template <class T>
class SparseParts : public ::testing::Test {};
using PartTypes = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(SparseParts, PartTypes);

/// Threads of several nodes, each with its copy of x, by the loops of every instruction set here.
TYPED_TEST(SparseParts, HaveTheBitsOfTheWhole) {
  using T = TypeParam;
  Generator random(test_seed());
  SCOPED_TRACE("NUMAPACK_TEST_SEED=" + std::to_string(test_seed()));
  for (int turn = 0; turn < 12; ++turn) {
    const testing::InventedNodes nodes(2 + static_cast<int>(random() % 3), 2, random);
    auto a = testing::random_csr<T, std::int32_t>(random, 30000);
    while (a.indices.size() * sizeof(T) < (std::size_t{1} << 20)) {
      for (int i = 0; i < 40; ++i)
        a.add(static_cast<Index>(random() % static_cast<std::uint64_t>(a.columns)), random);
      a.end_row();
    }
    std::vector<T> x(static_cast<std::size_t>(a.columns));
    for (T& element : x) element = testing::random_value<T>(random);
    const T alpha = testing::random_value<T>(random), beta = testing::random_value<T>(random);
    std::vector<T> whole(static_cast<std::size_t>(a.rows), T{3}), by_parts = whole;
    spmv(pattern_of(a), a.values.data(), alpha, x.data(), beta, whole.data());
    const PlacedCsr<T> placed(pattern_of(a), a.values.data(), nodes.machine, nodes.layout,
                              estimate_profile(nodes.machine));
    ASSERT_TRUE(placed.plan().gathers);
    ASSERT_EQ(placed.plan().parts.size(), nodes.machine.nodes.size());
    WorkspacePool workspaces(nodes.machine, true);
    SparseRun<T> run(placed, alpha, x.data(), beta, by_parts.data(), workspaces,
                     std::vector<int>(placed.parts().size(), 2));
    {
      std::vector<std::jthread> threads;
      for (std::size_t part = 0; part < placed.parts().size(); ++part)
        for (int slot = 0; slot < 2; ++slot)
          threads.emplace_back([&run, part, slot] { run.work(part, slot); });
    }
    ASSERT_EQ(std::memcmp(whole.data(), by_parts.data(), whole.size() * sizeof(T)), 0) << turn;
    if (!supported(InstructionSet::avx2)) continue;
    std::fill(by_parts.begin(), by_parts.end(), T{3});
    SparseRun<T> with_avx2(placed, alpha, x.data(), beta, by_parts.data(), workspaces,
                           std::vector<int>(placed.parts().size(), 1), {},
                           sparse_kernel<T>(InstructionSet::avx2));
    for (std::size_t part = 0; part < placed.parts().size(); ++part) with_avx2.work(part, 0);
    ASSERT_EQ(std::memcmp(whole.data(), by_parts.data(), whole.size() * sizeof(T)), 0) << turn << " by avx2";
  }
}

/// Loops without fused multiply-adds round twice: close, not equal.
TEST(PortableSparseLoops, AreCloseToFusedOnes) {
  Generator random(test_seed());
  SCOPED_TRACE("NUMAPACK_TEST_SEED=" + std::to_string(test_seed()));
  for (int turn = 0; turn < 20; ++turn) {
    const testing::InventedNodes nodes(1, 1, random);
    const auto a = testing::random_csr<double, std::int64_t>(random, 500);
    const PlacedCsr<double> placed(pattern_of(a), a.values.data(), nodes.machine, nodes.layout,
                                   estimate_profile(nodes.machine));
    std::vector<double> x(static_cast<std::size_t>(a.columns)), y(static_cast<std::size_t>(a.rows)),
        other = y;
    for (double& element : x) element = testing::random_value<double>(random);
    WorkspacePool workspaces(nodes.machine, true);
    const std::vector<int> one(placed.parts().size(), 1);
    SparseRun<double>(placed, 1, x.data(), 0, y.data(), workspaces, one).work(0, 0);
    SparseRun<double>(placed, 1, x.data(), 0, other.data(), workspaces, one, {},
                      sparse_kernel<double>(InstructionSet::portable))
        .work(0, 0);
    for (std::size_t row = 0; row < y.size(); ++row)
      ASSERT_NEAR(y[row], other[row], 1e-15 * (8 + double(a.starts[row + 1] - a.starts[row]))) << row;
  }
}

TEST(SparsePlans, ShareElementsAndRowsByThreads) {
  Generator random(test_seed());
  SCOPED_TRACE("NUMAPACK_TEST_SEED=" + std::to_string(test_seed()));
  const Machine machine = testing::flat_machine(4, 6);
  const std::vector<TeamLayout> layout = lay_out_teams(machine);
  for (int turn = 0; turn < 10; ++turn) {
    testing::RandomCsr<double, std::int32_t> a;
    a.columns = 1000;
    while (a.rows < 20000) {
      const std::uint64_t length = random() % (a.rows < 5000 ? 60 : 12);
      for (std::uint64_t i = 0; i < length; ++i) a.add(static_cast<Index>(random() % 1000), random);
      a.end_row();
    }
    const SparsePlan plan = make_sparse_plan(pattern_of(a), 8, machine, layout, estimate_profile(machine));
    ASSERT_EQ(plan.parts.size(), 4u);
    Index next = 0, elements = 0;
    for (const SparsePart& part : plan.parts) {
      EXPECT_EQ(part.rows.begin, next);
      EXPECT_EQ(part.rows.begin % 64, 0);
      next = part.rows.end, elements += part.elements;
      EXPECT_NEAR(double(part.elements + row_cost * part.rows.size()),
                  double(plan.elements + row_cost * plan.rows) / 4, 64 * 62);
    }
    EXPECT_EQ(next, a.rows);
    EXPECT_EQ(elements, static_cast<Index>(a.indices.size()));
  }
}

TEST(SparsePlans, ShareByTheRatesAtWhichNodesRead) {
  const Machine machine = testing::flat_machine(3, 4);
  Profile profile = estimate_profile(machine);
  profile.bandwidth_gb_per_s[0][0] = 60;
  profile.bandwidth_gb_per_s[1][1] = 20;
  profile.bandwidth_gb_per_s[2][2] = 40;
  const Index rows = 120000;
  std::vector<std::int32_t> starts{0}, indices;
  for (Index row = 0; row < rows; ++row) {
    for (std::int32_t i = 0; i < 4; ++i) indices.push_back(i);
    starts.push_back(static_cast<std::int32_t>(indices.size()));
  }
  const SparsePattern<std::int32_t> pattern{rows, 4, starts.data(), indices.data()};
  std::vector<TeamLayout> layout = lay_out_teams(machine);
  const auto sizes = [&] {
    std::vector<double> shares;
    for (const SparsePart& part : make_sparse_plan(pattern, 8, machine, layout, profile).parts)
      shares.push_back(double(part.rows.size()) / double(rows));
    return shares;
  };
  EXPECT_THAT(sizes(), ::testing::Pointwise(::testing::DoubleNear(0.001), {1 / 2.0, 1 / 6.0, 1 / 3.0}));
  // Half of node 0's cores read half as fast.
  layout[0].cores.resize(2);
  EXPECT_THAT(sizes(), ::testing::Pointwise(::testing::DoubleNear(0.001), {1 / 3.0, 2 / 9.0, 4 / 9.0}));
}

TEST(SparsePlans, KeepSmallMatricesOnOneNode) {
  const std::vector<std::int32_t> starts{0, 1, 2}, indices{0, 1};
  const Machine machine = testing::flat_machine(4, 2);
  const SparsePlan plan = make_sparse_plan(SparsePattern<std::int32_t>{2, 2, starts.data(), indices.data()},
                                           8, machine, lay_out_teams(machine), estimate_profile(machine));
  ASSERT_EQ(plan.parts.size(), 1u);
  EXPECT_EQ(plan.parts[0].rows, (Range{0, 2}));
}

TEST(UsedColumns, AreThoseOfTheRowsInRuns) {
  const std::vector<std::int32_t> starts{0, 3, 3, 5, 6}, indices{7, 0, 1, 2, 7, 5};
  const SparsePattern<std::int32_t> pattern{4, 9, starts.data(), indices.data()};
  EXPECT_EQ(used_columns(pattern, {0, 4}), (std::vector<ColumnRun>{{0, 0, 3}, {5, 3, 1}, {7, 4, 1}}));
  EXPECT_EQ(used_columns(pattern, {1, 2}), (std::vector<ColumnRun>{}));
  EXPECT_EQ(used_columns(pattern, {3, 4}), (std::vector<ColumnRun>{{5, 0, 1}}));
}

/// A stencil's columns take 4 bytes for eight elements.
TEST(Windows, TellNeighbouringColumnsOncePerStep) {
  std::vector<std::int32_t> starts{0}, indices;
  const Index grid = 512, rows = grid * grid;
  for (Index row = 0; row < rows; ++row) {
    for (const Index away : {-grid, Index{-1}, Index{0}, Index{1}, grid})
      if (row + away >= 0 && row + away < rows) indices.push_back(static_cast<std::int32_t>(row + away));
    starts.push_back(static_cast<std::int32_t>(indices.size()));
  }
  const SparsePattern<std::int32_t> pattern{rows, rows, starts.data(), indices.data()};
  const WindowList list = cut_windows(pattern, {0, rows});
  Index bytes = 0, elements = 0, next = 0;
  for (const Window& window : list.windows) {
    EXPECT_EQ(window.lanes.begin, next);
    next = window.lanes.end;
    const WindowSlices<std::int32_t> made(pattern, list, window, nullptr, 8);
    bytes += made.index_bytes(), elements += made.elements();
  }
  EXPECT_EQ(next, rows);
  EXPECT_EQ(elements, static_cast<Index>(indices.size()));
  EXPECT_LT(double(bytes), 0.51 * double(elements));
}

}  // namespace
}  // namespace numapack
