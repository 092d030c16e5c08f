// SPDX-License-Identifier: BSD-3-Clause
#include "lapack/cholesky_schedule.hpp"
#include "lapack/cholesky_traffic.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>

#include "base/error.hpp"
#include "support/options.hpp"
#include "support/planning.hpp"

namespace numapack {
namespace {

using namespace testing;  // NOLINT

/// By elements: each multiply-add l(i, k) l(j, k) once, and only with numbers of L that are finished, by who
/// owns what is written and has what is read.
TEST(CholeskySteps, DoEveryMultiplyAddOnceAndNoneTooEarly) {
  Generator generator(test_seed());
  for (int turn = 0; turn < 30; ++turn) {
    CholeskyPlan plan;
    const Index n = plan.call.n = pick(generator, 1, 40);
    plan.strip = pick(generator, 1, 3);
    plan.nb = plan.strip * pick(generator, 1, 3);
    plan.redeployed = turn % 2 == 0;
    plan.tasks.resize(static_cast<std::size_t>(pick(generator, 1, 5)));
    for (Index at = 0; at < plan.tiles() * plan.tiles(); ++at)
      plan.owner.push_back(static_cast<int>(pick(generator, 0, static_cast<Index>(plan.tasks.size()) - 1)));
    std::vector<Index> done(static_cast<std::size_t>(n * n), plan.redeployed ? -1 : 0), finished(done.size());
    std::map<std::tuple<std::int32_t, Index>, Index> packed;  // column that a line of a packed matrix has
    const auto at = [n](Index i, Index j) { return static_cast<std::size_t>(i + j * n); };
    Index out = 0;
    const auto emit = [&](CholeskyStep what, std::initializer_list<Region> writes,
                          std::initializer_list<Region> reads, Index k, Index) {
      const Region& first = *writes.begin();
      const auto each = [&](const auto& body) {
        for (Index j = first.columns.begin; j < first.columns.end; ++j)
          for (Index i = std::max(j, first.rows.begin); i < first.rows.end; ++i) body(i, j);
      };
      switch (what) {
        case CholeskyStep::copy_in:
          return each([&](Index i, Index j) { ASSERT_EQ(done[at(i, j)]++, -1); });
        case CholeskyStep::factor:
          return each([&](Index i, Index j) {
            ASSERT_EQ(done[at(i, j)], first.columns.begin);
            ASSERT_EQ(finished[at(i, j)]++, 0);
          });
        case CholeskyStep::pack_triangle:
          ASSERT_EQ(finished[at(plan.tile(k).end - 1, plan.tile(k).begin)], 1);
          packed[{first.matrix, 0}] = k;
          return;
        case CholeskyStep::solve:
          ASSERT_EQ((packed[{reads.begin()->matrix, 0}]), k);
          for (Index i = first.rows.begin; i < first.rows.end; ++i) packed[{writes.begin()[1].matrix, i}] = k;
          return each([&](Index i, Index j) {
            ASSERT_EQ(done[at(i, j)], plan.tile(k).begin);
            ASSERT_EQ(finished[at(i, j)]++, 0);
          });
        case CholeskyStep::pack:
          for (const Region& written : writes)
            for (Index i = written.rows.begin; i < written.rows.end; ++i) {
              ASSERT_EQ(finished[at(i, plan.tile(k).begin)], 1);
              packed[{written.matrix, i}] = k;
            }
          return;
        case CholeskyStep::update:
          for (const Region& read : reads)
            for (Index i = read.rows.begin; i < read.rows.end; ++i) ASSERT_EQ((packed[{read.matrix, i}]), k);
          ASSERT_EQ(reads.begin()[0].rows, first.rows);
          ASSERT_EQ(reads.begin()[1].rows, first.columns);
          return each([&](Index i, Index j) {
            ASSERT_EQ(done[at(i, j)], plan.tile(k).begin) << "in order, so once";
            done[at(i, j)] = plan.tile(k).end;
          });
        case CholeskyStep::copy_out:
          return each([&](Index i, Index j) {
            ASSERT_EQ(finished[at(i, j)], 1);
            ++out;
          });
      }
    };
    CholeskySteps(plan, emit).all();
    for (Index j = 0; j < n; ++j)
      for (Index i = j; i < n; ++i) ASSERT_EQ(finished[at(i, j)], 1);
    EXPECT_EQ(out, plan.redeployed ? n * (n + 1) / 2 : 0);
  }
}

TEST(LeastOfTriangle, IsWhatElementsAndGraphsHave) {
  EXPECT_NEAR(least_of_triangle(1).seen, 1, 1e-9);
  EXPECT_NEAR(least_of_triangle(1).written, 1, 1e-9);
  EXPECT_NEAR(least_of_triangle(0).written, 0, 1e-9);
  // Written: element by element, from the last column on.
  constexpr Index n = 2000;
  const double all = double(n) * n * n / 6;
  for (const double share : {0.1, 0.25, 0.5, 0.9}) {
    double work = 0, elements = 0;
    for (Index j = n - 1; j >= 0 && work < share * all; --j)
      work += double(j) * double(n - j), elements += double(n - j);
    EXPECT_NEAR(least_of_triangle(share).written, elements / (double(n) * n / 2), 2e-3) << share;
  }
  // Seen: no set of elements has more multiply-adds than it allows.
  Generator generator(test_seed());
  constexpr int order = 24;
  for (int turn = 0; turn < 300; ++turn) {
    bool edge[order][order] = {};
    // A block of the first rows is the fullest there is; others have holes.
    const Index rows = pick(generator, 3, order), of_ten = turn % 2 == 0 ? 10 : pick(generator, 1, 10);
    double edges = 0, triangles = 0;
    for (Index i = 0; i < rows; ++i)
      for (Index j = 0; j < i; ++j) edges += edge[i][j] = pick(generator, 1, 10) <= of_ten;
    for (Index i = 0; i < rows; ++i)
      for (Index j = 0; j < i; ++j)
        for (Index k = 0; k < j; ++k) triangles += edge[i][j] && edge[i][k] && edge[j][k];
    const double whole = double(order) * order * order / 6;
    EXPECT_LE(least_of_triangle(triangles / whole).seen * order * order / 2, edges * (1 + 1e-9));
  }
}

class CholeskyPlans : public ::testing::Test {
 protected:
  static CholeskyPlan plan(const Site& site, const CholeskyCall& call, const HomeMap& homes,
                           const Options& options = {}) {
    return make_cholesky_plan(call, choose_shape(*microarch_of(site.machine, "").microarch, false, call.type),
                              homes, site.machine, site.profile, site.layout, options);
  }
};

/// In GiB: each tile to those in its row and its column, and what is not at home in and out.
TEST_F(CholeskyPlans, MoveLittleWhereverTheMatrixLies) {
  const Site site(captured("kunpeng920"));
  constexpr Index n = 8192;
  for (const Triangle triangle : {Triangle::lower, Triangle::upper})
    for (const HomeMap& homes : {HomeMap::on_node(n, n, 0, 4), HomeMap::interleaved(n, n, {0, 1, 2, 3}, 4),
                                 HomeMap::cyclic_columns(n, n, 64, {0, 1, 2, 3}, 4)}) {
      const CholeskyPlan made = plan(site, {Type::d, triangle, n}, homes);
      EXPECT_TRUE(made.redeployed);
      EXPECT_EQ(made.grid, (Grid{2, 2}));
      const CholeskyTraffic traffic = traffic_of(made, homes, 4);
      EXPECT_LT(traffic.crossing_bytes / (1 << 30), 0.9);
      EXPECT_GE(traffic.crossing_bytes, 0.99 * traffic.least_bytes);
      EXPECT_LE(traffic.crossing_bytes, 1.10 * traffic.least_bytes);
      EXPECT_GT(traffic.least_bytes, traffic.bound_bytes);
    }
}

TEST_F(CholeskyPlans, ShareTheWork) {
  for (const char* machine : {"kunpeng920", "xeon-2s", "epyc-nps4"}) {
    const Site site(captured(machine));
    const int nodes = site.nodes();
    const Index n = 8192;
    const CholeskyPlan made = plan(site, {Type::d, Triangle::lower, n}, HomeMap::on_node(n, n, 0, nodes));
    ASSERT_EQ(static_cast<int>(made.tasks.size()), nodes);
    std::vector<double> work(made.tasks.size(), 0);
    for (Index j = 0; j < made.tiles(); ++j)
      for (Index i = j; i < made.tiles(); ++i)
        work[static_cast<std::size_t>(made.owner_of(i, j))] += double(j + 1) * (i == j ? 0.5 : 1);
    const double mean = std::accumulate(work.begin(), work.end(), 0.0) / nodes;
    EXPECT_LT(*std::ranges::max_element(work), 1.12 * mean) << machine;
  }
}

/// Tiles that lie with one owner each stay there.
TEST_F(CholeskyPlans, TilesAtHomeAreNotCopied) {
  const Site site("pack:4 numa:1 core:2 pu:1");
  constexpr Index n = 1536;
  const CholeskyPlan dealt = plan(site, {Type::d, Triangle::lower, n}, HomeMap::on_node(n, n, 0, 4));
  ASSERT_EQ(n % dealt.nb, 0);
  HomeMap homes{n, n, static_cast<int>(dealt.tiles()), static_cast<int>(dealt.tiles()), {}};
  for (Index j = 0; j < dealt.tiles(); ++j)
    for (Index i = 0; i < dealt.tiles(); ++i) {
      std::vector<double> share(4, 0);
      share[static_cast<std::size_t>(dealt.owner_of(std::max(i, j), std::min(i, j)))] = 1;
      homes.share.push_back(share);
    }
  const CholeskyPlan made = plan(site, {Type::d, Triangle::lower, n}, homes);
  EXPECT_TRUE(made.by_homes);
  EXPECT_FALSE(made.redeployed);
  EXPECT_LT(traffic_of(made, homes, 4).crossing_bytes, 1.15 * 8 * double(n) * double(n));
}

TEST_F(CholeskyPlans, OnOneNodeNothingCrosses) {
  const Site site(captured("kunpeng920"));
  const HomeMap homes = HomeMap::on_node(2000, 2000, 2, 4);
  const CholeskyPlan made = plan(site, {Type::z, Triangle::lower, 2000}, homes, testing::options_of(0, {2}));
  EXPECT_EQ(traffic_of(made, homes, 4).crossing_bytes, 0);
  EXPECT_EQ(traffic_of(made, homes, 4).bound_bytes, 0);
  EXPECT_EQ(traffic_of(plan(site, {Type::s, Triangle::upper, 0}, HomeMap::on_node(0, 0, 0, 4)),
                       HomeMap::on_node(0, 0, 0, 4), 4)
                .crossing_bytes,
            0);
  EXPECT_THROW(
      plan(site, {Type::d, Triangle::lower, 9}, HomeMap::on_node(9, 9, 0, 4), testing::options_of(0, {7})),
      Error);
  EXPECT_TRUE(plan(site, {Type::d, Triangle::lower, 100}, HomeMap::on_node(100, 100, 0, 4)).caller_only);
}

TEST_F(CholeskyPlans, WithoutRoomForCopiesTilesStayWhereTheyAre) {
  const Site site(captured("kunpeng920"));
  Options options;
  options.workspace_limit = 1 << 20;
  const CholeskyPlan made =
      plan(site, {Type::d, Triangle::lower, 4000}, HomeMap::on_node(4000, 4000, 1, 4), options);
  EXPECT_FALSE(made.redeployed);
  EXPECT_NE(explain(made, site.machine).find("tiles stay where they are"), std::string::npos);
}

}  // namespace
}  // namespace numapack
