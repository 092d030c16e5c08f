// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "level3/call/call.hpp"
#include "level3/nodes/options.hpp"
#include "machine/machine.hpp"
#include "memory/homes/homes.hpp"
#include "numapack/level3.hpp"
#include "profile/profile.hpp"
#include "runtime/workspace_room.hpp"
#include "team/run_tasks.hpp"

namespace numapack {

/// Everything about a trmm or trsm that may influence a decision: B is m x n, column-major, op(A) is the
/// triangle `triangle`. Lines are the independent right-hand sides: columns of B with A on the left, rows
/// with A on the right.
struct TriangleCall {
  Type type = Type::d;
  bool solves = true;  ///< trsm
  Side side = Side::left;
  Triangle triangle = Triangle::lower;
  Index m = 0, n = 0;
  bool transposed = false;  ///< op() transposes: for the homes of A's elements in traffic
  /// When B's rows change places, which takes time and decides nothing: getrs.
  enum class Interchanges { none, before, after } interchanges = Interchanges::none;

  bool left() const { return side == Side::left; }
  Index order() const { return left() ? m : n; }
  Index rhs() const { return left() ? n : m; }
  /// True if the last row of the order does not depend on the others.
  bool up() const { return (triangle == Triangle::upper) == left(); }
  /// A solve with too few right-hand sides for packing the triangle to pay.
  bool is_few() const { return solves && std::min(rhs(), order()) < 8; }
  double flops() const { return flops_each(type) / 2 * double(order()) * double(order()) * double(rhs()); }
  bool operator==(const TriangleCall&) const = default;
};

/// The order of a triangle cut into steps. At each the lines' elements in at() are solved (or, multiplying,
/// finished), and what they do to those in rest() is added there: the right-looking form, which is nothing
/// but products away from the diagonal.
struct TriangleSteps {
  Index order = 0, width = 1;
  bool up = false, solves = true;

  Index count() const { return divide_up(order, width); }
  Range at(Index turn) const {
    const Index place = up == solves ? count() - 1 - turn : turn;
    return {place * width, std::min(order, (place + 1) * width)};
  }
  Range rest(Range now) const { return up ? Range{0, now.begin} : Range{now.end, order}; }
};

/// Some lines, which one thread at a time takes through a step.
struct RhsBlock {
  Range rhs;
  bool buffered = false;  ///< copied to the task's node before the first step and back after the last
};

/// One node's share of the work.
struct TriangleTask : TeamShare {
  std::vector<RhsBlock> blocks;
  std::size_t workspace_bytes = 0;  ///< exactly triangle_workspace_of().total
};

/// What one trmm or trsm will do. Pure data. Every node packs the triangle for itself, step by step, and
/// keeps its lines: so the triangle crosses once to each node, and a line that is not at home once in and
/// once out. The answer depends on kernel and steps alone.
struct TrianglePlan {
  TriangleCall call;
  KernelShape kernel;
  TriangleSteps steps;
  bool resident =
      false;     ///< all steps are packed at the beginning, then each block meets all of them at once
  Index mc = 0;  ///< rows of packed A (left) or X (right) that stay in L2 while the other operand passes
  std::vector<TriangleTask> tasks;  ///< one a node that takes part
  bool caller_only = false;         ///< one task with one thread, the calling one
  std::vector<std::string> reasons;
  std::size_t workspace_bytes() const { return workspace_bytes_of(tasks); }
  /// Of packed steps: all, or this one's and the next one's.
  Index buffers() const { return resident ? steps.count() : 2; }
};

/// Elements of a step. Depends on the sizes and the kernel alone, so that the bits of an answer do, too.
Index choose_step(const TriangleCall& call, const KernelShape& kernel);

/// The plan for the calling thread alone.
TrianglePlan plan_alone(const TriangleCall& call, const KernelShape& kernel, const CacheSizes& caches);

/// The plan for teams, with B at home in `homes`. Pure. Throws Error(invalid_argument) for a layout without
/// teams, and for nodes that do not exist.
TrianglePlan make_triangle_plan(const TriangleCall& call, const KernelShape& kernel, const HomeMap& homes,
                                const Machine& machine, const Profile& profile,
                                const std::vector<TeamLayout>& layout, const Options& options = {});

/// Where the pieces of a node's workspace are, in bytes from its begin; each on a multiple of 64.
struct TriangleWorkspace {
  WorkspacePieces diagonal, rest, inverse;  ///< packed A of each step
  WorkspacePieces rhs;                      ///< packed right-hand sides, of each thread
  WorkspacePieces buffered;                 ///< each block
  std::size_t total = 0;
};
TriangleWorkspace triangle_workspace_of(const TrianglePlan& plan, const TriangleTask& task);

/// Leading dimension of a buffered block: the distance between its columns (left) or rows (right).
Index buffered_leading(const TrianglePlan& plan);

}  // namespace numapack
