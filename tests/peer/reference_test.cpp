// SPDX-License-Identifier: BSD-3-Clause
#include "peer/work/reference.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "peer/work/operands.hpp"

namespace numapack {
namespace {

Job small_job(Type type) {
  Job job;
  job.call = {type, 13, 9, 21, {Transpose::conjugate_transpose}, {Transpose::transpose}, true};
  job.alpha = 0.7;
  job.beta = -1.3;
  job.seed = 5;
  return job;
}

/// The product as a plain program would do it, in T, from the operands in memory.
template <class T>
void multiply(const Problem<T>& p) {
  for (Index j = 0; j < p.n; ++j) {
    for (Index i = 0; i < p.m; ++i) {
      T sum{};
      for (Index l = 0; l < p.k; ++l) {
        T a = transposes(p.trans_a) ? p.a[l + i * p.lda] : p.a[i + l * p.lda];
        if constexpr (!std::is_floating_point_v<T>) {
          if (conjugates(p.trans_a)) a = std::conj(a);
        }
        sum += a * (transposes(p.trans_b) ? p.b[j + l * p.ldb] : p.b[l + j * p.ldb]);
      }
      T& c = p.c[i + j * p.ldc];
      c = p.alpha * sum + p.beta * c;
    }
  }
}

template <class T>
class Reference : public ::testing::Test {};
using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(Reference, Types);

TYPED_TEST(Reference, AcceptsAPlainProductAndNothingMuchWorse) {
  const Job job = small_job(type_of<TypeParam>());
  const Machine machine = detect_machine();
  const Operands<TypeParam> operands(job, machine);
  const Problem<TypeParam> problem = operands.problem();
  multiply(problem);
  const ErrorReport good = check_against_reference(job, problem.c);
  EXPECT_EQ(good.elements, 13 * 9);
  EXPECT_GT(good.error_over_bound, 0);
  EXPECT_LT(good.error_over_bound, 1);

  // The bound of one element is at most gamma_{k+2} (0.7 k / 2 + 1.3 / sqrt 2): an error of that size must be
  // seen.
  using Real = decltype(std::abs(TypeParam{}));
  const double gamma = 3.0 * (21 + 2) * std::numeric_limits<Real>::epsilon();
  problem.c[20] += static_cast<TypeParam>(gamma * (0.7 * 21 / 2 + 1));
  EXPECT_GT(check_against_reference(job, problem.c).error_over_bound, 1);
  problem.c[20] = std::numeric_limits<Real>::quiet_NaN();
  EXPECT_EQ(check_against_reference(job, problem.c).error_over_bound, std::numeric_limits<double>::max());
}

TEST(Reference, LooksAtCornersAndASampleOfLargeProducts) {
  Job job;
  job.call = {Type::d, 300, 400, 50, {Transpose::none}, {Transpose::none}, false};
  const Machine machine = detect_machine();
  const Operands<double> operands(job, machine);
  const Problem<double> problem = operands.problem();
  multiply(problem);
  const ErrorReport report = check_against_reference(job, problem.c);
  EXPECT_EQ(report.elements, 504);
  EXPECT_LT(report.error_over_bound, 1);
  for (const Index corner : {Index{0}, Index{299}, Index{300 * 399}, Index{300 * 400 - 1}}) {
    const double before = problem.c[corner];
    problem.c[corner] += 1;
    EXPECT_GT(check_against_reference(job, problem.c).error_over_bound, 1) << corner;
    problem.c[corner] = before;
  }
}

TEST(Operands, AreTheSameForTheSameSeedAlone) {
  const Machine machine = detect_machine();
  Job job = small_job(Type::d);
  const Operands<double> first(job, machine), again(job, machine);
  job.seed = 6;
  const Operands<double> other(job, machine);
  int same_a = 0, same_ab = 0;
  for (Index i = 0; i < 21 * 9; ++i) {
    EXPECT_EQ(first.problem().a[i], again.problem().a[i]);
    EXPECT_LE(std::abs(first.problem().a[i]), 0.5);
    same_a += first.problem().a[i] == other.problem().a[i];
    same_ab += first.problem().a[i] == first.problem().b[i];
  }
  EXPECT_EQ(same_a, 0);
  EXPECT_EQ(same_ab, 0);
}

TEST(Operands, EveryPageIsTouchedAndCounted) {
  Job job;
  job.call = {Type::s, 500, 300, 200, {Transpose::none}, {Transpose::none}, false};
  const Machine machine = detect_machine();
  job.placement[0] = Placement::bind(machine.home_for(machine.compute_nodes().front()));
  const Operands<float> operands(job, machine);
  for (const Census& census : operands.pages()) {
    if (!census.unavailable.empty()) continue;  // the kernel tells nobody here, and the census says so
    EXPECT_EQ(census.untouched, 0u);
    std::uint64_t sum = 0;
    for (const std::uint64_t pages : census.by_node) sum += pages;
    EXPECT_EQ(sum, census.pages);
  }
}

}  // namespace
}  // namespace numapack
