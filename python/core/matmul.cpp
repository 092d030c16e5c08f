// SPDX-License-Identifier: BSD-3-Clause
#include <cstdint>
#include <vector>

#include "core/module.hpp"
#include "core/operand.hpp"
#include "core/without_gil.hpp"
#include "numapack/batch.hpp"
#include "numapack/level3.hpp"

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

/// a @ b of two plain matrices that the library can read, in a new array; NotImplemented for everything else,
/// which the general code in Python handles. Every call tries this first, so it checks no more than it must.
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

/// Products of stacks of the same dimensions and dtype, whose matrices the library can read: a batch, of
/// which all have the strides of the first.
class Stacks {
 public:
  Stacks(nb::handle a, nb::handle b, nb::handle c)
      : a_(as_array(a)), b_(as_array(b)), c_(as_array(c)), batch_(PyArray_NDIM(c_) - 2) {}

  template <class T>
  void multiply_all() const {
    if (PyArray_SIZE(c_) == 0) return;
    Lists<T> lists;
    collect(0, PyArray_BYTES(a_), PyArray_BYTES(b_), PyArray_BYTES(c_), lists);
    const StoredFactor first = factor_of(PyArray_BYTES(a_), dims(a_), strides(a_), sizeof(T)).value(),
                       second = factor_of(PyArray_BYTES(b_), dims(b_), strides(b_), sizeof(T)).value();
    const Operand third = operand_of(PyArray_BYTES(c_), dims(c_)[0], dims(c_)[1], strides(c_)[0],
                                     strides(c_)[1], sizeof(T), Layout::row_major)
                              .value();
    const std::int64_t m = third.rows, n = third.columns, k = dims(a_)[1],
                       count = static_cast<std::int64_t>(lists.c.size());
    const T one(1), zero(0);
    gemm_batch<T>(Layout::row_major, &first.op, &second.op, &m, &n, &k, &one, lists.a.data(),
                  &first.operand.leading, lists.b.data(), &second.operand.leading, &zero, lists.c.data(),
                  &third.leading, 1, &count);
  }

 private:
  template <class T>
  struct Lists {
    std::vector<const T*> a, b;
    std::vector<T*> c;
  };

  const npy_intp* dims(PyArrayObject* array) const { return PyArray_DIMS(array) + batch_; }
  const npy_intp* strides(PyArrayObject* array) const { return PyArray_STRIDES(array) + batch_; }

  template <class T>
  void collect(int dimension, char* a, char* b, char* c, Lists<T>& lists) const {
    if (dimension == batch_) {
      lists.a.push_back(reinterpret_cast<const T*>(a));
      lists.b.push_back(reinterpret_cast<const T*>(b));
      lists.c.push_back(reinterpret_cast<T*>(c));
      return;
    }
    for (npy_intp i = 0; i < PyArray_DIM(c_, dimension); ++i) {
      collect(dimension + 1, a, b, c, lists);
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
