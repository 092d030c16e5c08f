// SPDX-License-Identifier: BSD-3-Clause
#include "peer/routines/blas_routine.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

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

/// Multiplications and additions.
using Operations = std::pair<double, double>;

Operations operations_of_geqrf(double m, double n) {
  const double least = std::min(m, n), most = std::max(m, n), updates = least * least * (most - least / 3);
  if (m >= n) return {updates + n * (23.0 / 6 + m + n / 2), updates + n * (5.0 / 6 + n / 2)};
  return {updates + m * (23.0 / 6 + 2 * n - m / 2), updates + m * (5.0 / 6 + n - m / 2)};
}

Operations operations_of_ormqr(bool right, double m, double n, double k) {
  if (right) return {m * k * (2 * n - k) + m * k + n * k - k * (k - 1) / 2, m * k * (2 * n - k) + m * k};
  return {n * k * (2 * m - k) + 2 * n * k, n * k * (2 * m - k) + n * k};
}

Operations operations_of_lapack(BlasName routine, double m, double n, double k) {
  const double least = std::min(m, n);
  switch (routine) {
    case BlasName::potrf:
      return {n * n * n / 6 + n * n / 2 + n / 3, n * n * n / 6 - n / 6};
    case BlasName::potri:
      return {n * n * n / 3 + n * n + 2 * n / 3, n * n * n / 3 - n * n / 2 + n / 6};
    case BlasName::getri:
      return {2 * n * n * n / 3 + n * n / 2 + 5 * n / 6, 2 * n * n * n / 3 - 3 * n * n / 2 + 5 * n / 6};
    case BlasName::getrf: {
      const double updates = least * (m * n - (m + n) * (least + 1) / 2 + (least + 1) * (2 * least + 1) / 6);
      return {updates + least * (m - (least + 1) / 2), updates};
    }
    case BlasName::orgqr: {
      const double updates = k * (2 * m * n - k * (m + n) + 2 * k * k / 3);
      return {updates + k * (2 * n - k - 5.0 / 3), updates + k * (n - m + 1.0 / 3)};
    }
    default:
      return operations_of_geqrf(m, n);
  }
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

const BlasRoutine* find_routine(std::string_view name) {
  const auto find = [&](const auto& routines) -> const BlasRoutine* {
    const auto* const found = std::ranges::find(routines, name, &BlasRoutine::name);
    return found == routines.end() ? nullptr : found;
  };
  const BlasRoutine* const found = find(kBlasRoutines);
  return found != nullptr ? found : find(kSolverRoutines);
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

int RoutineForm::in_product(int place) const {
  if (place == 2) return routine->written();
  if (!routine->has_operand(1)) return 0;
  return is_on_the_right() ? 1 - place : place;
}

Call product_of(const RoutineForm& form, Type type, Index m, Index n, Index k, bool reads_c) {
  if (form.routine->is_of_lapack()) return matrix_of(form, type, m, n, k);
  Call call =
      with_type(type, [&]<class T>() { return product_in<T>(form, m, n, k, reads_c ? T{1} : T{0}).call(); });
  call.c_in_page = -1;
  return call;
}

double flops_of(const RoutineForm& form, const Call& call) {
  const double m = double(call.m), n = double(call.n), k = double(call.k);
  double multiplications = m * n * k, additions = m * n * k;
  switch (form.routine->id) {
    case BlasName::syrk:
    case BlasName::herk:
    case BlasName::gemmt:
      multiplications = additions = k * n * (n + 1) / 2;
      break;
    case BlasName::syr2k:
    case BlasName::her2k:
      multiplications = k * n * n;
      additions = k * n * n + n;
      break;
    case BlasName::trmm:
    case BlasName::trsm: {
      const double order = k, lines = form.is_on_the_right() ? m : n;
      multiplications = lines * order * (order + 1) / 2;
      additions = lines * order * (order - 1) / 2;
      break;
    }
    case BlasName::getrs:
      multiplications = m * m * n;
      additions = m * (m - 1) * n;
      break;
    case BlasName::posv:
      std::tie(multiplications, additions) = operations_of_lapack(BlasName::potrf, m, m, 0);
      multiplications += m * (m + 1) * n;
      additions += m * (m - 1) * n;
      break;
    case BlasName::potrs:
      multiplications = m * (m + 1) * n;
      additions = m * (m - 1) * n;
      break;
    case BlasName::ormqr:
      std::tie(multiplications, additions) = operations_of_ormqr(form.is_on_the_right(), m, n, k);
      break;
    case BlasName::gels: {
      // The factors, Q^H B, and the solve.
      const double least = std::min(m, n);
      const auto [factors_m, factors_a] = operations_of_geqrf(std::max(m, n), least);
      const auto [product_m, product_a] = operations_of_ormqr(false, std::max(m, n), k, least);
      multiplications = factors_m + product_m + k * least * (least + 1) / 2;
      additions = factors_a + product_a + k * least * (least - 1) / 2;
      break;
    }
    default:
      if (!form.routine->is_of_lapack()) break;
      std::tie(multiplications, additions) = operations_of_lapack(form.routine->id, m, n, k);
  }
  return is_complex(call.type) ? 6 * multiplications + 2 * additions : multiplications + additions;
}

std::string formula_of(const RoutineForm& form) {
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
