// SPDX-License-Identifier: BSD-3-Clause
#include "batch/gemm_batch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "batch/random_groups.hpp"
#include "batch/run_batch.hpp"
#include "level3/gemm.hpp"
#include "level3/uniform_gemm.hpp"
#include "numapack/error.hpp"
#include "numapack/level3.hpp"
#include "runtime/thread_limit.hpp"
#include "runtime/watch.hpp"
#include "schedule/step_trace.hpp"
#include "support/four_teams.hpp"

namespace numapack {
namespace {

using testing::Generator;
using testing::random_value;
using testing::RandomGroups;
using testing::same_bits;
using testing::test_seed;

template <class T>
class GemmBatch : public ::testing::Test {
 protected:
  Generator generator{test_seed()};
  ::testing::ScopedTrace trace{__FILE__, __LINE__, "NUMAPACK_TEST_SEED=" + std::to_string(test_seed())};

  void expect_bits_of_single_calls(Index most, Index most_problems) {
    RandomGroups<T> batch = RandomGroups<T>::make(generator, most, most_problems);
    RandomGroups<T> single = batch;
    batch.multiply_at_once();
    single.multiply_one_by_one();
    EXPECT_TRUE(same_bits(batch.c.data, single.c.data));
  }
};
using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(GemmBatch, Types);

TYPED_TEST(GemmBatch, HasTheBitsOfSingleCalls) {
  for (int round = 0; round < 60; ++round) this->expect_bits_of_single_calls(20, 30);
  for (int round = 0; round < 12; ++round) this->expect_bits_of_single_calls(120, 12);
  this->expect_bits_of_single_calls(400, 3);
}

TYPED_TEST(GemmBatch, HasThemOnAnyNumberOfThreads) {
  for (const int threads : {1, 2, 3}) {
    set_threads = threads;
    for (int round = 0; round < 8; ++round) this->expect_bits_of_single_calls(60, 200);
  }
  set_threads = 0;
}

TYPED_TEST(GemmBatch, TakesStrides) {
  using T = TypeParam;
  for (const Index n : {4, 17, 64}) {
    const Index batch = 200, stride = n * n + 3;
    std::vector<T> a(static_cast<std::size_t>(stride * batch)), b(a), c(a);
    for (std::vector<T>* matrix : {&a, &b, &c})
      for (T& element : *matrix) element = random_value<T>(this->generator);
    std::vector<T> expected = c;
    // All read the same B.
    gemm_batch_strided(Layout::row_major, Transpose::none, Transpose::transpose, n, n, n, T{2}, a.data(), n,
                       stride, b.data(), n, std::int64_t{0}, T{1}, c.data(), n, stride, batch);
    for (Index i = 0; i < batch; ++i)
      gemm(Layout::row_major, Transpose::none, Transpose::transpose, n, n, n, T{2}, a.data() + i * stride, n,
           b.data(), n, T{1}, expected.data() + i * stride, n);
    EXPECT_TRUE(same_bits(c, expected)) << n;
  }
}

/// One problem in front of many, and few that are large: shared by all threads.
TYPED_TEST(GemmBatch, TakesLargeProblemsAmongSmallOnes) {
  using T = TypeParam;
  const std::int64_t sizes[] = {500, 9}, counts[] = {2, 300};
  const Transpose ops[] = {Transpose::none, Transpose::none};
  const T ones[] = {T{1}, T{-2}};
  std::vector<T> a, c;
  std::vector<std::int64_t> begins;
  for (int group = 0; group < 2; ++group)
    for (std::int64_t i = 0; i < counts[group]; ++i) {
      begins.push_back(static_cast<std::int64_t>(a.size()));
      for (std::int64_t element = 0; element < sizes[group] * sizes[group]; ++element) {
        a.push_back(random_value<T>(this->generator));
        c.push_back(random_value<T>(this->generator));
      }
    }
  std::vector<T> expected = c;
  std::vector<const T*> as;
  std::vector<T*> cs;
  for (const std::int64_t begin : begins) as.push_back(a.data() + begin), cs.push_back(c.data() + begin);
  gemm_batch<T>(Layout::column_major, ops, ops, sizes, sizes, sizes, ones, as.data(), sizes, as.data(), sizes,
                ones, cs.data(), sizes, 2, counts);
  for (std::size_t i = 0; i < begins.size(); ++i) {
    const int g = i < 2 ? 0 : 1;
    gemm<T>(Layout::column_major, ops[g], ops[g], sizes[g], sizes[g], sizes[g], ones[g], as[i], sizes[g],
            as[i], sizes[g], ones[g], expected.data() + begins[i], sizes[g]);
  }
  EXPECT_TRUE(same_bits(c, expected));
}

/// What runs is what the plan says: on four nodes that are one, each step once, by its team.
class OnFourTeams : public testing::FourTeams {};

TEST_F(OnFourTeams, StepsAreThePlans) {
  for (int round = 0; round < 10; ++round) {
    const Index n = 30, count = 3000;
    std::vector<double> a(static_cast<std::size_t>(n * n * count), 0.5), c(a.size(), 0.0), expected(c);
    for (double& element : a) element = random_value<double>(generator_);
    BatchHomes homes;
    for (std::vector<std::int16_t>& of : homes.of)
      for (Index i = 0; i < count; ++i) of.push_back(static_cast<std::int16_t>(generator_() % 4));
    const BatchGroup group{count, 2.0 * n * n * n, {n * n, n * n, n * n}};
    const BatchPlan plan = make_batch_plan({{&group, 1}, 8}, homes, machine_, lay_out_teams(machine_), 1e6);
    ASSERT_EQ(plan.tasks.size(), 4u);
    Problem<double> shape;
    shape.m = shape.n = shape.k = shape.lda = shape.ldb = shape.ldc = n;
    const MatrixList<const double> of_a{nullptr, a.data(), n * n};
    const MatrixList<double> of_c{nullptr, c.data(), n * n};
    WatchedCall watched;
    StepTrace trace;
    watched.steps = &trace;
    detail::watch_calls(&watched);
    const bool done = execute(plan, teams_, [&](Index, Range problems) {
      UniformGemm<double>(shape).multiply(of_a, of_a, of_c, problems);
    });
    detail::watch_calls(nullptr);
    ASSERT_TRUE(done);
    const std::vector<StepTrace::Run> runs = trace.take();
    ASSERT_EQ(runs.size(), 1u);
    EXPECT_EQ(runs[0].schedule, make_batch_schedule(plan, 4));
    std::vector<int> times(plan.steps.size(), 0);
    for (const StepTrace::Done& step : runs[0].done) {
      ++times[step.step];
      EXPECT_EQ(step.team, plan.tasks[static_cast<std::size_t>(plan.steps[step.step].task)].team);
    }
    EXPECT_TRUE(std::ranges::all_of(times, [](int of) { return of == 1; }));
    for (Index i = 0; i < count; ++i) {
      shape.a = shape.b = a.data() + i * n * n;
      shape.c = expected.data() + i * n * n;
      gemm(shape);
    }
    EXPECT_TRUE(same_bits(c, expected));
  }
}

/// NaN where nothing may be read, and what lies between matrices stays.
TEST(GemmBatchMemory, ReadsAndWritesNothingElse) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Index n = 5, ld = 7, stride = 40, batch = 64;
  std::vector<double> a(static_cast<std::size_t>(stride * batch), nan), c(a);
  for (Index i = 0; i < batch; ++i)
    for (Index j = 0; j < n; ++j)
      for (Index row = 0; row < n; ++row) a[static_cast<std::size_t>(i * stride + j * ld + row)] = 1;
  gemm_batch_strided(Layout::column_major, Transpose::none, Transpose::none, n, n, n, 1.0, a.data(), ld,
                     stride, a.data(), ld, stride, 0.0, c.data(), ld, stride, batch);
  for (Index at = 0; at < stride * batch; ++at) {
    const Index within = at % stride;
    const bool inside = within % ld < n && within / ld < n;
    EXPECT_EQ(std::isnan(c[static_cast<std::size_t>(at)]), !inside) << at;
    if (!inside) continue;
    EXPECT_EQ(c[static_cast<std::size_t>(at)], 5.0);
  }
}

template <class Call>
std::string refusal(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    return error.what();
  }
  return "";
}

TEST(GemmBatchErrors, NameTheGroupAndWriteNothing) {
  Generator generator(7);
  std::vector<double> a(64, 1.0), c(64, 2.0);
  const double* as[] = {a.data(), a.data(), a.data()};
  double* cs[] = {c.data(), c.data() + 16, c.data() + 32};
  const Transpose trans[] = {Transpose::none, Transpose::none};
  std::int64_t size[] = {4, 4}, ld[] = {4, 4}, ldc[] = {4, 4}, count[] = {2, 1};
  const double one[] = {1, 1};
  const auto call = [&] {
    gemm_batch<double>(Layout::column_major, trans, trans, size, size, size, one, as, ld, as, ld, one, cs,
                       ldc, 2, count);
  };
  const auto expect = [&](const std::string& part) {
    EXPECT_THAT(refusal(call), ::testing::HasSubstr(part));
    EXPECT_TRUE(std::ranges::all_of(c, [](double value) { return value == 2.0; }));
  };
  ldc[1] = 3;
  expect("gemm_batch, group 1: ldc is 3; at least 4");
  ldc[1] = 4, size[0] = -1;
  expect("gemm_batch, group 0: m is -1");
  size[0] = 4, count[1] = -2;
  expect("the number of problems is -2");
  count[1] = 1, cs[2] = nullptr;
  expect("gemm_batch, group 1: c[0] is a null pointer");
  cs[2] = c.data() + 32, as[1] = nullptr;
  expect("gemm_batch, group 0: a[1] is a null pointer");
  as[1] = a.data();
  EXPECT_EQ(refusal(call), "");
  EXPECT_THAT(refusal([&] {
                gemm_batch<double>(Layout::column_major, nullptr, trans, size, size, size, one, as, ld, as,
                                   ld, one, cs, ldc, 2, count);
              }),
              ::testing::HasSubstr("null pointer"));
  EXPECT_THAT(refusal([&] {
                gemm_batch<double>(Layout::column_major, trans, trans, size, size, size, one, as, ld, as, ld,
                                   one, cs, ldc, -1, count);
              }),
              ::testing::HasSubstr("the number of groups is -1"));
}

TEST(GemmBatchErrors, NothingToDoIsNone) {
  gemm_batch<double>(Layout::column_major, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                     nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, 0, nullptr);
  gemm_batch_strided<double>(Layout::column_major, Transpose::none, Transpose::none, 4, 4, 4, 1, nullptr, 4,
                             16, nullptr, 4, 16, 0, nullptr, 4, 16, 0);
  gemm_batch_strided<double>(Layout::column_major, Transpose::none, Transpose::none, 0, 4, 4, 1, nullptr, 4,
                             16, nullptr, 4, 16, 0, nullptr, 4, 16, 10);
}

}  // namespace
}  // namespace numapack
