// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "kernel/kernel.hpp"
#include "level3/nodes/options.hpp"
#include "machine/machine.hpp"
#include "memory/homes/homes.hpp"
#include "profile/profile.hpp"
#include "team/teams.hpp"

namespace numapack {

/// A factorisation as its plan sees it: m x n, column-major.
struct LuShape {
  Type type = Type::d;
  Index m = 0, n = 0;
  Index steps() const { return m < n ? m : n; }  ///< columns to eliminate
  double flops() const;                          ///< as LAPACK counts them
  bool operator==(const LuShape&) const = default;
};

/// One node's share of the work.
struct LuTask {
  int team = 0;         ///< index into the teams' layout
  int node = 0;         ///< index into Machine::nodes
  int memory_node = 0;  ///< where the packed panels live
  int threads = 1;
  int gang = 1;                     ///< threads that factor a panel together
  Index blocks = 0;                 ///< column blocks it owns
  std::size_t workspace_bytes = 0;  ///< exactly lu_workspace_of().total
};

/// What one factorisation will do. Pure data. The columns are cut into blocks; the first `panels` of them are
/// factored one after the other, each by threads of the node that owns it, and every node updates the blocks
/// that it owns with every panel, from a copy of its own. The next panel is factored while the blocks behind
/// it are still being updated (HPL's look-ahead of one). Blocks that are not at home are copied to their
/// owners once, and back when they are done. The answer depends on kernel and nb alone.
struct LuPlan {
  LuShape shape;
  KernelShape kernel;
  Index nb = 0;               ///< columns of a block, a multiple of the kernel's mr
  Index mc = 0;               ///< rows of L that stay in L2 while the columns of a block pass
  std::vector<Range> blocks;  ///< of columns; cut at multiples of nb and at steps()
  Index panels = 0;
  std::vector<int> owner;     ///< of each block: index into tasks
  std::vector<LuTask> tasks;  ///< one a node that takes part
  bool caller_only = false;   ///< one task with one thread, the calling one
  bool by_homes = false;      ///< owners follow the pages; else they are dealt by their work
  bool redeployed = false;    ///< owners work on copies of their blocks
  Index strip = 0;            ///< rows of a block that a thread updates at a time; 0: all of them
  std::vector<std::string> reasons;
  std::size_t workspace_bytes() const;
};

/// Columns of a block. Depends on the sizes alone, so that the bits of an answer do, too.
Index choose_lu_block(const LuShape& shape, const KernelShape& kernel);

/// The plan for a matrix with these homes. Pure. Throws Error(invalid_argument) for nodes or kernels that do
/// not exist.
LuPlan make_lu_plan(const LuShape& shape, const HomeMap& homes, const Machine& machine,
                    const Profile& profile, const std::vector<TeamLayout>& layout,
                    const Options& options = {});

/// Where the pieces of a node's workspace are, in bytes from its begin; each on a multiple of 64.
struct LuWorkspace {
  static constexpr Index panel_buffers = 3;  ///< the panel in use, the next one, and one for who is late
  std::size_t panel_bytes = 0;               ///< of one buffer
  std::size_t scratch_bytes = 0;             ///< of one thread
  std::size_t parked_bytes = 0;  ///< rows of U of one block, packed: for the panel that it meets or the next
  std::size_t gang_bytes = 0;    ///< what the threads of a panel share
  std::size_t copy_bytes = 0;    ///< of one block that is copied
  Index leading = 0;             ///< of those copies
  int threads = 0;
  Index blocks = 0;
  std::size_t total = 0;
  std::size_t panel(Index step) const { return static_cast<std::size_t>(step % panel_buffers) * panel_bytes; }
  std::size_t scratch(int thread) const {
    return panel_buffers * panel_bytes + static_cast<std::size_t>(thread) * scratch_bytes;
  }
  std::size_t gang() const { return scratch(threads); }
  /// Of the so-manyth block that the node owns.
  std::size_t parked(Index block) const {
    return gang() + gang_bytes + static_cast<std::size_t>(block) * parked_bytes;
  }
  std::size_t copy(Index block) const {
    return parked(blocks) + static_cast<std::size_t>(block) * copy_bytes;
  }
};
LuWorkspace lu_workspace_of(const LuPlan& plan, const LuTask& task);

/// The plan as a person reads it.
std::string explain(const LuPlan& plan, const Machine& machine);

}  // namespace numapack
