// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "schedule/schedule.hpp"

namespace numapack {

/// The tiles by which steps wait for each other: rows and columns of a matrix cut at these places, from 0 to
/// its size. Coarser tiles mean fewer counters, and steps that wait for more than they need.
struct Tiling {
  std::vector<Index> rows, columns;
  /// Cut every `height` rows and `width` columns. Throws Error(invalid_argument) unless both are positive.
  static Tiling regular(Index m, Index n, Index height, Index width);
};

/// Records the steps that a generator names in the order in which one thread would run them. The owner of the
/// first written region runs a step; its dependencies follow from the regions that it reads and writes, as
/// QUARK, StarPU and OpenMP's `depend` derive them at run time (YarKhan, Kurzak, Dongarra, "QUARK Users'
/// Guide", UTK 2011, section 3): the last write of each region that it reads, and all reads and writes of
/// each region that it writes.
class Recorder {
 public:
  /// `threads`: of each team. Throws Error(invalid_argument) if no team has one.
  explicit Recorder(std::vector<int> threads);

  /// Adds a matrix; steps name it by the number returned, from 0. `owners`: the team of each tile, by
  /// columns; or one team that owns all tiles. Throws Error(invalid_argument) for another number of owners.
  int matrix(Tiling tiling, std::vector<int> owners);
  /// A matrix without dependencies of its own: those of other matrices order its accesses.
  int matrix_in_their_order(Tiling tiling, std::vector<int> owners);

  struct Rest {
    std::int32_t detail[2] = {-1, -1};  ///< Step::detail
    int width = 1;                      ///< at most the threads of the team
    bool overwrites = false;            ///< Step::overwrites
  };
  using Regions = std::initializer_list<Region>;
  /// Regions may be empty, except for what is written first. Throws Error(invalid_argument) if that is, for a
  /// region beyond its matrix, more regions than a Step holds, an owner without threads, and a gang of more
  /// threads than its team has.
  void step(int kernel, Regions writes, Regions reads, const Rest& rest);
  void step(int kernel, Regions writes, Regions reads = {}) { step(kernel, writes, reads, Rest{}); }

  /// The schedule of the steps so far; the recorder is then empty.
  Schedule finish();

 private:
  /// The accesses to a tile so far, which its counter counts: each value stands for a write, or for the reads
  /// before the next write.
  struct Tile {
    std::uint32_t counted = 0;
    std::uint32_t of_write = 0;   ///< the count after the last write
    std::uint32_t last_step = 0;  ///< that has met it, from 1
  };
  struct Matrix {
    Tiling tiling;
    std::vector<int> owners;
    std::uint32_t first_tile = 0;
    bool is_tracked = true;
  };

  const Matrix& matrix_of(const Region& region) const;
  int owner_of(const Region& region) const;
  int add(Tiling tiling, std::vector<int> owners, bool is_tracked);
  void access(const Region& region, bool writes);
  void deal_tickets();

  Schedule schedule_;
  std::vector<Matrix> matrices_;
  std::vector<Tile> tiles_;  ///< of all matrices
};

}  // namespace numapack
