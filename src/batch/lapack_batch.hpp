// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>
#include <cstdint>
#include <functional>
#include <span>

#include "batch/batch_shape.hpp"
#include "lapack/stored_triangle.hpp"
#include "level3/call/matrix_list.hpp"
#include "numapack/types.hpp"
#include "triangle/triangle.hpp"

// Many factorisations and solutions in one call, each by one thread, with the bits of a call of its own.
// Throw Error(invalid_argument) before anything is written: what the single routine throws, null pointers,
// negative numbers of problems, and, where batches are checked, what overlaps.
namespace numapack {

/// Solutions with triangles that are alike in all but their addresses.
template <class T>
struct TrsmGroup {
  TriangularProblem<T> shape;  ///< its addresses do not matter
  MatrixList<const T> a;
  MatrixList<T> b;
  Index problems = 0;
};
template <class T>
void trsm_batch(std::span<const TrsmGroup<T>> groups);

// What the plans of batches see of a group: nothing where it asks for nothing. Pure.
template <class T>
BatchGroup batch_group_of(const TrsmGroup<T>& group);
BatchGroup potrf_batch_group(Type type, Index n, Index problems);
BatchGroup getrf_batch_group(Type type, Index m, Index n, Index problems);
BatchGroup geqrf_batch_group(Type type, Index m, Index n, Index problems);

/// LAPACK's infos go to infos[0 … problems).
template <class T>
void potrf_batch(const StoredTriangle<T>& shape, const MatrixList<T>& a, Index problems, std::int64_t* infos);

/// Matrices of one shape.
template <class T>
struct PanelBatch {
  Layout layout = Layout::column_major;
  Index m = 0, n = 0;
  MatrixList<T> a;
  Index lda = 0, problems = 0;
};
template <class T>
void getrf_batch(const PanelBatch<T>& batch, const MatrixList<std::int64_t>& pivots, std::int64_t* infos);
template <class T>
void geqrf_batch(const PanelBatch<T>& batch, const MatrixList<T>& tau);

/// Any routine on many matrices: one(i) is a call of its own, which writes `elements` of what begins at a[i]
/// and takes as long as so many multiplications and additions of a product.
template <class T>
void each_of_batch(Index problems, double cost, Index elements, const MatrixList<T>& a,
                   const std::function<void(Index)>& one);

}  // namespace numapack
