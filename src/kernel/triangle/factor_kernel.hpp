// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernel/kernel.hpp"
#include "kernel/symv/passes.hpp"

namespace numapack {

/// The real type under a BLAS type.
template <class T>
struct RealPart {
  using type = T;
};
template <class R>
struct RealPart<std::complex<R>> {
  using type = R;
};

/// The largest element of a column so far: its size (|x|, for complex numbers |re| + |im| as in LAPACK) and
/// its row; NaN is passed over. Row -1: none.
template <class T>
struct Candidate {
  typename RealPart<T>::type size{-1};
  Index row = -1;
};

/// One column of a narrow block meets the columns before it, on packed micro-panels ("micro-panels": mr rows
/// each, as MicroTile reads A). Columns of a micro-panel are mr elements apart.
template <class T>
struct EliminationPass {
  T* micro_panels = nullptr;  ///< first micro-panel, first column of the narrow block
  Index stride = 0;           ///< elements from micro-panel to micro-panel
  Index rows =
      0;  ///< counted from the first row of the first micro-panel; the rest of the last one is padding
  Index first_row = 0;   ///< rows before it are finished and stay as they are; less than mr
  int column = 0;        ///< of the narrow block
  const T* u = nullptr;  ///< the column's first `column` elements, solved
  bool fused = true;     ///< products are not rounded before they are subtracted
  bool scale = false;    ///< the column before this one is not yet divided by its pivot:
  T factor{1};           ///< … multiply it by this
};

/// A triangle on the diagonal, packed: micro-panels of mr rows (left) or nr columns (right) of op(A), each
/// `size` steps of as many elements.
template <class T>
struct DiagonalBlock {
  const T* panels = nullptr;
  Index size = 0;
  const T* inverse = nullptr;  ///< of the diagonal's elements; null: they are ones, which are not read
  bool right = false;          ///< X op(A) = B instead of op(A) X = B
  bool up = false;             ///< unknowns are found from the last to the first
};

/// What factorisations and level 2 need next to the micro-kernel, compiled for the same instruction set.
template <class T>
struct FactorKernel {
  const char* name = "";     ///< of the micro-kernel whose packed format this is
  bool fixed_order = false;  ///< see Microarch: solve, solve_diagonal and dots sum in it

  /// x[:, column] -= sum over i < column of x[:, i] u[i] on all rows from first_row on, scaling the last of
  /// them on the way; says where the column's largest element is. One pass over the narrow block.
  Candidate<T> (*eliminate)(const EliminationPass<T>& pass);

  /// x[:, column] *= factor from first_row on.
  void (*scale)(const EliminationPass<T>& pass);

  /// Solves L X = B for one packed panel of B (size x nr), in place. L: unit lower triangle in micro-panels,
  /// `stride` elements apart, whose first row is the triangle's first. Substitution in triangles of mr rows,
  /// the micro-kernel for the rest.
  void (*solve)(const Kernel<T>& kernel, const T* lower, Index stride, Index size, T* b);

  /// Solves for X in place of some lines of C: at most nr columns (left) or mr rows (right), column-major. X
  /// is left in the format that the micro-kernel reads, too: size steps of nr or mr elements. Chunk by
  /// micro-panel: the micro-kernel subtracts the known part from C in place; the micro-panel's own triangle
  /// is solved by substitution.
  void (*solve_diagonal)(const Kernel<T>& kernel, const DiagonalBlock<T>& a, T* c, Index ldc, Index lines,
                         T* x);

  /// out[c] = v^H x_c for the columns of x (column-major), all of `rows` rows.
  void (*dots)(Index rows, const T* v, const T* x, Index leading, Index columns, T* out);

  /// x_c -= v factors[c], likewise.
  void (*subtract)(Index rows, const T* v, T* x, Index leading, Index columns, const T* factors);

  /// All uses of each element in one reading. What lies in the other triangle may be read, and has no effect.
  void (*mirror)(const MirrorPass<T>& pass);

  /// Goes through x once for each few columns: of use as long as it stays in the nearest cache.
  void (*substitute)(const SubstitutionPass<T>& pass);

  void (*update)(const UpdatePass<T>& pass);
};

/// The factor kernel that goes with a usable micro-kernel; every usable kernel has one, except in fixed order
/// those that no row names.
template <class T>
const FactorKernel<T>* find_factor_kernel(const KernelShape& kernel);

/// The one of no instruction set, whose products are rounded before they are added to anything.
template <class T>
const FactorKernel<T>& unfused_factor_kernel();

}  // namespace numapack
