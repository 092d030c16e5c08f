// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "kernel/kernel.hpp"
#include "level3/call/structure.hpp"
#include "level3/nodes/options.hpp"
#include "machine/machine.hpp"
#include "memory/homes/homes.hpp"
#include "profile/profile.hpp"
#include "team/teams.hpp"

namespace numapack {

/// The call of a potrf, for its plan.
struct CholeskyCall {
  Type type = Type::d;
  Half stored = Half::lower;
  Index n = 0;
  double flops() const;  ///< as LAPACK counts them
  bool operator==(const CholeskyCall&) const = default;
};

/// One node's share of the work.
struct CholeskyTask {
  int team = 0;         ///< index into the teams' layout
  int node = 0;         ///< index into Machine::nodes
  int memory_node = 0;  ///< where packed columns and copies live
  int threads = 1;
  Index tiles = 0;                  ///< it owns
  std::size_t workspace_bytes = 0;  ///< exactly cholesky_workspace_of().total
};

/// The plan of one factorisation. Pure data, in terms of L; for A = U^H U, L is U^H. L is cut into tiles of
/// nb rows and columns. In each column of tiles the diagonal tile is factored, the tiles below are solved
/// for, packed by every node that needs them, and their products are subtracted from the tiles to the right.
/// A node runs the steps that write its own tiles. The bits of the answer depend on kernel and nb alone.
struct CholeskyPlan {
  CholeskyCall call;
  KernelShape kernel;
  Index nb = 0;                     ///< a multiple of the kernel's mr and nr
  Index mc = 0;                     ///< rows of a packed block that stay in L2 while the other passes
  Index strip = 0;                  ///< rows of L that a thread solves for or updates at a time; divides nb
  std::vector<int> owner;           ///< of tile (i, j), i >= j, at [i + j * tiles()]: index into tasks
  std::vector<CholeskyTask> tasks;  ///< one a node that takes part
  bool caller_only = false;         ///< one task with one thread, the calling one
  bool by_homes = false;            ///< owners follow the pages; else tiles are distributed over `grid`
  Grid grid;                        ///< of tasks over tiles
  bool redeployed = false;          ///< owners work on copies of their tiles
  std::vector<std::string> reasons;

  Index tiles() const { return nb > 0 ? divide_up(call.n, nb) : 0; }  ///< in a column
  Range tile(Index number) const { return {number * nb, std::min(call.n, (number + 1) * nb)}; }
  int owner_of(Index i, Index j) const { return owner[static_cast<std::size_t>(i + j * tiles())]; }
  std::size_t workspace_bytes() const;
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
  static constexpr Index buffers = 2;                 ///< the column in use, and the next one
  std::size_t a_bytes = 0, b_bytes = 0;               ///< of a column, packed as either operand
  std::size_t triangle_bytes = 0, inverse_bytes = 0;  ///< of a tile on the diagonal
  /// Of one thread: narrow columns of a diagonal tile as either operand, their triangle with its inverted
  /// diagonal, and a tile of the kernel.
  std::size_t narrow_bytes = 0, narrow_triangle_bytes = 0, narrow_inverse_bytes = 0, kernel_tile_bytes = 0;
  std::size_t tile_bytes = 0;  ///< of a copied tile
  int threads = 0;
  std::size_t total = 0;

  std::size_t buffer(Index column) const {
    return static_cast<std::size_t>(column % buffers) * (a_bytes + b_bytes + triangle_bytes + inverse_bytes);
  }
  std::size_t a(Index column) const { return buffer(column); }
  std::size_t b(Index column) const { return a(column) + a_bytes; }
  std::size_t triangle(Index column) const { return b(column) + b_bytes; }
  std::size_t inverse(Index column) const { return triangle(column) + triangle_bytes; }
  std::size_t scratch(int thread) const {
    const std::size_t each =
        2 * narrow_bytes + narrow_triangle_bytes + narrow_inverse_bytes + kernel_tile_bytes;
    return buffers * buffer(1) + static_cast<std::size_t>(thread) * each;
  }
  std::size_t narrow_a(int thread) const { return scratch(thread); }
  std::size_t narrow_b(int thread) const { return narrow_a(thread) + narrow_bytes; }
  std::size_t narrow_triangle(int thread) const { return narrow_b(thread) + narrow_bytes; }
  std::size_t narrow_inverse(int thread) const { return narrow_triangle(thread) + narrow_triangle_bytes; }
  std::size_t kernel_tile(int thread) const { return narrow_inverse(thread) + narrow_inverse_bytes; }
  /// The offset of the node's tile with this number.
  std::size_t copy(Index tile) const {
    return scratch(threads) + static_cast<std::size_t>(tile) * tile_bytes;
  }
};
CholeskyWorkspace cholesky_workspace_of(const CholeskyPlan& plan, const CholeskyTask& task);

/// The plan as text.
std::string explain(const CholeskyPlan& plan, const Machine& machine);

}  // namespace numapack
