// SPDX-License-Identifier: BSD-3-Clause
#include "level2/symv_plan.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <vector>

#include "level2/level2.hpp"
#include "level2/symv_product.hpp"
#include "level3/plan/allowed_workers.hpp"
#include "runtime/runtime.hpp"
#include "support/machines.hpp"
#include "support/random.hpp"
#include "support/threads.hpp"

namespace numapack {
namespace {

using namespace testing;  // NOLINT

double area(Triangle stored, Index n, Range columns) {
  double sum = 0;
  for (Index j = columns.begin; j < columns.end; ++j)
    sum += double(stored == Triangle::lower ? n - j : j + 1);
  return sum;
}

TEST(TrianglePieces, CoverTheColumnsInEqualAreas) {
  for (const Triangle stored : {Triangle::lower, Triangle::upper})
    for (const Index n : {0, 1, 767, 768, 1000, 5000, 40001}) {
      const std::vector<Range> pieces = triangle_pieces(stored, n);
      Index covered = 0;
      for (const Range& piece : pieces) {
        EXPECT_EQ(piece.begin, covered);
        covered = piece.end;
      }
      EXPECT_EQ(covered, n);
      EXPECT_EQ(pieces.size() > 1, n >= 768) << n;
      EXPECT_LE(pieces.size(), 64U);
      const double share = area(stored, n, {0, n}) / double(pieces.size());
      for (const Range& piece : pieces) {
        EXPECT_NEAR(area(stored, n, piece), share, double(8 * n) + 1) << n << " from " << piece.begin;
      }
    }
}

TEST(TriangleTasks, ReadPiecesWhereTheyAre) {
  const Machine machine = flat_machine(4, 2);
  const std::vector<NodeTeam> workers = allowed_workers(machine, lay_out_teams(machine), {});
  constexpr Index n = 8192;
  const std::vector<Range> pieces = triangle_pieces(Triangle::lower, n);
  const HomeMap spread = HomeMap::cyclic_columns(n, n, n / 8, {2, 0, 3, 1}, 4);
  std::vector<int> seen;
  for (const PiecesTask& task : triangle_tasks(pieces, Triangle::lower, spread, workers))
    for (const int piece : task.pieces) {
      const Range columns = pieces[static_cast<std::size_t>(piece)];
      const std::vector<double> homes = spread.elements_by_node({columns.begin, n}, columns);
      const double all = homes[0] + homes[1] + homes[2] + homes[3];
      const double own = homes[static_cast<std::size_t>(task.memory_node)];
      // The largest share, unless nobody has a majority.
      if (*std::max_element(homes.begin(), homes.end()) > 0.5 * all) {
        EXPECT_GT(own, 0.5 * all);
      }
      seen.push_back(piece);
    }
  std::sort(seen.begin(), seen.end());
  for (std::size_t i = 0; i < pieces.size(); ++i) EXPECT_EQ(seen.at(i), static_cast<int>(i));

  // All on one node: its team alone, however few they are. Interleaved: everybody.
  const auto alone = triangle_tasks(pieces, Triangle::lower, HomeMap::on_node(n, n, 2, 4), workers);
  ASSERT_EQ(alone.size(), 1U);
  EXPECT_EQ(alone.front().memory_node, 2);
  EXPECT_EQ(alone.front().threads, 2);
  EXPECT_EQ(
      triangle_tasks(pieces, Triangle::lower, HomeMap::interleaved(n, n, {0, 1, 2, 3}, 4), workers).size(),
      4U);
}

TEST(TriangleTasks, OfFewThreadsHaveThoseOfTheirHomes) {
  const std::vector<NodeTeam> workers =
      allowed_workers(flat_machine(4, 2), lay_out_teams(flat_machine(4, 2)), {});
  const auto threads_of_nodes = [&](const HomeMap& homes, int threads) {
    std::vector<int> of_nodes(4, 0);
    for (const NodeTeam& worker : threads_at_homes(workers, homes, threads))
      of_nodes[static_cast<std::size_t>(worker.node)] = worker.threads;
    return of_nodes;
  };
  const HomeMap away = HomeMap::on_node(900, 900, 2, 4),
                spread = HomeMap::interleaved(900, 900, {0, 1, 2, 3}, 4);
  EXPECT_EQ(threads_of_nodes(away, 2), (std::vector{0, 0, 2, 0}));
  EXPECT_EQ(threads_of_nodes(away, 3), (std::vector{1, 0, 2, 0}));
  EXPECT_EQ(threads_of_nodes(spread, 3), (std::vector{1, 1, 1, 0}));
  EXPECT_EQ(threads_of_nodes(away, 0), (std::vector{2, 2, 2, 2}));
}

TEST(SymvProduct, HasTheSameBitsAloneAndInTeams) {
  Generator generator{test_seed()};
  SCOPED_TRACE("NUMAPACK_TEST_SEED=" + std::to_string(test_seed()));
  constexpr Index n = 1100;
  std::vector<double> a(n * n), x(n), teams(n), alone;
  for (double& element : a) element = random_value<double>(generator);
  for (double& element : x) element = random_value<double>(generator);
  for (double& element : teams) element = random_value<double>(generator);
  alone = teams;
  for (const Triangle stored : {Triangle::lower, Triangle::upper}) {
    TriangleVectorProduct<double> product{
        {Structure::symmetric, stored}, false, false, n, 0.5, a.data(), n, x.data(), 1, teams.data()};
    multiply(product);
    product.y = alone.data();
    // Next to another call each works on its caller's thread.
    const Runtime::CallScope busy(Runtime::get());
    multiply(product);
    EXPECT_EQ(teams, alone);
  }
}

/// In a process that may map nothing more: 0 if y is right.
int multiply_without_memory(bool triangle) {
  constexpr Index n = 1100;
  std::vector<double> a(n * n, 0.25), x(n, 1), y(n, 2);
  const Pattern pattern{triangle ? Structure::triangular : Structure::symmetric, Triangle::lower};
  const auto multiply_order = [&](Index order, double* out) {
    if (triangle)
      return multiply_triangle_vector<double>("trmv", pattern, Transpose::none, a.data(), n, {out, order, 1});
    multiply_symmetric_vector<double>("symv", pattern, false, 1, a.data(), n, {x.data(), order, 1}, 0.5,
                                      {out, order, 1});
  };
  std::vector<double> small(n, 1);
  multiply_order(100, small.data());  // what starts once has started
  std::ifstream pages("/proc/self/statm");
  rlim_t mapped = 0;
  pages >> mapped;
  const rlim_t most = mapped * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + (rlim_t{128} << 10);
  const rlimit limit{most, most};
  if (setrlimit(RLIMIT_AS, &limit) != 0) return 3;
  multiply_order(n, y.data());
  for (Index i = 0; i < n; ++i) {
    const double wanted = triangle ? 0.5 * double(i + 1) : 0.25 * double(n) + 1;
    if (y[static_cast<std::size_t>(i)] != wanted) return 1;
  }
  return 0;
}

TEST(SymvProduct, NeedsNoMemoryForItsSums) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers map memory of their own";
#endif
  for (const bool triangle : {false, true})
    EXPECT_EQ(in_child([triangle] { return multiply_without_memory(triangle); }), "exit 0")
        << (triangle ? "trmv" : "symv");
}

TEST(SyrUpdate, HasTheSameBitsAloneAndInTeams) {
  Generator generator{test_seed()};
  SCOPED_TRACE("NUMAPACK_TEST_SEED=" + std::to_string(test_seed()));
  constexpr Index n = 1100;
  std::vector<double> teams(n * n), x(n), y(n), alone;
  for (std::vector<double>* values : {&teams, &x, &y})
    for (double& element : *values) element = random_value<double>(generator);
  alone = teams;
  for (const Triangle stored : {Triangle::lower, Triangle::upper}) {
    const auto update = [&](std::vector<double>& a) {
      update_symmetric<double>("syr2", {Structure::symmetric, stored}, false, 0.5, {x.data(), n, 1},
                               {y.data(), n, 1}, a.data(), n);
    };
    update(teams);
    // Next to another call each works on its caller's thread.
    const Runtime::CallScope busy(Runtime::get());
    update(alone);
    EXPECT_EQ(teams, alone);
  }
}

}  // namespace
}  // namespace numapack
