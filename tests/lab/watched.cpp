// SPDX-License-Identifier: BSD-3-Clause
// Calls that are watched on the machine of lab/machines/default.json: what is noted is what was planned.

#include <gtest/gtest.h>

#include <vector>

#include "batch/gemm_batch.hpp"
#include "lab/support.hpp"
#include "lu/lu.hpp"
#include "numapack/numapack.h"
#include "runtime/watch.hpp"

namespace numapack::testing {
namespace {

/// n x n doubles with a home.
class Square {
 public:
  Square(Index n, const Placement& home)
      : buffer_(static_cast<std::size_t>(n * n) * sizeof(double), Runtime::get().machine(), {home, false}) {
    for (Index i = 0; i < n * n; ++i) data()[i] = double((i * 7919) % 2003 - 1001) / 1001;
  }
  double* data() const { return buffer_.as<double>(); }

 private:
  Buffer buffer_;
};

template <class Body>
WatchedCall watched(const Body& body) {
  WatchedCall call;
  WatchedCall* const before = detail::watch_calls(&call);
  body();
  detail::watch_calls(before);
  return call;
}

TEST(FourNodes, WatchedProductsAreThoseOfThePlan) {
  const Index n = 640;
  const double bytes = 8.0 * double(n) * double(n);
  const Square a(n, Placement::bind(3)), b(n, Placement::interleave({0, 1, 2, 3})), c(n, Placement::bind(3));
  Problem<double> problem;
  problem.m = problem.n = problem.k = n;
  problem.alpha = 1, problem.beta = 0;
  problem.a = a.data(), problem.b = b.data(), problem.c = c.data();
  problem.lda = problem.ldb = problem.ldc = n;
  const WatchedCall call = watched([&] { gemm(problem); });
  const Plan plan = plan_for(problem);
  std::uint64_t nodes = 0;
  int threads = 0;
  for (const NodeTask& task : plan.tasks) {
    nodes |= node_bit(task.node);
    threads += task.threads;
  }
  EXPECT_EQ(call.nodes, nodes);
  EXPECT_EQ(call.threads, threads);
  EXPECT_EQ(call.crossing_bytes, plan.traffic.crossing());
  EXPECT_GT(call.crossing_bytes, 0);
  EXPECT_GT(call.oblivious_bytes, call.crossing_bytes);
  EXPECT_NEAR(call.on_one_node_bytes, 2 * bytes, bytes / 100);
  EXPECT_NEAR(call.interleaved_bytes, bytes, bytes / 100);
  EXPECT_NEAR(call.bytes_at[3], 2.25 * bytes, bytes / 10);
  EXPECT_NEAR(call.bytes_at[0], bytes / 4, bytes / 10);
}

TEST(FourNodes, WatchedFactorisationsAreNoted) {
  const Index n = 640;
  const Square a(n, Placement::bind(2));
  std::vector<Index> pivots(static_cast<std::size_t>(n));
  LuProblem<double> problem;
  problem.m = problem.n = problem.lda = n;
  problem.a = a.data();
  problem.pivots = pivots.data();
  const WatchedCall call = watched([&] { factor(problem, {}); });
  EXPECT_GT(call.threads, 1);
  EXPECT_STREQ(call.algorithm, "blocks");
  EXPECT_NEAR(call.bytes_at[2], 8.0 * double(n) * double(n), 1);
  EXPECT_GT(call.crossing_bytes, 0);
  EXPECT_GT(call.oblivious_bytes, 0);
}

/// A node's problems lie on it. Two threads are on two of the four nodes, and read and write the others'.
TEST(FourNodes, WatchedBatchesAreThoseOfThePlanUnderALimit) {
  constexpr Index side = 32, problems = 4000, square = side * side;
  std::vector<Square> at;
  for (int node = 0; node < 4; ++node) at.emplace_back(1800, Placement::bind(node));  // 3 x 1000 problems
  std::vector<const double*> a, b;
  std::vector<double*> c;
  for (Index i = 0; i < problems; ++i) {
    double* const first = at[static_cast<std::size_t>(i / 1000)].data() + i % 1000 * 3 * square;
    a.push_back(first), b.push_back(first + square), c.push_back(first + 2 * square);
  }
  GemmGroup<double> group;
  group.shape.m = group.shape.n = group.shape.k = side;
  group.shape.alpha = 1, group.shape.beta = 0;
  group.shape.lda = group.shape.ldb = group.shape.ldc = side;
  group.a.listed = a.data(), group.b.listed = b.data(), group.c.listed = c.data();
  group.problems = problems;
  const WatchedCall free = watched([&] { gemm_batch<double>({&group, 1}); });
  EXPECT_LT(free.crossing_bytes, 0.05 * 8 * 4 * square * problems);
  numapack_set_num_threads(2);
  const WatchedCall limited = watched([&] { gemm_batch<double>({&group, 1}); });
  numapack_set_num_threads(0);
  EXPECT_EQ(limited.threads, 2);
  // Of half the problems A, B, and C twice.
  EXPECT_NEAR(limited.crossing_bytes, 0.5 * 8 * 4 * square * problems, 0.1 * 8 * 4 * square * problems);
}

}  // namespace
}  // namespace numapack::testing
