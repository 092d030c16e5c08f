// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "memory/placement.hpp"

namespace numapack {

/// How a matrix lies in memory. A column-major one is stored column by column, `leading` elements apart.
struct StoredMatrix {
  std::int64_t rows = 0, columns = 0, leading = 0;
  std::size_t element_bytes = 8;
  bool row_major = false;

  /// Contiguous stretches: columns of a column-major matrix, rows of a row-major one, and their length.
  std::int64_t lines() const { return row_major ? rows : columns; }
  std::int64_t line_elements() const { return row_major ? columns : rows; }
  /// From the first element to the end of the last.
  std::size_t span() const;
  /// Byte offset of an element.
  std::size_t offset(std::int64_t row, std::int64_t column) const {
    const std::int64_t element = row_major ? row * leading + column : column * leading + row;
    return static_cast<std::size_t>(element) * element_bytes;
  }
};

/// Throws Error(invalid_argument) for negative sizes, a leading dimension below a line's length, elements of
/// no size, or more bytes than can be addressed.
void check_stored(const StoredMatrix& matrix, const char* where);

/// A placement's blocks as a two-dimensional cyclic distribution.
struct BlockGrid {
  std::int64_t row_block = 0, column_block = 0;
  int rows = 1, columns = 1;  ///< of the grid of nodes
  std::vector<int> nodes;     ///< column by column

  int owner(std::int64_t row, std::int64_t column) const {
    const auto r = static_cast<std::size_t>(row / row_block) % static_cast<std::size_t>(rows);
    const auto c = static_cast<std::size_t>(column / column_block) % static_cast<std::size_t>(columns);
    return nodes[r + static_cast<std::size_t>(rows) * c];
  }
};

/// True for block_cyclic_columns, block_cyclic_rows and tiles.
bool has_blocks(const Placement& placement);

/// The blocks of such a placement; a block is never larger than the matrix.
BlockGrid block_grid(const Placement& placement, const StoredMatrix& matrix);

/// Which node each page of a matrix should be on, and how near that comes to the placement: a page is on one
/// node, however many blocks share it.
struct PageMap {
  std::size_t page_bytes = 4096;
  std::uintptr_t first_page = 0;      ///< address of the first
  std::vector<std::int16_t> node;     ///< of each page, an index; -1: the placement has no wish
  std::vector<bool> shared;           ///< whether elements of several nodes are in it
  std::uint64_t bytes = 0;            ///< of elements
  std::uint64_t displaced_bytes = 0;  ///< of elements on another node than the placement says

  std::vector<std::uint64_t> pages_by_node(std::size_t nodes) const;
  std::uint64_t shared_pages() const;
};

/// The map of a placement without open ends (see resolved()) for a matrix at `address`, in pages of
/// `page_bytes` (huge pages: their size). A page goes to the node with most of its elements, of equals the
/// first in the order of addresses. Interleaving goes by page number: node i of n has the pages whose number
/// leaves the remainder i. (So does the kernel's, but before Linux 6.7 by the lower 32 bits of the number: it
/// may begin with another node.) A replicated matrix is several: this is one copy, which has no wish of its
/// own. Pure.
PageMap page_map(const Placement& placement, const StoredMatrix& matrix, std::uintptr_t address,
                 std::size_t page_bytes);

/// Whether huge pages keep the placement: they put at most a hundredth of the elements on other nodes than
/// ordinary pages do, and give each node of an interleaving at least eight. Pure.
bool huge_pages_fit(const Placement& placement, const StoredMatrix& matrix, std::size_t page_bytes,
                    std::size_t huge_bytes);

}  // namespace numapack
