// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/integer.hpp"
#include "lu/lu_plan.hpp"
#include "schedule/schedule.hpp"

namespace numapack {

/// The steps of a factorisation. Step::detail: the panel, and the block.
enum class LuStep : std::int16_t {
  transpose,          ///< two blocks of a square, each other's mirror image, in place
  copy_in,            ///< some rows of a block of the caller's matrix into its owner's copy
  factor,             ///< a panel, by all threads of a gang; the first one is packed before
  fetch,              ///< some rows of another node's panel into this node's buffer
  update,             ///< a whole block is updated with a panel
  update_and_factor,  ///< the next panel's block is updated with this panel, and factored at once
  solve_top,          ///< a block's interchanges for a panel, and its rows of U; of the next panel by a gang
  update_rows,        ///< some rows of a block below those; of the next panel packed on the way
  write_back,         ///< some rows of a panel into the matrix
  copy_out,           ///< some finished rows of a block from the copy into the caller's matrix
  laswp_left  ///< the interchanges of all later panels in some columns of a panel's L, and its way out
};

/// The matrices of its regions.
struct LuMatrices {
  static constexpr std::int32_t a = 0;  ///< by blocks of columns: the caller's matrix, or the owners' copies
  static constexpr std::int32_t l = 1;  ///< the same memory once its columns are factored
  static constexpr std::int32_t callers = 2;  ///< the caller's matrix: the source of `a`, and the result
  static constexpr std::int32_t u = 3;  ///< of each block, packed: its rows of U for the panel that it meets
  /// The buffers for packed panels of each task's node, whose rows are those of A.
  static constexpr std::int32_t panels(int task) { return 4 + task; }
};

/// Rows of a strip: the rows that a thread copies at a time, and updates if plan.strip says so.
Index strip_rows(const LuPlan& plan);

/// Whether a panel's buffer is written as a whole, by one node, not strip by strip.
inline bool panels_come_whole(const LuPlan& plan) { return plan.tasks.size() == 1 && plan.strip == 0; }

/// Columns of L that laswp takes at a time.
Index columns_of_piece(const LuPlan& plan);

/// Names the steps of a plan to emit(LuStep, {regions written}, {regions read}, panel, block), in the order
/// in which one thread does them.
template <class Emit>
class LuSteps {
 public:
  LuSteps(const LuPlan& plan, const Emit& emit)
      : plan_(plan),
        emit_(emit),
        rows_(plan.shape.m),
        count_(static_cast<Index>(plan.blocks.size())),
        strip_(strip_rows(plan)) {}

  /// A right-looking factorisation by blocks of columns (Golub and Van Loan, Matrix Computations, 4th ed.,
  /// section 3.2.11) whose next panel comes first (look-ahead of one: Strazdins, TR-CS-98-07, ANU 1998).
  void all() const {
    if (plan_.panels == 0) return;
    transpose(LuMatrices::a);
    copy_in(0);
    emit_(LuStep::factor, {buffer(owner(0), {0, rows_}, 0)}, {of_a({0, rows_}, 0)}, 0, 0);
    for (Index j = 1; j < count_; ++j) copy_in(j);
    for (Index p = 0; p < plan_.panels; ++p) {
      fetch(p);
      if (plan_.strip > 0) update_in_strips(p);
      for (Index j = p + 1; plan_.strip == 0 && j < count_; ++j) update_at_once(p, j);
      each_strip({block(p).begin, rows_}, [&](Range down) {
        emit_(LuStep::write_back, {{LuMatrices::l, down, block(p)}}, {buffer(owner(p), down, p)}, p, p);
      });
      copy_out({0, block(p).begin}, p);
    }
    for (Index j = plan_.panels; j < count_; ++j) copy_out({0, rows_}, j);
    for (Index j = 0; j < plan_.panels; ++j) laswp_left(j);
    transpose(LuMatrices::l);
  }

 private:
  Range block(Index j) const { return plan_.blocks[static_cast<std::size_t>(j)]; }
  int owner(Index j) const { return plan_.owner[static_cast<std::size_t>(j)]; }
  Region of_a(Range down, Index j) const { return {LuMatrices::a, down, block(j)}; }
  Region u(Index j) const { return {LuMatrices::u, {0, 1}, block(j)}; }
  Region buffer(int task, Range down, Index panel) const {
    const Index begin = panel % LuWorkspace::panel_buffers * plan_.nb;
    return {LuMatrices::panels(task), down, {begin, begin + block(panel).size()}};
  }
  /// A row's place in a buffer is the same for all panels. But in a narrow panel, the last one, micro-panels
  /// are closer: they overlap the rows above in other panels.
  Region shifted(int task, Range down, Index panel) const {
    if (block(panel).size() == plan_.nb) return {};
    Region before = buffer(task, {block(panel).begin, down.end}, panel);
    before.share = 0;
    return before;
  }

  template <class Body>
  void each_strip(Range down, const Body& body) const {
    for (Index begin = down.begin; begin < down.end;) {
      const Index end = std::min(down.end, (begin / strip_ + 1) * strip_);
      body(Range{begin, end});
      begin = end;
    }
  }

  /// From one corner to the other, so that successive steps share no block of columns; one thread does
  /// everything in one step.
  void transpose(std::int32_t matrix) const {
    if (!plan_.transposes_in_place()) return;
    if (plan_.caller_only) return emit_(LuStep::transpose, {{matrix, {0, rows_}, {0, rows_}}}, {}, -1, -1);
    for (Index sum = 0; sum < 2 * count_ - 1; ++sum)
      for (Index i = std::max<Index>(0, sum - count_ + 1); 2 * i <= sum; ++i) {
        const Region one{matrix, block(i), block(sum - i)}, other{matrix, block(sum - i), block(i)};
        emit_(LuStep::transpose, {one, 2 * i < sum ? other : Region{}}, {}, i, sum - i);
      }
  }

  void copy_in(Index j) const {
    if (!plan_.redeployed) return;
    each_strip({0, rows_}, [&](Range down) {
      emit_(LuStep::copy_in, {of_a(down, j)}, {{LuMatrices::callers, down, block(j)}}, -1, j);
    });
  }

  void copy_out(Range down_to, Index j) const {
    if (!plan_.redeployed) return;
    each_strip(down_to, [&](Range down) {
      emit_(LuStep::copy_out, {{LuMatrices::callers, down, block(j)}}, {of_a(down, j)}, -1, j);
    });
  }

  /// To each other node that has a block behind it.
  void fetch(Index p) const {
    for (int task = 0; task < static_cast<int>(plan_.tasks.size()); ++task) {
      bool is_reader = false;
      for (Index j = p + 1; j < count_; ++j) is_reader = is_reader || owner(j) == task;
      if (!is_reader || task == owner(p)) continue;
      each_strip({block(p).begin, rows_}, [&](Range down) {
        emit_(LuStep::fetch, {buffer(task, down, p), shifted(task, down, p)}, {buffer(owner(p), down, p)}, p,
              p);
      });
    }
  }

  bool is_next_panel(Index p, Index j) const { return j == p + 1 && j < plan_.panels; }

  /// The rows of a block that a panel's interchanges write: the rows of its top, and at most as many others,
  /// with which they are exchanged.
  Region moved_rows(Index p, Index j) const {
    Region moved = of_a({block(p).begin, rows_}, j);
    moved.share =
        std::min(1.0F, 2 * static_cast<float>(block(p).size()) / static_cast<float>(moved.rows.size()));
    return moved;
  }

  void update_at_once(Index p, Index j) const {
    const Range below{block(p).begin, rows_};
    if (is_next_panel(p, j))
      emit_(LuStep::update_and_factor, {moved_rows(p, j), buffer(owner(j), {block(j).begin, rows_}, j)},
            {of_a({block(j).begin, rows_}, j), buffer(owner(j), below, p)}, p, j);
    else
      emit_(LuStep::update, {of_a(below, j)}, {buffer(owner(j), below, p)}, p, j);
  }

  /// The next panel's block first, its top by all threads of the gang that will factor it: they have just
  /// met. Then the tops of all other blocks: threads without a strip of the panel's block work on these until
  /// the gang meets, and no thread waits for the top of the next strips.
  void update_in_strips(Index p) const {
    const bool has_next = is_next_panel(p, p + 1);
    const Index others = has_next ? p + 2 : p + 1;
    if (has_next) {
      solve_top(p, p + 1);
      update_strips(p, p + 1);
    }
    for (Index j = others; j < count_; ++j) solve_top(p, j);
    if (has_next)
      emit_(LuStep::factor, {buffer(owner(p + 1), {block(p + 1).begin, rows_}, p + 1)}, {}, p + 1, p + 1);
    for (Index j = others; j < count_; ++j) update_strips(p, j);
  }

  void solve_top(Index p, Index j) const {
    emit_(LuStep::solve_top, {moved_rows(p, j), u(j)}, {buffer(owner(j), block(p), p)}, p, j);
  }

  void update_strips(Index p, Index j) const {
    each_strip({block(p).end, rows_}, [&](Range down) {
      const Region l = buffer(owner(j), down, p);
      if (is_next_panel(p, j))
        emit_(LuStep::update_rows, {buffer(owner(j), down, j), shifted(owner(j), down, j)},
              {of_a(down, j), l, u(j)}, p, j);
      else
        emit_(LuStep::update_rows, {of_a(down, j)}, {l, u(j)}, p, j);
    });
  }

  /// The interchanges of later panels are known when the last panel is factored.
  void laswp_left(Index j) const {
    const Index last = plan_.panels - 1, piece = columns_of_piece(plan_);
    if (j == last && !plan_.redeployed) return;
    const Range down{block(j).begin, rows_};
    Region pivots = buffer(owner(last), {block(last).begin, rows_}, last);
    pivots.share = 0;
    for (Index begin = block(j).begin; begin < block(j).end; begin += piece) {
      const Range columns{begin, std::min(block(j).end, begin + piece)};
      Region l{LuMatrices::l, down, block(j)};
      l.share = static_cast<float>(columns.size()) / static_cast<float>(block(j).size());
      emit_(LuStep::laswp_left, {{LuMatrices::callers, down, columns}}, {l, pivots}, j, j);
    }
  }

  const LuPlan& plan_;
  const Emit& emit_;
  const Index rows_, count_, strip_;
};

/// The schedule of a plan on `teams` teams. Pure.
Schedule make_lu_schedule(const LuPlan& plan, std::size_t teams);

}  // namespace numapack
