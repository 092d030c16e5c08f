// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/split.hpp"
#include "level3/call/split_k.hpp"
#include "level3/run/macro_kernel.hpp"
#include "level3/run/skinny.hpp"
#include "level3/tasks/workspace_layout.hpp"
#include "runtime/workspace.hpp"
#include "team/barriers/ticket_counter.hpp"
#include "team/teams.hpp"

namespace numapack {

/// One node's part of a split-K product, whose C is so small that threads share K: each thread takes parts of
/// K from a common list and sums them, with the task's algorithm, in memory of its own; after a barrier, the
/// only one, all threads add up the sums in order, some columns of C each. A and B are read once. Made by the
/// caller before the region, worked at by every thread of the team.
template <class T>
class SplitKRun {
 public:
  SplitKRun(const NodeTask& task, const Problem<T>& problem, const Kernel<T>& kernel,
            WorkspacePool& workspaces, const Tracer& tracer, Patience patience = {})
      : task_(task),
        problem_(problem),
        kernel_(kernel),
        tracer_(tracer),
        patience_(patience),
        layout_(workspace_of(task, problem.call(), kernel.shape)),
        lease_(workspaces, task.memory_node, layout_.total) {
    tracer_.note_lease(layout_.total);
    parts_of_k_.set_pieces(static_cast<std::uint32_t>(task.order.pieces));
  }

  /// The whole part of one thread.
  void work(int thread) {
    for (int taken = parts_of_k_.take(); taken >= 0; taken = parts_of_k_.take()) {
      if (const InPlaceAlgorithm* const algorithm = task_.in_place())
        multiply_in_place(*algorithm, thread, taken);
      else if (const Skinny* const skinny = task_.skinny())
        multiply_skinny_part(*skinny, thread, taken);
      else
        multiply_packed(*task_.panels(), thread, taken);
      parts_of_k_.finish();
    }
    parts_of_k_.wait(patience_);
    add_up(thread, split(task_.columns, task_.threads, 1, thread));
  }

 private:
  static constexpr Index line = 64 / sizeof(T);

  Range part_of(Index number) const {
    return number < task_.order.pieces ? split_k_part(problem_.k, task_.order.cut, task_.order.pieces, number)
                                       : Range{problem_.k, problem_.k};
  }

  /// sums = A[my rows, piece] B[piece, my columns], kc block by kc block.
  void multiply_in_place(const InPlaceAlgorithm& algorithm, int thread, Index number) {
    const Range part = part_of(number), after = part_of(number + task_.threads);
    for (Index p = part.begin; p < part.end; p += algorithm.depth) {
      const Range kc_block{p, std::min(p + algorithm.depth, part.end)};
      // What this thread reads next, if the threads keep step.
      const Index next = kc_block.end < part.end ? kc_block.end : after.begin;
      multiply_kc_block_in_place(algorithm, kc_block, {next, std::min(next + algorithm.depth, problem_.k)},
                                 p == part.begin ? T{0} : T{1}, thread, sums_of(number));
    }
  }

  /// A in place, and B, too, or copied to columns that do not share sets of L1. Meanwhile the next columns of
  /// B and a share of the next kc block of A come nearer.
  void multiply_kc_block_in_place(const InPlaceAlgorithm& algorithm, Range kc_block, Range next, T beta,
                                  int thread, T* sums) const {
    const Index rows = task_.rows.size(), depth = kc_block.size();
    T* const copied = at(layout_.b_offset(thread));
    const T* const a = problem_.a + task_.rows.begin;
    for (Index j = task_.columns.begin; j < task_.columns.end; j += algorithm.columns) {
      const Index columns = std::min(algorithm.columns, task_.columns.end - j),
                  done = j - task_.columns.begin;
      PackSource<T> b = source_of_b(problem_, j, kc_block.begin);
      if (algorithm.copies_b) {
        copy_block(depth, columns, b.data, b.along, copied, depth + line);
        b = {copied, depth + line, 1, b.conjugate};
      }
      const bool last = j + algorithm.columns >= task_.columns.end;
      const Range share =
          split(next, divide_up(task_.columns.size(), algorithm.columns), 1, divide(done, algorithm.columns));
      const Index left = std::min(algorithm.columns,
                                  last ? task_.columns.size() : task_.columns.end - j - algorithm.columns);
      const Following<T> following{
          {{last ? problem_.b + next.begin + task_.columns.begin * problem_.ldb
                 : problem_.b + kc_block.begin + (j + algorithm.columns) * problem_.ldb,
            problem_.ldb, last ? next.size() : depth, left},
           {a + share.begin * problem_.lda, problem_.lda, rows, share.size()}}};
      tracer_.note(TraceRecord::What::in_place, thread, task_.rows, {j, j + columns}, kc_block);
      kernel_.in_place(rows, columns, depth, T{1}, source_of_a(problem_, task_.rows.begin, kc_block.begin), b,
                       beta, sums + done * leading(), leading(), &following);
    }
  }

  void multiply_skinny_part(const Skinny& algorithm, int thread, Index number) const {
    const Range part = part_of(number);
    SkinnyProduct<T> product = skinny_product(problem_, algorithm, task_.rows, task_.columns, part);
    product.alpha = T{1};
    product.beta = T{0};
    product.c = sums_of(number);
    (algorithm.longer == SkinnyOperand::a ? product.c_across : product.c_along) = leading();
    tracer_.note(TraceRecord::What::skinny, thread, task_.rows, task_.columns, part);
    kernel_.skinny(product);
  }

  void multiply_packed(const Panels& algorithm, int thread, Index number) const {
    const Range part = part_of(number);
    T* const a = at(layout_.a_offset(thread));
    for (Index p = part.begin; p < part.end; p += algorithm.kc_block) {
      const Range kc_block{p, std::min(p + algorithm.kc_block, part.end)};
      tracer_.note(TraceRecord::What::pack_a, thread, task_.rows, {}, kc_block);
      kernel_.pack_a(source_of_a(problem_, task_.rows.begin, kc_block.begin), task_.rows.size(),
                     kc_block.size(), a);
      tracer_.note(TraceRecord::What::pack_b, thread, {}, task_.columns, kc_block);
      tracer_.note(TraceRecord::What::panels, thread, task_.rows, task_.columns, kc_block);
      FirstUse<T> first_use(kernel_, problem_, task_.columns, kc_block);
      macro_kernel(kernel_,
                   {task_.rows.size(), task_.columns.size(), kc_block.size(), a, at(layout_.b_offset(thread)),
                    T{1}, p == part.begin ? T{0} : T{1}, sums_of(number), leading(), kernel_.shape.mr},
                   {{}, nullptr, &first_use});
    }
  }

  /// C[my rows, columns] = alpha (the pieces' sums) + beta C
  void add_up(int thread, Range columns) const {
    if (columns.size() > 0)
      tracer_.note(TraceRecord::What::add_up, thread, task_.rows, columns, {0, problem_.k});
    const Index rows = task_.rows.size();
    for (Index j = columns.begin; j < columns.end; ++j) {
      T* const total = sums_of(0) + (j - task_.columns.begin) * leading();
      for (Index part = 1; part < task_.order.pieces; ++part) {
        const T* const sums = total + part * static_cast<Index>(layout_.c_bytes_each / sizeof(T));
        for (Index i = 0; i < rows; ++i) total[i] += sums[i];
      }
      T* const c = problem_.c + task_.rows.begin + j * problem_.ldc;
      if (problem_.beta == T{0}) {
        for (Index i = 0; i < rows; ++i) c[i] = problem_.alpha * total[i];
      } else {
        for (Index i = 0; i < rows; ++i) c[i] = problem_.alpha * total[i] + problem_.beta * c[i];
      }
    }
  }

  T* at(std::size_t offset) const { return reinterpret_cast<T*>(static_cast<char*>(lease_.data()) + offset); }
  Index leading() const { return round_up(task_.rows.size(), Index{kernel_.shape.mr}); }
  T* sums_of(Index part) const { return at(layout_.c_offset(part)); }

  const NodeTask& task_;
  const Problem<T>& problem_;
  const Kernel<T>& kernel_;
  const Tracer tracer_;
  const Patience patience_;
  const WorkspaceLayout layout_;
  const WorkspacePool::Lease lease_;
  TicketCounter parts_of_k_;
};

}  // namespace numapack
