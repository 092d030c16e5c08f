// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "level3/call/structure.hpp"
#include "panels/panel_plan.hpp"
#include "profile/profile.hpp"

namespace numapack {

/// The call of a potrf, for its plan.
struct CholeskyCall {
  Type type = Type::d;
  Triangle stored = Triangle::lower;
  Index n = 0;
  double flops() const;  ///< as LAPACK counts them
  bool operator==(const CholeskyCall&) const = default;
};

/// The plan of one factorisation. Pure data, in terms of L; for A = U^H U, L is U^H. L is cut into tiles of
/// nb rows and columns. In each column of tiles the diagonal tile is factored, the tiles below are solved
/// for, packed by every node that needs them, and their products are subtracted from the tiles to the right.
/// A node runs the steps that write its own tiles. The bits of the answer depend on kernel and nb alone. nb
/// is a multiple of the kernel's mr and nr; the owner of tile (i, j), i >= j, stands at [i + j * tiles()].
struct CholeskyPlan : FactorPlan {
  CholeskyCall call;
  Index strip = 0;  ///< rows of L that a thread solves for or updates at a time; divides nb
  Grid grid;        ///< of tasks over tiles, where owners do not follow the pages

  Index tiles() const { return nb > 0 ? divide_up(call.n, nb) : 0; }  ///< in a column
  Range tile(Index number) const { return {number * nb, std::min(call.n, (number + 1) * nb)}; }
  int owner_of(Index i, Index j) const { return owner[static_cast<std::size_t>(i + j * tiles())]; }
};

/// Rows and columns of a tile. Depends on the sizes and the kernel alone, so that the bits of an answer do,
/// too.
Index choose_cholesky_block(Index n, const KernelShape& kernel);

/// The plan for A at home in `homes`. Pure. Throws Error(invalid_argument) for nodes or kernels that do not
/// exist.
CholeskyPlan make_cholesky_plan(const CholeskyCall& call, const KernelShape& kernel, const HomeMap& homes,
                                const Machine& machine, const Profile& profile,
                                const std::vector<TeamLayout>& layout, const Options& options = {});

/// The plan for one thread. Pure.
CholeskyPlan plan_cholesky_alone(const CholeskyCall& call, const KernelShape& kernel,
                                 const CacheSizes& caches);

/// Where the pieces of a node's workspace are, in bytes from its begin; each on a multiple of 64.
struct CholeskyWorkspace {
  static constexpr Index buffers = 2;  ///< the column in use, and the next one
  WorkspacePieces a, b;                ///< a column, packed as either operand
  WorkspacePieces triangle, inverse;   ///< of a tile on the diagonal
  /// Of each thread: narrow columns of a diagonal tile as either operand, their triangle with its inverted
  /// diagonal, and a tile of the kernel.
  WorkspacePieces narrow_a, narrow_b, narrow_triangle, narrow_inverse, kernel_tile;
  WorkspacePieces copy;  ///< of each tile
  std::size_t total = 0;
};
CholeskyWorkspace cholesky_workspace_of(const CholeskyPlan& plan, const PanelTask& task);

/// The plan as text.
std::string explain(const CholeskyPlan& plan, const Machine& machine);

}  // namespace numapack
