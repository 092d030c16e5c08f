// SPDX-License-Identifier: BSD-3-Clause
#include "peer/work/solutions.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <set>

#include "peer/processes/blas_library.hpp"
#include "peer/work/extended.hpp"
#include "peer/work/factorisation.hpp"

namespace numapack {
namespace {

/// All forms that a routine of LAPACK has for a type; none where the type has another name for it.
std::vector<RoutineForm> solver_forms(const BlasRoutine& routine, Type type) {
  const bool is_of_q = routine.id == BlasName::ormqr || routine.id == BlasName::orgqr;
  if (is_of_q && routine.hermitian != is_complex(type)) return {};
  std::vector<RoutineForm> forms{{&routine, ""}};
  for (const char kind : routine.letters) {
    const std::string choices = kind == 's'                     ? "LR"
                                : kind == 'u'                   ? "LU"
                                : routine.id == BlasName::getrs ? "NTC"
                                : is_complex(type)              ? "NC"
                                                                : "NT";
    std::vector<RoutineForm> longer;
    for (const RoutineForm& form : forms)
      for (const char letter : choices) longer.push_back({&routine, form.letters + letter});
    forms = longer;
  }
  return forms;
}

/// A job with gaps between columns.
Job solver_job(const RoutineForm& form, Type type, Index m, Index n, Index k) {
  if (form.routine->id == BlasName::orgqr && n > m) std::swap(m, n);
  if (form.routine->id == BlasName::orgqr) k = std::min(k, n);
  if (form.routine->id == BlasName::ormqr) k = std::min(k, form.is_on_the_right() ? n : m);
  Job job;
  job.form = form;
  job.call = product_of(form, type, m, n, k, false);
  job.call.k = form.routine->has_size('k') ? k : job.call.k;
  for (const int operand : {0, 1, 2})
    if (job.has(operand)) job.gapped[static_cast<std::size_t>(operand)] = job.rows(operand) + 2;
  job.seed = 7;
  return job;
}

std::string text_of(const Job& job) {
  return std::string(job.form.routine->name) + job.form.letters + " " + std::to_string(job.call.m) + ", " +
         std::to_string(job.call.n) + ", " + std::to_string(job.call.k);
}

/// What one call leaves; by a library, or this build's own.
template <class T>
class Solved {
 public:
  explicit Solved(const Job& asked, const BlasLibrary* library = nullptr)
      : job(asked), operands_(job, machine_) {
    LibraryRoutine theirs;
    if (library != nullptr) theirs = library->routine(job.form, type_of<T>());
    problem = lapack_problem<T>(job, operands_, library != nullptr ? &theirs : nullptr);
    if (library != nullptr)
      library->run(theirs, problem);
    else
      call_own(problem);
    EXPECT_EQ(problem.info, 0) << text_of(job);
  }

  /// Of what was written.
  T& at(Index i, Index j) {
    const int written = job.form.routine->written();
    return (written == 0 ? problem.a : problem.b)[i + j * job.leading(written)];
  }
  /// Of gels fewer than B has, where there are more equations.
  Index rows() const {
    const int written = job.form.routine->written();
    if (job.form.routine->id != BlasName::gels) return job.rows(written);
    return job.form.trans() == Transpose::none ? job.call.n : job.call.m;
  }
  ErrorReport check() const { return check_solution(job, problem); }

  const Job job;
  LapackProblem<T> problem;

 private:
  const Machine machine_ = detect_machine();
  Operands<T> operands_;
};

template <class T>
class SolutionsOf : public ::testing::Test {
 protected:
  struct Sizes {
    Index m, n, k;
  };
  static void for_each_job(const std::function<void(const Job&)>& each) {
    for (const BlasRoutine& routine : kSolverRoutines)
      for (const RoutineForm& form : solver_forms(routine, type_of<T>()))
        for (const Sizes& sizes : {Sizes{13, 9, 5}, {9, 13, 4}, {40, 40, 40}, {1, 1, 1}})
          each(solver_job(form, type_of<T>(), sizes.m, sizes.n, sizes.k));
  }
};
using SolvedTypes = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(SolutionsOf, SolvedTypes);

TYPED_TEST(SolutionsOf, AreRightByTheirDefinition) {
  int jobs = 0;
  this->for_each_job([&](const Job& job) {
    const ErrorReport report = Solved<TypeParam>(job).check();
    EXPECT_LT(report.error_over_bound, 1) << text_of(job);
    EXPECT_TRUE(report.error_over_bound > 0 || job.call.n == 1) << text_of(job);
    EXPECT_GE(report.elements, job.call.n == 1 ? 1 : 4) << text_of(job);
    ++jobs;
  });
  EXPECT_EQ(jobs, 4 * (3 + 4 + 1 + 2 + 2 + 2));
}

TYPED_TEST(SolutionsOf, AWrongElementIsSeenWhereverItIs) {
  this->for_each_job([&](const Job& job) {
    Solved<TypeParam> solved(job);
    // The bound of least squares is one of norms, and some of these matrices are nearly singular.
    const float wrong = job.form.routine->id == BlasName::gels ? 4.0F : 0.01F;
    const Index last = solved.rows() - 1, columns = job.columns(job.form.routine->written());
    for (const auto& [row, column] :
         {std::pair<Index, Index>{0, 0}, {0, columns - 1}, {last, 0}, {last, columns - 1}}) {
      TypeParam& element = solved.at(row, column);
      const TypeParam before = element;
      element += TypeParam(wrong);
      EXPECT_GT(solved.check().error_over_bound, 1) << text_of(job) << ": " << row << ", " << column;
      element = std::numeric_limits<decltype(std::abs(before))>::quiet_NaN();
      EXPECT_EQ(solved.check().error_over_bound, kWorstError) << text_of(job);
      element = before;
    }
    EXPECT_LT(solved.check().error_over_bound, 1) << "as before";
  });
}

TYPED_TEST(SolutionsOf, ABuildOfNumapackIsCalledByItsOwnInterface) {
  const BlasLibrary library({NUMAPACK_LIBRARY});
  std::set<std::string_view> called;
  this->for_each_job([&](const Job& job) {
    ASSERT_EQ(library.missing(job.form, type_of<TypeParam>()), "");
    EXPECT_LT(Solved<TypeParam>(job, &library).check().error_over_bound, 1) << text_of(job);
    called.insert(job.form.routine->name);
  });
  EXPECT_EQ(called.size(), 6U);
}

TYPED_TEST(SolutionsOf, AreCalledByFortransInterface) {
  const BlasLibrary library({NUMAPACK_DROP_IN}, BlasLibrary::Names::standard);
  std::set<std::string_view> called;
  this->for_each_job([&](const Job& job) {
    const LibraryRoutine found = library.routine(job.form, type_of<TypeParam>());
    ASSERT_EQ(found.interface, LibraryRoutine::Interface::fortran_32);
    EXPECT_LT(Solved<TypeParam>(job, &library).check().error_over_bound, 1) << text_of(job);
    called.insert(job.form.routine->name);
  });
  EXPECT_EQ(called.size(), 6U);
}

TEST(Solutions, OfLargeMatricesAreLookedAtInSomeLines) {
  for (const char* name : {"getrs", "potrs", "posv", "ormqr", "orgqr", "gels"}) {
    Solved<double> solved(
        solver_job(solver_forms(*find_routine(name), Type::d).back(), Type::d, 200, 200, 200));
    const ErrorReport report = solved.check();
    EXPECT_LT(report.error_over_bound, 1) << name;
    EXPECT_GT(report.error_over_bound, 0) << name;
    EXPECT_LE(report.elements, 8 * 200) << name;
    solved.at(0, 199) += 0.01;
    EXPECT_GT(solved.check().error_over_bound, 1) << name;
  }
}

}  // namespace
}  // namespace numapack
