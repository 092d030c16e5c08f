// SPDX-License-Identifier: BSD-3-Clause
#include "peer/work/factors.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <set>

#include "peer/fakes.hpp"
#include "peer/processes/blas_library.hpp"
#include "peer/routine_jobs.hpp"
#include "peer/work/extended.hpp"
#include "peer/work/factorisation.hpp"
#include "peer/work/random.hpp"

namespace numapack {
namespace {

using testing::forms_of;

/// A job with gaps between columns.
Job job_of(const RoutineForm& form, Type type, Index m, Index n) {
  Job job;
  job.form = form;
  job.call = product_of(form, type, m, n, n, false);
  job.gapped[0] = job.rows(0) + 2;
  job.seed = 7;
  return job;
}

/// What one call of a routine leaves; by a library, or this build's own.
template <class T>
class Done {
 public:
  explicit Done(const Job& asked, const BlasLibrary* library = nullptr)
      : job(asked), operands_(job, machine_) {
    LibraryRoutine theirs;
    if (library != nullptr) theirs = library->routine(job.form, type_of<T>());
    const LibraryRoutine* const found = library != nullptr ? &theirs : nullptr;
    problem_ = lapack_problem<T>(job, operands_, found);
    if (library != nullptr)
      library->run(theirs, problem_);
    else
      call_own(problem_);
    EXPECT_EQ(problem_.info, 0);
    factors = {problem_.a, pivots_of(found, problem_), problem_.tau};
  }

  T& at(Index i, Index j) { return problem_.a[i + j * problem_.lda]; }
  ErrorReport check() const { return check_factors(job, factors); }

  const Job job;
  Factors<T> factors;

 private:
  const Machine machine_ = detect_machine();
  Operands<T> operands_;
  LapackProblem<T> problem_;
};

template <class T>
class FactorsOf : public ::testing::Test {
 protected:
  static void for_each_job(const std::function<void(const Job&)>& each) {
    for (const BlasRoutine& routine : kBlasRoutines) {
      if (!routine.is_of_lapack()) continue;
      for (const RoutineForm& form : forms_of(routine, type_of<T>()))
        for (const auto& [m, n] : {std::pair<Index, Index>{13, 9}, {9, 13}, {40, 40}, {1, 1}})
          each(job_of(form, type_of<T>(), m, n));
    }
  }
};
using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(FactorsOf, Types);

std::string words_of(const Job& job) {
  return std::string(job.form.routine->name) + job.form.letters + " " + std::to_string(job.call.m) + " x " +
         std::to_string(job.call.n);
}

TYPED_TEST(FactorsOf, AreRightByTheirDefinition) {
  int jobs = 0;
  this->for_each_job([&](const Job& job) {
    const ErrorReport report = Done<TypeParam>(job).check();
    EXPECT_LT(report.error_over_bound, 1) << words_of(job);
    EXPECT_TRUE(report.error_over_bound > 0 || job.call.n == 1) << words_of(job);
    EXPECT_GE(report.elements, job.call.n) << words_of(job);
    ++jobs;
  });
  EXPECT_EQ(jobs, 4 * (2 + 1 + 2 + 1 + 1));
}

TYPED_TEST(FactorsOf, AWrongElementIsSeenWhereverItIs) {
  this->for_each_job([&](const Job& job) {
    Done<TypeParam> done(job);
    const Index m = job.call.m, n = job.call.n;
    for (const auto& [row, column] :
         {std::pair<Index, Index>{0, 0}, {0, n - 1}, {m - 1, 0}, {m - 1, n - 1}}) {
      TypeParam& element = done.at(row, column);
      const TypeParam before = element;
      element += TypeParam(0.01F);
      EXPECT_GT(done.check().error_over_bound, 1) << words_of(job) << ": " << row << ", " << column;
      element = std::numeric_limits<decltype(std::abs(before))>::quiet_NaN();
      EXPECT_EQ(done.check().error_over_bound, kWorstError) << words_of(job);
      element = before;
    }
    for (TypeParam& factor : done.factors.tau) {
      const TypeParam before = factor;
      factor += TypeParam(0.01F);
      EXPECT_GT(done.check().error_over_bound, 1) << words_of(job);
      factor = before;
    }
    if (n == 1) return;
    for (std::int64_t& pivot : done.factors.pivots) {
      const std::int64_t before = pivot;
      for (const std::int64_t wrong : {before % m + 1, std::int64_t{0}, m + 1}) {
        pivot = wrong;
        EXPECT_GT(done.check().error_over_bound, 1) << words_of(job);
      }
      pivot = before;
    }
    EXPECT_LT(done.check().error_over_bound, 1) << "as before";
  });
}

TEST(Factors, OfLargeMatricesAreLookedAtInSomeLines) {
  for (const char* name : {"getrf", "getri", "potrf", "potri", "geqrf"}) {
    const Job job = job_of(forms_of(*find_routine(name), Type::d).back(), Type::d, 200, 200);
    Done<double> done(job);
    const ErrorReport report = done.check();
    EXPECT_LT(report.error_over_bound, 1) << name;
    EXPECT_GT(report.error_over_bound, 0) << name;
    EXPECT_LT(report.elements, 2 * 8 * 200) << name;
    done.at(0, 199) += 0.01;
    EXPECT_GT(done.check().error_over_bound, 1) << name;
  }
}

TEST(Factors, WithoutPivotingAreNotThoseOfGetrf) {
  const Job job = job_of({find_routine("getrf"), ""}, Type::d, 30, 30);
  Done<double> done(job);
  // L U = A itself, which is right in every element.
  for (Index j = 0; j < 30; ++j)
    for (Index i = 0; i < 30; ++i) done.at(i, j) = operand_element<double>(job, 0, i + j * 30);
  for (Index k = 0; k < 30; ++k) {
    done.factors.pivots[static_cast<std::size_t>(k)] = k + 1;
    for (Index i = k + 1; i < 30; ++i) {
      done.at(i, k) /= done.at(k, k);
      for (Index j = k + 1; j < 30; ++j) done.at(i, j) -= done.at(i, k) * done.at(k, j);
    }
  }
  EXPECT_EQ(done.check().error_over_bound, kWorstError);
}

TYPED_TEST(FactorsOf, ABuildOfNumapackIsCalledByItsOwnInterface) {
  const BlasLibrary library({NUMAPACK_LIBRARY});
  std::set<std::string_view> called;
  this->for_each_job([&](const Job& job) {
    ASSERT_EQ(library.missing(job.form, type_of<TypeParam>()), "");
    EXPECT_LT(Done<TypeParam>(job, &library).check().error_over_bound, 1) << words_of(job);
    called.insert(job.form.routine->name);
  });
  EXPECT_EQ(called.size(), 5u);
}

TEST(Factors, AreCalledByFortransInterface) {
  const BlasLibrary library({fake("right")}), wide({fake("wide")}), wrong({fake("wrong")});
  for (const char* name : {"potrf", "getrf", "geqrf"})
    for (const RoutineForm& form : forms_of(*find_routine(name), Type::d))
      for (const Index n : {9, 13})
        EXPECT_LT(Done<double>(job_of(form, Type::d, 11, n), &library).check().error_over_bound, 1) << name;
  const RoutineForm getrf{find_routine("getrf"), ""};
  EXPECT_LT(Done<double>(job_of(getrf, Type::d, 11, 9), &wide).check().error_over_bound, 1);
  EXPECT_EQ(wide.routine(getrf, Type::d).symbol, "scipy_dgetrf_64_");
  EXPECT_EQ(wide.missing({find_routine("potri"), "L"}, Type::c), "cpotri");
  const RoutineForm potrf{find_routine("potrf"), "L"};
  EXPECT_EQ(Done<double>(job_of(potrf, Type::d, 9, 9), &wrong).check().error_over_bound, kWorstError)
      << "the other half was written";
}

double flops(const char* name, Type type, Index m, Index n) {
  const RoutineForm form{find_routine(name), std::string(find_routine(name)->letters.size(), 'L')};
  return flops_of(form, product_of(form, type, m, n, n, false));
}

TEST(Factors, CountAsTheWorkingNoteDoes) {
  for (const Index n : {1, 2, 7, 20}) {
    double cholesky = 0;
    for (Index j = 0; j < n; ++j) cholesky += 1.0 + double(n - 1 - j) + double(2 * j * (n - j));
    EXPECT_NEAR(flops("potrf", Type::d, n, n), cholesky, 1e-9 * cholesky) << n;
    for (const Index m : {1, 3, 7, 30}) {
      double lu = 0;
      for (Index k = 0; k < std::min(m, n); ++k) lu += double(m - 1 - k) * double(1 + 2 * (n - 1 - k));
      EXPECT_NEAR(flops("getrf", Type::d, m, n), lu, 1e-9 * lu) << m << " x " << n;
    }
  }
  const double n = 3000, cube = n * n * n;
  EXPECT_NEAR(flops("potri", Type::d, 3000, 3000), 2 * cube / 3, 1e-3 * cube);
  EXPECT_NEAR(flops("getri", Type::d, 3000, 3000), 4 * cube / 3, 1e-3 * cube);
  EXPECT_NEAR(flops("geqrf", Type::d, 3000, 3000), 4 * cube / 3, 2e-3 * cube);
  EXPECT_NEAR(flops("geqrf", Type::d, 6000, 3000), 2 * (2 - 1.0 / 3) * cube, 2e-3 * cube);
  EXPECT_NEAR(flops("geqrf", Type::d, 3000, 6000), 2 * (2 - 1.0 / 3) * cube, 2e-3 * cube);
  for (const char* name : {"potrf", "getrf", "potri", "getri", "geqrf"})
    EXPECT_NEAR(flops(name, Type::z, 3000, 3000) / flops(name, Type::s, 3000, 3000), 4, 0.01) << name;
}

TEST(Factors, HaveOneMatrixAndSayTheirFormula) {
  const Job wide = job_of({find_routine("geqrf"), ""}, Type::z, 5, 9);
  EXPECT_EQ(wide.rows(0), 5);
  EXPECT_EQ(wide.columns(0), 9);
  EXPECT_FALSE(wide.has(1));
  EXPECT_FALSE(wide.has(2));
  EXPECT_EQ(wide.bytes(), 16 * 7 * 9);
  EXPECT_FALSE(is_product(wide.form));
  const auto formula = [](const char* name, const char* letters) {
    return formula_of({find_routine(name), letters});
  };
  EXPECT_EQ(formula("potrf", "L"), "A = L L^H");
  EXPECT_EQ(formula("potri", "U"), "A = (U^H U)^-1");
  EXPECT_EQ(formula("getrf", ""), "A = P L U");
  EXPECT_EQ(formula("getri", ""), "A = (P L U)^-1");
  EXPECT_EQ(formula("geqrf", ""), "A = Q R");
}

}  // namespace
}  // namespace numapack
