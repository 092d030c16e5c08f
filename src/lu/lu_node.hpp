// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <vector>

#include "level3/run/trace.hpp"
#include "lu/interchanges.hpp"
#include "lu/lu_plan.hpp"
#include "runtime/workspace.hpp"

namespace numapack {

/// What a factored panel tells all nodes.
struct LuPanel {
  std::atomic<bool> is_factored{false};  ///< for those who may, but need not, know
  std::vector<Index> pivots;             ///< rows of the panel
  Interchanges interchanges;
  Index zero = -1;  ///< its first column whose pivot is zero, or -1
};

/// What the threads of one node share during a factorisation.
struct LuNode {
  /// Leases the task's workspace.
  LuNode(const LuPlan& plan, int task, WorkspacePool& workspaces, Trace* trace);

  /// What begins so many bytes from the workspace's begin.
  template <class T>
  T* piece(std::size_t begin) const {
    return reinterpret_cast<T*>(static_cast<char*>(lease.data()) + begin);
  }

  const Tracer tracer;
  const LuWorkspace layout;
  const WorkspacePool::Lease lease;
  std::vector<char> swapped;  ///< of each block: whether its rows of U for the next panel are taken out
  std::vector<Index> places;  ///< of each block of the node: the so-manyth it is, for where those rows lie
};

}  // namespace numapack
