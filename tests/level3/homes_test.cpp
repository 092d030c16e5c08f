// SPDX-License-Identifier: BSD-3-Clause
#include "memory/homes/homes.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <numeric>

#include "memory/homes/home_samples.hpp"
#include "memory/homes/home_sums.hpp"
#include "memory/pages/census.hpp"
#include "support/machines.hpp"
#include "support/planning.hpp"

namespace numapack {
namespace {

using namespace testing;  // NOLINT

TEST(HomeMap, OnNodeAndInterleaved) {
  EXPECT_EQ(HomeMap::on_node(10, 20, 1, 3).elements_by_node({0, 10}, {0, 20}),
            (std::vector<double>{0, 200, 0}));
  EXPECT_EQ(HomeMap::interleaved(10, 20, {0, 2}, 3).elements_by_node({0, 5}, {5, 15}),
            (std::vector<double>{25, 0, 25}));
  EXPECT_EQ(HomeMap::on_node(0, 0, 0, 2).elements_by_node({0, 0}, {0, 0}), (std::vector<double>{0, 0}));
}

TEST(HomeMap, CyclicColumnsAreExact) {
  Generator generator{test_seed()};
  for (int i = 0; i < 100; ++i) {
    const Index rows = pick(generator, 1, 20), columns = pick(generator, 1, 300), nb = pick(generator, 1, 50);
    const std::vector<int> over{2, 0, 1};
    const HomeMap map = HomeMap::cyclic_columns(rows, columns, nb, over, 4);
    const Index begin = pick(generator, 0, columns), end = pick(generator, begin, columns);
    std::vector<double> expected(4, 0.0);
    for (Index j = begin; j < end; ++j) expected[std::size_t(over[std::size_t(j / nb % 3)])] += double(rows);
    const auto counted = map.elements_by_node({0, rows}, {begin, end});
    for (std::size_t node = 0; node < 4; ++node) {
      EXPECT_NEAR(counted[node], expected[node], 1e-6)
          << "n " << columns << " nb " << nb << " seed " << test_seed();
    }
  }
}

TEST(HomeMap, SharesOfEveryTileSumToOne) {
  for (const HomeMap& map :
       {HomeMap::on_node(7, 9, 1, 2), HomeMap::interleaved(7, 9, {0, 1}, 2),
        HomeMap::cyclic_columns(7, 9, 2, {0, 1}, 2), HomeMap::cyclic_columns(7, 0, 2, {0, 1}, 2)}) {
    ASSERT_EQ(map.share.size(), std::size_t(map.row_tiles * map.column_tiles));
    for (const auto& share : map.share)
      EXPECT_NEAR(std::accumulate(share.begin(), share.end(), 0.0), 1, 1e-12);
  }
}

TEST(HomeMap, APartHasTheElementsOfItsPlace) {
  Generator generator{test_seed()};
  for (int i = 0; i < 100; ++i) {
    const Index columns = pick(generator, 1, 60), nb = pick(generator, 1, 10);
    const HomeMap whole = HomeMap::cyclic_columns(20, columns, nb, {2, 0, 1}, 4);
    const Range rows{3, 17}, at{pick(generator, 0, columns - 1), columns};
    const HomeMap part = whole.part(rows, at);
    EXPECT_EQ(part.rows, 14);
    EXPECT_EQ(part.columns, at.size());
    // Up to 64 tiles, each as wide as a column or wider: sums over all of it are exact.
    const std::vector<double> expected = whole.elements_by_node(rows, at),
                              counted = part.elements_by_node({0, 14}, {0, at.size()});
    for (std::size_t node = 0; node < 4; ++node)
      EXPECT_NEAR(counted[node], expected[node], 1e-6) << "columns " << columns << " nb " << nb;
    const Range half{at.size() / 2, at.size()};
    const std::vector<double> behind = whole.elements_by_node(rows, {at.begin + half.begin, columns}),
                              behind_counted = part.elements_by_node({0, 14}, half);
    for (std::size_t node = 0; node < 4; ++node)
      EXPECT_NEAR(behind_counted[node], behind[node], 1e-6) << "columns " << columns << " nb " << nb;
  }
}

TEST(HomeSums, EqualTheDirectCount) {
  const Site site(captured("kunpeng920"));
  Generator generator{test_seed()};
  for (int i = 0; i < 300; ++i) {
    const Index rows = pick(generator, 1, 500), columns = pick(generator, 1, 500);
    const HomeMap map = pick_homes(generator, site, rows, columns);
    const bool transposed = pick(generator, 0, 1) == 1;
    const Index top = pick(generator, 0, rows), left = pick(generator, 0, columns);
    const Range r{top, pick(generator, top, rows)}, c{left, pick(generator, left, columns)};
    std::vector<double> sums(4, 0.0);
    HomeSums(map, transposed).add(transposed ? c : r, transposed ? r : c, 8, sums.data());
    const auto direct = map.elements_by_node(r, c);
    for (std::size_t node = 0; node < 4; ++node) {
      EXPECT_NEAR(sums[node], 8 * direct[node], 1e-6 * double(rows * columns)) << "seed " << test_seed();
    }
  }
}

TEST(SampleHomes, EmptyMatricesAreAtHomeOnTheFallback) {
  const Machine machine = flat_machine(3, 1);
  for (const HomeMap& map : sample_homes({{nullptr, 0, 5, 1}, {nullptr, 5, 0, 5}}, 8, machine, 2)) {
    ASSERT_EQ(map.share.size(), 1U);
    EXPECT_EQ(map.share[0], (std::vector<double>{0, 0, 1}));
  }
}

TEST(SampleHomes, EveryTileIsAccountedForWhateverTheShape) {
  // Two nodes that the kernel does not have: whatever it answers, shares must be whole and in range.
  const Machine machine = flat_machine(2, 1);
  std::vector<double> data(1 << 18, 1.0);
  Generator generator{test_seed()};
  for (int i = 0; i < 50; ++i) {
    const Index rows = pick_size(generator, 3000), columns = pick(generator, 1, Index(data.size()) / rows);
    const int samples = int(pick(generator, 1, 300));
    Probes probes;
    const MatrixAt matrix{data.data(), rows, columns, rows}, none{data.data(), 0, columns, 1};
    const std::vector<HomeMap> maps = sample_homes({none, matrix, matrix}, 8, machine, 1, samples, &probes);
    ASSERT_EQ(maps.size(), 3U);
    EXPECT_EQ(maps[0].share, HomeMap::on_node(0, columns, 1, 2).share);
    EXPECT_EQ(maps[2].share, maps[1].share);
    EXPECT_EQ(probes.addresses.size() % 2, 0U);
    EXPECT_LE(probes.addresses.size(), 32U);
    EXPECT_EQ(probes.homes, homes_of(probes.addresses, machine));
    const HomeMap& map = maps[1];
    EXPECT_LE(map.row_tiles, 16);
    EXPECT_LE(map.column_tiles, 16);
    ASSERT_EQ(map.share.size(), std::size_t(map.row_tiles * map.column_tiles));
    for (const auto& share : map.share) {
      ASSERT_EQ(share.size(), 2U);
      EXPECT_NEAR(share[0] + share[1], 1, 1e-9);
    }
    const auto all = map.elements_by_node({0, rows}, {0, columns});
    EXPECT_NEAR(all[0] + all[1], double(rows * columns), 1e-6 * double(rows * columns));
  }
}

/// The map of an n x n matrix of doubles if the kernel answered as home(page, column) says.
template <class Home>
HomeMap sampled(Index n, Home home) {
  const auto* data = reinterpret_cast<const char*>(std::size_t{1} << 30);
  const HomeSamples samples = choose_samples({data, n, n, n}, 8, 4096, 256);
  EXPECT_LE(samples.addresses.size(), 256U);
  std::vector<int> answers;
  for (const void* address : samples.addresses) {
    const Index offset = static_cast<const char*>(address) - data;
    EXPECT_GE(offset, 0);
    EXPECT_LT(offset, n * n * 8);
    answers.push_back(home(offset / 4096, offset / 8 / n));
  }
  return homes_from_samples(n, n, samples, answers, 4, 0);
}

TEST(SampleHomes, SeesInterleavingEvenWhereColumnsAreWholeRounds) {
  // At a leading dimension of a power of two every regular stride lands on pages of one node.
  // With eight or sixteen pages a column the rows of a tile do share a node: such maps keep their tiles.
  for (const Index n : {1000, 4096, 5000, 8192, 16384, 32768}) {
    const HomeMap map = sampled(n, [](Index page, Index) { return int(page % 4); });
    if (n != 4096 && n != 8192) {
      EXPECT_EQ(map.share.size(), 1U) << n;
    }
    for (const double elements : map.elements_by_node({0, n}, {0, n})) {
      EXPECT_NEAR(elements / (double(n) * double(n)), 0.25, 0.08) << n;
    }
  }
}

TEST(SampleHomes, SeesStripsOfColumns) {
  const Index n = 4096;
  const HomeMap map = sampled(n, [&](Index, Index column) { return int(column / (n / 4)); });
  for (int strip = 0; strip < 4; ++strip) {
    const auto elements = map.elements_by_node({0, n}, {strip * n / 4, (strip + 1) * n / 4});
    EXPECT_GT(elements[std::size_t(strip)], 0.99 * double(n) * double(n) / 4);
  }
}

TEST(SampleHomes, OneNodeIsOneTileAndUnknownPagesAreTheFallbacks) {
  EXPECT_EQ(sampled(3000, [](Index, Index) { return 2; }).share,
            (std::vector<std::vector<double>>{{0, 0, 1, 0}}));
  EXPECT_EQ(sampled(3000, [](Index, Index) { return -1; }).share,
            (std::vector<std::vector<double>>{{1, 0, 0, 0}}));
}

TEST(SampleHomes, OneNodeNeedsNoAsking) {
  const Machine machine = flat_machine(1, 1);
  const auto maps = sample_homes({{reinterpret_cast<const void*>(8), 1000, 1000, 1000}}, 8, machine, 0);
  ASSERT_EQ(maps.size(), 1U);
  EXPECT_EQ(maps[0].share, (std::vector<std::vector<double>>{{1.0}}));
}

}  // namespace
}  // namespace numapack
