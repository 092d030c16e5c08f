// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "lapack/cholesky_owners.hpp"
#include "schedule/schedule.hpp"

namespace numapack {

/// The steps of a factorisation. Step::detail: the column of tiles that is read, and the one that is written.
enum class CholeskyStep : std::int16_t {
  copy_in,        ///< some rows of a tile of the caller's matrix into its owner's copy
  factor,         ///< a tile on the diagonal
  pack_triangle,  ///< for the tiles of its column that a node owns
  solve,          ///< some rows of a column below its diagonal, left as an operand of their rows
  pack,           ///< some of these rows as operands for another node's tiles, or for a column's
  update,         ///< some rows of a tile, less a product of two of these operands
  copy_out        ///< some finished rows of a tile from the copy into the caller's matrix
};

/// The matrices of its regions, in terms of L.
struct CholeskyMatrices {
  static constexpr std::int32_t a = 0;        ///< the caller's matrix, or the owners' copies
  static constexpr std::int32_t callers = 1;  ///< the caller's matrix, where `a` holds copies
  static constexpr int kinds_a_task = 3;
  /// Of each task's node, for one of its buffers: rows of a column of L as operands of the tiles in their
  /// row, and of those in the column of their number; a triangle.
  static constexpr std::int32_t of_rows(int task) { return 2 + kinds_a_task * task; }
  static constexpr std::int32_t of_columns(int task) { return 3 + kinds_a_task * task; }
  static constexpr std::int32_t triangle(int task) { return 4 + kinds_a_task * task; }
};

/// Names the steps of a plan to emit(CholeskyStep, {regions written}, {regions read}, column, column
/// written), in the order in which one thread does them.
template <class Emit>
class CholeskySteps {
 public:
  CholeskySteps(const CholeskyPlan& plan, const Emit& emit)
      : plan_(plan), emit_(emit), tiles_(plan.tiles()), meeting_(plan) {}

  /// The right-looking factorisation by tiles (Buttari, Langou, Kurzak and Dongarra, Parallel Computing 35,
  /// 2009, section 3.1), the next column first.
  void all() const {
    if (tiles_ == 0) return;
    copy_in(0);
    factor(0);
    for (Index j = 1; j < tiles_; ++j) copy_in(j);
    for (Index k = 0; k < tiles_; ++k) {
      solve(k);
      for (Index j = k + 1; j < tiles_; ++j) update(k, j);
      copy_out(k);
    }
  }

 private:
  Range tile(Index number) const { return plan_.tile(number); }
  Region of_a(Range down, Index j) const { return {CholeskyMatrices::a, down, tile(j)}; }
  Region packed(std::int32_t matrix, Range down, Index column) const {
    const Index buffer = column % CholeskyWorkspace::buffers;
    return {matrix, down, {buffer, buffer + 1}};
  }
  Region of_rows(int task, Range down, Index column) const {
    return packed(CholeskyMatrices::of_rows(task), down, column);
  }
  Region of_columns(int task, Range down, Index column) const {
    return packed(CholeskyMatrices::of_columns(task), down, column);
  }
  Region triangle(int task, Index column) const {
    return packed(CholeskyMatrices::triangle(task), {0, 1}, column);
  }

  template <class Body>
  void each_strip(Range down, const Body& body) const {
    for (Index begin = down.begin; begin < down.end; begin += plan_.strip)
      body(Range{begin, std::min(down.end, begin + plan_.strip)});
  }
  Index row_of(Range strip) const { return strip.begin / plan_.nb; }

  void copy_in(Index j) const {
    if (!plan_.redeployed) return;
    each_strip({tile(j).begin, plan_.call.n}, [&](Range down) {
      emit_(CholeskyStep::copy_in, {of_a(down, j)}, {of_callers(down, j)}, -1, j);
    });
  }
  void copy_out(Index j) const {
    if (!plan_.redeployed) return;
    each_strip({tile(j).begin, plan_.call.n}, [&](Range down) {
      emit_(CholeskyStep::copy_out, {of_callers(down, j)}, {of_a(down, j)}, -1, j);
    });
  }
  /// The triangle of a tile on the diagonal.
  Region of_callers(Range down, Index j) const {
    return {CholeskyMatrices::callers, down, tile(j), row_of(down) == j ? 0.5F : 1.0F};
  }

  void factor(Index k) const { emit_(CholeskyStep::factor, {of_a(tile(k), k)}, {}, k, k); }

  /// The tiles below the diagonal of a column, and their copies for the nodes that need them.
  void solve(Index k) const {
    const Range below{tile(k).end, plan_.call.n};
    for (int task = 0; task < static_cast<int>(plan_.tasks.size()); ++task) {
      bool solves = false;
      for (Index i = k + 1; i < tiles_; ++i) solves = solves || plan_.owner_of(i, k) == task;
      if (solves) emit_(CholeskyStep::pack_triangle, {triangle(task, k)}, {of_a(tile(k), k)}, k, k);
    }
    each_strip(below, [&](Range down) {
      const int owner = plan_.owner_of(row_of(down), k);
      emit_(CholeskyStep::solve, {of_a(down, k), of_rows(owner, down, k)}, {triangle(owner, k)}, k, k);
    });
    each_strip(below, [&](Range down) {
      for (int task = 0; task < static_cast<int>(plan_.tasks.size()); ++task) pack(task, down, k);
    });
  }

  void pack(int task, Range down, Index k) const {
    const Meets meets = meeting_.of(task, row_of(down), k);
    const bool as_row = meets.as_row && task != plan_.owner_of(row_of(down), k);
    const Region rows = of_rows(task, down, k), columns = of_columns(task, down, k);
    if (as_row && meets.as_column)
      emit_(CholeskyStep::pack, {rows, columns}, {of_a(down, k)}, k, k);
    else if (as_row || meets.as_column)
      emit_(CholeskyStep::pack, {as_row ? rows : columns}, {of_a(down, k)}, k, k);
  }

  /// The tile on the diagonal comes first, and, if it is the next column's, is factored at once.
  void update(Index k, Index j) const {
    each_strip({tile(j).begin, plan_.call.n}, [&](Range down) {
      const int owner = plan_.owner_of(row_of(down), j);
      const Range columns{tile(j).begin, std::min(tile(j).end, down.end)};
      emit_(CholeskyStep::update, {{CholeskyMatrices::a, down, columns, row_of(down) == j ? 0.5F : 1.0F}},
            {of_rows(owner, down, k), of_columns(owner, columns, k)}, k, j);
      if (j == k + 1 && down.end == tile(j).end) factor(j);
    });
  }

  const CholeskyPlan& plan_;
  const Emit& emit_;
  const Index tiles_;
  const MeetingTiles meeting_;
};

/// The schedule of a plan on `teams` teams. Pure.
Schedule make_cholesky_schedule(const CholeskyPlan& plan, std::size_t teams);

}  // namespace numapack
