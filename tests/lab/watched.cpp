// SPDX-License-Identifier: BSD-3-Clause
// Calls that are watched on the machine of lab/machines/default.json: what is noted is what was planned.

#include <gtest/gtest.h>

#include <vector>

#include "lab/support.hpp"
#include "lu/lu.hpp"
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
  EXPECT_GT(call.blind_bytes, call.crossing_bytes);
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
  EXPECT_STREQ(call.way, "blocks");
  EXPECT_NEAR(call.bytes_at[2], 8.0 * double(n) * double(n), 1);
  EXPECT_GT(call.crossing_bytes, 0);
  EXPECT_GT(call.blind_bytes, 0);
}

}  // namespace
}  // namespace numapack::testing
