// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "level3/algorithms/in_place_algorithm.hpp"
#include "level3/explain/explain.hpp"
#include "level3/gemm.hpp"
#include "level3/run/execute.hpp"
#include "level3/run/tile_mask.hpp"
#include "level3/tasks/task.hpp"
#include "runtime/process.hpp"
#include "support/four_teams.hpp"
#include "support/structured.hpp"

namespace numapack {
namespace {

using namespace testing;  // NOLINT

template <class T>
class StructuredOnFourTeams : public FourTeams {
 protected:
  Index below(Index most) { return static_cast<Index>(generator_() % static_cast<std::uint64_t>(most)); }

  /// symm, hemm, trmm on both sides; syrk, herk and gemmt, syr2k and her2k; all storages, all operations.
  StructuredSizes any(Index most) {
    const auto size = [&] { return 1 + below(below(4) == 0 ? most : most / 6); };
    StructuredSizes s{size(), size(), size()};
    s.trans_a = static_cast<Transpose>(below(4));
    s.trans_b = static_cast<Transpose>(below(4));
    s.slack = below(4);
    Pattern pattern{static_cast<Structure>(1 + below(3)), static_cast<Triangle>(below(2))};
    pattern.unit_diagonal = pattern.is_triangular() && below(2) == 0;
    switch (below(3)) {
      case 0:
        s.a = pattern;
        s.k = s.m;
        break;
      case 1:
        s.b = pattern;
        s.k = s.n;
        break;
      default:
        s.region = below(2) == 0 ? MatrixType::lower : MatrixType::upper;
        s.n = s.m;
        s.twofold = below(2) == 0;
        if (!s.twofold) break;
        s.trans_a = Transpose::none;
        s.trans_b = below(2) == 0 ? Transpose::transpose : Transpose::conjugate_transpose;
        if (below(2) == 0) std::swap(s.trans_a, s.trans_b);
    }
    return s;
  }
};
using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(StructuredOnFourTeams, Types);

TYPED_TEST(StructuredOnFourTeams, EveryPlanGivesTheReferenceAndTheSameBits) {
  using T = TypeParam;
  for (int turn = 0; turn < 60; ++turn) {
    const StructuredSizes sizes = this->any(600);
    if (sizes.m * sizes.n * sizes.k > 6'000'000) continue;
    StructuredOperands<T> operands(sizes, random_value<T>(this->generator_),
                                   this->below(2) == 0 ? T{0} : random_value<T>(this->generator_),
                                   this->generator_);
    const Problem<T>& problem = operands.problem;
    Options options;
    options.collapse = false;
    options.localise = this->below(4) != 0;
    if (this->below(3) == 0) options.workspace_limit = std::size_t{1} << (12 + this->below(12));
    if (this->below(2) == 0) options.threads = 1 + static_cast<int>(this->below(8));
    const Plan plan = this->plan(problem, this->all_on(problem, static_cast<int>(this->below(4))), options);
    ASSERT_TRUE(execute(plan, problem, &this->teams_, this->guarded_));
    ASSERT_EQ(operands.check(), "") << operands << explain(plan, this->machine_);
    const std::vector<T> by_teams = operands.result();
    operands.restore();
    gemm(problem);
    ASSERT_EQ(std::memcmp(by_teams.data(), operands.result().data(), by_teams.size() * sizeof(T)), 0)
        << "other bits on this machine's own threads: " << operands << explain(plan, this->machine_);
  }
}

/// Written out on the stack, with the bits of packing; the plan says so.
TYPED_TEST(StructuredOnFourTeams, TinyOnesAreWrittenOut) {
  using T = TypeParam;
  const Kernel<T>& kernel = default_kernel<T>();
  int written_out = 0;
  for (int turn = 0; turn < 400; ++turn) {
    const StructuredSizes sizes = this->any(120);
    StructuredOperands<T> operands(sizes, random_value<T>(this->generator_),
                                   this->below(2) == 0 ? T{0} : random_value<T>(this->generator_),
                                   this->generator_);
    const Problem<T>& problem = operands.problem;
    const Call call = problem.call();
    const Choice choice = choose(call, kernel.shape);
    const bool may = std::max({sizes.m, sizes.n, sizes.k}) <= most_tiny && !sizes.a.is_triangular() &&
                     !sizes.b.is_triangular();
    if (choice.kind != Choice::Kind::in_place) continue;
    ASSERT_TRUE(may) << operands;
    ++written_out;
    const auto run = [&](const Choice& chosen) {
      operands.restore();
      const NodeTask task = task_of(call, kernel.shape, {}, chosen, {0, call.m}, {0, call.n}, NodeFacts{});
      execute_alone(task, problem, kernel, this->guarded_);
      EXPECT_EQ(operands.check(), "") << operands;
      return operands.result();
    };
    const std::vector<T> written = run(choice), by_panels = run(packed(choice));
    ASSERT_EQ(std::memcmp(written.data(), by_panels.data(), written.size() * sizeof(T)), 0) << operands;
  }
  if (kernel.shape.in_place) {
    EXPECT_GT(written_out, 40);
  }
}

/// Every element of the region gets each of its steps once, and no block of zeros is packed or multiplied.
TYPED_TEST(StructuredOnFourTeams, TheTraceCoversWhatThereIsOnce) {
  using T = TypeParam;
  for (int turn = 0; turn < 40; ++turn) {
    const StructuredSizes sizes = this->any(240);
    StructuredOperands<T> operands(sizes, T{1}, T{0}, this->generator_);
    const Problem<T>& problem = operands.problem;
    const Call call = problem.call();
    Options options;
    options.collapse = false;
    if (this->below(2) == 0) options.workspace_limit = std::size_t{1} << (12 + this->below(8));
    const Plan plan = this->plan(problem, this->all_on(problem, static_cast<int>(this->below(4))), options);
    Trace trace;
    ASSERT_TRUE(execute(plan, problem, &this->teams_, this->guarded_, &trace));
    std::vector<Index> steps(static_cast<std::size_t>(sizes.m * sizes.n));
    for (const TraceRecord& record : trace.take()) {
      if (record.what != TraceRecord::What::panels && record.what != TraceRecord::What::in_place) continue;
      ASSERT_FALSE(TileMask<T>::is_empty(call, record.rows, record.columns, record.steps) &&
                   record.rows.size() * record.columns.size() > 0)
          << operands << explain(plan, this->machine_);
      for (Index j = record.columns.begin; j < record.columns.end; ++j)
        for (Index i = record.rows.begin; i < record.rows.end; ++i)
          steps[static_cast<std::size_t>(i + j * sizes.m)] += record.steps.size();
    }
    for (Index j = 0; j < sizes.n; ++j) {
      const Range rows = rows_in(call.region, {0, sizes.m}, j);
      for (Index i = rows.begin; i < rows.end; ++i) {
        const Index least = std::min(call.steps_of_a({i, i + 1}).size(), call.steps_of_b({j, j + 1}).size());
        const Index done = steps[static_cast<std::size_t>(i + j * sizes.m)];
        ASSERT_TRUE(done >= least && done <= call.steps()) << i << " " << j << " " << done << operands;
      }
    }
  }
}

TYPED_TEST(StructuredOnFourTeams, NothingToAddScalesTheRegionOnly) {
  using T = TypeParam;
  for (const MatrixType region : {MatrixType::lower, MatrixType::upper}) {
    StructuredSizes sizes{37, 37, 11};
    sizes.region = region;
    StructuredOperands<T> operands(sizes, T{0}, T{3}, this->generator_);
    gemm(operands.problem);
    EXPECT_EQ(operands.check(), "") << operands;
  }
}

TYPED_TEST(StructuredOnFourTeams, WhatIsNotSquareIsRefused) {
  using T = TypeParam;
  const std::vector<T> memory(400, T{1});
  std::vector<T> c(400);
  Problem<T> problem;
  problem.m = 4, problem.n = 5, problem.k = 6;
  problem.a = problem.b = memory.data(), problem.c = c.data();
  problem.lda = problem.ldb = problem.ldc = 20;
  Problem<T> a = problem, b = problem, region = problem;
  a.pattern_a.structure = Structure::symmetric;
  b.pattern_b.structure = Structure::triangular;
  region.region = MatrixType::upper;
  for (const Problem<T>* const wrong : {&a, &b, &region}) EXPECT_THROW(gemm(*wrong), Error);
}

}  // namespace
}  // namespace numapack
