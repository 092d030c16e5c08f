// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sparse/pattern.hpp"

namespace numapack {

/// A sparse matrix as numapack spmv has it before it is multiplied.
struct SparseMatrix {
  std::string name;  ///< "stencil of 5 points on 1000 x 1000"
  Index rows = 0, columns = 0;
  std::vector<Index> starts{0}, indices;
  std::vector<double> values, imaginary;  ///< imaginary parts: of a file with complex numbers, else empty
  SparsePattern<Index> pattern() const { return {rows, columns, starts.data(), indices.data()}; }
};

/// What structures are called.
inline const std::vector<std::string> structure_names{"stencil2d", "stencil3d", "band", "graph"};

/// One of them with about `rows` rows and values in [-1, 1): stencil2d and stencil3d have 5 and 7 points; of
/// a band each row has its diagonal and `per_row` columns at most as far from it; a graph has the edges of
/// R-MAT (Chakrabarti, Zhan and Faloutsos, SDM 2004) with Graph500's shares, `per_row` a vertex. The same for
/// the same seed. Throws Error(invalid_argument).
SparseMatrix make_structure(const std::string& name, Index rows, Index per_row, std::uint64_t seed);

/// A file in the coordinate format of Matrix Market (Boisvert, Pozo and Remington, NISTIR 5935): real,
/// integer, complex or pattern; general, symmetric, skew-symmetric or hermitian. Throws
/// Error(invalid_argument) with the line that is wrong.
SparseMatrix read_matrix_market(const std::string& path);

}  // namespace numapack
