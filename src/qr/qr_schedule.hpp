// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "qr/qr_plan.hpp"
#include "schedule/recorder.hpp"

namespace numapack {

/// The steps of a factorisation. Step::detail: the panel, and the block.
enum class QrStep : std::int16_t {
  copy_in,  ///< a piece of a block of the caller's matrix into its owner's copy
  factor,   ///< a panel into V, T, and R and the reflectors in its block, by all threads of a gang
  pack,     ///< a panel's V^H, V and T^H for a node, by its threads, each some rows
  update,   ///< a piece of a block, or of a group of blocks from this one on, is updated with a panel
  copy_out  ///< a finished piece from the copy into the caller's matrix
};

/// The matrices of its regions.
struct QrMatrices {
  static constexpr std::int32_t a = 0;        ///< by pieces: the caller's matrix, or the owners' copies
  static constexpr std::int32_t callers = 1;  ///< the caller's matrix, where `a` holds copies
  /// The buffers for panels of each task's node: V, whose rows are those of A, with T below; and packed.
  static constexpr std::int32_t dense(int task) { return 2 + 2 * task; }
  static constexpr std::int32_t packed(int task) { return 3 + 2 * task; }
  static constexpr std::size_t task_of(std::int32_t buffers) {
    return static_cast<std::size_t>((buffers - dense(0)) / 2);
  }
};

/// Names the steps of a plan to emit(QrStep, {regions written}, {regions read}, panel, block), in the order
/// in which one thread does them.
template <class Emit>
class QrSteps {
 public:
  QrSteps(const QrPlan& plan, const Emit& emit)
      : plan_(plan), emit_(emit), rows_(plan.shape.m), count_(static_cast<Index>(plan.blocks.size())) {}

  /// A right-looking factorisation by blocks of columns, the next panel first (see LuSteps); with one thread,
  /// which gains nothing by that, the next panel last.
  void all() const {
    if (plan_.panels == 0) return;
    const bool looks_ahead = !plan_.caller_only;
    copy(QrStep::copy_in, 0);
    factor(0);
    for (Index j = 1; j < count_; ++j) copy(QrStep::copy_in, j);
    for (Index p = 0; p < plan_.panels; ++p) {
      pack(p);
      const bool is_last = p + 1 == plan_.panels;
      if (looks_ahead && !is_last) {
        update_ahead(p);
      } else {
        update_from(p, p + 1);
        if (!is_last) factor(p + 1);
      }
      copy(QrStep::copy_out, p);
    }
    for (Index j = plan_.panels; j < count_; ++j) copy(QrStep::copy_out, j);
  }

 private:
  int owner(Index j) const { return plan_.owner[static_cast<std::size_t>(j)]; }
  Range buffer(Index panel) const {
    const Index begin = panel % plan_.buffers * plan_.nb;
    return {begin, begin + plan_.block(panel).size()};
  }
  Region dense(int task, Index panel) const {
    return {QrMatrices::dense(task), {plan_.block(panel).begin, rows_ + plan_.nb}, buffer(panel)};
  }
  Region packed(int task, Index panel) const {
    return {QrMatrices::packed(task), {plan_.block(panel).begin, rows_}, buffer(panel)};
  }

  template <class Body>
  void each_piece(Index j, const Body& body) const {
    for (Index piece = 0; piece < plan_.pieces(j); ++piece)
      if (const Range columns = plan_.columns_of_piece(j, piece); columns.size() > 0) body(columns);
  }

  void copy(QrStep which, Index j) const {
    if (!plan_.redeployed) return;
    each_piece(j, [&](Range columns) {
      const Region callers{QrMatrices::callers, {0, rows_}, columns}, a{QrMatrices::a, {0, rows_}, columns};
      if (which == QrStep::copy_in)
        emit_(which, {a}, {callers}, -1, j);
      else
        emit_(which, {callers}, {a}, -1, j);
    });
  }

  void factor(Index p) const {
    emit_(QrStep::factor,
          {dense(owner(p), p), {QrMatrices::a, {plan_.block(p).begin, rows_}, plan_.block(p)}}, {}, p, p);
  }

  /// For each node that has a block to its right.
  void pack(Index p) const {
    for (int task = 0; task < static_cast<int>(plan_.tasks.size()); ++task) {
      bool is_reader = false;
      for (Index j = p + 1; j < count_; ++j) is_reader = is_reader || owner(j) == task;
      if (is_reader) emit_(QrStep::pack, {packed(task, p)}, {dense(owner(p), p)}, p, p);
    }
  }

  void update(Index p, Index j) const {
    each_piece(j, [&](Range columns) { update(p, j, columns); });
  }
  void update(Index p, Index j, Range columns) const {
    emit_(QrStep::update, {{QrMatrices::a, {plan_.block(p).begin, rows_}, columns}}, {packed(owner(j), p)}, p,
          j);
  }

  /// The next panel's block; then as many pieces of other blocks as its node has free threads, so that these
  /// have work until the gang meets; then the panel, and the rest.
  void update_ahead(Index p) const {
    update(p, p + 1);
    const int own = owner(p + 1);
    const PanelTask& task = plan_.tasks[static_cast<std::size_t>(own)];
    Index idle = task.gang > 1 ? task.threads - plan_.pieces(p + 1) : 0;
    bool is_factored = false;
    each_update(p + 2, [&](Index j, Range columns) {
      if (!is_factored && idle <= 0) factor(p + 1), is_factored = true;
      update(p, j, columns);
      if (owner(j) == own) --idle;
    });
    if (!is_factored) factor(p + 1);
  }

  void update_from(Index p, Index first) const {
    each_update(first, [&](Index j, Range columns) { update(p, j, columns); });
  }

  /// body(block, columns) for all blocks from this one on, by pieces or by groups.
  template <class Body>
  void each_update(Index first, const Body& body) const {
    if (plan_.group == 0 || first >= count_) {
      for (Index j = first; j < count_; ++j) each_piece(j, [&](Range columns) { body(j, columns); });
      return;
    }
    const Index end = plan_.shape.n;
    for (Index begin = plan_.block(first).begin; begin < end; begin += plan_.group)
      body(first, Range{begin, std::min(end, begin + plan_.group)});
  }

  const QrPlan& plan_;
  const Emit& emit_;
  const Index rows_, count_;
};

/// The schedule of a plan on `teams` teams. Pure.
Schedule make_qr_schedule(const QrPlan& plan, std::size_t teams);

}  // namespace numapack
