// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <tuple>
#include <utility>

#include "peer/routines/blas_routine.hpp"

namespace numapack {

namespace {

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

}  // namespace

double flops_of(const RoutineForm& of, const Call& call) {
  const RoutineForm form = of.in_level_3();
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

}  // namespace numapack
