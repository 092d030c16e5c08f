// SPDX-License-Identifier: BSD-3-Clause
#include "peer/routines/blas_routine.hpp"

#include <algorithm>

#include "level3/call/routines.hpp"

namespace numapack {

namespace {

Structure structure_of(const BlasRoutine& routine) {
  return routine.hermitian ? Structure::hermitian : Structure::symmetric;
}

template <class T>
Problem<T> product_in(const RoutineForm& form, Index m, Index n, Index k, T beta) {
  constexpr Layout layout = Layout::column_major;
  constexpr const T* none = nullptr;
  constexpr T* nowhere = nullptr;
  const Structure structure = structure_of(*form.routine);
  switch (form.routine->id) {
    case BlasName::symm:
    case BlasName::hemm:
      return symm_problem<T>(structure, layout, form.side(), form.uplo(), m, n, T{1}, none, 0, none, 0, beta,
                             nowhere, 0);
    case BlasName::syrk:
    case BlasName::herk:
    case BlasName::syr2k:
    case BlasName::her2k: {
      Problem<T> product = rank_k_problem<T>(syr2k_routine, structure, layout, form.uplo(), form.trans(), n,
                                             k, T{1}, none, 0, none, 0, beta, nowhere, 0);
      product.twofold = form.routine->is_twofold();
      return product;
    }
    case BlasName::gemmt:
      return gemmt_problem<T>(layout, form.uplo(), form.trans('a'), form.trans('b'), n, k, T{1}, none, 0,
                              none, 0, beta, nowhere, 0);
    case BlasName::trmm:
    case BlasName::trsm:
    case BlasName::getrs:
    case BlasName::potrs:
    case BlasName::posv: {
      Problem<T> product;
      product.m = m, product.n = n, product.k = form.is_on_the_right() ? n : m;
      product.beta = beta;
      const Pattern triangle{Structure::triangular,
                             form.uplo() == Uplo::lower ? Triangle::lower : Triangle::upper,
                             form.diag() == Diag::unit};
      (form.is_on_the_right() ? product.pattern_b : product.pattern_a) = triangle;
      (form.is_on_the_right() ? product.trans_b : product.trans_a) = form.trans();
      return product;
    }
    default:
      break;
  }
  return {form.trans('a'), form.trans('b'), m, n, k, T{1}, none, 0, none, 0, beta, nowhere, 0};
}

/// LAPACK's matrix: its sizes, and the triangle that counts.
Call matrix_of(const RoutineForm& form, Type type, Index m, Index n, Index k) {
  Call call;
  call.type = type;
  call.m = form.routine->has_size('m') ? m : n;
  call.n = n;
  call.k = form.routine->has_size('k') ? k : std::min(call.m, n);
  call.reads_c = false;
  if (form.routine->has('u'))
    call.region = form.uplo() == Uplo::lower ? MatrixType::lower : MatrixType::upper;
  return call;
}

std::string formula_of_lapack(const RoutineForm& form) {
  const std::string product = form.uplo() == Uplo::lower ? "L L^H" : "U^H U";
  switch (form.routine->id) {
    case BlasName::potrf:
      return "A = " + product;
    case BlasName::potri:
      return "A = (" + product + ")^-1";
    case BlasName::getrf:
      return "A = P L U";
    case BlasName::getri:
      return "A = (P L U)^-1";
    case BlasName::orgqr:
      return "A = Q";
    default:
      return "A = Q R";
  }
}

}  // namespace

const char* letter_name(char kind) {
  switch (kind) {
    case 's':
      return "side";
    case 'u':
      return "uplo";
    case 't':
      return "trans";
    case 'a':
      return "trans_a";
    case 'b':
      return "trans_b";
    default:
      return "diag";
  }
}

std::vector<const BlasRoutine*> all_routines() {
  std::vector<const BlasRoutine*> all;
  const auto add = [&](const auto& routines) {
    for (const BlasRoutine& routine : routines) all.push_back(&routine);
  };
  add(kBlasRoutines), add(kSolverRoutines), add(kVectorRoutines);
  return all;
}

const BlasRoutine* find_routine(std::string_view name) {
  const std::vector<const BlasRoutine*> all = all_routines();
  const auto found = std::ranges::find(all, name, &BlasRoutine::name);
  return found == all.end() ? nullptr : *found;
}

char RoutineForm::letter(char kind) const {
  const std::size_t at = routine->letters.find(kind);
  return at < letters.size() ? letters[at] : '\0';
}

Transpose RoutineForm::trans(char kind) const {
  switch (letter(kind)) {
    case 'T':
      return Transpose::transpose;
    case 'C':
      return Transpose::conjugate_transpose;
    default:
      return Transpose::none;
  }
}

RoutineForm RoutineForm::in_level_3() const {
  const auto as = [](const char* name, const std::string& its) {
    return RoutineForm{find_routine(name), its};
  };
  switch (routine->id) {
    case BlasName::gemv:
      return as("gemm", letters + "N");
    case BlasName::ger:
      return as("gemm", "NT");
    case BlasName::gerc:
      return as("gemm", "NC");
    case BlasName::symv:
      return as("symm", "L" + letters);
    case BlasName::hemv:
      return as("hemm", "L" + letters);
    case BlasName::trmv:
      return as("trmm", "L" + letters);
    case BlasName::trsv:
      return as("trsm", "L" + letters);
    case BlasName::syr:
      return as("syrk", letters + "N");
    case BlasName::her:
      return as("herk", letters + "N");
    case BlasName::syr2:
      return as("syr2k", letters + "N");
    case BlasName::her2:
      return as("her2k", letters + "N");
    default:
      return *this;
  }
}

int RoutineForm::in_product(int place) const {
  if (place == 2) return routine->written();
  if (!routine->has_operand(1)) return 0;
  return is_on_the_right() ? 1 - place : place;
}

Call product_of(const RoutineForm& form, Type type, Index m, Index n, Index k, bool reads_c) {
  if (form.routine->is_of_lapack()) return matrix_of(form, type, m, n, k);
  if (form.routine->is_level_2()) (form.routine->is_vector_update() ? k : n) = 1;
  const RoutineForm product = form.in_level_3();
  Call call = with_type(
      type, [&]<class T>() { return product_in<T>(product, m, n, k, reads_c ? T{1} : T{0}).call(); });
  call.c_in_page = -1;
  return call;
}

std::string formula_of(const RoutineForm& of) {
  if (of.routine->is_vector_update()) return formula_of(of.in_level_3()) + " + C";
  const RoutineForm form = of.in_level_3();
  const auto op = [&](const char* name, Transpose trans) {
    return std::string(name) + (trans == Transpose::none ? "" : trans == Transpose::transpose ? "^T" : "^H");
  };
  const bool right = form.is_on_the_right();
  const std::string mirrored = form.routine->hermitian ? "^H" : "^T";
  const auto rank = [&](const std::string& x, const std::string& y) {
    return form.trans() == Transpose::none ? x + " " + y + mirrored : x + mirrored + " " + y;
  };
  const std::string triangle = op("A", form.trans());
  switch (form.routine->id) {
    case BlasName::symm:
    case BlasName::hemm:
      return right ? "C = B A" : "C = A B";
    case BlasName::syrk:
    case BlasName::herk:
      return "C = " + rank("A", "A");
    case BlasName::syr2k:
    case BlasName::her2k:
      return "C = " + rank("A", "B") + " + " + rank("B", "A");
    case BlasName::trmm:
      return right ? "B = B " + triangle : "B = " + triangle + " B";
    case BlasName::trsm:
      return right ? "X " + triangle + " = B" : triangle + " X = B";
    case BlasName::getrs:
      return form.trans() == Transpose::none ? "P L U X = B" : op("(P L U)", form.trans()) + " X = B";
    case BlasName::potrs:
      return form.uplo() == Uplo::lower ? "L L^H X = B" : "U^H U X = B";
    case BlasName::posv:
      return "A X = B, A positive definite";
    case BlasName::potrf:
    case BlasName::getrf:
    case BlasName::potri:
    case BlasName::getri:
    case BlasName::geqrf:
    case BlasName::orgqr:
      return formula_of_lapack(form);
    case BlasName::ormqr:
      return right ? "C = C " + op("Q", form.trans()) : "C = " + op("Q", form.trans()) + " C";
    case BlasName::gels:
      return triangle + " X = B, least squares or least norm";
    default:
      return "C = " + op("A", form.trans('a')) + " " + op("B", form.trans('b'));
  }
}

}  // namespace numapack
