// SPDX-License-Identifier: BSD-3-Clause
#include "numapack/sparse.hpp"

#include <nanobind/stl/complex.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <tuple>
#include <utility>
#include <variant>

#include "core/module.hpp"
#include "core/operand.hpp"
#include "core/without_gil.hpp"
#include "core/words.hpp"

namespace numapack::python {
namespace {

/// The arrays of a sparse matrix, of types that the library has: none is shorter than the others say.
class CsrArrays {
 public:
  CsrArrays(nb::handle data, nb::handle indices, nb::handle starts, std::int64_t columns)
      : type_(type_of(data)),
        data_(vector(data, type_, 0, "data")),
        indices_(integers(indices, "indices")),
        starts_(integers(starts, "indptr")),
        rows_(PyArray_DIM(as_array(starts), 0) - 1),
        columns_(columns),
        wide_(PyArray_ITEMSIZE(as_array(starts)) == sizeof(std::int64_t)) {
    must_fit(rows_ >= 0 && PyArray_ITEMSIZE(as_array(indices)) == PyArray_ITEMSIZE(as_array(starts)));
    const std::int64_t elements = wide_ ? static_cast<const std::int64_t*>(starts_)[rows_]
                                        : static_cast<const std::int32_t*>(starts_)[rows_];
    must_fit(elements <= PyArray_DIM(as_array(data), 0) && elements <= PyArray_DIM(as_array(indices), 0));
  }

  int type() const { return type_; }
  std::int64_t rows() const { return rows_; }
  std::int64_t columns() const { return columns_; }

  /// work() with the view whose indices are of the arrays' width.
  template <class T, class Work>
  void with_view(Work&& work) const {
    if (wide_)
      work(view<T, std::int64_t>());
    else
      work(view<T, std::int32_t>());
  }

 private:
  static const void* integers(nb::handle array, const char* name) {
    const int type = PyArray_Check(array.ptr()) ? PyArray_TYPE(as_array(array)) : NPY_NOTYPE;
    const bool known = PyArray_EquivTypenums(type, NPY_INT32) || PyArray_EquivTypenums(type, NPY_INT64);
    return vector(array, known ? type : NPY_INT64, 0, name);
  }

  template <class T, class I>
  CsrView<T, I> view() const {
    return {rows_, columns_, static_cast<const I*>(starts_), static_cast<const I*>(indices_),
            static_cast<const T*>(data_)};
  }

  int type_;
  const void *data_, *indices_, *starts_;
  std::int64_t rows_, columns_;
  bool wide_;
};

template <class T>
T* result_of(nb::handle y, std::int64_t rows) {
  auto* const found = static_cast<T*>(vector(y, numpy_type<T>, rows, "out"));
  if (!PyArray_ISWRITEABLE(as_array(y))) throw nb::value_error("output array is read-only");
  return found;
}

/// Csr<T> of one of the four types.
class AnyCsr {
 public:
  AnyCsr(nb::handle data, nb::handle indices, nb::handle starts, std::int64_t columns)
      : csr_(with_type(type_of(data), [&](auto element) {
          return placed<decltype(element)>(CsrArrays(data, indices, starts, columns));
        })) {}

  std::size_t bytes() const {
    return std::visit([](const auto& csr) { return csr.bytes(); }, csr_);
  }
  std::vector<std::uint64_t> where() const {
    return std::visit([](const auto& csr) { return csr.where().by_node; }, csr_);
  }
  /// node, first row, rows, elements, gathered columns
  std::vector<std::tuple<int, std::int64_t, std::int64_t, std::int64_t, std::int64_t>> parts() const {
    std::vector<std::tuple<int, std::int64_t, std::int64_t, std::int64_t, std::int64_t>> all;
    for (const CsrPart& part : std::visit([](const auto& csr) { return csr.parts(); }, csr_))
      all.emplace_back(part.node, part.first_row, part.rows, part.elements, part.columns);
    return all;
  }

  void multiply(std::complex<double> alpha, nb::handle x, std::complex<double> beta, nb::handle y) const {
    std::visit([&](const auto& csr) { multiply_with(csr, alpha, x, beta, y); }, csr_);
  }

 private:
  using Placed = std::variant<Csr<float>, Csr<double>, Csr<std::complex<float>>, Csr<std::complex<double>>>;

  template <class T>
  static Placed placed(const CsrArrays& arrays) {
    std::optional<Csr<T>> made;
    without_gil([&] { arrays.with_view<T>([&](const auto& view) { made.emplace(view); }); });
    return std::move(*made);
  }

  template <class T>
  static void multiply_with(const Csr<T>& csr, std::complex<double> alpha, nb::handle x,
                            std::complex<double> beta, nb::handle y) {
    const auto* const from = static_cast<const T*>(vector(x, numpy_type<T>, csr.columns(), "x"));
    T* const to = result_of<T>(y, csr.rows());
    without_gil([&] { spmv<T>(csr, scalar<T>(alpha), from, scalar<T>(beta), to); });
  }

  Placed csr_;
};

/// The product with a matrix that stays as it is.
void multiply_once(nb::handle data, nb::handle indices, nb::handle starts, std::int64_t columns,
                   std::complex<double> alpha, nb::handle x, std::complex<double> beta, nb::handle y) {
  const CsrArrays arrays(data, indices, starts, columns);
  with_type(arrays.type(), [&](auto element) {
    using T = decltype(element);
    const auto* const from = static_cast<const T*>(vector(x, arrays.type(), columns, "x"));
    T* const to = result_of<T>(y, arrays.rows());
    without_gil([&] {
      arrays.with_view<T>(
          [&](const auto& view) { spmv<T>(view, scalar<T>(alpha), from, scalar<T>(beta), to); });
    });
  });
}

}  // namespace

void define_sparse(nb::module_& module) {
  nb::class_<AnyCsr>(module, "Csr")
      .def(nb::init<nb::handle, nb::handle, nb::handle, std::int64_t>())
      .def("bytes", &AnyCsr::bytes)
      .def("where", &AnyCsr::where)
      .def("parts", &AnyCsr::parts)
      .def("multiply", &AnyCsr::multiply);
  module.def("spmv", multiply_once);
}

}  // namespace numapack::python
