// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "machine/machine.hpp"
#include "memory/pages/page_map.hpp"

namespace numapack {

/// A matrix cut into cells, each with the node of most of the pages that its elements are on.
struct MatrixMap {
  int height = 0, width = 0;
  std::vector<std::int16_t> node;  ///< row by row; page_untouched, page_unknown (memory/pages/census.hpp)
  std::vector<bool> mixed;         ///< pages of several nodes, or some untouched, in the cell

  std::int16_t at(int row, int column) const {
    return node[static_cast<std::size_t>(row) * static_cast<std::size_t>(width) +
                static_cast<std::size_t>(column)];
  }
};

/// At most `height` x `width` cells of a matrix at `address`, given the node of each page it overlaps. Where
/// blocks of the matrix are smaller than a cell, cells show a mixture. Of each cell at most 32 x 32 elements
/// are looked at. Pure.
MatrixMap map_of_pages(const StoredMatrix& matrix, std::uintptr_t address,
                       const std::vector<std::int16_t>& page_nodes, std::size_t page_bytes, int height,
                       int width);

/// A stretch of addresses cut into equal cells of whole pages, line by line, counted as pages are found.
class RangeMap {
 public:
  /// At most `height` x `width` cells over [begin, end), pages of `page_bytes`.
  RangeMap(std::uintptr_t begin, std::uintptr_t end, std::size_t page_bytes, int height, int width);
  /// Pages [from, to) are on a node (index; page_unknown).
  void add(std::uintptr_t from, std::uintptr_t to, int node);
  std::size_t cell_bytes() const { return cell_bytes_; }
  /// A last line may be short: its missing cells are no part of the map's `node`.
  MatrixMap map() const;

 private:
  std::uintptr_t begin_, end_;
  std::size_t cell_bytes_;
  int width_;
  std::size_t cells_;
  std::vector<std::vector<std::pair<int, std::uint64_t>>> bytes_;  ///< of each cell, by node
};

/// As text: a character a cell, the last digit of the kernel's number of the node, '.' for untouched, '?' for
/// unknown; with `colours` on a background of the node's colour (ANSI), dim where mixed.
std::string draw(const MatrixMap& map, const Machine& machine, bool colours);

/// One cell's text.
std::string cell_text(int node, bool mixed, const Machine& machine, bool colours);

}  // namespace numapack
