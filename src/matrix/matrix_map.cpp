// SPDX-License-Identifier: BSD-3-Clause
#include "matrix/matrix_map.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "memory/pages/census.hpp"

namespace numapack {
namespace {

constexpr std::int64_t most_samples = 32;

/// Positions to look at in [begin, end): all, or so many spread evenly.
std::vector<std::int64_t> positions(std::int64_t begin, std::int64_t end) {
  const std::int64_t count = std::min(end - begin, most_samples);
  std::vector<std::int64_t> at;
  for (std::int64_t i = 0; i < count; ++i) at.push_back(begin + (2 * i + 1) * (end - begin) / (2 * count));
  return at;
}

}  // namespace

MatrixMap map_of_pages(const StoredMatrix& matrix, std::uintptr_t address,
                       const std::vector<std::int16_t>& page_nodes, std::size_t page_bytes, int height,
                       int width) {
  MatrixMap map;
  map.height = static_cast<int>(std::min<std::int64_t>(std::max(height, 1), matrix.rows));
  map.width = static_cast<int>(std::min<std::int64_t>(std::max(width, 1), matrix.columns));
  const std::uintptr_t into = address % page_bytes;
  for (int row = 0; row < map.height; ++row) {
    const auto rows = positions(matrix.rows * row / map.height, matrix.rows * (row + 1) / map.height);
    for (int column = 0; column < map.width; ++column) {
      const auto columns =
          positions(matrix.columns * column / map.width, matrix.columns * (column + 1) / map.width);
      std::map<std::int16_t, int> votes;
      for (const std::int64_t j : columns) {
        for (const std::int64_t i : rows) ++votes[page_nodes.at((into + matrix.offset(i, j)) / page_bytes)];
      }
      const auto most =
          std::max_element(votes.begin(), votes.end(), [](auto& a, auto& b) { return a.second < b.second; });
      map.node.push_back(most->first);
      map.mixed.push_back(votes.size() > 1);
    }
  }
  return map;
}

RangeMap::RangeMap(std::uintptr_t begin, std::uintptr_t end, std::size_t page_bytes, int height, int width)
    : begin_(begin), end_(end), cell_bytes_(page_bytes), width_(width) {
  const auto most = static_cast<std::uint64_t>(height) * static_cast<std::uint64_t>(width);
  // Powers of two are read more easily than what would fill the last line.
  while ((end - begin + cell_bytes_ - 1) / cell_bytes_ > most) cell_bytes_ *= 2;
  cells_ = (end - begin + cell_bytes_ - 1) / cell_bytes_;
  bytes_.resize(cells_);
}

void RangeMap::add(std::uintptr_t from, std::uintptr_t to, int node) {
  from = std::max(from, begin_);
  to = std::min(to, end_);
  while (from < to) {
    const std::size_t cell = (from - begin_) / cell_bytes_;
    const std::uintptr_t stop = std::min(to, begin_ + (cell + 1) * cell_bytes_);
    auto& parts = bytes_[cell];
    auto part = std::find_if(parts.begin(), parts.end(), [&](auto& one) { return one.first == node; });
    if (part == parts.end()) part = parts.insert(parts.end(), {node, 0});
    part->second += stop - from;
    from = stop;
  }
}

MatrixMap RangeMap::map() const {
  MatrixMap map;
  map.width = static_cast<int>(std::min(cells_, static_cast<std::size_t>(width_)));
  map.height = cells_ == 0 ? 0
                           : static_cast<int>((cells_ + static_cast<std::size_t>(width_) - 1) /
                                              static_cast<std::size_t>(width_));
  for (std::size_t cell = 0; cell < cells_; ++cell) {
    const std::uint64_t whole = std::min(cell_bytes_, end_ - begin_ - cell * cell_bytes_);
    int node = page_untouched;
    std::uint64_t most = 0, sum = 0;
    for (const auto& [number, bytes] : bytes_[cell]) {
      sum += bytes;
      if (bytes > most) {
        most = bytes;
        node = number;
      }
    }
    map.node.push_back(static_cast<std::int16_t>(node));
    map.mixed.push_back(bytes_[cell].size() > 1 || (sum > 0 && sum < whole));
  }
  return map;
}

std::string cell_text(int node, bool mixed, const Machine& machine, bool colours) {
  // Eight backgrounds that a person tells apart on dark and on light terminals, with black digits.
  constexpr std::array backgrounds{75, 215, 114, 211, 222, 147, 80, 250};
  std::string text = node == page_untouched ? "." : "?";
  if (node < 0) return text;
  const int number = machine.nodes.at(static_cast<std::size_t>(node)).os_index;
  text = std::to_string(std::max(number, 0) % 10);
  if (!colours) return text;
  const int background = backgrounds[static_cast<std::size_t>(node) % backgrounds.size()];
  return "\033[" + std::string(mixed ? "2;" : "") + "30;48;5;" + std::to_string(background) + "m" + text +
         "\033[0m";
}

std::string draw(const MatrixMap& map, const Machine& machine, bool colours) {
  std::string text;
  for (int row = 0; row < map.height; ++row) {
    for (int column = 0; column < map.width; ++column) {
      const auto cell = static_cast<std::size_t>(row) * static_cast<std::size_t>(map.width) +
                        static_cast<std::size_t>(column);
      text += cell_text(map.node[cell], map.mixed[cell], machine, colours);
    }
    text += "\n";
  }
  return text;
}

}  // namespace numapack
