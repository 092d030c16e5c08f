// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "panels/panel_plan.hpp"
#include "profile/profile.hpp"

namespace numapack {

/// Multiplications and additions, as LAPACK counts them.
double qr_flops(const PanelShape& shape);

/// The plan of one geqrf. Pure data. The bits of the answer depend on the kernel and the sizes alone: on nb,
/// on kc and on the blocks of rows whose sums are added.
struct QrPlan : PanelPlan {
  Index kc = 0;        ///< rows of V^H C that are summed before they are added to the rows above
  Index sum_rows = 0;  ///< likewise of a panel's norms and products, which its threads share
  Index piece = 0;     ///< columns of a block that a thread updates at a time
  Index group =
      0;  ///< columns of neighbouring blocks that a step updates, so that V is read less often; 0: a piece
  Index buffers = 0;  ///< for panels: the one in use, the next one, and one for late threads
  Range columns_of_piece(Index block, Index number) const;
  Index pieces(Index block) const;
  /// Columns that a task's copies have room for.
  Index copies_of(const PanelTask& task) const { return redeployed ? task.blocks * nb : 0; }
};

/// Whether a schedule pays for these sizes: a single panel, or few columns beyond the panels, is faster by
/// products alone.
bool goes_by_schedule(const PanelShape& shape);

/// The plan for a matrix with these homes. Pure. Throws Error(invalid_argument) for nodes that do not exist.
QrPlan make_qr_plan(const PanelShape& shape, const KernelShape& kernel, const HomeMap& homes,
                    const Machine& machine, const Profile& profile, const std::vector<TeamLayout>& layout,
                    const Options& options = {});

/// Columns of a panel. Depends on the sizes alone, so that the bits of an answer do, too.
Index choose_qr_block(const PanelShape& shape, const KernelShape& kernel);

/// Where the pieces of a node's workspace are, in elements from its begin; each on a whole line.
struct QrWorkspace {
  Index ldv = 0, ldt = 0;   ///< of V and of T
  Index wide = 0;           ///< nb in whole micro-panels
  WorkspacePieces dense;    ///< of each panel: V with its zeros and ones, and T
  WorkspacePieces packed;   ///< of each panel: V^H, V and T^H, as the kernel reads them
  Index v = 0, t = 0;       ///< in a packed buffer, behind V^H
  WorkspacePieces gang;     ///< what the threads of a panel share
  WorkspacePieces scratch;  ///< of each thread
  Index products = 0;       ///< within scratch: a product's packing buffer
  WorkspacePieces copy;     ///< of each column of the node
  Index leading = 0;        ///< of the copies
  std::size_t total = 0;
};
QrWorkspace qr_workspace_of(const QrPlan& plan, const PanelTask& task);

/// The plan as text.
std::string explain(const QrPlan& plan, const Machine& machine);

}  // namespace numapack
