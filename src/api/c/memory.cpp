// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cstring>

#include "api/c/letters.hpp"
#include "api/c/pages_by_node.hpp"
#include "api/c/status.hpp"
#include "base/error.hpp"
#include "memory/pages/census.hpp"
#include "numapack/matrix.hpp"
#include "runtime/runtime.hpp"

using numapack::Layout;
using numapack::Placement;
using numapack::c_interface::call;
using numapack::c_interface::require;
using numapack::detail::Shape;

struct numapack_matrix {
  Shape shape;
  numapack::detail::MatrixMemory memory;
};

namespace {

constexpr const char* no_memory = "memory: none left for bookkeeping; free some";

Shape shape_of(numapack_layout layout, int64_t rows, int64_t columns, int64_t leading, size_t element_bytes) {
  return {rows, columns, leading, element_bytes, static_cast<Layout>(layout)};
}

Placement placement_of(const char* text) {
  if (text == nullptr) numapack::invalid("placement", "a null pointer", "pass a text such as \"interleave\"");
  return Placement::parse(text);
}

}  // namespace

numapack_status numapack_matrix_create(numapack_matrix** matrix, numapack_layout layout, int64_t rows,
                                       int64_t columns, int64_t leading, size_t element_bytes,
                                       const char* placement, numapack_pages pages) {
  return call(no_memory, [&] {
    require(matrix, "numapack_matrix_create", "matrix");
    *matrix = nullptr;
    // In C any number may come; C++ must not read one that the type cannot hold.
    static_assert(sizeof(int) == sizeof pages);
    int chosen = 0;
    std::memcpy(&chosen, &pages, sizeof pages);
    if (chosen < NUMAPACK_PAGES_AUTOMATIC || chosen > NUMAPACK_PAGES_HUGE) {
      numapack::invalid("numapack_matrix_create", "pages is " + std::to_string(chosen),
                        "use 0 (automatic), 1 (ordinary) or 2 (huge)");
    }
    numapack::MatrixOptions options;
    options.placement = placement_of(placement);
    options.pages = static_cast<numapack::PageSize>(chosen);
    const int64_t least = std::max<int64_t>(1, layout == NUMAPACK_ROW_MAJOR ? columns : rows);
    const Shape shape = shape_of(layout, rows, columns, leading == 0 ? least : leading, element_bytes);
    *matrix = new numapack_matrix{shape, numapack::detail::MatrixMemory(shape, options)};
  });
}

void numapack_matrix_free(numapack_matrix* matrix) { delete matrix; }

void* numapack_matrix_data(const numapack_matrix* matrix, int copy) {
  return matrix == nullptr || copy < 0 || copy >= matrix->memory.copies() ? nullptr
                                                                          : matrix->memory.data(copy);
}

int numapack_matrix_copies(const numapack_matrix* matrix) {
  return matrix == nullptr ? 0 : matrix->memory.copies();
}

int64_t numapack_matrix_leading(const numapack_matrix* matrix) {
  return matrix == nullptr ? 0 : matrix->shape.leading;
}

numapack_status numapack_distribute(numapack_layout layout, int64_t rows, int64_t columns, void* data,
                                    int64_t leading, size_t element_bytes, const char* placement,
                                    numapack_write write, void* context) {
  return call(no_memory, [&] {
    require(write, "numapack_distribute", "write");
    numapack::detail::distribute(data, shape_of(layout, rows, columns, leading, element_bytes),
                                 placement_of(placement),
                                 [&](const Shape& block, void* at, int64_t row, int64_t column) {
                                   write(context, block.rows, block.columns, at, block.leading, row, column);
                                 });
  });
}

numapack_status numapack_copy(numapack_layout layout, int64_t rows, int64_t columns, const void* from,
                              int64_t from_leading, void* to, int64_t to_leading, size_t element_bytes,
                              const char* placement) {
  return call(no_memory, [&] {
    if (rows > 0 && columns > 0) require(from, "numapack_copy", "from");
    const int64_t along = layout == NUMAPACK_ROW_MAJOR ? columns : rows;
    if (from_leading < std::max<int64_t>(1, along)) {
      numapack::invalid("numapack_copy", "from_leading is " + std::to_string(from_leading),
                        "use at least " + std::to_string(std::max<int64_t>(1, along)));
    }
    numapack::detail::distribute(
        to, shape_of(layout, rows, columns, to_leading, element_bytes), placement_of(placement),
        [&](const Shape& block, void* at, int64_t row, int64_t column) {
          const int64_t first =
              layout == NUMAPACK_ROW_MAJOR ? row * from_leading + column : column * from_leading + row;
          numapack::detail::copy_block(
              static_cast<const char*>(from) + static_cast<size_t>(first) * element_bytes,
              shape_of(layout, block.rows, block.columns, from_leading, element_bytes), at, block);
        });
  });
}

numapack_status numapack_migrate(numapack_layout layout, int64_t rows, int64_t columns, void* data,
                                 int64_t leading, size_t element_bytes, const char* placement, int64_t* moved,
                                 int64_t* refused) {
  return call(no_memory, [&] {
    if (rows > 0 && columns > 0) require(data, "numapack_migrate", "data");
    const numapack::Migration result = numapack::detail::migrate(
        data, shape_of(layout, rows, columns, leading, element_bytes), placement_of(placement));
    if (moved != nullptr) *moved = static_cast<int64_t>(result.moved);
    if (refused != nullptr) *refused = static_cast<int64_t>(result.refused);
    if (result.pages == 0 && !result.problem.empty()) {
      throw numapack::Error(numapack::ErrorCode::not_supported, "numapack_migrate", result.problem,
                            "allow move_pages, or place memory when it is first touched");
    }
  });
}

int numapack_nodes(void) {
  int nodes = -1;
  call(no_memory, [&] { nodes = static_cast<int>(numapack::node_numbers().size()); });
  return nodes;
}

int numapack_node_number(int node) {
  int number = -1;
  call(no_memory, [&] { number = numapack::node_numbers().at(static_cast<size_t>(node)); });
  return number;
}

numapack_status numapack_where(const void* data, size_t bytes, int64_t* pages_by_node, int64_t* untouched,
                               int64_t* huge_bytes) {
  return call(no_memory, [&] {
    require(pages_by_node, "numapack_where", "pages_by_node");
    const numapack::Census pages = numapack::where(data, bytes);
    numapack::c_interface::give_pages("numapack_where", pages, pages_by_node);
    if (untouched != nullptr) *untouched = static_cast<int64_t>(pages.untouched);
    if (huge_bytes != nullptr) *huge_bytes = static_cast<int64_t>(pages.huge_bytes);
  });
}

numapack_status numapack_numastat(int64_t* counts) {
  return call(no_memory, [&] {
    require(counts, "numapack_numastat", "counts");
    for (const auto& node : numapack::NumaCounters::now().nodes) {
      for (const int64_t count :
           {node.hit, node.miss, node.foreign, node.interleave, node.local, node.other}) {
        *counts++ = count;
      }
    }
  });
}
