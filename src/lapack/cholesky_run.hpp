// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <deque>
#include <span>

#include "kernel/write_out.hpp"
#include "lapack/cholesky_schedule.hpp"
#include "lapack/cholesky_tile.hpp"
#include "level3/call/packing.hpp"
#include "runtime/workspace.hpp"
#include "schedule/run.hpp"

namespace numapack {

/// Where a piece of a workspace is.
template <class T>
T* piece_of(const WorkspacePool::Lease& lease, std::size_t offset) {
  return reinterpret_cast<T*>(static_cast<char*>(lease.data()) + offset);
}

/// LAPACK's info of a tile on the diagonal, by a thread that has scratch in this workspace.
template <class T>
Index factor_tile(const TileWork<T>& work, const CholeskyWorkspace& layout, const WorkspacePool::Lease& lease,
                  int thread, const StoredTriangle<T>& tile) {
  return TileFactorisation<T>(
             work, {piece_of<T>(lease, layout.narrow_a(thread)), piece_of<T>(lease, layout.narrow_b(thread))},
             piece_of<T>(lease, layout.narrow_triangle(thread)),
             piece_of<T>(lease, layout.narrow_inverse(thread)))
      .run(tile);
}

/// The kernels of a factorisation's steps (cholesky_schedule.hpp), and what they share. Made by the caller
/// before the region; the schedule says which threads do what when.
template <class T>
class CholeskyRun {
 public:
  /// Leases every task's workspace: Error(out_of_memory) before anything is written.
  CholeskyRun(const CholeskyPlan& plan, const StoredTriangle<T>& a, const Kernel<T>& kernel,
              const FactorKernel<T>& factor, WorkspacePool& workspaces)
      : plan_(plan),
        a_(a),
        kernel_(kernel),
        factor_(factor),
        place_(static_cast<std::size_t>(plan.tiles() * plan.tiles()), 0) {
    std::vector<Index> owned(plan.tasks.size(), 0);
    for (Index j = 0; plan.redeployed && j < plan.tiles(); ++j)
      for (Index i = j; i < plan.tiles(); ++i)
        place_[static_cast<std::size_t>(i + j * plan.tiles())] =
            owned[static_cast<std::size_t>(plan.owner_of(i, j))]++;
    for (const PanelTask& task : plan.tasks) nodes_.emplace_back(plan, task, workspaces);
  }

  /// Runs a step on one thread, which has its own scratch by its number within the team.
  void operator()(CholeskyStep what, Index column, Index written_column, std::span<const Region> writes,
                  int task, int thread) {
    const Range rows = writes[0].rows;
    // After a minor that is not positive definite its column alone is finished, and nobody meets it.
    const Index stopped_at = stopped_at_.load(std::memory_order_acquire);
    const bool meets = what == CholeskyStep::pack || what == CholeskyStep::update;
    if (column > stopped_at || (meets && column == stopped_at)) return;
    switch (what) {
      case CholeskyStep::copy_in:
        return copy(rows, written_column, true);
      case CholeskyStep::copy_out:
        return copy(rows, written_column, false);
      case CholeskyStep::factor:
        return factor(column, task, thread);
      case CholeskyStep::pack_triangle:
        return pack_triangle(column, task, thread);
      case CholeskyStep::solve:
        return solve(column, rows, task, thread);
      case CholeskyStep::pack:
        return pack(column, writes, task, thread);
      case CholeskyStep::update:
        return update(column, written_column, rows, task, thread);
    }
  }

  /// LAPACK's: 0, or the order of the first minor that is not positive definite.
  Index info() const { return info_; }

 private:
  struct Node {
    Node(const CholeskyPlan& plan, const PanelTask& task, WorkspacePool& workspaces)
        : layout(cholesky_workspace_of(plan, task)), lease(workspaces, task.memory_node, layout.total) {}
    T* at(std::size_t offset) const { return piece_of<T>(lease, offset); }
    T* triangle(Index column) const { return at(layout.triangle(column)); }
    T* inverse(Index column) const { return at(layout.inverse(column)); }

    const CholeskyWorkspace layout;
    const WorkspacePool::Lease lease;
  };

  const Node& node(int task) const { return nodes_[static_cast<std::size_t>(task)]; }
  T* rows_of(int task, Index line, Index column) const {
    return node(task).at(node(task).layout.a(column)) + line * plan_.nb;
  }
  T* columns_of(int task, Index line, Index column) const {
    return node(task).at(node(task).layout.b(column)) + line * plan_.nb;
  }

  T* callers(Index line, Index column) const {
    return a_.is_lower() ? a_.a + line + column * a_.lda : a_.a + column + line * a_.lda;
  }
  Index leading() const { return plan_.redeployed ? plan_.nb : a_.lda; }
  /// Line `line` of L in column j of tiles, where the factorisation works on it.
  T* at(Index line, Index j) const {
    if (!plan_.redeployed) return callers(line, j * plan_.nb);
    const Index i = line / plan_.nb, within = line - i * plan_.nb;
    const Node& owner = node(plan_.owner_of(i, j));
    T* const tile = owner.at(owner.layout.copy(place_[static_cast<std::size_t>(i + j * plan_.tiles())]));
    return tile + within * (a_.is_lower() ? 1 : plan_.nb);
  }
  StoredTriangle<T> diagonal(Index k) const {
    return {a_.routine, a_.stored, plan_.tile(k).size(), at(k * plan_.nb, k), leading()};
  }

  TileWork<T> work(int task, int thread) const {
    return {a_.stored, kernel_, factor_, plan_.mc, node(task).at(node(task).layout.kernel_tile(thread))};
  }

  /// Copies some rows of a tile (of a diagonal tile its triangle) in or out.
  void copy(Range rows, Index j, bool in) const {
    const Index first = j * plan_.nb, last = plan_.tile(j).end;
    const bool meets_diagonal = rows.begin < last;
    const Range columns = {first, meets_diagonal ? std::min(last, rows.end) : last};
    T* const own = at(rows.begin, j);
    T* const home = callers(rows.begin, first);
    const MatrixType stored = !meets_diagonal ? MatrixType::general
                              : a_.is_lower() ? MatrixType::lower
                                              : MatrixType::upper;
    const Range down = a_.is_lower() ? rows : columns, across = a_.is_lower() ? columns : rows;
    for (Index c = across.begin; c < across.end; ++c) {
      const Range mine = rows_in(stored, down, c);
      const Index skipped = mine.begin - down.begin, at_column = c - across.begin;
      T *const ours = own + skipped + at_column * leading(), *const theirs =
                                                                 home + skipped + at_column * a_.lda;
      if (in)
        std::copy_n(theirs, mine.size(), ours);
      else
        write_out(mine.size(), 1, ours, leading(), theirs, a_.lda);
    }
  }

  void factor(Index k, int task, int thread) {
    const Index minor =
        factor_tile(work(task, thread), node(task).layout, node(task).lease, thread, diagonal(k));
    if (minor == 0) return;
    info_ = k * plan_.nb + minor;
    stopped_at_.store(k, std::memory_order_release);
  }

  /// The finished part of a diagonal tile: everything, unless the factorisation stopped there.
  StoredTriangle<T> finished(Index k) const {
    StoredTriangle<T> triangle = diagonal(k);
    if (stopped_at_.load(std::memory_order_acquire) == k) triangle.n = info_ - 1 - k * plan_.nb;
    return triangle;
  }

  void pack_triangle(Index k, int task, int thread) const {
    if (const StoredTriangle<T> triangle = finished(k); triangle.n > 0)
      work(task, thread).pack_triangle(triangle, node(task).triangle(k), node(task).inverse(k));
  }

  void solve(Index k, Range rows, int task, int thread) const {
    if (const StoredTriangle<T> triangle = finished(k); triangle.n > 0)
      work(task, thread)
          .solve(triangle, node(task).triangle(k), node(task).inverse(k), rows.size(), at(rows.begin, k),
                 leading(), rows_of(task, rows.begin, k));
  }

  void pack(Index k, std::span<const Region> writes, int task, int thread) const {
    const Index depth = plan_.tile(k).size();
    for (const Region& written : writes) {
      const Range rows = written.rows;
      const T* const from = at(rows.begin, k);
      if (written.matrix == CholeskyMatrices::of_rows(task))
        work(task, thread).pack_rows(from, leading(), rows.size(), depth, rows_of(task, rows.begin, k));
      else
        work(task, thread).pack_columns(from, leading(), rows.size(), depth, columns_of(task, rows.begin, k));
    }
  }

  void update(Index k, Index j, Range rows, int task, int thread) const {
    const Index depth = plan_.tile(k).size();
    const TileWork<T> with = work(task, thread);
    const Range columns = plan_.tile(j);
    const T* const of_rows = rows_of(task, rows.begin, k);
    T* const c = at(rows.begin, j);
    const Index before = std::min(rows.begin, columns.end) - columns.begin;
    if (before > 0)
      with.update(of_rows, columns_of(task, columns.begin, k), rows.size(), before, depth, c, leading());
    if (rows.begin >= columns.end) return;
    T* const square = c + before * (with.is_lower() ? leading() : 1);
    with.update_triangle(of_rows, columns_of(task, rows.begin, k), rows.size(), depth, square, leading());
  }

  const CholeskyPlan& plan_;
  const StoredTriangle<T> a_;
  const Kernel<T>& kernel_;
  const FactorKernel<T>& factor_;
  std::vector<Index> place_;  ///< for each tile, its number among its owner's tiles
  std::deque<Node> nodes_;
  Index info_ = 0;
  std::atomic<Index> stopped_at_{std::numeric_limits<Index>::max()};
};

}  // namespace numapack
