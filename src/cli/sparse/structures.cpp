// SPDX-License-Identifier: BSD-3-Clause
#include "cli/sparse/structures.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include <fmt/format.h>

#include "base/error.hpp"

namespace numapack {

namespace {

class StructureMaker {
 public:
  explicit StructureMaker(std::uint64_t seed) : random_(seed) {}

  /// 2 x `axes` neighbours of each point of a grid and the point itself.
  void stencil(Index rows, int axes) {
    const auto side = std::max<Index>(1, std::llround(std::pow(double(rows), 1.0 / axes)));
    std::vector<Index> steps{1};
    while (static_cast<int>(steps.size()) < axes) steps.push_back(steps.back() * side);
    made_.rows = made_.columns = steps.back() * side;
    made_.name = fmt::format("stencil of {} points, {} a side", 2 * axes + 1, side);
    for (Index row = 0; row < made_.rows; ++row) {
      for (auto step = steps.rbegin(); step != steps.rend(); ++step)
        if (row / *step % side > 0) add(row - *step);
      add(row);
      for (const Index step : steps)
        if (row / step % side < side - 1) add(row + step);
      end_row();
    }
  }

  void band(Index rows, Index per_row) {
    made_.rows = made_.columns = rows;
    made_.name = fmt::format("band of {} columns", 2 * per_row + 1);
    for (Index row = 0; row < rows; ++row) {
      for (Index away = -per_row; away <= per_row; ++away) {
        const Index column = row + away;
        if (column >= 0 && column < rows && (away == 0 || random_() % 2 == 0)) add(column);
      }
      end_row();
    }
  }

  void graph(Index rows, Index per_row) {
    int bits = 0;
    while ((Index{2} << bits) <= rows) ++bits;
    const Index vertices = Index{1} << bits;
    std::vector<std::pair<Index, Index>> edges(static_cast<std::size_t>(vertices * per_row));
    for (auto& [from, to] : edges) {
      for (int bit = 0; bit < bits; ++bit) {
        const double draw = uniform_(random_);
        from = 2 * from + (draw >= 0.76), to = 2 * to + ((draw >= 0.57 && draw < 0.76) || draw >= 0.95);
      }
    }
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    made_.rows = made_.columns = vertices;
    made_.name = fmt::format("R-MAT graph, {} edges a vertex before duplicates are dropped", per_row);
    auto edge = edges.begin();
    for (Index row = 0; row < vertices; ++row, end_row())
      for (; edge != edges.end() && edge->first == row; ++edge) add(edge->second);
  }

  SparseMatrix take() { return std::move(made_); }

 private:
  void add(Index column) {
    made_.indices.push_back(column);
    made_.values.push_back(2 * uniform_(random_) - 1);
  }
  void end_row() { made_.starts.push_back(static_cast<Index>(made_.indices.size())); }

  std::mt19937_64 random_;
  std::uniform_real_distribution<double> uniform_{0, 1};
  SparseMatrix made_;
};

}  // namespace

SparseMatrix make_structure(const std::string& name, Index rows, Index per_row, std::uint64_t seed) {
  constexpr Index most_elements = Index{1} << 32;
  if (rows < 1) invalid("-n", fmt::format("{} rows", rows), "use 1 or more");
  if (per_row < 1) invalid("--per-row", fmt::format("{} elements", per_row), "use 1 or more");
  if (per_row > most_elements / rows)
    invalid("-n", fmt::format("{} rows of {} elements", rows, per_row), "make fewer than 2^32 elements");
  StructureMaker maker(seed);
  if (name == "stencil2d")
    maker.stencil(rows, 2);
  else if (name == "stencil3d")
    maker.stencil(rows, 3);
  else if (name == "band")
    maker.band(rows, per_row);
  else
    maker.graph(rows, per_row);
  return maker.take();
}

}  // namespace numapack
