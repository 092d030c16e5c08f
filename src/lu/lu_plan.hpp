// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "panels/panel_plan.hpp"
#include "profile/profile.hpp"
#include "team/teams.hpp"

namespace numapack {

/// Multiplications and additions, as LAPACK counts them.
double lu_flops(const PanelShape& shape);

/// The plan of one factorisation. Pure data. The bits of the answer depend on kernel and nb alone.
struct LuPlan : PanelPlan {
  Index strip = 0;  ///< rows of a block that a thread updates at a time; 0: all
};

/// Columns of a block, a multiple of the kernel's mr. Depends on the sizes alone, so that the bits of an
/// answer do, too.
Index choose_lu_block(const PanelShape& shape, const KernelShape& kernel);

/// Whether more than one thread can pay: below that, nearly all the work is in panels.
bool lu_may_be_shared(const PanelShape& shape, const Profile& profile);

/// The plan for a matrix with these homes. Pure. Throws Error(invalid_argument) for nodes that do not exist.
LuPlan make_lu_plan(const PanelShape& shape, const KernelShape& kernel, const HomeMap& homes,
                    const Machine& machine, const Profile& profile, const std::vector<TeamLayout>& layout,
                    const Options& options = {});

/// Columns of L that are interchanged at once: a cache line of each row, if the writes allow it.
inline Index laswp_columns(const LuPlan& plan) {
  return plan.transposes_by_copies() ? Index{64} / static_cast<Index>(bytes_of(plan.shape.type)) : 1;
}

/// Where the pieces of a node's workspace are, in bytes from its begin; each on a multiple of 64.
struct LuWorkspace {
  static constexpr Index panel_buffers = 3;  ///< the panel in use, the next one, and one for late threads
  WorkspacePieces panel;
  WorkspacePieces scratch;  ///< of each thread
  WorkspacePieces gang;     ///< what the threads of a panel share
  WorkspacePieces swapped;  ///< rows of U of each block, packed: for the panel that it meets or the next
  WorkspacePieces copy;     ///< of each block
  Index leading = 0;        ///< of those copies
  std::size_t total = 0;
};
LuWorkspace lu_workspace_of(const LuPlan& plan, const PanelTask& task);

/// The plan as text.
std::string explain(const LuPlan& plan, const Machine& machine);

}  // namespace numapack
