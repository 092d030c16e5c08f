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
#include "panels/callers_matrix.hpp"

namespace numapack {

/// The kernels of a factorisation's steps (lu_schedule.hpp), and their shared state, made before the region.
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
    for (std::size_t i = 0; i < plan.tasks.size(); ++i) {
      nodes_.emplace_back(plan, static_cast<int>(i), workspaces, trace);
      gangs_.emplace_back(plan.tasks[i].gang);
    }
    for (Index step = 0; step < plan.panels; ++step) {
      LuPanel& panel = panels_[static_cast<std::size_t>(step)];
      panel.pivots.resize(static_cast<std::size_t>(plan.blocks[static_cast<std::size_t>(step)].size()));
      panel.interchanges.reserve(static_cast<Index>(panel.pivots.size()));
    }
  }

  /// Runs a thread's part of a step; j: the block. Scratch goes by the thread's number within the team.
  void operator()(LuStep what, Index step, Index j, const Region& written, int task, const StepPart& part) {
    LuNode& node = nodes_[static_cast<std::size_t>(task)];
    const Range rows = written.rows;
    switch (what) {
      case LuStep::transpose:
        return callers().transpose(rows, written.columns);
      case LuStep::copy_in:
        return callers().copy_in(rows, block(j), at(rows.begin, j), leading());
      case LuStep::factor:
        return factor(node, step, part, step == 0);
      case LuStep::fetch:
        return fetch(node, step, rows);
      case LuStep::update:
        return update(node, j, step, part.thread);
      case LuStep::update_and_factor:
        update_all_rows(node, j, step, part.thread);
        return factor(node, j, part, false);
      case LuStep::solve_top:
        return solve_top(node, j, step, panel_of(node, step), swapped_of(node, j), false, part);
      case LuStep::update_rows:
        return update_strip(node, j, step, part.thread, rows);
      case LuStep::write_back: {
        const Range own = micro_panels_of(step, rows);
        return panel_of(node, step).copy_out(own.begin, own.end, at(block(step).begin, step), leading());
      }
      case LuStep::copy_out:
        return callers().copy_out(rows, block(j), at(rows.begin, j), leading());
      case LuStep::laswp_left:
        return laswp_left(node, j, written.columns, part.thread);
    }
  }

  /// For another matrix of the same shape, to which the problem now refers.
  void restart() {
    for (LuPanel& panel : panels_) panel.is_factored.store(false, std::memory_order_relaxed);
    for (LuNode& node : nodes_) std::ranges::fill(node.swapped, char{0});
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
  CallersMatrix<T> callers() const { return {problem_.a, problem_.lda, plan_.transposes_by_copies()}; }
  Range block(Index number) const { return plan_.blocks[static_cast<std::size_t>(number)]; }
  LuNode& node_of(Index number) {
    return nodes_[static_cast<std::size_t>(plan_.owner[static_cast<std::size_t>(number)])];
  }
  /// An element of a block's first column, where the factorisation works on it, and the distance of columns.
  T* at(Index row, Index number) {
    if (!plan_.redeployed) return callers().at(row, block(number).begin);
    LuNode& node = node_of(number);
    return node.template piece<T>(node.layout.copy(node.places[static_cast<std::size_t>(number)])) + row;
  }
  Index leading() const { return plan_.redeployed ? nodes_.front().layout.leading : problem_.lda; }

  PackedPanel<T> panel_of(const LuNode& node, Index step) const {
    const Range columns = block(step);
    const Index above = panels_come_whole(plan_) ? 0 : columns.begin;
    return {node.template piece<T>(node.layout.panel(step)) + above * plan_.nb, problem_.m - columns.begin,
            columns.size(), kernel_.shape.mr};
  }
  T* scratch_of(const LuNode& node, int thread) const {
    return node.template piece<T>(node.layout.scratch(thread));
  }

  /// Of a panel, whose first row is that of its block.
  Range micro_panels_of(Index step, Range rows) const {
    const Index begin = block(step).begin, mr = kernel_.shape.mr;
    return {(rows.begin - begin) / mr, divide_up(rows.end - begin, mr)};
  }

  /// Some rows of another node's panel.
  void fetch(const LuNode& node, Index step, Range rows) {
    const PackedPanel<T> origin = panel_of(node_of(step), step);
    const Range own = micro_panels_of(step, rows);
    std::copy(origin.micro_panel(own.begin), origin.micro_panel(own.end),
              panel_of(node, step).micro_panel(own.begin));
  }

  /// Some micro-panels of a block into its panel.
  void pack_panel(const LuNode& node, Index step, int thread, Range own) {
    if (own.size() == 0) return;
    const PackedPanel<T> panel = panel_of(node, step);
    const Index first = block(step).begin + own.begin * panel.mr;
    const Range rows{first, std::min(problem_.m, block(step).begin + own.end * panel.mr)};
    node.tracer.note(TraceRecord::What::pack_a, thread, rows, {}, block(step));
    kernel_.pack_a({at(first, step), 1, leading()}, rows.size(), panel.columns, panel.micro_panel(own.begin));
  }

  void factor(const LuNode& node, Index step, const StepPart& part, bool packs) {
    LuPanel& result = panels_[static_cast<std::size_t>(step)];
    const PackedPanel<T> panel = panel_of(node, step);
    if (packs) pack_panel(node, step, part.thread, part.share_of(panel.micro_panels()));
    PanelGang<T>& gang = gangs_[static_cast<std::size_t>(plan_.owner[static_cast<std::size_t>(step)])];
    PanelFactorisation<T>(kernel_, factor_, panel, result.pivots.data(), scratch_of(node, part.thread), part,
                          gang, node.template piece<T>(node.layout.gang()))
        .run();
    if (part.part > 0) return;
    result.zero = gang.zero;
    result.interchanges.set(result.pivots.data(), panel.columns, rows_.data());
    const Index begin = block(step).begin;
    for (Index i = 0; i < panel.columns; ++i)
      problem_.pivots[begin + i] = begin + result.pivots[static_cast<std::size_t>(i)] + 1;
    result.is_factored.store(true, std::memory_order_release);
  }

  /// The next panel meets this one: interchanges, U, and the rest of its rows, packed on the way.
  void update_all_rows(const LuNode& node, Index j, Index step, int thread) {
    const PackedPanel<T> panel = panel_of(node, step);
    T* const b = scratch_of(node, thread);
    solve_top(node, j, step, panel, b, node.swapped[static_cast<std::size_t>(j)] != 0);
    update_into_panel(node, j, step, thread, {block(j).begin, problem_.m}, b);
  }

  /// Some rows of the next panel, which begin and end with its micro-panels.
  void update_into_panel(const LuNode& node, Index j, Index step, int thread, Range rows, T* b) {
    const PackedPanel<T> panel = panel_of(node, step), next = panel_of(node, j);
    note_update(node, j, step, thread, rows);
    pack_panel(node, j, thread, micro_panels_of(j, rows));
    update_rows(panel, b, block(j).size(), {rows.begin - block(j).begin, rows.end - block(j).begin},
                next.data, kernel_.shape.mr, next.stride(), [](Range) {});
  }

  /// Updates a block with the panel of this step. If the next panel is known, the update includes its
  /// interchanges.
  void update(LuNode& node, Index j, Index step, int thread) {
    const PackedPanel<T> panel = panel_of(node, step);
    const Index below = block(step).begin + panel.columns;
    T* const b = scratch_of(node, thread);
    char& swapped = node.swapped[static_cast<std::size_t>(j)];
    solve_top(node, j, step, panel, b, swapped != 0);
    if (below >= problem_.m) return;
    note_update(node, j, step, thread, {below, problem_.m});
    swapped = step + 1 < plan_.panels &&
              panels_[static_cast<std::size_t>(step + 1)].is_factored.load(std::memory_order_acquire);
    if (swapped != 0)
      update_and_interchange(node, j, step, panel, b, at(below, j));
    else
      update_rows(panel, b, block(j).size(), {0, problem_.m - below}, at(below, j), leading(),
                  kernel_.shape.mr, [](Range) {});
  }

  /// Updates some rows of a block with a panel, after the block's top.
  void update_strip(const LuNode& node, Index j, Index step, int thread, Range rows) {
    T* const b = swapped_of(node, j);
    if (j == step + 1 && j < plan_.panels) return update_into_panel(node, j, step, thread, rows, b);
    const Index below = block(step).end;
    note_update(node, j, step, thread, rows);
    update_rows(panel_of(node, step), b, block(j).size(), {rows.begin - below, rows.end - below},
                at(below, j), leading(), kernel_.shape.mr, [](Range) {});
  }

  void note_update(const LuNode& node, Index j, Index step, int thread, Range rows) {
    node.tracer.note(TraceRecord::What::panels, thread, rows, block(j), block(step));
  }

  /// Exchanges the next panel's pivot rows while they are in cache.
  void update_and_interchange(const LuNode& node, Index j, Index step, const PackedPanel<T>& panel, T* b,
                              T* below) {
    const Interchanges& next = panels_[static_cast<std::size_t>(step + 1)].interchanges;
    const Index columns = block(j).size(), nr = kernel_.shape.nr;
    const auto count = static_cast<Index>(next.source.size());
    T* const out = swapped_of(node, j);
    T* const top = b + plan_.nb * round_up(plan_.nb, nr);
    bool have_top = false;
    const Range all{0, panel.rows - panel.columns};
    update_rows(panel, b, columns, all, below, leading(), kernel_.shape.mr, [&](Range rows) {
      if (rows.end < count) return;
      if (!have_top) kernel_.pack_b({below, leading(), 1}, columns, count, top);
      have_top = true;
      interchange_rows(next, rows, below, leading(), columns, nr, top, out);
    });
    interchange_top(next, columns, nr, top, out);
  }

  T* swapped_of(const LuNode& node, Index j) const {
    return node.template piece<T>(node.layout.swapped(node.places[static_cast<std::size_t>(j)]));
  }

  /// The rows of U: A's top rows interchanged, unless already swapped, solved, and as packed panels of B.
  void solve_top(const LuNode& node, Index j, Index step, const PackedPanel<T>& panel, T* b, bool swapped,
                 const StepPart& part = {}) {
    const Index nr = kernel_.shape.nr, depth = panel.columns, columns = block(j).size();
    const Range own = part.share_of(divide_up(columns, nr));
    const T* from = swapped_of(node, j) + own.begin * depth * nr;
    b += own.begin * depth * nr;
    for (Index first = own.begin * nr; first < std::min(columns, own.end * nr);
         first += nr, b += depth * nr, from += depth * nr) {
      const Index count = std::min(nr, columns - first);
      T* const top = at(block(step).begin, j) + first * leading();
      if (swapped)
        std::copy_n(from, depth * nr, b);
      else
        interchange_into_panel(panels_[static_cast<std::size_t>(step)].interchanges, top, leading(), count,
                               nr, b);
      factor_.solve(kernel_, panel.data, panel.stride(), depth, b);
      for (Index c = 0; c < count; ++c)
        for (Index i = 0; i < depth; ++i) top[i + c * leading()] = b[i * nr + c];
    }
  }

  /// C -= L21 B in these rows from the panel's top, mc at a time. `leading`, `tile_step`: from column to
  /// column of C, from tile to tile. `finished`: called for each complete range. No prefetch of L (CL-188).
  template <class Finished>
  void update_rows(const PackedPanel<T>& panel, T* b, Index columns, Range rows, T* c, Index leading,
                   Index tile_step, const Finished& finished) {
    const Index mr = kernel_.shape.mr, depth = panel.columns;
    const bool whole_tiles = tile_step != mr;
    for (Index i = rows.begin; i < rows.end; i += plan_.mc) {
      const Range now{i, std::min(i + plan_.mc, rows.end)};
      macro_kernel(kernel_, {whole_tiles ? round_up(now.size(), mr) : now.size(), columns, depth,
                             panel.micro_panel((depth + i) / mr), b, T{-1}, T{1}, c + i / mr * tile_step,
                             leading, tile_step});
      finished(now);
    }
  }

  /// All later panels' interchanges in some columns of a finished panel's L; copies go to the caller's
  /// matrix.
  void laswp_left(const LuNode& node, Index j, Range columns, int thread) {
    const Index begin = plan_.redeployed ? block(j).begin : block(j).end, rows = problem_.m - begin;
    auto* const order = reinterpret_cast<Index*>(scratch_of(node, thread));
    std::iota(order, order + rows, Index{0});
    for (Index step = j + 1; step < plan_.panels; ++step) {
      const LuPanel& panel = panels_[static_cast<std::size_t>(step)];
      apply_to_order(panel.pivots.data(), static_cast<Index>(panel.pivots.size()),
                     order + block(step).begin - begin);
    }
    T* const copy = reinterpret_cast<T*>(order + round_up(rows, 8));
    const Index together = laswp_columns(plan_);
    for (Index c = columns.begin; c < columns.end; c += together) {
      const Range now{c, std::min(columns.end, c + together)};
      T* const from = at(begin, j) + (c - block(j).begin) * leading();
      for (Index k = 0; k < now.size(); ++k)
        for (Index i = 0; i < rows; ++i) copy[i + k * rows] = from[order[i] + k * leading()];
      if (plan_.redeployed)
        callers().copy_out({begin, problem_.m}, now, copy, rows);
      else
        std::copy_n(copy, rows, from);
    }
  }

  const LuPlan& plan_;
  const LuProblem<T>& problem_;
  const Kernel<T>& kernel_;
  const FactorKernel<T>& factor_;
  std::deque<LuPanel> panels_;
  std::vector<Index> rows_;  ///< an identity map; of whoever factors
  std::deque<LuNode> nodes_;
  std::deque<PanelGang<T>> gangs_;  ///< of each task
};

}  // namespace numapack
