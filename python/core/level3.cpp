// SPDX-License-Identifier: BSD-3-Clause
#include "numapack/level3.hpp"

#include <nanobind/stl/complex.h>

#include "core/module.hpp"
#include "core/operand.hpp"
#include "core/without_gil.hpp"
#include "core/words.hpp"

namespace numapack::python {
namespace {

using Scalar = std::complex<double>;

/// C = alpha op(A) op(B) + beta C, for the triangle of C that uplo names ('U', 'L'; anything else: all of C).
void product(char order, char uplo, char trans_a, char trans_b, Scalar alpha, nb::handle a_array,
             nb::handle b_array, Scalar beta, nb::handle c_array) {
  const Layout layout = layout_of(order);
  const int type = type_of(c_array);
  const Transpose op_a = transpose_of(trans_a), op_b = transpose_of(trans_b);
  const Operand a = matrix(a_array, type, layout, "a"), b = matrix(b_array, type, layout, "b");
  const Operand c = output(c_array, type, layout, "out");
  const std::int64_t k = transposes(op_a) ? a.rows : a.columns;
  must_fit((transposes(op_a) ? a.columns : a.rows) == c.rows &&
           (transposes(op_b) ? b.columns : b.rows) == k &&
           (transposes(op_b) ? b.rows : b.columns) == c.columns);
  const bool half = uplo == 'U' || uplo == 'L';
  must_fit(!half || c.rows == c.columns);
  with_type(type, [&](auto element) {
    using T = decltype(element);
    without_gil([&] {
      if (half) {
        gemmt<T>(layout, uplo_of(uplo), op_a, op_b, c.rows, k, scalar<T>(alpha), a.of<T>(), a.leading,
                 b.of<T>(), b.leading, scalar<T>(beta), c.of<T>(), c.leading);
      } else {
        gemm<T>(layout, op_a, op_b, c.rows, c.columns, k, scalar<T>(alpha), a.of<T>(), a.leading, b.of<T>(),
                b.leading, scalar<T>(beta), c.of<T>(), c.leading);
      }
    });
  });
}

/// symm or, if asked for and complex, hemm.
void symmetric_product(char order, bool hermitian, char side, char uplo, Scalar alpha, nb::handle a_array,
                       nb::handle b_array, Scalar beta, nb::handle c_array) {
  const Layout layout = layout_of(order);
  const int type = type_of(c_array);
  const Operand a = matrix(a_array, type, layout, "a"), b = matrix(b_array, type, layout, "b");
  const Operand c = output(c_array, type, layout, "out");
  const std::int64_t n = side == 'L' ? c.rows : c.columns;
  must_fit(a.rows == n && a.columns == n && b.rows == c.rows && b.columns == c.columns);
  with_type(type, [&](auto element) {
    using T = decltype(element);
    const auto call = [&](auto routine) {
      without_gil([&] {
        routine(layout, side_of(side), uplo_of(uplo), c.rows, c.columns, scalar<T>(alpha), a.of<T>(),
                a.leading, b.of<T>(), b.leading, scalar<T>(beta), c.of<T>(), c.leading);
      });
    };
    if constexpr (is_complex<T>) {
      if (hermitian) return call(hemm<T>);
    }
    call(symm<T>);
  });
}

/// syrk, or herk: as above.
void rank_k(char order, bool hermitian, char uplo, char trans, Scalar alpha, nb::handle a_array, Scalar beta,
            nb::handle c_array) {
  const Layout layout = layout_of(order);
  const int type = type_of(c_array);
  const Operand a = matrix(a_array, type, layout, "a"), c = output(c_array, type, layout, "out");
  const bool transposed = transposes(transpose_of(trans));
  must_fit(c.rows == c.columns && (transposed ? a.columns : a.rows) == c.rows);
  const std::int64_t k = transposed ? a.rows : a.columns;
  with_type(type, [&](auto element) {
    using T = decltype(element);
    without_gil([&] {
      if constexpr (is_complex<T>) {
        using R = typename T::value_type;
        if (hermitian) {
          return herk<T>(layout, uplo_of(uplo), transpose_of(trans), c.rows, k, scalar<R>(alpha), a.of<T>(),
                         a.leading, scalar<R>(beta), c.of<T>(), c.leading);
        }
      }
      syrk<T>(layout, uplo_of(uplo), transpose_of(trans), c.rows, k, scalar<T>(alpha), a.of<T>(), a.leading,
              scalar<T>(beta), c.of<T>(), c.leading);
    });
  });
}

/// syr2k, or her2k: as above.
void rank_2k(char order, bool hermitian, char uplo, char trans, Scalar alpha, nb::handle a_array,
             nb::handle b_array, Scalar beta, nb::handle c_array) {
  const Layout layout = layout_of(order);
  const int type = type_of(c_array);
  const Operand a = matrix(a_array, type, layout, "a"), b = matrix(b_array, type, layout, "b");
  const Operand c = output(c_array, type, layout, "out");
  const bool transposed = transposes(transpose_of(trans));
  must_fit(c.rows == c.columns && (transposed ? a.columns : a.rows) == c.rows && a.rows == b.rows &&
           a.columns == b.columns);
  const std::int64_t k = transposed ? a.rows : a.columns;
  with_type(type, [&](auto element) {
    using T = decltype(element);
    without_gil([&] {
      if constexpr (is_complex<T>) {
        if (hermitian) {
          return her2k<T>(layout, uplo_of(uplo), transpose_of(trans), c.rows, k, scalar<T>(alpha), a.of<T>(),
                          a.leading, b.of<T>(), b.leading, scalar<typename T::value_type>(beta), c.of<T>(),
                          c.leading);
        }
      }
      syr2k<T>(layout, uplo_of(uplo), transpose_of(trans), c.rows, k, scalar<T>(alpha), a.of<T>(), a.leading,
               b.of<T>(), b.leading, scalar<T>(beta), c.of<T>(), c.leading);
    });
  });
}

/// trmm or trsm in place of B.
void triangle(char order, bool solve, char side, char uplo, char trans, char diag, Scalar alpha,
              nb::handle a_array, nb::handle b_array) {
  const Layout layout = layout_of(order);
  const int type = type_of(b_array);
  const Operand a = matrix(a_array, type, layout, "a"), b = output(b_array, type, layout, "out");
  must_fit(a.rows == a.columns && a.rows == (side == 'L' ? b.rows : b.columns));
  with_type(type, [&](auto element) {
    using T = decltype(element);
    const auto routine = solve ? trsm<T> : trmm<T>;
    without_gil([&] {
      routine(layout, side_of(side), uplo_of(uplo), transpose_of(trans), diag_of(diag), b.rows, b.columns,
              scalar<T>(alpha), a.of<T>(), a.leading, b.of<T>(), b.leading);
    });
  });
}

}  // namespace

void define_level3(nb::module_& module) {
  module.def("product", product);
  module.def("symmetric_product", symmetric_product);
  module.def("rank_k", rank_k);
  module.def("rank_2k", rank_2k);
  module.def("triangle", triangle);
}

}  // namespace numapack::python
