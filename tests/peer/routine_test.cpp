// SPDX-License-Identifier: BSD-3-Clause
#include "peer/routines/blas_routine.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "peer/fakes.hpp"
#include "peer/processes/blas_library.hpp"
#include "peer/routine_jobs.hpp"
#include "peer/routines/own_call.hpp"
#include "peer/work/operands.hpp"
#include "peer/work/reference.hpp"

namespace numapack {
namespace {

using testing::forms_of;
using testing::small_job;

constexpr double worst = std::numeric_limits<double>::max();

template <class T>
class Routines : public ::testing::Test {
 protected:
  /// Calls each(routine, form) for all of levels 2 and 3 but gemm that this type has.
  template <class Each>
  static void for_each_form(const Each& each) {
    constexpr bool real = std::is_floating_point_v<T>;
    for (const BlasRoutine* const one : all_routines()) {
      const BlasRoutine& routine = *one;
      if (routine.id == BlasName::gemm || !routine.is_of_blas() || (real ? routine.hermitian : routine.real))
        continue;
      for (const RoutineForm& form : forms_of(routine, type_of<T>())) each(routine, form);
    }
  }
};
using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(Routines, Types);

TYPED_TEST(Routines, AreRightByTheirDefinitionInEveryForm) {
  const Machine machine = detect_machine();
  int forms = 0;
  this->for_each_form([&](const BlasRoutine& routine, const RoutineForm& form) {
    const Job job = small_job(form, type_of<TypeParam>());
    const Operands<TypeParam> operands(job, machine);
    call_own(operands.routine_problem());
    const ErrorReport report = check_against_reference(job, operands.written());
    EXPECT_EQ(report.elements, job.call.m * job.call.n);
    EXPECT_GT(report.error_over_bound, 0) << routine.name << " " << form.letters;
    EXPECT_LT(report.error_over_bound, 1) << routine.name << " " << form.letters;
    ++forms;
  });
  const int of_level_2 = 3 + 2 + 12 + 12 + (std::is_floating_point_v<TypeParam> ? 1 : 2) + 2 + 2;
  EXPECT_EQ(forms - of_level_2, std::is_floating_point_v<TypeParam> ? 4 + 6 + 6 + 18 + 24 + 24
                                                                    : 4 + 4 + 4 + 4 + 4 + 4 + 18 + 24 + 24);
}

TYPED_TEST(Routines, AWrongElementIsSeenWhereverItIs) {
  const Machine machine = detect_machine();
  this->for_each_form([&](const BlasRoutine& routine, const RoutineForm& form) {
    const Job job = small_job(form, type_of<TypeParam>());
    const Operands<TypeParam> operands(job, machine);
    call_own(operands.routine_problem());
    auto* const written = const_cast<TypeParam*>(operands.written());
    const Index leading = job.leading(routine.written());
    // Corners: on the diagonal, above and below it.
    for (const auto& [row, column] :
         {std::pair<Index, Index>{0, 0}, {0, job.call.n - 1}, {job.call.m - 1, 0}}) {
      TypeParam& element = written[row + column * leading];
      const TypeParam before = element;
      element += TypeParam(0.001F);
      EXPECT_GT(check_against_reference(job, written).error_over_bound, 1)
          << routine.name << " " << form.letters;
      element = std::numeric_limits<decltype(std::abs(before))>::quiet_NaN();
      EXPECT_EQ(check_against_reference(job, written).error_over_bound, worst) << routine.name;
      element = before;
    }
  });
}

/// By a library that is loaded; false where that lacks the routine.
template <class T>
bool is_right_by(const BlasLibrary& library, const RoutineForm& form) {
  if (!library.missing(form, type_of<T>()).empty()) return false;
  const Job job = small_job(form, type_of<T>());
  const Operands<T> operands(job, detect_machine());
  library.run(library.routine(form, type_of<T>()), operands.routine_problem());
  EXPECT_LT(check_against_reference(job, operands.written()).error_over_bound, 1)
      << form.routine->name << " " << form.letters;
  return true;
}

TYPED_TEST(Routines, ABuildOfNumapackIsCalledByItsOwnInterface) {
  const BlasLibrary library({NUMAPACK_LIBRARY});
  std::set<std::string_view> called;
  this->for_each_form([&](const BlasRoutine& routine, const RoutineForm& form) {
    if (is_right_by<TypeParam>(library, form)) called.insert(routine.name);
  });
  std::vector<const char*> names{"symm", "syrk", "syr2k", "gemmt", "trmm", "trsm", "gemv", "trmv", "trsv"};
  if (std::is_floating_point_v<TypeParam>)
    names.insert(names.end(), {"symv", "ger", "syr", "syr2"});
  else
    names.insert(names.end(), {"hemm", "herk", "her2k", "hemv", "geru", "gerc", "her", "her2"});
  for (const char* name : names) EXPECT_EQ(called.count(name), 1u) << name;
}

TYPED_TEST(Routines, OfLevel2AreCalledByFortransInterface) {
  const BlasLibrary library({NUMAPACK_DROP_IN}, BlasLibrary::Names::standard);
  std::set<std::string_view> called;
  this->for_each_form([&](const BlasRoutine& routine, const RoutineForm& form) {
    if (!routine.is_level_2()) return;
    const LibraryRoutine found = library.routine(form, type_of<TypeParam>());
    ASSERT_EQ(found.interface, LibraryRoutine::Interface::fortran_32) << found.symbol;
    EXPECT_TRUE(is_right_by<TypeParam>(library, form));
    called.insert(routine.name);
  });
  EXPECT_EQ(called.size(), std::is_floating_point_v<TypeParam> ? 7U : 8U);
}

TEST(Routine, IsCalledByFortransInterface) {
  const BlasLibrary library({fake("right")}), wide({fake("wide")});
  for (const char* name : {"symm", "syrk", "gemmt", "trsm"}) {
    for (const RoutineForm& form : forms_of(*find_routine(name), Type::d))
      EXPECT_TRUE(is_right_by<double>(library, form)) << name;
  }
  for (const RoutineForm& form : forms_of(*find_routine("herk"), Type::z))
    EXPECT_TRUE(is_right_by<std::complex<double>>(library, form));
  for (const RoutineForm& form : forms_of(*find_routine("syrk"), Type::d))
    EXPECT_TRUE(is_right_by<double>(wide, form));
  const RoutineForm syrk{find_routine("syrk"), "LN"};
  EXPECT_EQ(wide.routine(syrk, Type::d).symbol, "scipy_dsyrk_64_");
  EXPECT_EQ(library.missing({find_routine("trmm"), "LLNN"}, Type::s), "strmm");
  EXPECT_THROW(library.routine(syrk, Type::c), Error);
}

TEST(Routine, RefusesSizesBeyondALibrarysIntegers) {
  const BlasLibrary library({fake("right")});
  RoutineProblem<double> problem;
  problem.form = {find_routine("syrk"), "LN"};
  problem.n = problem.k = problem.lda = 1;
  problem.ldc = Index{1} << 31;
  EXPECT_THROW(library.run(library.routine(problem.form, Type::d), problem), Error);
}

Call call_of(const char* name, const char* letters, Type type = Type::d) {
  return product_of({find_routine(name), letters}, type, 4, 3, 2, false);
}

double flops(const char* name, const char* letters, Type type = Type::d) {
  return flops_of(RoutineForm{find_routine(name), letters}, call_of(name, letters, type));
}

TEST(Routine, CountsAsTheWorkingNoteDoes) {
  EXPECT_EQ(flops("symm", "LL"), 2 * 4 * 4 * 3);
  EXPECT_EQ(flops("symm", "RL"), 2 * 4 * 3 * 3);
  EXPECT_EQ(flops("hemm", "LU", Type::z), 8 * 4 * 4 * 3);
  EXPECT_EQ(flops("syrk", "LN"), 2 * 3 * 4);
  EXPECT_EQ(flops("gemmt", "LNN"), 2 * 3 * 4);
  EXPECT_EQ(flops("syr2k", "UT"), 2 * 2 * 3 * 3 + 3);
  EXPECT_EQ(flops("trmm", "LLNN"), 3 * 4 * 4);
  EXPECT_EQ(flops("trsm", "RLNN"), 4 * 3 * 3);
  EXPECT_EQ(flops("trsm", "LLNN", Type::c), 6 * 3 * 10 + 2 * 3 * 6);
}

TEST(Routine, IsTheProductOfItsOperands) {
  const Call right = call_of("symm", "RU");
  EXPECT_EQ(right.k, 3);
  EXPECT_TRUE(right.a.pattern.is_general());
  EXPECT_EQ(right.b.pattern, (Pattern{Structure::symmetric, Triangle::upper}));
  const Call rank = call_of("herk", "LC", Type::z);
  EXPECT_EQ(rank.m, 3);
  EXPECT_EQ(rank.a.op, Transpose::conjugate_transpose);
  EXPECT_EQ(rank.b.op, Transpose::none);
  EXPECT_EQ(rank.region, MatrixType::lower);
  const Call triangle = call_of("trsm", "LUTU");
  EXPECT_EQ(triangle.a.pattern, (Pattern{Structure::triangular, Triangle::upper, true}));
  EXPECT_EQ(triangle.a.triangle(), Triangle::lower);
  EXPECT_EQ(triangle.k, 4);
}

TEST(Routine, HasTheOperandsThatItNames) {
  const Job syrk = small_job({find_routine("syrk"), "LT"}, Type::d);
  EXPECT_EQ(syrk.rows(0), 21);
  EXPECT_EQ(syrk.columns(0), 13);
  EXPECT_FALSE(syrk.has(1));
  EXPECT_EQ(syrk.columns(1), 0);
  EXPECT_EQ(syrk.bytes(), 8.0 * (23 * 13 + 15 * 13)) << "gaps included, and A once";
  const Job trsm = small_job({find_routine("trsm"), "RLNN"}, Type::d);
  EXPECT_EQ(trsm.rows(0), 9);
  EXPECT_EQ(trsm.rows(1), 13);
  EXPECT_EQ(trsm.columns(1), 9);
  EXPECT_FALSE(trsm.has(2));
  const Job symm = small_job({find_routine("symm"), "RL"}, Type::d);
  EXPECT_EQ(symm.rows(0), 9);
  EXPECT_EQ(symm.rows(1), 13);
  EXPECT_EQ(symm.stored().a.leading, 15) << "the product's A is symm's B";
}

TEST(Routine, SaysItsFormula) {
  const auto formula = [](const char* name, const char* letters) {
    return formula_of({find_routine(name), letters});
  };
  EXPECT_EQ(formula("symm", "RL"), "C = B A");
  EXPECT_EQ(formula("herk", "LC"), "C = A^H A");
  EXPECT_EQ(formula("syr2k", "LN"), "C = A B^T + B A^T");
  EXPECT_EQ(formula("trsm", "LLTN"), "A^T X = B");
  EXPECT_EQ(formula("trmm", "RLCN"), "B = B A^H");
  EXPECT_EQ(formula("gemmt", "LTN"), "C = A^T B");
}

}  // namespace
}  // namespace numapack
