// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <string>
#include <vector>

#include "core/module.hpp"
#include "core/without_gil.hpp"
#include "core/words.hpp"
#include "numapack/batch.hpp"

// Factorisations and solutions of stacks: C-contiguous arrays of three dimensions, whose matrices the library
// reads as column-major, hence transposed (except Cholesky's, which are row-major). Each returns whether a
// matrix has failed.
namespace numapack::python {
namespace {

/// A stack as the library reads it.
struct StackOf {
  void* data = nullptr;
  std::int64_t count = 0, columns = 0, rows = 0;  ///< in the order of the array's dimensions
  std::int64_t stride() const { return columns * rows; }
  std::int64_t leading() const { return std::max<std::int64_t>(1, rows); }
  template <class T>
  T* of() const {
    return static_cast<T*>(data);
  }
};

StackOf stack(nb::handle object, int type, const char* name) {
  if (type_of(object) != type) throw nb::type_error((std::string(name) + ": wrong dtype").c_str());
  PyArrayObject* const array = as_array(object);
  if (PyArray_NDIM(array) != 3 || !PyArray_ISCARRAY(array))
    throw nb::value_error((std::string(name) + ": expected a contiguous stack that can be written").c_str());
  return {PyArray_DATA(array), PyArray_DIM(array, 0), PyArray_DIM(array, 1), PyArray_DIM(array, 2)};
}

/// One line of `least` elements or more a matrix; the stride between them.
template <class T>
T* lines(nb::handle object, int type, std::int64_t count, std::int64_t least, const char* name) {
  PyArrayObject* const array = as_array(object);
  if (!PyArray_Check(object.ptr()) || PyArray_TYPE(array) != type || PyArray_NDIM(array) != 2 ||
      !PyArray_ISCARRAY(array) || PyArray_DIM(array, 0) != count || PyArray_DIM(array, 1) != least)
    throw nb::value_error((std::string(name) + ": expected one contiguous line a matrix").c_str());
  return static_cast<T*>(PyArray_DATA(array));
}

void must_be(bool right) {
  if (!right) throw nb::value_error("stacks do not fit each other");
}

bool any_failed(const std::vector<std::int64_t>& infos) {
  return std::ranges::any_of(infos, [](std::int64_t info) { return info != 0; });
}

bool lu_stack(nb::handle array, nb::handle pivot_array) {
  const int type = type_of(array);
  const StackOf a = stack(array, type, "a");
  must_be(a.rows == a.columns);
  auto* const pivots = lines<std::int64_t>(pivot_array, NPY_INT64, a.count, a.rows, "pivots");
  std::vector<std::int64_t> infos(static_cast<std::size_t>(a.count));
  with_type(type, [&](auto element) {
    using T = decltype(element);
    without_gil([&] {
      getrf_batch_strided<T>(Layout::column_major, a.rows, a.rows, a.of<T>(), a.leading(), a.stride(), pivots,
                             a.rows, a.count, infos.data());
    });
  });
  return any_failed(infos);
}

/// Pivots beyond the matrix would make the library write there.
const std::int64_t* checked_pivots(nb::handle array, const StackOf& a) {
  const auto* const pivots = lines<std::int64_t>(array, NPY_INT64, a.count, a.rows, "pivots");
  if (!std::all_of(pivots, pivots + a.count * a.rows,
                   [&](std::int64_t row) { return row >= 1 && row <= a.rows; }))
    throw nb::value_error("pivots: expected rows of the matrix");
  return pivots;
}

void lu_solve_stack(char trans, nb::handle factors, nb::handle pivot_array, nb::handle right) {
  const int type = type_of(right);
  const StackOf a = stack(factors, type, "lu"), b = stack(right, type, "out");
  must_be(a.rows == a.columns && a.rows == b.rows && a.count == b.count);
  const std::int64_t* const pivots = checked_pivots(pivot_array, a);
  if (b.stride() == 0) return;
  with_type(type, [&](auto element) {
    using T = decltype(element);
    without_gil([&] {
      getrs_batch_strided<T>(Layout::column_major, transpose_of(trans), a.rows, b.columns, a.of<T>(),
                             a.leading(), a.stride(), pivots, a.rows, b.of<T>(), b.leading(), b.stride(),
                             b.count);
    });
  });
}

bool lu_inverse_stack(nb::handle factors, nb::handle pivot_array) {
  const int type = type_of(factors);
  const StackOf a = stack(factors, type, "lu");
  must_be(a.rows == a.columns);
  const std::int64_t* const pivots = checked_pivots(pivot_array, a);
  std::vector<std::int64_t> infos(static_cast<std::size_t>(a.count));
  if (a.stride() == 0) return false;
  with_type(type, [&](auto element) {
    using T = decltype(element);
    without_gil([&] {
      getri_batch_strided<T>(Layout::column_major, a.rows, a.of<T>(), a.leading(), a.stride(), pivots, a.rows,
                             a.count, infos.data());
    });
  });
  return any_failed(infos);
}

bool cholesky_stack(char uplo, nb::handle array) {
  const int type = type_of(array);
  const StackOf a = stack(array, type, "a");
  must_be(a.rows == a.columns);
  std::vector<std::int64_t> infos(static_cast<std::size_t>(a.count));
  with_type(type, [&](auto element) {
    using T = decltype(element);
    without_gil([&] {
      potrf_batch_strided<T>(Layout::row_major, uplo_of(uplo), a.rows, a.of<T>(), a.leading(), a.stride(),
                             a.count, infos.data());
    });
  });
  return any_failed(infos);
}

/// Of row-major right-hand sides.
void cholesky_solve_stack(char uplo, nb::handle factor, nb::handle right) {
  const int type = type_of(right);
  const StackOf a = stack(factor, type, "factor"), b = stack(right, type, "out");
  must_be(a.rows == a.columns && a.rows == b.columns && a.count == b.count);
  if (b.stride() == 0) return;
  with_type(type, [&](auto element) {
    using T = decltype(element);
    without_gil([&] {
      potrs_batch_strided<T>(Layout::row_major, uplo_of(uplo), a.rows, b.rows, a.of<T>(), a.leading(),
                             a.stride(), b.of<T>(), b.leading(), b.stride(), b.count);
    });
  });
}

void qr_stack(nb::handle array, nb::handle tau_array) {
  const int type = type_of(array);
  const StackOf a = stack(array, type, "a");
  const std::int64_t k = std::min(a.rows, a.columns);
  void* const tau = lines<void>(tau_array, type, a.count, k, "tau");
  with_type(type, [&](auto element) {
    using T = decltype(element);
    without_gil([&] {
      geqrf_batch_strided<T>(Layout::column_major, a.rows, a.columns, a.of<T>(), a.leading(), a.stride(),
                             static_cast<T*>(tau), k, a.count);
    });
  });
}

/// The first columns of each Q in place of the first k, which hold reflectors.
void form_q_stack(std::int64_t k, nb::handle array, nb::handle tau_array) {
  const int type = type_of(array);
  const StackOf a = stack(array, type, "a");
  must_be(k >= 0 && k <= a.columns && a.columns <= a.rows);
  const void* const tau = lines<void>(tau_array, type, a.count, k, "tau");
  if (a.stride() == 0) return;
  with_type(type, [&](auto element) {
    using T = decltype(element);
    without_gil([&] {
      orgqr_batch_strided<T>(Layout::column_major, a.rows, a.columns, k, a.of<T>(), a.leading(), a.stride(),
                             static_cast<const T*>(tau), k, a.count);
    });
  });
}

}  // namespace

void define_stacks(nb::module_& module) {
  module.def("lu_stack", lu_stack);
  module.def("lu_solve_stack", lu_solve_stack);
  module.def("lu_inverse_stack", lu_inverse_stack);
  module.def("cholesky_stack", cholesky_stack);
  module.def("cholesky_solve_stack", cholesky_solve_stack);
  module.def("qr_stack", qr_stack);
  module.def("form_q_stack", form_q_stack);
}

}  // namespace numapack::python
