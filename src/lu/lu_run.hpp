// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <deque>
#include <numeric>

#include "level3/run/macro_kernel.hpp"
#include "lu/factor_panel.hpp"
#include "lu/interchanges.hpp"
#include "lu/lu_node.hpp"
#include "lu/lu_problem.hpp"
#include "team/teams.hpp"

namespace numapack {

/// A factorisation while it runs. Made by the caller before the region, worked at by every thread of every
/// node that takes part. Threads of a node take the node's blocks as they come; a block sees the panels in
/// order; nobody waits for more than the panel and the block that the next update needs.
template <class T>
class LuRun {
 public:
  LuRun(const LuPlan& plan, const LuProblem<T>& problem, const Kernel<T>& kernel,
        const FactorKernel<T>& factor, WorkspacePool& workspaces, Trace* trace = nullptr,
        Patience patience = {})
      : plan_(plan),
        problem_(problem),
        kernel_(kernel),
        factor_(factor),
        patience_(patience),
        panels_(static_cast<std::size_t>(plan.panels)),
        updates_done_(plan.blocks.size()),
        rows_(static_cast<std::size_t>(problem.m)) {
    std::iota(rows_.begin(), rows_.end(), Index{0});
    for (LuPanel& panel : panels_) panel.pivots.reserve(static_cast<std::size_t>(plan.nb));
    for (std::size_t i = 0; i < plan.tasks.size(); ++i)
      nodes_.emplace_back(plan, static_cast<int>(i), workspaces, trace);
    for (Index step = 0; step < plan.panels; ++step) {
      LuPanel& panel = panels_[static_cast<std::size_t>(step)];
      panel.pivots.resize(static_cast<std::size_t>(plan.blocks[static_cast<std::size_t>(step)].size()));
      panel.interchanges.reserve(static_cast<Index>(panel.pivots.size()));
    }
    node_of(0).first.set_pieces(1);
  }

  /// The whole part of one thread of a task's node.
  void work(int task, int thread) {
    LuNode& node = nodes_[static_cast<std::size_t>(task)];
    if (node.first.take() == 0) {
      pack_panel(node, 0, thread);
      factor(node, 0, thread);
      node.first.finish();
    }
    for (Index step = 0; step < plan_.panels; ++step) take_part(node, step, thread);
    for (int piece = node.last.take(); piece >= 0; piece = node.last.take())
      reorder(node.owned[static_cast<std::size_t>(piece)], thread);
  }

  /// LAPACK's: 0, or the first column (from 1) whose pivot is zero.
  Index info() const {
    for (Index step = 0; step < plan_.panels; ++step) {
      const Index zero = panels_[static_cast<std::size_t>(step)].zero;
      if (zero >= 0) return block(step).begin + zero + 1;
    }
    return 0;
  }

 private:
  Range block(Index number) const { return plan_.blocks[static_cast<std::size_t>(number)]; }
  /// The one that owns a block.
  LuNode& node_of(Index number) {
    return nodes_[static_cast<std::size_t>(plan_.owner[static_cast<std::size_t>(number)])];
  }
  T* element(Index row, Index column) const { return problem_.a + row + column * problem_.lda; }

  PackedPanel<T> panel_of(const LuNode& node, Index step) const {
    T* const data = reinterpret_cast<T*>(static_cast<char*>(node.lease.data()) + node.layout.panel(step));
    const Range columns = block(step);
    return {data, problem_.m - columns.begin, columns.size(), kernel_.shape.mr};
  }
  T* scratch_of(const LuNode& node, int thread) const {
    return reinterpret_cast<T*>(static_cast<char*>(node.lease.data()) + node.layout.scratch(thread));
  }

  static Range share(const PackedPanel<T>& panel, Index part, Index parts) {
    return {panel.chunks() * part / parts, panel.chunks() * (part + 1) / parts};
  }

  void take_part(LuNode& node, Index step, int thread) {
    TicketCounter& pieces = node.pieces[static_cast<std::size_t>(step)];
    const Index first = node.first_behind[static_cast<std::size_t>(step)];
    const Index behind = static_cast<Index>(node.owned.size()) - first;
    const bool mine = node.owns(step);
    if (behind == 0 && !mine) return;
    panels_[static_cast<std::size_t>(step)].factored.wait_for(1, patience_);
    const PackedPanel<T> panel = panel_of(node, step);
    const Index shares = node.shares(step);
    if (!mine) fetch(node, step, panel, shares);
    for (int piece = pieces.take(); piece >= 0; piece = pieces.take()) {
      if (piece < behind) {
        update(node, first + piece, step, thread);
      } else {
        const Range chunks = share(panel, piece - behind, shares);
        panel.copy_out(chunks.begin, chunks.end, element(block(step).begin, block(step).begin), problem_.lda);
      }
      pieces.finish();
    }
  }

  /// A copy of another node's panel, once for all threads of this node.
  void fetch(LuNode& node, Index step, const PackedPanel<T>& panel, Index shares) {
    TicketCounter& copies = node.copies[static_cast<std::size_t>(step)];
    const PackedPanel<T> origin = panel_of(node_of(step), step);
    for (int piece = copies.take(); piece >= 0; piece = copies.take()) {
      wait_for_buffer(node, step);
      const Range chunks = share(panel, piece, shares);
      std::copy(origin.chunk(chunks.begin), origin.chunk(chunks.end), panel.chunk(chunks.begin));
      copies.finish();
    }
    copies.wait(patience_);
  }

  /// Returns when nobody needs what a buffer held before.
  void wait_for_buffer(LuNode& node, Index step) {
    const Index before = step - LuWorkspace::panel_buffers;
    if (before < 0) return;
    node.pieces[static_cast<std::size_t>(before)].wait(patience_);
    for (LuNode& other : nodes_) other.copies[static_cast<std::size_t>(before)].wait(patience_);
  }

  void pack_panel(LuNode& node, Index step, int thread) {
    const PackedPanel<T> panel = panel_of(node, step);
    wait_for_buffer(node, step);
    node.tracer.note(TraceRecord::What::pack_a, thread, {block(step).begin, problem_.m}, {}, block(step));
    kernel_.pack_a({element(block(step).begin, block(step).begin), 1, problem_.lda}, panel.rows,
                   panel.columns, panel.data);
  }

  void factor(LuNode& node, Index step, int thread) {
    LuPanel& result = panels_[static_cast<std::size_t>(step)];
    const PackedPanel<T> panel = panel_of(node, step);
    result.zero =
        PanelFactorisation<T>(kernel_, factor_, panel, result.pivots.data(), scratch_of(node, thread)).run();
    result.interchanges.set(result.pivots.data(), panel.columns, rows_.data());
    const Index begin = block(step).begin;
    for (Index i = 0; i < panel.columns; ++i)
      problem_.pivots[begin + i] = begin + result.pivots[static_cast<std::size_t>(i)] + 1;
    result.factored.advance();
  }

  /// A block meets the panel of this step: interchanges, U, and the rest of its rows. If it is the next
  /// panel, it is packed on the way and factored at once. If it is not, but the next panel is known already,
  /// its interchanges are done along with the update.
  void update(LuNode& node, Index place, Index step, int thread) {
    const Index j = node.owned[static_cast<std::size_t>(place)];
    EpochCounter& done = updates_done_[static_cast<std::size_t>(j)];
    done.wait_for(static_cast<std::uint32_t>(step), patience_);
    const PackedPanel<T> panel = panel_of(node, step);
    const Range columns = block(j);
    const Index row = block(step).begin, depth = panel.columns;
    T* const b = scratch_of(node, thread);
    solve_top(node, place, step, panel, b);
    if (panel.rows > depth)
      node.tracer.note(TraceRecord::What::panels, thread, {row + depth, problem_.m}, columns, block(step));
    if (j == step + 1 && j < plan_.panels) {
      pack_panel(node, j, thread);
      const PackedPanel<T> next = panel_of(node, j);
      update_rows(panel, b, columns.size(), next.data, kernel_.shape.mr, next.stride(), [](Range) {});
      factor(node, j, thread);
    } else if (panel.rows > depth) {
      T* const below = element(row + depth, columns.begin);
      char& parked = node.parked[static_cast<std::size_t>(place)];
      parked = step + 1 < plan_.panels && panels_[static_cast<std::size_t>(step + 1)].factored.reached(1);
      if (parked != 0)
        update_and_interchange(node, place, step, panel, b, below);
      else
        update_rows(panel, b, columns.size(), below, problem_.lda, kernel_.shape.mr, [](Range) {});
    }
    done.advance();
  }

  /// Rows are taken out for the next panel, and others put in their place, while they are in cache.
  void update_and_interchange(LuNode& node, Index place, Index step, const PackedPanel<T>& panel, T* b,
                              T* below) {
    const Interchanges& next = panels_[static_cast<std::size_t>(step + 1)].interchanges;
    const Index columns = block(node.owned[static_cast<std::size_t>(place)]).size(), nr = kernel_.shape.nr;
    const auto count = static_cast<Index>(next.source.size());
    T* const out = parked_of(node, place);
    T* const top = b + plan_.nb * round_up(plan_.nb, nr);
    bool have_top = false;
    update_rows(panel, b, columns, below, problem_.lda, kernel_.shape.mr, [&](Range rows) {
      if (rows.end < count) return;
      if (!have_top) kernel_.pack_b({below, problem_.lda, 1}, columns, count, top);
      have_top = true;
      interchange_rows(next, rows, below, problem_.lda, columns, nr, top, out);
    });
    interchange_top(next, columns, nr, top, out);
  }

  T* parked_of(const LuNode& node, Index place) const {
    return reinterpret_cast<T*>(static_cast<char*>(node.lease.data()) + node.layout.parked(place));
  }

  /// The rows of U: A's top rows interchanged, solved, and as packed panels of B.
  void solve_top(const LuNode& node, Index place, Index step, const PackedPanel<T>& panel, T* b) {
    const Range columns = block(node.owned[static_cast<std::size_t>(place)]);
    const Index nr = kernel_.shape.nr, depth = panel.columns;
    const bool parked = node.parked[static_cast<std::size_t>(place)] != 0;
    const T* from = parked_of(node, place);
    for (Index first = columns.begin; first < columns.end; first += nr, b += depth * nr, from += depth * nr) {
      const Index count = std::min(nr, columns.end - first);
      T* const top = element(block(step).begin, first);
      if (parked)
        std::copy_n(from, depth * nr, b);
      else
        interchange_into_panel(panels_[static_cast<std::size_t>(step)].interchanges, top, problem_.lda, count,
                               nr, b);
      factor_.solve(kernel_, panel.data, panel.stride(), depth, b);
      for (Index c = 0; c < count; ++c)
        for (Index i = 0; i < depth; ++i) top[i + c * problem_.lda] = b[i * nr + c];
    }
  }

  /// C -= L21 B below the panel's top, mc rows at a time. Columns of C are `leading` apart, tiles of mr rows
  /// `tile_step`: C is the user's matrix or a packed panel. `finished` hears of each range of rows (counted
  /// from below the top) that is complete. L comes by itself: asking for its next block ahead is slower
  /// (CL-188).
  template <class Finished>
  void update_rows(const PackedPanel<T>& panel, T* b, Index columns, T* c, Index leading, Index tile_step,
                   const Finished& finished) {
    const Index mr = kernel_.shape.mr, depth = panel.columns, rows = panel.rows - depth;
    const bool whole_tiles = tile_step != mr;
    for (Index i = 0; i < rows; i += plan_.mc) {
      const Range now{i, std::min(i + plan_.mc, rows)};
      macro_kernel(kernel_, {whole_tiles ? round_up(now.size(), mr) : now.size(), columns, depth,
                             panel.chunk((depth + i) / mr), b, T{-1}, T{1}, c + i / mr * tile_step, leading,
                             tile_step});
      finished(now);
    }
  }

  /// The interchanges of all later panels, at once, on the columns of L in a finished panel.
  void reorder(Index j, int thread) {
    LuNode& node = node_of(j);
    node.pieces[static_cast<std::size_t>(j)].wait(patience_);
    const Index begin = block(j).end, rows = problem_.m - begin;
    auto* const order = reinterpret_cast<Index*>(scratch_of(node, thread));
    T* const column = reinterpret_cast<T*>(order + round_up(rows, 8));
    std::iota(order, order + rows, Index{0});
    for (Index step = j + 1; step < plan_.panels; ++step) {
      LuPanel& panel = panels_[static_cast<std::size_t>(step)];
      panel.factored.wait_for(1, patience_);
      apply_to_order(panel.pivots.data(), static_cast<Index>(panel.pivots.size()),
                     order + block(step).begin - begin);
    }
    for (Index c = block(j).begin; c < block(j).end; ++c) {
      T* const from = element(begin, c);
      for (Index i = 0; i < rows; ++i) column[i] = from[order[i]];
      std::copy_n(column, rows, from);
    }
  }

  const LuPlan& plan_;
  const LuProblem<T>& problem_;
  const Kernel<T>& kernel_;
  const FactorKernel<T>& factor_;
  const Patience patience_;
  std::deque<LuPanel> panels_;
  std::deque<EpochCounter> updates_done_;  ///< of each block: panels that it has met
  std::vector<Index> rows_;                ///< an identity map; of whoever factors
  std::deque<LuNode> nodes_;
};

}  // namespace numapack
