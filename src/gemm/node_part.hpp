// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "gemm/pack_and_multiply.hpp"
#include "gemm/row_blocks.hpp"
#include "gemm/split.hpp"
#include "gemm/trace.hpp"
#include "gemm/workspace_layout.hpp"
#include "kernel/write_out.hpp"
#include "runtime/workspace.hpp"

namespace numapack {

/// The block of A in a thread's (or a thread row's) buffer: the same one again where there is only one.
struct PackedBlock {
  Range block{0, 0}, slab{0, 0};
  Index replaced = 0;  ///< how often
  int place = 0;       ///< see PlaceTrials
  /// False if it is there already.
  bool replace_by(Range new_block, Range new_slab) {
    if (block == new_block && slab == new_slab) return false;
    ++replaced;
    block = new_block;
    slab = new_slab;
    return true;
  }
};

/// What the threads of a node work with while they multiply its part: operands, workspace, and the moves that
/// any division of the work is made of. Const: threads share one.
template <class T>
struct NodePart {
  NodePart(const NodeTask& node_task, const Panels& panels_way, const Problem<T>& whole, const Kernel<T>& by,
           WorkspacePool& workspaces, const Tracer& traces)
      : task(node_task),
        way(panels_way),
        problem(whole),
        kernel(by),
        tracer(traces),
        layout(workspace_of(node_task, whole.call(), by.shape)),
        lease(workspaces, node_task.memory_node, layout.total),
        trials(lease.trials_of(node_task.threads)) {
    tracer.note_lease(layout.total);
    if (layout.a_places <= 1) return;
    for (int thread = 0; thread < task.threads; ++thread)
      trials[static_cast<std::size_t>(thread)].about(
          {layout.a_offset(thread), layout.a_step, layout.a_places});
  }

  const NodeTask& task;
  const Panels& way;  ///< the task's
  const Problem<T>& problem;
  const Kernel<T>& kernel;
  const Tracer tracer;
  const WorkspaceLayout layout;
  WorkspacePool::Lease lease;
  const std::span<PlaceTrials> trials;  ///< of each thread

  T* at(std::size_t offset) const { return reinterpret_cast<T*>(static_cast<char*>(lease.data()) + offset); }

  /// Some columns of op(B)[slab, chunk], straight from where they live. Each kc of the slab is a piece of its
  /// own.
  void pack_b(Index thread, Range chunk, Range mine, Range slab, T* panels) const {
    const Index width = round_up(chunk.size(), kernel.shape.nr);
    if (mine.size() <= 0) return;
    tracer.note(TraceRecord::What::pack_b, thread, {}, mine, slab);
    for (Index p = slab.begin; p < slab.end; p += way.blocking.kc) {
      const Index depth = std::min(way.blocking.kc, slab.end - p);
      kernel.pack_b(source_of_b(problem, mine.begin, p), mine.size(), depth,
                    panels + (p - slab.begin) * width + (mine.begin - chunk.begin) * depth);
    }
  }

  /// Some rows of op(A)[block, slab].
  void pack_a(Index thread, Range block, Range mine, Range slab, T* panels) const {
    const Index width = round_up(block.size(), kernel.shape.mr);
    if (mine.size() <= 0) return;
    tracer.note(TraceRecord::What::pack_a, thread, mine, {}, slab);
    for (Index p = slab.begin; p < slab.end; p += way.blocking.kc) {
      const Index depth = std::min(way.blocking.kc, slab.end - p);
      kernel.pack_a(source_of_a(problem, mine.begin, p), mine.size(), depth,
                    panels + (p - slab.begin) * width + (mine.begin - block.begin) * depth);
    }
  }

  /// Where a thread's own block of A is; packed now, if it is another than before.
  T* place_own_block(Index thread, Range block, Range slab, PackedBlock& packed) const {
    const bool replaced = packed.replace_by(block, slab);
    if (replaced && layout.a_places > 1) packed.place = trials[static_cast<std::size_t>(thread)].next();
    T* const panels = own_block(thread, packed);
    if (replaced) pack_a(thread, block, block, slab, panels);
    return panels;
  }

  /// What multiply() does for the block in `packed`, while its tiles pack the one that this thread multiplies
  /// next, as far as they have time for it. `after`: the row that the block behind that begins with, as far
  /// as known.
  void multiply_before(Index thread, Range next, std::optional<Index> after, Range mine, Range slab,
                       Range chunk, const T* panels_b, PackedBlock& packed) const {
    const Range block = packed.block;
    const T* const panels_a = own_block(thread, packed);
    PackedBlock other = packed;
    other.replace_by(next, slab);
    T* const to = own_block(thread, other);
    const Index mr = kernel.shape.mr, nr = kernel.shape.nr, whole = divide(next.size(), mr) * mr;
    const T* const from = problem.a + slab.begin * problem.lda;
    BlockMeanwhile<T> ahead({from + next.begin, problem.lda, whole, slab.size()}, kernel.shape, to,
                            after ? from + *after : nullptr);
    ahead.share_out(divide_up(block.size(), mr) * divide_up(mine.size(), nr), slab.size());
    tracer.note(TraceRecord::What::pack_a_ahead, thread, {next.begin, next.begin + whole}, {}, slab);
    multiply(thread, block, mine, slab, chunk, panels_a, panels_b, {}, &ahead);
    ahead.pack_rest(kernel.pack_a);
    pack_a(thread, next, {next.begin + whole, next.end}, slab, to);
    packed = other;
  }

  /// Measures, while it lives, how well a thread's own block does where it lies, if it is one of those
  /// that are `compared`: of even height (lower ones do well anywhere), all packing B or none. What is left
  /// over at the end of K or of C's columns tells nothing either.
  PlaceTrials::Timing timing(Index thread, const PackedBlock& packed, Range mine, bool compared) const {
    const Index columns = std::min(way.column_chunk, task.columns.size());
    const bool whole = 2 * packed.slab.size() > std::min(way.slab, problem.k) &&
                       2 * mine.size() * task.thread_grid.columns > columns;
    const double work = double(packed.block.size()) * double(mine.size()) * double(packed.slab.size());
    const bool tells = layout.a_places > 1 && compared && whole;
    return {trials[static_cast<std::size_t>(thread)], packed.place, tells ? work : 0};
  }

  /// C[block, mine] += A[block, slab] B[slab, mine], nc columns at a time: straight into C, or in this
  /// thread's buffer until the block is finished.
  void multiply(Index thread, Range block, Range mine, Range slab, Range chunk, const T* panels_a,
                const T* panels_b, const NextBlock<T>& next = {},
                BlockMeanwhile<T>* meanwhile = nullptr) const {
    const Index width_a = round_up(block.size(), kernel.shape.mr);
    const Index width_b = round_up(chunk.size(), kernel.shape.nr);
    for (Index j = mine.begin; j < mine.end; j += way.blocking.nc) {
      const Index columns = std::min(way.blocking.nc, mine.end - j);
      T* const home = problem.c + block.begin + j * problem.ldc;
      T* const c = way.finish_c ? at(layout.c_offset(thread)) : home;
      const Index ldc = way.finish_c ? width_a : problem.ldc;
      const bool buffered = way.finish_c && (slab.begin > 0 || problem.beta != T{0});
      if (buffered) {
        tracer.note(TraceRecord::What::buffer_c, thread, block, {j, j + columns}, slab);
        copy_block(block.size(), columns, home, problem.ldc, c, ldc);
      }
      for (Index p = slab.begin; p < slab.end; p += way.blocking.kc) {
        const Index depth = std::min(way.blocking.kc, slab.end - p);
        // Its lines are written in the end, by way of the caches: else they would have left them by then.
        if (buffered && !way.streams_c && p > slab.begin)
          touch_block(block.size(), columns, home, problem.ldc);
        macro_kernel(kernel, block.size(), columns, depth, panels_a + (p - slab.begin) * width_a,
                     panels_b + (p - slab.begin) * width_b + (j - chunk.begin) * depth, problem.alpha,
                     p == 0 ? problem.beta : T{1}, c, ldc, AskedFor<T>(next, depth), meanwhile);
      }
      tracer.note(TraceRecord::What::panels, thread, block, {j, j + columns}, slab);
      if (way.finish_c) tracer.note(TraceRecord::What::write_c, thread, block, {j, j + columns}, slab);
      if (way.streams_c)
        write_out(block.size(), columns, c, ldc, home, problem.ldc);
      else if (way.finish_c)
        copy_block(block.size(), columns, c, ldc, home, problem.ldc);
    }
  }

  /// The same for the first block of rows that these columns of B meet: packs them on the way.
  void multiply_first(Index thread, Range block, Range mine, Range slab, Range chunk, const T* panels_a,
                      T* panels_b) const {
    if (mine.size() <= 0) return;
    tracer.note(TraceRecord::What::pack_b, thread, {}, mine, slab);
    tracer.note(TraceRecord::What::panels, thread, block, mine, slab);
    pack_and_multiply(kernel, problem, block.size(), mine, slab, panels_a,
                      panels_b + (mine.begin - chunk.begin) * slab.size(), problem.alpha,
                      slab.begin == 0 ? problem.beta : T{1},
                      problem.c + block.begin + mine.begin * problem.ldc, problem.ldc);
  }

  /// Where a thread's own block of A is.
  T* own_block(Index thread, const PackedBlock& packed) const {
    return at(layout.a_offset(thread, way.packs_meanwhile ? packed.replaced % 2 : packed.place));
  }

  /// Whether nothing comes after this step.
  bool is_last(Range chunk, Range slab) const {
    return chunk.end >= task.columns.end && slab.end >= problem.k;
  }

  /// Rows of C in the blocks that they are multiplied in, see blocks_of_rows().
  std::vector<Range> row_blocks(Range rows, Index threads) const {
    return blocks_of_rows(rows, way.blocking.mc, kernel.shape.mr, threads, way.pages);
  }

  /// What of A to ask for, if there is room: block `number`, and where there are not as many those of the
  /// next slab.
  NextBlock<T> next_block(const std::vector<Range>& blocks, Index number, Range slab) const {
    const auto count = static_cast<Index>(blocks.size());
    const bool here = number < count;
    const Index step = here ? slab.begin : slab.end;
    if (!way.asks_for_a || step >= problem.k) return {};
    const Range asked = blocks[static_cast<std::size_t>(here ? number : std::min(number - count, count - 1))];
    return {problem.a + asked.begin + step * problem.lda, problem.lda, asked.size(),
            std::min(way.slab, problem.k - step)};
  }
};

/// Once through the loops over chunks of C's columns and slabs of K: does step(number, chunk, slab).
template <class Step>
void for_each_step(const NodeTask& task, const Panels& way, Index k, Step step) {
  Index number = 0;
  for (Index j = task.columns.begin; j < task.columns.end; j += way.column_chunk) {
    const Range chunk{j, std::min(j + way.column_chunk, task.columns.end)};
    for (Index p = 0; p < k; p += way.slab) step(number++, chunk, Range{p, std::min(p + way.slab, k)});
  }
}

}  // namespace numapack
