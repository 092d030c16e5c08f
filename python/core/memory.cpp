// SPDX-License-Identifier: BSD-3-Clause
#include "numapack/memory.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <memory>

#include "core/module.hpp"
#include "core/without_gil.hpp"
#include "core/words.hpp"
#include "numapack/matrix.hpp"

namespace numapack::python {
namespace {

PageSize page_size_of(const std::string& name) {
  if (name == "huge") return PageSize::huge;
  return name == "ordinary" ? PageSize::ordinary : PageSize::automatic;
}

/// The memory of an array; lives as long as the array and its views, whose base it is.
class Memory {
 public:
  /// A matrix of rows x columns elements. `pages_now`: see MatrixOptions::make_pages.
  Memory(std::int64_t rows, std::int64_t columns, std::int64_t element_bytes, char order,
         const std::string& placement, const std::string& pages, bool pages_now)
      : shape_{rows, columns, order == 'C' ? columns : rows, static_cast<std::size_t>(element_bytes),
               layout_of(order)} {
    shape_.leading = std::max<std::int64_t>(shape_.leading, 1);
    MatrixOptions options{.placement = Placement::parse(placement),
                          .layout = shape_.layout,
                          .leading = shape_.leading,
                          .pages = page_size_of(pages),
                          .make_pages = pages_now};
    without_gil([&] { memory_ = std::make_unique<detail::MatrixMemory>(shape_, options); });
  }

  void* data() const { return memory_->data(0); }
  std::size_t bytes() const {
    return static_cast<std::size_t>(shape_.rows * shape_.columns) * shape_.element_bytes;
  }
  std::string placement() const { return memory_->placement().text(); }
  std::size_t page_bytes() const { return memory_->page_bytes(); }
  std::string refused() const { return memory_->policy_refused(); }

  /// Every element gets the bytes of this one, written by threads of the nodes.
  void fill(const nb::bytes& element) {
    if (element.size() != shape_.element_bytes)
      throw nb::value_error("fill value of another size than an element");
    const char* const value = element.c_str();
    without_gil([&] {
      memory_->distribute([value](const detail::Shape& block, void* data, std::int64_t, std::int64_t) {
        fill_block(block, static_cast<char*>(data), value);
      });
    });
  }

  /// A copy of a matrix with the same elements, in either layout, made likewise.
  void copy_from(std::uintptr_t data, char order, std::int64_t leading) {
    const detail::Shape from{shape_.rows, shape_.columns, leading, shape_.element_bytes, layout_of(order)};
    const std::int64_t row_step = order == 'C' ? leading : 1, column_step = order == 'C' ? 1 : leading;
    const char* const first = reinterpret_cast<const char*>(data);
    without_gil([&] {
      memory_->distribute([&](const detail::Shape& block, void* to, std::int64_t row, std::int64_t column) {
        detail::Shape part = from;
        part.rows = block.rows;
        part.columns = block.columns;
        const std::int64_t begin = row * row_step + column * column_step;
        detail::copy_block(first + static_cast<std::size_t>(begin) * from.element_bytes, part, to, block);
      });
    });
  }

 private:
  static void fill_block(const detail::Shape& block, char* data, const char* value) {
    const bool by_rows = block.layout == Layout::row_major;
    const std::int64_t lines = by_rows ? block.rows : block.columns,
                       along = by_rows ? block.columns : block.rows;
    for (std::int64_t line = 0; line < lines; ++line) {
      char* at = data + static_cast<std::size_t>(line * block.leading) * block.element_bytes;
      for (std::int64_t i = 0; i < along; ++i, at += block.element_bytes) {
        std::memcpy(at, value, block.element_bytes);
      }
    }
  }

  detail::Shape shape_;
  std::unique_ptr<detail::MatrixMemory> memory_;
};

/// The memory as an array of this dtype and shape (as many bytes as it has), which keeps it alive.
nb::object array_of(nb::object memory, const nb::object& dtype, const std::vector<npy_intp>& shape,
                    char order) {
  if (!PyArray_DescrCheck(dtype.ptr())) throw nb::type_error("expected a dtype");
  auto* const descr = reinterpret_cast<PyArray_Descr*>(dtype.inc_ref().ptr());  // which the array takes over
  const int flags = NPY_ARRAY_WRITEABLE | (order == 'C' ? NPY_ARRAY_C_CONTIGUOUS : NPY_ARRAY_F_CONTIGUOUS);
  const Memory& owner = nb::cast<Memory&>(memory);
  nb::object array = nb::steal(PyArray_NewFromDescr(&PyArray_Type, descr, static_cast<int>(shape.size()),
                                                    shape.data(), nullptr, owner.data(), flags, nullptr));
  if (!array.is_valid()) throw nb::python_error();
  must_fit(static_cast<std::size_t>(PyArray_NBYTES(as_array(array))) <= owner.bytes());
  if (PyArray_SetBaseObject(as_array(array), memory.release().ptr()) < 0) throw nb::python_error();
  return array;
}

nb::tuple where_pages(std::uintptr_t data, std::size_t bytes) {
  Census census;
  without_gil([&] { census = where(reinterpret_cast<const void*>(data), bytes); });
  return nb::make_tuple(census.page_bytes, census.pages, census.by_node, census.untouched, census.huge_bytes,
                        census.unavailable);
}

/// One number a page: the node's index, -1 (untouched) or -2 (unavailable).
nb::object where_by_page(std::uintptr_t data, std::size_t bytes) {
  std::vector<std::int16_t> nodes;
  without_gil([&] { nodes = numapack::where_by_page(reinterpret_cast<const void*>(data), bytes); });
  npy_intp count = static_cast<npy_intp>(nodes.size());
  nb::object map = nb::steal(PyArray_EMPTY(1, &count, NPY_INT16, 0));
  if (!map.is_valid()) throw nb::python_error();
  std::copy(nodes.begin(), nodes.end(), static_cast<std::int16_t*>(PyArray_DATA(as_array(map))));
  return map;
}

nb::tuple migrate_pages(std::uintptr_t data, std::int64_t rows, std::int64_t columns, std::int64_t leading,
                        std::int64_t element_bytes, char order, const std::string& text) {
  const detail::Shape shape{rows, columns, leading, static_cast<std::size_t>(element_bytes),
                            layout_of(order)};
  const Placement placement = Placement::parse(text);
  Migration result;
  without_gil([&] { result = detail::migrate(reinterpret_cast<void*>(data), shape, placement); });
  return nb::make_tuple(result.pages, result.there, result.moved, result.untouched, result.refused,
                        result.problem);
}

std::vector<std::vector<std::int64_t>> numastat() {
  std::vector<std::vector<std::int64_t>> table;
  for (const NumaCounters::Node& node : NumaCounters::now().nodes) {
    table.push_back({node.hit, node.miss, node.foreign, node.interleave, node.local, node.other});
  }
  return table;
}

}  // namespace

void define_memory(nb::module_& module) {
  nb::class_<Memory>(module, "Memory")
      .def(nb::init<std::int64_t, std::int64_t, std::int64_t, char, const std::string&, const std::string&,
                    bool>())
      .def_prop_ro("placement", &Memory::placement)
      .def_prop_ro("page_bytes", &Memory::page_bytes)
      .def_prop_ro("refused", &Memory::refused)
      .def("fill", &Memory::fill)
      .def("copy_from", &Memory::copy_from);
  module.def("array_of", array_of);
  module.def("where", where_pages);
  module.def("where_by_page", where_by_page);
  module.def("migrate", migrate_pages);
  module.def("numastat", numastat);
  module.def("node_numbers", node_numbers);
  module.def("placement_text", [](const std::string& text) { return Placement::parse(text).text(); });
}

}  // namespace numapack::python
