// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <deque>

#include "kernel/choices.hpp"
#include "level3/call/packing.hpp"
#include "level3/run/macro_kernel.hpp"
#include "level3/run/trace.hpp"
#include "panels/callers_matrix.hpp"
#include "qr/qr.hpp"
#include "qr/qr_schedule.hpp"
#include "qr/reflectors/panel_gang.hpp"
#include "runtime/workspace.hpp"

namespace numapack {

/// The kernels of a factorisation's steps (qr_schedule.hpp), and what they share. Made by the caller before
/// the region; the schedule says which threads do what when.
template <class T>
class QrRun {
 public:
  QrRun(const QrPlan& plan, const QrProblem<T>& problem, const Kernel<T>& kernel,
        const FactorKernel<T>& factor, WorkspacePool& workspaces, Trace* trace)
      : plan_(plan), problem_(problem), kernel_(kernel), factor_(factor), stopped_at_(plan.panels) {
    for (int task = 0; task < static_cast<int>(plan.tasks.size()); ++task)
      nodes_.emplace_back(plan, task, workspaces, trace);
  }

  /// Does a thread's part of a step, which writes this first; j: the block. The thread has scratch of its own
  /// by its number within the team.
  void operator()(QrStep what, Index p, Index j, const Region& written, int task, const StepPart& part) {
    Node& node = nodes_[static_cast<std::size_t>(task)];
    const Range columns = written.columns;
    switch (what) {
      case QrStep::copy_in:
        return callers().copy_in({0, problem_.m}, columns, at(0, columns.begin, j), leading());
      case QrStep::factor:
        if (p < stopped_at()) factor(node, p, part);
        return;
      case QrStep::pack:
        if (p < stopped_at()) pack(node, p, part);
        return;
      case QrStep::update:
        if (p < stopped_at()) update(node, p, j, columns, part.thread);
        return;
      case QrStep::copy_out:
        return callers().copy_out({0, problem_.m}, columns, at(0, columns.begin, j), leading());
    }
  }

  /// The panels that are factored: those before the first with something that is not finite. It and all
  /// behind it have met these alone.
  Index stopped_at() const { return stopped_at_.load(std::memory_order_acquire); }

 private:
  /// What the threads of one node share.
  struct Node {
    Node(const QrPlan& plan, int number, WorkspacePool& workspaces, Trace* trace)
        : Node(plan, number, plan.tasks[static_cast<std::size_t>(number)], workspaces, trace) {}
    Node(const QrPlan& plan, int number, const PanelTask& task, WorkspacePool& workspaces, Trace* trace)
        : tracer{trace, task.node},
          layout(qr_workspace_of(plan, task)),
          lease(workspaces, task.memory_node, task.workspace_bytes),
          places(columns_before(plan, number)) {
      tracer.note_lease(task.workspace_bytes);
    }
    T* piece(std::size_t begin) const { return static_cast<T*>(lease.data()) + begin; }

    const Tracer tracer;
    const QrWorkspace layout;
    const WorkspacePool::Lease lease;
    const std::vector<Index> places;
    ReflectorGang<T> gang;
  };

  CallersMatrix<T> callers() const { return {problem_.a, problem_.lda, plan_.shape.by_rows}; }
  Node& node_of(Index block) {
    return nodes_[static_cast<std::size_t>(plan_.owner[static_cast<std::size_t>(block)])];
  }
  /// An element of a block where it is worked on, and how far columns are apart there.
  T* at(Index row, Index column, Index j) {
    if (!plan_.redeployed) return callers().at(row, column);
    const Node& node = node_of(j);
    return node.piece(node.layout.copy(node.places[static_cast<std::size_t>(j)])) + row +
           (column - plan_.block(j).begin) * leading();
  }
  Index leading() const { return plan_.redeployed ? nodes_.front().layout.leading : problem_.lda; }

  T* v_of(const Node& node, Index p) const { return node.piece(node.layout.dense(p)); }
  T* t_of(const Node& node, Index p) const {
    return v_of(node, p) + round_up(node.layout.ldv * plan_.nb, 64);
  }

  void factor(Node& node, Index p, const StepPart& part) {
    const Range columns = plan_.block(p);
    const Index rows = problem_.m - columns.begin, wide = node.layout.wide;
    T* const packed_a = node.piece(node.layout.scratch(part.thread));
    const RowProducts<T> products(kernel_, factor_, plan_.kc, packed_a,
                                  packed_a + round_up(std::max(wide, plan_.nb) * plan_.kc, 64));
    const GangPanel<T> panel{
        rows,
        columns.size(),
        at(columns.begin, columns.begin, p),
        leading(),
        v_of(node, p),
        node.layout.ldv,
        t_of(node, p),
        node.layout.ldt,
        plan_.sum_rows,
        node.piece(node.layout.gang()),
        PanelSums(divide_up(problem_.m, plan_.sum_rows), plan_.nb, row_unit(plan_.kernel)),
        problem_.tau + columns.begin};
    const bool done = PanelReflection<T>(factor_, products, panel, node.gang, part, p).factor();
    if (!done && part.part == 0) stopped_at_.store(p, std::memory_order_release);
  }

  /// Some blocks of rows of V, as it is and adjoint, from its owner; and, by the first thread, T^H.
  void pack(const Node& node, Index p, const StepPart& part) {
    constexpr bool conjugate = !std::is_floating_point_v<T>;
    const Node& owner = node_of(p);
    const Index rows = problem_.m - plan_.block(p).begin, width = plan_.block(p).size();
    const Index ldv = owner.layout.ldv, ldt = owner.layout.ldt, wide = round_up(width, kernel_.shape.mr);
    T* const to = node.piece(node.layout.packed(p));
    const Range blocks = part.share_of(divide_up(rows, plan_.kc));
    for (Index block = blocks.begin; block < blocks.end; ++block) {
      const Index first = block * plan_.kc, count = std::min(plan_.kc, rows - first);
      const T* const v = v_of(owner, p) + first;
      kernel_.pack_a({v, ldv, 1, conjugate}, width, count, to + first * wide);
      kernel_.pack_a({v, 1, ldv}, count, width, to + node.layout.v + first * width);
      node.tracer.note(TraceRecord::What::pack_a, part.thread,
                       {problem_.m - rows + first, problem_.m - rows + first + count}, {}, plan_.block(p));
    }
    if (part.part == 0) kernel_.pack_a({t_of(owner, p), ldt, 1, conjugate}, width, width, to + node.layout.t);
  }

  /// C -= V T^H V^H C in some columns.
  void update(const Node& node, Index p, Index j, Range columns, int thread) {
    const Index begin = plan_.block(p).begin, width = plan_.block(p).size();
    const Index rows = problem_.m - begin, count = columns.size(), mr = kernel_.shape.mr;
    const Index wide = round_up(width, mr), ldw = node.layout.wide;
    node.tracer.note(TraceRecord::What::panels, thread, {begin, problem_.m}, columns, plan_.block(p));
    T* const c = at(begin, columns.begin, j);
    const T* const packed = node.piece(node.layout.packed(p));
    T* const w = node.piece(node.layout.scratch(thread));
    T* const other = w + node.layout.products / 2;
    T* const b = w + node.layout.products;
    Problem<T> product;
    product.b = c, product.ldb = leading();
    const Index together = round_up(plan_.nb, kernel_.shape.nr);
    for (Index i = 0; i < rows; i += plan_.kc) {
      const Range down{i, std::min(rows, i + plan_.kc)};
      for (Index first = 0; first < count; first += together) {
        const Range across{first, std::min(count, first + together)};
        FirstUse<T> first_use(kernel_, product, across, down);
        TileExtras<T> extras;
        extras.first_use = &first_use;
        macro_kernel(kernel_,
                     {width, across.size(), down.size(), packed + i * wide, b, T{1}, i == 0 ? T{0} : T{1},
                      w + first * ldw, ldw, mr},
                     extras);
      }
    }
    kernel_.pack_b({w, ldw, 1}, count, width, b);
    macro_kernel(kernel_, {width, count, width, packed + node.layout.t, b, T{1}, T{0}, other, ldw, mr});
    kernel_.pack_b({other, ldw, 1}, count, width, b);
    for (Index i = 0; i < rows; i += plan_.mc) {
      const Index now = std::min(plan_.mc, rows - i);
      macro_kernel(kernel_, {now, count, width, packed + node.layout.v + i * width, b, T{-1}, T{1}, c + i,
                             leading(), mr});
    }
  }

  const QrPlan& plan_;
  const QrProblem<T>& problem_;
  const Kernel<T>& kernel_;
  const FactorKernel<T>& factor_;
  std::atomic<Index> stopped_at_;
  std::deque<Node> nodes_;
};

}  // namespace numapack
