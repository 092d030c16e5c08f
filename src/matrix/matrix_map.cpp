#include "matrix/matrix_map.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "memory/census.hpp"

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
