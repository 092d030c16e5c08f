// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "numapack/error.hpp"
#include "numapack/export.h"

namespace numapack {

/// Where the pages of an operand should be. Nodes are indices, 0, 1, … in the order of the kernel's node
/// numbers (on most machines they are those numbers). Blocks are in elements of the matrix, whatever its
/// layout; a page that several blocks share goes to the node that has the most of the page.
struct Placement {
  enum class Kind {
    first_touch,           ///< wherever the thread that first writes a page runs
    bind,                  ///< all pages on one node
    interleave,            ///< page by page round robin over the nodes
    preferred,             ///< on one node while it has memory, elsewhere afterwards
    weighted_interleave,   ///< round robin, with `weights` pages in a row on each node
    block_cyclic_columns,  ///< `column_block` columns to each node in turn
    block_cyclic_rows,     ///< `row_block` rows to each node in turn
    tiles,                 ///< tiles distributed over a grid of nodes, cyclically in both directions
    replicated,            ///< a copy of the whole on each node
  };
  Kind kind = Kind::first_touch;
  /// In order; of a grid, column by column. None (except for bind and preferred): all nodes with usable
  /// memory.
  std::vector<int> nodes = {};
  std::vector<int> weights = {};  ///< one a node, 1 to 255; none: in proportion to bandwidths
  std::int64_t row_block = 0, column_block = 0;
  int grid_rows = 0, grid_columns = 0;  ///< of the nodes, for tiles; 0: as square as their number allows

  static Placement first_touch() { return {}; }
  static Placement local() { return {}; }
  static Placement bind(int node) { return of(Kind::bind, {node}); }
  static Placement preferred(int node) { return of(Kind::preferred, {node}); }
  static Placement interleave(std::vector<int> nodes = {}) { return of(Kind::interleave, std::move(nodes)); }
  static Placement weighted(std::vector<int> nodes = {}, std::vector<int> weights = {}) {
    Placement placement = of(Kind::weighted_interleave, std::move(nodes));
    placement.weights = std::move(weights);
    return placement;
  }
  static Placement cyclic_columns(std::int64_t nb, std::vector<int> nodes = {}) {
    Placement placement = of(Kind::block_cyclic_columns, std::move(nodes));
    placement.column_block = nb;
    return placement;
  }
  static Placement cyclic_rows(std::int64_t nb, std::vector<int> nodes = {}) {
    Placement placement = of(Kind::block_cyclic_rows, std::move(nodes));
    placement.row_block = nb;
    return placement;
  }
  /// Tile (i, j) of mb x nb elements lives on nodes[i % grid_rows + grid_rows * (j % grid_columns)].
  static Placement tiles(std::int64_t mb, std::int64_t nb, int grid_rows = 0, int grid_columns = 0,
                         std::vector<int> nodes = {}) {
    Placement placement = of(Kind::tiles, std::move(nodes));
    placement.row_block = mb;
    placement.column_block = nb;
    placement.grid_rows = grid_rows;
    placement.grid_columns = grid_columns;
    return placement;
  }
  static Placement replicated(std::vector<int> nodes = {}) { return of(Kind::replicated, std::move(nodes)); }

  bool operator==(const Placement&) const = default;

  /// From text, with the kernel's node numbers: "first-touch" (or "local"), "0" (bind to node 0),
  /// "preferred:0", "interleave", "interleave:0-2,5", "weighted" (by bandwidth), "weighted:0=2,1=1",
  /// "cyclic:64" (columns), "rows:64", "tiles:64x64", "tiles:64x64:2x2", "replicated". The last four take
  /// nodes as interleave does, as in "cyclic:64:0-3". Throws Error(invalid_argument).
  NUMAPACK_API static Placement parse(std::string_view text);
  /// Its inverse, for tables.
  NUMAPACK_API std::string text() const;

 private:
  static Placement of(Kind kind, std::vector<int> nodes) {
    Placement placement;
    placement.kind = kind;
    placement.nodes = std::move(nodes);
    return placement;
  }
};

}  // namespace numapack
