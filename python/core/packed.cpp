// SPDX-License-Identifier: BSD-3-Clause
#include "numapack/packed.hpp"

#include <nanobind/stl/vector.h>

#include <variant>

#include "core/module.hpp"
#include "core/operand.hpp"
#include "core/without_gil.hpp"
#include "core/words.hpp"

namespace numapack::python {
namespace {

/// Packed<T> of one of the four types.
class AnyPacked {
 public:
  AnyPacked(char order, char factor, char trans, nb::handle array)
      : type_(type_of(array)), panels_(with_type(type_, [&](auto element) {
          return packed<decltype(element)>(order, factor, trans, matrix(array, type_, layout_of(order), "a"));
        })) {}

  int type() const { return type_; }
  std::size_t bytes() const {
    return std::visit([](const auto& packed) { return packed.bytes(); }, panels_);
  }
  std::vector<std::uint64_t> where() const {
    return std::visit([](const auto& packed) { return packed.where().by_node; }, panels_);
  }

  /// C = A op(X) or op(X) B.
  void multiply(char trans, nb::handle other, nb::handle result) const {
    std::visit([&](const auto& packed) { multiply_with(packed, transpose_of(trans), other, result); },
               panels_);
  }

 private:
  using Panels =
      std::variant<Packed<float>, Packed<double>, Packed<std::complex<float>>, Packed<std::complex<double>>>;

  template <class T>
  static Panels packed(char order, char factor, char trans, const Operand& a) {
    const Transpose op = transpose_of(trans);
    const std::int64_t rows = transposes(op) ? a.columns : a.rows,
                       columns = transposes(op) ? a.rows : a.columns;
    std::optional<Packed<T>> made;
    without_gil([&] {
      made.emplace(layout_of(order), factor == 'A' ? Factor::a : Factor::b, op, rows, columns, a.of<T>(),
                   a.leading);
    });
    return std::move(*made);
  }

  template <class T>
  void multiply_with(const Packed<T>& packed, Transpose op, nb::handle other, nb::handle result) const {
    const Operand x = matrix(other, type_, packed.layout(), "x"),
                  c = output(result, type_, packed.layout(), "out");
    const std::int64_t x_rows = transposes(op) ? x.columns : x.rows,
                       x_columns = transposes(op) ? x.rows : x.columns;
    const bool first = packed.factor() == numapack::Factor::a;
    must_fit(first ? packed.columns() == x_rows && c.rows == packed.rows() && c.columns == x_columns
                   : packed.rows() == x_columns && c.rows == x_rows && c.columns == packed.columns());
    without_gil([&] {
      gemm<T>(packed, op, first ? c.columns : c.rows, T(1), x.of<T>(), x.leading, T(0), c.of<T>(), c.leading);
    });
  }

  int type_;
  Panels panels_;
};

}  // namespace

void define_packed(nb::module_& module) {
  nb::class_<AnyPacked>(module, "Packed")
      .def(nb::init<char, char, char, nb::handle>())
      .def("bytes", &AnyPacked::bytes)
      .def("where", &AnyPacked::where)
      .def("multiply", &AnyPacked::multiply);
}

}  // namespace numapack::python
