// SPDX-License-Identifier: BSD-3-Clause
// Routines on the machine of lab/machines/default.json: wherever operands live, the bits are the same, and
// those of the calling thread alone.

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <vector>

#include "lab/support.hpp"
#include "level3/plan/planner.hpp"
#include "lu/lu.hpp"
#include "numapack/batch.hpp"
#include "numapack/lapack.hpp"
#include "packed/packed.hpp"
#include "qr/qr.hpp"
#include "triangle/triangle_execute.hpp"

namespace numapack::testing {
namespace {

std::vector<Placement> homes() {
  return {Placement::bind(0), Placement::bind(3), Placement::interleave({0, 1, 2, 3})};
}

/// Operands on one node, on all in turn by pages, and in blocks of columns.
template <class T>
std::vector<std::function<Numbers<T>(Index, Index)>> makers() {
  std::vector<std::function<Numbers<T>(Index, Index)>> all;
  for (const Placement& home : homes())
    all.push_back([home](Index rows, Index columns) { return Numbers<T>(rows, columns, home); });
  all.push_back([](Index rows, Index columns) {
    return Numbers<T>(rows, columns, [](const Buffer& buffer) { settle_cyclic(buffer, 32 << 10); });
  });
  return all;
}

/// `run` takes one of these for its operands, and returns its results.
template <class T, class Run>
void expect_the_same_bits_everywhere(const char* what, const Run& run) {
  std::vector<T> first;
  for (const auto& maker : makers<T>()) {
    const std::vector<T> found = run(maker);
    if (first.empty()) first = found;
    ASSERT_EQ(first.size(), found.size());
    EXPECT_EQ(std::memcmp(first.data(), found.data(), first.size() * sizeof(T)), 0) << what;
  }
}

template <class T>
void expect_the_same_products_everywhere(Index n) {
  expect_the_same_bits_everywhere<T>("gemm", [&](const auto& maker) {
    const Numbers<T> a = maker(n, n), b = maker(n, n), c = maker(n, n);
    gemm<T>({Transpose::none, Transpose::none, n, n, n, T{1}, a.data(), n, b.data(), n, T{1}, c.data(), n},
            all_of_it());
    return c.values();
  });
}

TEST(FourNodes, ProductsHaveTheSameBitsWhereverTheirPagesAre) {
  expect_the_same_products_everywhere<double>(256);
  expect_the_same_products_everywhere<float>(320);
}

TEST(FourNodes, FactorsHaveTheSameBitsWhereverTheirPagesAre) {
  const Index n = 500;
  expect_the_same_bits_everywhere<double>("potrf", [&](const auto& maker) {
    const Numbers<double> a = maker(n, n);
    for (Index i = 0; i < n; ++i) a.data()[i * (n + 1)] = double(n);
    EXPECT_EQ(potrf(Layout::column_major, Uplo::lower, n, a.data(), n), 0);
    return a.values();
  });
  expect_the_same_bits_everywhere<double>("getrf", [&](const auto& maker) {
    const Numbers<double> a = maker(n, n);
    std::vector<std::int64_t> pivots(static_cast<std::size_t>(n));
    EXPECT_EQ(factor(LuProblem<double>{n, n, a.data(), n, pivots.data()}, all_of_it()), 0);
    std::vector<double> found = a.values();
    found.insert(found.end(), pivots.begin(), pivots.end());
    return found;
  });
  expect_the_same_bits_everywhere<double>("geqrf", [&](const auto& maker) {
    const Numbers<double> a = maker(n, n);
    std::vector<double> tau(static_cast<std::size_t>(n));
    factor(QrProblem<double>{n, n, a.data(), n, tau.data()}, all_of_it());
    std::vector<double> found = a.values();
    found.insert(found.end(), tau.begin(), tau.end());
    return found;
  });
}

TEST(FourNodes, BatchesHaveTheSameBitsWhereverTheirPagesAre) {
  const Index n = 24, count = 500;
  expect_the_same_bits_everywhere<double>("gemm_batch_strided", [&](const auto& maker) {
    const Numbers<double> a = maker(n, n * count), b = maker(n, n * count), c = maker(n, n * count);
    gemm_batch_strided<double>(Layout::column_major, Transpose::none, Transpose::transpose, n, n, n, 1.5,
                               a.data(), n, n * n, b.data(), n, n * n, 0.5, c.data(), n, n * n, count);
    return c.values();
  });
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
      const TriangleCall call{Type::d, solves, side, problem.triangle(), m, n};
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

TEST(FourNodes, PrepackedOperandsLieOnAllNodesAndGiveGemmsBits) {
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
