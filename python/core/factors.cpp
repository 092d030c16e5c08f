// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "core/module.hpp"
#include "core/operand.hpp"
#include "core/without_gil.hpp"
#include "core/words.hpp"
#include "numapack/lapack.hpp"
#include "numapack/qr.hpp"

// Factorisations in place; what they return is LAPACK's info.
namespace numapack::python {
namespace {

/// Pivots of a factorisation of min(m, n) columns.
std::int64_t* pivots_of(nb::handle array, std::int64_t count, bool written) {
  auto* const pivots = static_cast<std::int64_t*>(vector(array, NPY_INT64, count, "pivots"));
  if (written && !PyArray_ISWRITEABLE(as_array(array)))
    throw nb::value_error("pivots: output array is read-only");
  return pivots;
}

std::int64_t lu(char order, nb::handle array, nb::handle pivot_array) {
  const int type = type_of(array);
  const Operand a = output(array, type, layout_of(order), "a");
  std::int64_t* const pivots = pivots_of(pivot_array, std::min(a.rows, a.columns), true);
  return with_type(type, [&](auto element) {
    using T = decltype(element);
    std::int64_t info = 0;
    without_gil([&] { info = getrf<T>(layout_of(order), a.rows, a.columns, a.of<T>(), a.leading, pivots); });
    return info;
  });
}

/// A pivot beyond the matrix would make the library write there.
void check_pivots(const std::int64_t* pivots, std::int64_t n) {
  const bool fit = std::all_of(pivots, pivots + n, [n](std::int64_t row) { return row >= 1 && row <= n; });
  if (!fit) throw nb::value_error("pivots: expected rows of the matrix");
}

void lu_solve(char order, char trans, nb::handle factors, nb::handle pivot_array, nb::handle right) {
  const int type = type_of(right);
  const Layout layout = layout_of(order);
  const Operand a = matrix(factors, type, layout, "lu"), b = output(right, type, layout, "out");
  must_fit(a.rows == a.columns && a.rows == b.rows);
  const std::int64_t* const pivots = pivots_of(pivot_array, a.rows, false);
  check_pivots(pivots, a.rows);
  with_type(type, [&](auto element) {
    using T = decltype(element);
    without_gil([&] {
      getrs<T>(layout, transpose_of(trans), a.rows, b.columns, a.of<T>(), a.leading, pivots, b.of<T>(),
               b.leading);
    });
  });
}

std::int64_t lu_inverse(char order, nb::handle factors, nb::handle pivot_array) {
  const int type = type_of(factors);
  const Operand a = output(factors, type, layout_of(order), "lu");
  must_fit(a.rows == a.columns);
  const std::int64_t* const pivots = pivots_of(pivot_array, a.rows, false);
  check_pivots(pivots, a.rows);
  return with_type(type, [&](auto element) {
    using T = decltype(element);
    std::int64_t info = 0;
    without_gil([&] { info = getri<T>(layout_of(order), a.rows, a.of<T>(), a.leading, pivots); });
    return info;
  });
}

std::int64_t cholesky(char order, char uplo, nb::handle array) {
  const int type = type_of(array);
  const Operand a = output(array, type, layout_of(order), "a");
  must_fit(a.rows == a.columns);
  return with_type(type, [&](auto element) {
    using T = decltype(element);
    std::int64_t info = 0;
    without_gil([&] { info = potrf<T>(layout_of(order), uplo_of(uplo), a.rows, a.of<T>(), a.leading); });
    return info;
  });
}

void cholesky_solve(char order, char uplo, nb::handle factor, nb::handle right) {
  const int type = type_of(right);
  const Layout layout = layout_of(order);
  const Operand a = matrix(factor, type, layout, "factor"), b = output(right, type, layout, "out");
  must_fit(a.rows == a.columns && a.rows == b.rows);
  with_type(type, [&](auto element) {
    using T = decltype(element);
    without_gil([&] {
      potrs<T>(layout, uplo_of(uplo), a.rows, b.columns, a.of<T>(), a.leading, b.of<T>(), b.leading);
    });
  });
}

void qr(char order, nb::handle array, nb::handle tau_array) {
  const int type = type_of(array);
  const Operand a = output(array, type, layout_of(order), "a");
  void* const tau = vector(tau_array, type, std::min(a.rows, a.columns), "tau");
  with_type(type, [&](auto element) {
    using T = decltype(element);
    without_gil(
        [&] { geqrf<T>(layout_of(order), a.rows, a.columns, a.of<T>(), a.leading, static_cast<T*>(tau)); });
  });
}

/// The first columns of Q in place of the first k of A's columns, which hold reflectors.
void form_q(char order, std::int64_t k, nb::handle array, nb::handle tau_array) {
  const int type = type_of(array);
  const Operand a = output(array, type, layout_of(order), "a");
  const void* const tau = vector(tau_array, type, k, "tau");
  must_fit(k >= 0 && k <= a.columns && a.columns <= a.rows);
  with_type(type, [&](auto element) {
    using T = decltype(element);
    without_gil([&] {
      orgqr<T>(layout_of(order), a.rows, a.columns, k, a.of<T>(), a.leading, static_cast<const T*>(tau));
    });
  });
}

}  // namespace

void define_factors(nb::module_& module) {
  module.def("lu", lu);
  module.def("lu_solve", lu_solve);
  module.def("lu_inverse", lu_inverse);
  module.def("cholesky", cholesky);
  module.def("cholesky_solve", cholesky_solve);
  module.def("qr", qr);
  module.def("form_q", form_q);
}

}  // namespace numapack::python
