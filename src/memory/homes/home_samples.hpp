// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "machine/machine.hpp"
#include "memory/homes/homes.hpp"

namespace numapack {

/// A matrix in memory, as it is stored.
struct MatrixAt {
  const void* data = nullptr;
  Index rows = 0, columns = 0, leading = 0;
};

/// Addresses that tell where a matrix lives: `drawn` of every tile, tile after tile in column-major order.
struct HomeSamples {
  int row_tiles = 1, column_tiles = 1, drawn = 0;
  std::vector<const void*> addresses;
};

/// At most `samples` addresses (at least 1) of a matrix that has elements. Tiles of at least a page down the
/// columns, at most 16 x 16, four samples a tile where the budget allows: that many tell a mixture from a
/// pure tile.
HomeSamples choose_samples(const MatrixAt& of, std::size_t element_bytes, std::size_t page_bytes,
                           int samples);

/// The map that the answers (a node each, -1: unknown, counted as `fallback_node`) stand for. One tile if
/// tiles differ no more than drawing from one common mixture makes them differ.
HomeMap homes_from_samples(Index rows, Index columns, const HomeSamples& samples,
                           const std::vector<int>& answers, int nodes, int fallback_node);

/// Some addresses of matrices and where each was at home.
struct Probes {
  std::vector<const void*> addresses;
  std::vector<int> homes;
};

/// The homes of matrices, by one system call (at most `samples` addresses each). Untouched pages, matrices
/// without elements, and all on a machine with one node count as at home on `fallback_node`. Some of the
/// answers are kept in `probes`, if given.
std::vector<HomeMap> sample_homes(const std::vector<MatrixAt>& matrices, std::size_t element_bytes,
                                  const Machine& machine, int fallback_node, int samples = 256,
                                  Probes* probes = nullptr);

/// The same for a matrix of which nodes get columns: a tile for each of so many stretches of them (1024 at
/// most), eight addresses of each.
HomeMap sample_homes_of_columns(const MatrixAt& of, std::size_t element_bytes, const Machine& machine,
                                int fallback_node, Index stretches);

}  // namespace numapack
