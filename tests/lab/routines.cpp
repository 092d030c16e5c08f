// SPDX-License-Identifier: BSD-3-Clause
// Routines on the machine of lab/machines/default.json: wherever B lives, the bits are those of the calling
// thread alone.

#include <gtest/gtest.h>

#include <vector>

#include "lab/support.hpp"
#include "level3/plan/planner.hpp"
#include "packed/packed.hpp"
#include "triangle/triangle_execute.hpp"

namespace numapack::testing {
namespace {

/// Doubles with a home, by the same rule each time.
class Numbers {
 public:
  Numbers(Index rows, Index columns, const Placement& home)
      : buffer_(static_cast<std::size_t>(rows * columns) * sizeof(double), Runtime::get().machine(),
                {home, false}),
        count_(rows * columns) {
    for (Index i = 0; i < count_; ++i) data()[i] = double((i * 7919) % 2003 - 1001) / 1001;
  }
  double* data() const { return buffer_.as<double>(); }
  std::vector<double> values() const { return {data(), data() + count_}; }

 private:
  Buffer buffer_;
  Index count_;
};

std::vector<Placement> homes() {
  return {Placement::bind(0), Placement::bind(3), Placement::interleave({0, 1, 2, 3})};
}

TEST(FourNodes, TrianglesHaveTheSameBitsWhereverTheirPagesAre) {
  const Index m = 290, n = 350;
  for (const bool solves : {false, true}) {
    for (const Side side : {Side::left, Side::right}) {
      const Index order = side == Side::left ? m : n;
      const Numbers a(order, order, Placement::bind(1));
      for (Index i = 0; i < order; ++i) a.data()[i * (order + 1)] = double(order);
      TriangularProblem<double> problem;
      problem.side = side;
      problem.m = m, problem.n = n;
      problem.a = a.data(), problem.lda = order;
      problem.ldb = m;
      const Numbers alone(m, n, Placement::bind(0));
      problem.b = alone.data();
      const TriangleCall call{Type::d, solves, side, problem.half(), m, n};
      Runtime& runtime = Runtime::get();
      const KernelShape kernel = Planner::get(runtime).kernel<double>().shape;
      ASSERT_TRUE(execute(plan_alone(call, kernel, {}), problem, nullptr, runtime.workspaces(), nullptr));
      for (const Placement& home : homes()) {
        const Numbers b(m, n, home);
        problem.b = b.data();
        solves ? solve_triangle(problem) : multiply_by_triangle(problem);
        EXPECT_EQ(b.values(), alone.values()) << (solves ? "trsm" : "trmm");
      }
    }
  }
}

TEST(FourNodes, OperandsThatStayLieOnAllNodesAndGiveGemmsBits) {
  const Index m = 330, n = 48, k = 900;
  const Numbers a(m, k, Placement::bind(2)), b(k, n, Placement::bind(0)), c(m, n, Placement::bind(0)),
      by_gemm(m, n, Placement::bind(0));
  const PackedOperand<double> packed(true, Transpose::none, m, k, a.data(), m);
  ASSERT_EQ(packed.plan().parts.size(), 4U);
  const Census pages = packed.where();
  ASSERT_EQ(pages.unavailable, "");
  for (int node = 0; node < 4; ++node) EXPECT_GT(pages.by_node[static_cast<std::size_t>(node)], 100U);
  Problem<double> problem{
      Transpose::none, Transpose::none, m, n, k, 1.5, a.data(), m, b.data(), k, 0.0, c.data(), m};
  multiply(packed, problem);
  problem.c = by_gemm.data();
  gemm(problem, all_of_it());
  EXPECT_EQ(c.values(), by_gemm.values());
  const PackedOperand<double> copy = packed.copy();
  multiply(copy, problem);
  EXPECT_EQ(c.values(), by_gemm.values());
}

}  // namespace
}  // namespace numapack::testing
