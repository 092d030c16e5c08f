// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <deque>
#include <numeric>

#include "level3/run/macro_kernel.hpp"
#include "lu/factor_panel.hpp"
#include "lu/interchanges.hpp"
#include "lu/lu_node.hpp"
#include "lu/lu_problem.hpp"
#include "lu/lu_schedule.hpp"

namespace numapack {

/// The kernels of a factorisation's steps (lu_schedule.hpp), and what they share. Made by the caller before
/// the region; the schedule says which threads do what when.
template <class T>
class LuRun {
 public:
  LuRun(const LuPlan& plan, const LuProblem<T>& problem, const Kernel<T>& kernel,
        const FactorKernel<T>& factor, WorkspacePool& workspaces, Trace* trace = nullptr)
      : plan_(plan),
        problem_(problem),
        kernel_(kernel),
        factor_(factor),
        panels_(static_cast<std::size_t>(plan.panels)),
        rows_(static_cast<std::size_t>(problem.m)) {
    std::iota(rows_.begin(), rows_.end(), Index{0});
    for (std::size_t i = 0; i < plan.tasks.size(); ++i)
      nodes_.emplace_back(plan, static_cast<int>(i), workspaces, trace);
    for (Index step = 0; step < plan.panels; ++step) {
      LuPanel& panel = panels_[static_cast<std::size_t>(step)];
      panel.pivots.resize(static_cast<std::size_t>(plan.blocks[static_cast<std::size_t>(step)].size()));
      panel.interchanges.reserve(static_cast<Index>(panel.pivots.size()));
    }
  }

  /// Does a step by one thread, who has scratch of its own by its number within the team.
  void operator()(LuStep what, Index step, Index j, Range rows, int task, int thread) {
    LuNode& node = nodes_[static_cast<std::size_t>(task)];
    switch (what) {
      case LuStep::factor:
        pack_panel(node, step, thread);
        factor(node, step, thread);
        break;
      case LuStep::fetch:
        fetch(node, step, rows);
        break;
      case LuStep::update:
      case LuStep::update_and_factor:
        update(node, j, step, thread, what == LuStep::update_and_factor);
        break;
      case LuStep::write_back: {
        const Range chunks = chunks_of(step, rows);
        panel_of(node, step)
            .copy_out(chunks.begin, chunks.end, element(block(step).begin, block(step).begin), problem_.lda);
        break;
      }
      case LuStep::reorder:
        reorder(node, j, thread);
        break;
    }
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

  /// Of a panel, whose first row is that of its block.
  Range chunks_of(Index step, Range rows) const {
    const Index begin = block(step).begin, mr = kernel_.shape.mr;
    return {(rows.begin - begin) / mr, divide_up(rows.end - begin, mr)};
  }

  /// Some rows of another node's panel.
  void fetch(const LuNode& node, Index step, Range rows) {
    const PackedPanel<T> origin = panel_of(node_of(step), step);
    const Range chunks = chunks_of(step, rows);
    std::copy(origin.chunk(chunks.begin), origin.chunk(chunks.end), panel_of(node, step).chunk(chunks.begin));
  }

  void pack_panel(LuNode& node, Index step, int thread) {
    const PackedPanel<T> panel = panel_of(node, step);
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
    result.is_factored.store(true, std::memory_order_release);
  }

  /// A block meets the panel of this step: interchanges, U, and the rest of its rows. If it is the next
  /// panel, it is packed on the way and factored at once. If it is not, but the next panel is known already,
  /// its interchanges are done along with the update.
  void update(LuNode& node, Index j, Index step, int thread, bool factors) {
    const PackedPanel<T> panel = panel_of(node, step);
    const Range columns = block(j);
    const Index row = block(step).begin, depth = panel.columns;
    T* const b = scratch_of(node, thread);
    solve_top(node, j, step, panel, b);
    if (panel.rows > depth)
      node.tracer.note(TraceRecord::What::panels, thread, {row + depth, problem_.m}, columns, block(step));
    if (factors) {
      pack_panel(node, j, thread);
      const PackedPanel<T> next = panel_of(node, j);
      update_rows(panel, b, columns.size(), next.data, kernel_.shape.mr, next.stride(), [](Range) {});
      factor(node, j, thread);
    } else if (panel.rows > depth) {
      T* const below = element(row + depth, columns.begin);
      char& parked = node.parked[static_cast<std::size_t>(j)];
      parked = step + 1 < plan_.panels &&
               panels_[static_cast<std::size_t>(step + 1)].is_factored.load(std::memory_order_acquire);
      if (parked != 0)
        update_and_interchange(node, j, step, panel, b, below);
      else
        update_rows(panel, b, columns.size(), below, problem_.lda, kernel_.shape.mr, [](Range) {});
    }
  }

  /// Rows are taken out for the next panel, and others put in their place, while they are in cache.
  void update_and_interchange(const LuNode& node, Index j, Index step, const PackedPanel<T>& panel, T* b,
                              T* below) {
    const Interchanges& next = panels_[static_cast<std::size_t>(step + 1)].interchanges;
    const Index columns = block(j).size(), nr = kernel_.shape.nr;
    const auto count = static_cast<Index>(next.source.size());
    T* const out = parked_of(node, j);
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

  T* parked_of(const LuNode& node, Index j) const {
    return reinterpret_cast<T*>(static_cast<char*>(node.lease.data()) +
                                node.layout.parked(node.places[static_cast<std::size_t>(j)]));
  }

  /// The rows of U: A's top rows interchanged, solved, and as packed panels of B.
  void solve_top(const LuNode& node, Index j, Index step, const PackedPanel<T>& panel, T* b) {
    const Range columns = block(j);
    const Index nr = kernel_.shape.nr, depth = panel.columns;
    const bool parked = node.parked[static_cast<std::size_t>(j)] != 0;
    const T* from = parked_of(node, j);
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
  void reorder(const LuNode& node, Index j, int thread) {
    const Index begin = block(j).end, rows = problem_.m - begin;
    auto* const order = reinterpret_cast<Index*>(scratch_of(node, thread));
    T* const column = reinterpret_cast<T*>(order + round_up(rows, 8));
    std::iota(order, order + rows, Index{0});
    for (Index step = j + 1; step < plan_.panels; ++step) {
      const LuPanel& panel = panels_[static_cast<std::size_t>(step)];
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
  std::deque<LuPanel> panels_;
  std::vector<Index> rows_;  ///< an identity map; of whoever factors
  std::deque<LuNode> nodes_;
};

}  // namespace numapack
