// SPDX-License-Identifier: BSD-3-Clause
#include "memory/pages/page_map.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include "base/error.hpp"

namespace numapack {
namespace {

using Kind = Placement::Kind;

/// Shares out pages as stretches of elements come by, in rising order of addresses.
class Pages {
 public:
  Pages(PageMap& map, std::size_t nodes) : map_(map), part_(nodes, 0) {}

  /// Elements in [begin, end), offsets from the first page, that belong on `node`.
  void add(std::size_t begin, std::size_t end, int node) {
    map_.bytes += end - begin;
    while (begin < end) {
      const std::size_t page = begin / map_.page_bytes;
      if (page != page_) next(page);
      const std::size_t page_end = (page + 1) * map_.page_bytes;
      // Whole pages of one node need no counting.
      if (begin == page * map_.page_bytes && end >= page_end) {
        const std::size_t whole = (end - begin) / map_.page_bytes;
        std::fill_n(map_.node.begin() + static_cast<std::ptrdiff_t>(page), whole,
                    static_cast<std::int16_t>(node));
        begin += whole * map_.page_bytes;
        continue;
      }
      const std::size_t stop = std::min(end, page_end);
      std::size_t& part = part_[static_cast<std::size_t>(node)];
      if (part == 0) present_.push_back(node);
      part += stop - begin;
      begin = stop;
    }
  }

  /// After the last stretch.
  void finish() { next(page_ + 1); }

 private:
  void next(std::size_t page) {
    if (!present_.empty()) {
      int winner = present_.front();
      std::size_t sum = 0;
      for (const int node : present_) {
        const std::size_t part = part_[static_cast<std::size_t>(node)];
        if (part > part_[static_cast<std::size_t>(winner)]) winner = node;
        sum += part;
      }
      map_.node[page_] = static_cast<std::int16_t>(winner);
      map_.shared[page_] = present_.size() > 1;
      map_.displaced_bytes += sum - part_[static_cast<std::size_t>(winner)];
      for (const int node : present_) part_[static_cast<std::size_t>(node)] = 0;
      present_.clear();
    }
    page_ = page;
  }

  PageMap& map_;
  std::vector<std::size_t> part_;  ///< bytes of the current page by node
  std::vector<int> present_;       ///< nodes with a part, in order of addresses
  std::size_t page_ = 0;
};

void map_blocks(PageMap& map, const Placement& placement, const StoredMatrix& matrix, std::size_t into) {
  const BlockGrid grid = block_grid(placement, matrix);
  const int highest = *std::max_element(grid.nodes.begin(), grid.nodes.end());
  Pages pages(map, static_cast<std::size_t>(highest) + 1);
  const std::int64_t step = matrix.row_major ? grid.column_block : grid.row_block;
  const std::int64_t along = matrix.line_elements();
  for (std::int64_t line = 0; line < matrix.lines(); ++line) {
    const std::size_t start = into + static_cast<std::size_t>(line) *
                                         static_cast<std::size_t>(matrix.leading) * matrix.element_bytes;
    for (std::int64_t at = 0; at < along; at += step) {
      const int node = matrix.row_major ? grid.owner(line, at) : grid.owner(at, line);
      const std::int64_t end = std::min(at + step, along);
      pages.add(start + static_cast<std::size_t>(at) * matrix.element_bytes,
                start + static_cast<std::size_t>(end) * matrix.element_bytes, node);
    }
  }
  pages.finish();
}

/// Round robin by page number, `weights` pages in a row.
void map_rounds(PageMap& map, const std::vector<int>& nodes, const std::vector<int>& weights) {
  std::vector<std::int16_t> round;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    round.insert(round.end(), static_cast<std::size_t>(weights.empty() ? 1 : weights[i]),
                 static_cast<std::int16_t>(nodes[i]));
  }
  std::size_t at = map.first_page / map.page_bytes % round.size();
  for (std::int16_t& node : map.node) {
    node = round[at];
    if (++at == round.size()) at = 0;
  }
}

}  // namespace

std::size_t StoredMatrix::span() const {
  if (rows <= 0 || columns <= 0) return 0;
  return static_cast<std::size_t>((lines() - 1) * leading + line_elements()) * element_bytes;
}

void check_stored(const StoredMatrix& matrix, const char* where) {
  const auto refuse = [&](const char* what, std::int64_t value, const std::string& advice) {
    invalid(where, std::string(what) + " is " + std::to_string(value), advice);
  };
  if (matrix.rows < 0) refuse("rows", matrix.rows, "sizes start at 0");
  if (matrix.columns < 0) refuse("columns", matrix.columns, "sizes start at 0");
  const std::int64_t least = std::max<std::int64_t>(1, matrix.line_elements());
  if (matrix.leading < least) {
    refuse("the leading dimension", matrix.leading, "use at least " + std::to_string(least));
  }
  if (matrix.element_bytes == 0) refuse("the size of an element", 0, "use its bytes, 8 for double");
  const double bytes = static_cast<double>(matrix.leading) * static_cast<double>(matrix.lines()) *
                       static_cast<double>(matrix.element_bytes);
  if (bytes > 0x1p56) invalid(where, "no machine holds such a matrix", "make it smaller");
}

bool has_blocks(const Placement& placement) {
  return placement.kind == Kind::block_cyclic_columns || placement.kind == Kind::block_cyclic_rows ||
         placement.kind == Kind::tiles;
}

BlockGrid block_grid(const Placement& placement, const StoredMatrix& matrix) {
  const auto nodes = static_cast<int>(placement.nodes.size());
  const std::int64_t all_rows = std::max<std::int64_t>(1, matrix.rows);
  const std::int64_t all_columns = std::max<std::int64_t>(1, matrix.columns);
  BlockGrid grid{all_rows, all_columns, 1, 1, placement.nodes};
  const auto block = [](std::int64_t asked, std::int64_t all) {
    return std::clamp<std::int64_t>(asked, 1, all);
  };
  if (placement.kind == Kind::block_cyclic_columns) {
    grid.column_block = block(placement.column_block, all_columns);
    grid.columns = nodes;
  } else if (placement.kind == Kind::block_cyclic_rows) {
    grid.row_block = block(placement.row_block, all_rows);
    grid.rows = nodes;
  } else {
    grid.row_block = block(placement.row_block, all_rows);
    grid.column_block = block(placement.column_block, all_columns);
    grid.rows = placement.grid_rows;
    grid.columns = placement.grid_columns;
  }
  return grid;
}

std::vector<std::uint64_t> PageMap::pages_by_node(std::size_t nodes) const {
  std::vector<std::uint64_t> counts(nodes, 0);
  for (const std::int16_t at : node) {
    if (at >= 0) ++counts[static_cast<std::size_t>(at)];
  }
  return counts;
}

std::uint64_t PageMap::shared_pages() const {
  return static_cast<std::uint64_t>(std::count(shared.begin(), shared.end(), true));
}

PageMap page_map(const Placement& placement, const StoredMatrix& matrix, std::uintptr_t address,
                 std::size_t page_bytes) {
  PageMap map;
  map.page_bytes = page_bytes;
  map.first_page = address - address % page_bytes;
  const std::size_t into = address - map.first_page, span = matrix.span();
  if (span == 0) return map;
  const std::size_t pages = (into + span + page_bytes - 1) / page_bytes;
  map.node.assign(pages, -1);
  map.shared.assign(pages, false);
  if (has_blocks(placement)) {
    map_blocks(map, placement, matrix, into);
    return map;
  }
  map.bytes = static_cast<std::uint64_t>(matrix.rows) * static_cast<std::uint64_t>(matrix.columns) *
              matrix.element_bytes;
  if (placement.kind == Kind::bind || placement.kind == Kind::preferred) {
    std::fill(map.node.begin(), map.node.end(), static_cast<std::int16_t>(placement.nodes.front()));
  } else if (placement.kind == Kind::interleave || placement.kind == Kind::weighted_interleave) {
    map_rounds(map, placement.nodes, placement.weights);
  }
  return map;
}

bool huge_pages_fit(const Placement& placement, const StoredMatrix& matrix, std::size_t page_bytes,
                    std::size_t huge_bytes) {
  const std::size_t span = matrix.span();
  if (span < huge_bytes) return false;
  if (placement.kind == Kind::interleave || placement.kind == Kind::weighted_interleave) {
    const auto round = placement.weights.empty()
                           ? placement.nodes.size()
                           : static_cast<std::size_t>(
                                 std::accumulate(placement.weights.begin(), placement.weights.end(), 0));
    return placement.nodes.size() <= 1 || span / huge_bytes / round >= 8;
  }
  if (!has_blocks(placement) || placement.nodes.size() <= 1) return true;
  const PageMap small = page_map(placement, matrix, 0, page_bytes);
  const PageMap huge = page_map(placement, matrix, 0, huge_bytes);
  return static_cast<double>(huge.displaced_bytes) <=
         static_cast<double>(small.displaced_bytes) + 0.01 * static_cast<double>(huge.bytes);
}

}  // namespace numapack
