// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/integer.hpp"
#include "lu/lu_plan.hpp"
#include "schedule/schedule.hpp"

namespace numapack {

/// What a factorisation is made of. Step::detail: the panel, and the block (of reorder: the panel's own).
enum class LuStep : std::int16_t {
  factor,             ///< the first panel
  fetch,              ///< some rows of another node's panel into this node's buffer
  update,             ///< a block meets a panel
  update_and_factor,  ///< the next panel meets this one, and is factored at once
  write_back,         ///< some rows of a panel into the matrix
  reorder             ///< the interchanges of all later panels in a panel's rows of L
};

/// The matrices of its regions: A by blocks of columns; L, the same memory once its columns are factored, by
/// strips of rows, too; and the buffers for packed panels of each task's node, whose rows are those of A.
struct LuMatrices {
  static constexpr std::int32_t a = 0, l = 1;
  static constexpr std::int32_t panels(int task) { return 2 + task; }
};

/// Rows of a strip: what a thread copies at a time.
inline Index strip_rows(const LuPlan& plan) {
  int most = 1;
  for (const LuTask& task : plan.tasks) most = std::max(most, task.threads);
  return std::max<Index>(1, divide_up(divide_up(plan.shape.m, Index{4} * most), plan.kernel.mr)) *
         plan.kernel.mr;
}

/// emit(LuStep, {regions written}, {regions read}, panel, block): all steps of a plan, in the order in which
/// one thread does them. A right-looking factorisation by blocks of columns (Golub and Van Loan, Matrix
/// Computations, 4th ed., section 3.2.11) whose next panel comes first (look-ahead of one: Strazdins,
/// TR-CS-98-07, ANU 1998).
template <class Emit>
void each_lu_step(const LuPlan& plan, const Emit& emit) {
  const Index rows = plan.shape.m, count = static_cast<Index>(plan.blocks.size()), strip = strip_rows(plan);
  const auto block = [&](Index j) { return plan.blocks[static_cast<std::size_t>(j)]; };
  const auto owner = [&](Index j) { return plan.owner[static_cast<std::size_t>(j)]; };
  const auto of_a = [&](Index j) { return Region{LuMatrices::a, {0, rows}, block(j)}; };
  const auto of_l = [&](Range down, Index j) { return Region{LuMatrices::l, down, block(j)}; };
  const auto buffer = [&](int task, Range down, Index panel) {
    const Index begin = panel % LuWorkspace::panel_buffers * plan.nb;
    return Region{LuMatrices::panels(task), down, {begin, begin + block(panel).size()}};
  };
  const auto each_strip = [&](Range down, const auto& body) {
    for (Index begin = down.begin; begin < down.end;) {
      const Index end = std::min(down.end, (begin / strip + 1) * strip);
      body(Range{begin, end});
      begin = end;
    }
  };
  if (plan.panels == 0) return;
  emit(LuStep::factor, {buffer(owner(0), {0, rows}, 0)}, {of_a(0)}, 0, 0);
  for (Index p = 0; p < plan.panels; ++p) {
    const Range below{block(p).begin, rows};
    for (int task = 0; task < static_cast<int>(plan.tasks.size()); ++task) {
      bool is_reader = false;
      for (Index j = p + 1; j < count; ++j) is_reader = is_reader || owner(j) == task;
      if (!is_reader || task == owner(p)) continue;
      each_strip(below, [&](Range down) {
        emit(LuStep::fetch, {buffer(task, down, p)}, {buffer(owner(p), down, p)}, p, p);
      });
    }
    for (Index j = p + 1; j < count; ++j) {
      if (j == p + 1 && j < plan.panels)
        emit(LuStep::update_and_factor, {of_a(j), buffer(owner(j), {block(j).begin, rows}, j)},
             {buffer(owner(j), below, p)}, p, j);
      else
        emit(LuStep::update, {of_a(j)}, {buffer(owner(j), below, p)}, p, j);
    }
    each_strip(below, [&](Range down) {
      emit(LuStep::write_back, {of_l(down, p)}, {buffer(owner(p), down, p)}, p, p);
    });
  }
  const Index last = plan.panels - 1;
  for (Index j = 0; j < last; ++j)
    emit(LuStep::reorder, {of_l({block(j).begin, rows}, j)},
         {buffer(owner(last), {block(last).begin, rows}, last)}, j, j);
}

/// The schedule of a plan on `teams` teams. Pure.
Schedule make_lu_schedule(const LuPlan& plan, std::size_t teams);

}  // namespace numapack
