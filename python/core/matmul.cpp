// SPDX-License-Identifier: BSD-3-Clause
#include <cstdint>

#include "core/module.hpp"
#include "core/operand.hpp"
#include "core/without_gil.hpp"

namespace numapack::python {
namespace {

/// An operand of a product, whichever way it is stored.
struct StoredFactor {
  Operand operand;
  Transpose op = Transpose::none;
};

/// `rows` and `columns` are of the array; a column-major one is read as the transpose of a row-major one.
std::optional<StoredFactor> factor_of(char* data, const npy_intp* shape, const npy_intp* strides,
                                      npy_intp element_bytes) {
  if (const auto by_rows =
          operand_of(data, shape[0], shape[1], strides[0], strides[1], element_bytes, Layout::row_major)) {
    return StoredFactor{*by_rows, Transpose::none};
  }
  if (const auto by_columns =
          operand_of(data, shape[1], shape[0], strides[1], strides[0], element_bytes, Layout::row_major)) {
    return StoredFactor{*by_columns, Transpose::transpose};
  }
  return {};
}

template <class T>
void multiply(const StoredFactor& a, const StoredFactor& b, const Operand& c, std::int64_t k) {
  gemm<T>(Layout::row_major, a.op, b.op, c.rows, c.columns, k, T(1), a.operand.of<T>(), a.operand.leading,
          b.operand.of<T>(), b.operand.leading, T(0), c.of<T>(), c.leading);
}

bool plain(nb::handle object, int type) {
  if (!PyArray_CheckExact(object.ptr())) return false;
  PyArrayObject* const array = as_array(object);
  return PyArray_TYPE(array) == type && PyArray_NDIM(array) == 2 && PyArray_ISBEHAVED_RO(array);
}

/// a @ b of two plain matrices that the library can read, in a new array; NotImplemented for all else, which
/// is for the general way in Python. The first question of every call, so it asks no more than it must.
nb::object matmul(nb::handle a, nb::handle b) {
  const auto general = [] { return nb::borrow(Py_NotImplemented); };
  if (!PyArray_CheckExact(a.ptr())) return general();
  const int type = PyArray_TYPE(as_array(a));
  if (!has_kernels(type) || !plain(a, type) || !plain(b, type)) return general();
  PyArrayObject *const left = as_array(a), *const right = as_array(b);
  if (PyArray_DIM(left, 1) != PyArray_DIM(right, 0)) return general();
  const npy_intp element_bytes = PyArray_ITEMSIZE(left);
  const auto first = factor_of(PyArray_BYTES(left), PyArray_DIMS(left), PyArray_STRIDES(left), element_bytes);
  const auto second =
      factor_of(PyArray_BYTES(right), PyArray_DIMS(right), PyArray_STRIDES(right), element_bytes);
  if (!first || !second) return general();
  npy_intp shape[] = {PyArray_DIM(left, 0), PyArray_DIM(right, 1)};
  nb::object product = nb::steal(PyArray_EMPTY(2, shape, type, 0));
  if (!product.is_valid()) throw nb::python_error();
  const Operand c = *operand_of(as_array(product), Layout::row_major);
  with_type(type, [&](auto element) {
    without_gil([&] { multiply<decltype(element)>(*first, *second, c, PyArray_DIM(left, 1)); });
  });
  return product;
}

/// One product after the other of stacks of the same dimensions and dtype, whose matrices the library can
/// read.
class Stacks {
 public:
  Stacks(nb::handle a, nb::handle b, nb::handle c)
      : a_(as_array(a)), b_(as_array(b)), c_(as_array(c)), batch_(PyArray_NDIM(c_) - 2) {}

  template <class T>
  void multiply_all() const {
    multiply_from<T>(0, PyArray_BYTES(a_), PyArray_BYTES(b_), PyArray_BYTES(c_));
  }

 private:
  template <class T>
  void multiply_from(int dimension, char* a, char* b, char* c) const {
    if (dimension == batch_) {
      const auto first = factor_of(a, PyArray_DIMS(a_) + batch_, PyArray_STRIDES(a_) + batch_, sizeof(T));
      const auto second = factor_of(b, PyArray_DIMS(b_) + batch_, PyArray_STRIDES(b_) + batch_, sizeof(T));
      const npy_intp *const shape = PyArray_DIMS(c_) + batch_, *const strides = PyArray_STRIDES(c_) + batch_;
      const auto third =
          operand_of(c, shape[0], shape[1], strides[0], strides[1], sizeof(T), Layout::row_major);
      multiply<T>(first.value(), second.value(), third.value(), PyArray_DIM(a_, batch_ + 1));
      return;
    }
    for (npy_intp i = 0; i < PyArray_DIM(c_, dimension); ++i) {
      multiply_from<T>(dimension + 1, a, b, c);
      a += PyArray_STRIDE(a_, dimension);
      b += PyArray_STRIDE(b_, dimension);
      c += PyArray_STRIDE(c_, dimension);
    }
  }

  PyArrayObject *const a_, *const b_, *const c_;
  const int batch_;
};

void check_stack(nb::handle array, int type, int dimensions) {
  if (type_of(array) != type || PyArray_NDIM(as_array(array)) != dimensions ||
      !PyArray_ISBEHAVED_RO(as_array(array))) {
    throw nb::value_error("stacks must have the same dtype and dimensions");
  }
}

/// c[…] = a[…] @ b[…]; all three with the same leading dimensions (of a and b with steps of zero where they
/// repeat).
void matmul_stacks(nb::handle a, nb::handle b, nb::handle c) {
  const int type = type_of(c), dimensions = PyArray_NDIM(as_array(c));
  if (dimensions < 2 || !PyArray_ISWRITEABLE(as_array(c))) throw nb::value_error("output array is read-only");
  check_stack(a, type, dimensions);
  check_stack(b, type, dimensions);
  check_stack(c, type, dimensions);
  const npy_intp *const as = PyArray_DIMS(as_array(a)), *const bs = PyArray_DIMS(as_array(b));
  const npy_intp* const cs = PyArray_DIMS(as_array(c));
  const int last = dimensions - 1;
  bool fit = as[last] == bs[last - 1] && as[last - 1] == cs[last - 1] && bs[last] == cs[last];
  for (int d = 0; d < dimensions - 2; ++d) fit = fit && as[d] == cs[d] && bs[d] == cs[d];
  if (!fit) throw nb::value_error("stacks do not fit each other");
  with_type(type,
            [&](auto element) { without_gil([&] { Stacks(a, b, c).multiply_all<decltype(element)>(); }); });
}

}  // namespace

void define_matmul(nb::module_& module) {
  module.def("matmul", matmul);
  module.def("matmul_stacks", matmul_stacks);
}

}  // namespace numapack::python
