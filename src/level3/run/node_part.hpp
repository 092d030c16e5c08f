// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <span>

#include "base/split.hpp"
#include "kernel/write_out.hpp"
#include "level3/algorithms/row_blocks.hpp"
#include "level3/run/macro_kernel.hpp"
#include "level3/run/trace.hpp"
#include "level3/tasks/workspace_layout.hpp"
#include "runtime/workspace.hpp"

namespace numapack {

/// The block of A in a thread's (or a thread row's) buffer: the same one again where there is only one.
struct PackedBlock {
  Range block{0, 0}, kc_block{0, 0};
  Index replaced = 0;  ///< how often
  int place = 0;       ///< see PlaceTrials
  /// False if it is there already.
  bool replace_by(Range new_block, Range new_kc_block) {
    if (block == new_block && kc_block == new_kc_block) return false;
    ++replaced;
    block = new_block;
    kc_block = new_kc_block;
    return true;
  }
};

/// Once around the loops over jc blocks of C's columns and kc blocks of K.
struct PanelPass {
  Index number = 0;
  Range jc_block, kc_block;
  bool last = false;
};

/// C[block, columns] += A[block, kc block] B[kc block, columns] for one thread. Panels of B are those of a
/// whole jc block.
template <class T>
struct BlockWork {
  Range block, columns, jc_block, kc_block;
  const T* panels_a = nullptr;
  T* panels_b = nullptr;
};

/// What the threads of a node work with while they multiply its part: operands, workspace, and the moves that
/// any division of the work is made of. Const: threads share one.
template <class T>
struct NodePart {
  NodePart(const NodeTask& node_task, const Panels& panels_algorithm, const Problem<T>& whole,
           const Kernel<T>& by, WorkspacePool& workspaces, const Tracer& traces)
      : task(node_task),
        algorithm(panels_algorithm),
        problem(whole),
        products(whole),
        kernel(by),
        call(whole.call()),
        tracer(traces),
        layout(workspace_of(node_task, call, by.shape)),
        lease(workspaces, node_task.memory_node, layout.total),
        trials(lease.trials_of(node_task.threads)),
        triangle_a(place_of_triangle(algorithm.copies_triangle_a, task.rows, layout.triangle_a_begin)),
        triangle_b(place_of_triangle(algorithm.copies_triangle_b, task.columns, layout.triangle_b_begin)) {
    tracer.note_lease(layout.total);
    if (layout.a_places <= 1) return;
    for (int thread = 0; thread < task.threads; ++thread)
      trials[static_cast<std::size_t>(thread)].about(
          {layout.a_offset(thread), layout.a_step, layout.a_places});
  }

  const NodeTask& task;
  const Panels& algorithm;  ///< the task's
  const Problem<T>& problem;
  const Products<T> products;
  const Kernel<T>& kernel;
  const Call call;
  const Tracer tracer;
  const WorkspaceLayout layout;
  WorkspacePool::Lease lease;
  const std::span<PlaceTrials> trials;           ///< of each thread
  const TriangleCopy<T> triangle_a, triangle_b;  ///< of symmetric operands from elsewhere

  T* at(std::size_t offset) const { return reinterpret_cast<T*>(static_cast<char*>(lease.data()) + offset); }

  Index kc_blocks() const { return call.kc_blocks(algorithm.kc_block); }
  Index steps() const { return kc_blocks() * divide_up(task.columns.size(), algorithm.jc_block); }
  /// All jc blocks of a twofold problem's first product come before the second's: a block of A that is all
  /// that a thread has is packed once for each.
  PanelPass step(Index number) const {
    const Index each = call.twofold && kc_blocks() > 1 ? kc_blocks() / 2 : kc_blocks();
    const Index of_product = each * divide_up(task.columns.size(), algorithm.jc_block);
    const Index product = divide(number, of_product), here = number - product * of_product;
    const Index jc_block = divide(here, each);
    const Index j = task.columns.begin + jc_block * algorithm.jc_block;
    return {number,
            {j, std::min(j + algorithm.jc_block, task.columns.end)},
            call.kc_block(product * each + here - jc_block * each, algorithm.kc_block),
            number + 1 == steps()};
  }

  /// Some columns of a symmetric operand, as it is stored, to this node's copy.
  void copy_triangle_of_a(Index thread, Range columns) const {
    tracer.note(TraceRecord::What::copy_triangle_a, thread, triangle_a.square, columns, {});
    copy_triangle(problem.pattern_a, problem.a, problem.lda, columns, triangle_a);
  }
  void copy_triangle_of_b(Index thread, Range columns) const {
    tracer.note(TraceRecord::What::copy_triangle_b, thread, triangle_b.square, columns, {});
    copy_triangle(problem.pattern_b, problem.b, problem.ldb, columns, triangle_b);
  }

  /// Some columns of op(B)[kc block, jc block].
  void pack_b(Index thread, Range jc_block, Range mine, Range kc_block, T* panels) const {
    if (mine.size() <= 0) return;
    tracer.note(TraceRecord::What::pack_b, thread, {}, mine, kc_block);
    for (Range steps = first_of(kc_block); steps.size() > 0; steps = next_of(kc_block, steps))
      numapack::pack_b(kernel, products.of(steps), mine, products.own(steps),
                       panels + place_of(steps, kc_block, jc_block, mine, kernel.shape.nr), triangle_b);
  }

  /// Some rows of op(A)[block, kc block]; those that are `near` from there.
  void pack_a(Index thread, Range block, Range mine, Range kc_block, T* panels,
              const PackedColumns<T>& near = {}) const {
    if (mine.size() <= 0) return;
    tracer.note(TraceRecord::What::pack_a, thread, mine, {}, kc_block);
    if (const Range both = common(mine, near.columns); both.size() > 0)
      tracer.note(TraceRecord::What::pack_a_near, thread, both, {}, kc_block);
    for (Range steps = first_of(kc_block); steps.size() > 0; steps = next_of(kc_block, steps)) {
      const Problem<T>& product = products.of(steps);
      const Range own = products.own(steps);
      T* const to = panels + place_of(steps, kc_block, block, mine, kernel.shape.mr);
      if (near.panels == nullptr)
        numapack::pack_a(kernel, product, mine, own, to, triangle_a);
      else
        pack_a_from_columns(kernel, product, mine, own, to, near,
                            own.begin + (steps.begin < problem.k ? problem.k : 0));
    }
  }

  /// True if C's region or a triangle leaves nothing to do.
  bool is_empty(Range rows, Range columns, Range kc_block) const {
    return call.is_structured() && TileMask<T>::is_empty(call, rows, columns, kc_block);
  }

  /// Where a thread's own block of A is; packed now, if it is another than before and meets these columns.
  T* place_own_block(Index thread, Range block, Range columns, Range kc_block, PackedBlock& packed,
                     const PackedColumns<T>& near) const {
    if (is_empty(block, columns, kc_block)) return own_block(thread, packed);
    const bool replaced = packed.replace_by(block, kc_block);
    if (replaced && layout.a_places > 1) packed.place = trials[static_cast<std::size_t>(thread)].next();
    T* const panels = own_block(thread, packed);
    if (replaced) pack_a(thread, block, block, kc_block, panels, near);
    return panels;
  }

  /// What multiply() does for the block in `packed`, while its tiles pack the one that this thread multiplies
  /// next, as far as they have time for it. `after`: the row that the block behind that begins with, as far
  /// as known.
  void multiply_and_pack_ahead(Index thread, const BlockWork<T>& work, Range next, std::optional<Index> after,
                               PackedBlock& packed) const {
    const Range kc_block = work.kc_block;
    PackedBlock other = packed;
    other.replace_by(next, kc_block);
    T* const to = own_block(thread, other);
    const Index mr = kernel.shape.mr, nr = kernel.shape.nr, whole = divide(next.size(), mr) * mr;
    const T* const from = problem.a + kc_block.begin * problem.lda;
    PackAhead<T> ahead({from + next.begin, problem.lda, whole, kc_block.size()}, kernel.shape, to,
                       after ? from + *after : nullptr);
    ahead.share_out(divide_up(work.block.size(), mr) * divide_up(work.columns.size(), nr), kc_block.size());
    tracer.note(TraceRecord::What::pack_a_ahead, thread, {next.begin, next.begin + whole}, {}, kc_block);
    multiply(thread, work, {{}, &ahead});
    ahead.pack_rest(kernel.pack_a);
    pack_a(thread, next, {next.begin + whole, next.end}, kc_block, to);
    packed = other;
  }

  /// Measures, while it lives, how well a thread's own block does where it lies, if it is one of those
  /// that are `compared`: of even height (lower ones do well anywhere), all packing B or none. What is left
  /// over at the end of K or of C's columns tells nothing either.
  PlaceTrials::Timing timing(Index thread, const PackedBlock& packed, Range mine, bool compared) const {
    const Index columns = std::min(algorithm.jc_block, task.columns.size());
    const bool whole = 2 * packed.kc_block.size() > std::min(algorithm.kc_block, problem.k) &&
                       2 * mine.size() * task.thread_grid.columns > columns;
    const double work = double(packed.block.size()) * double(mine.size()) * double(packed.kc_block.size());
    const bool tells = layout.a_places > 1 && compared && whole;
    return {trials[static_cast<std::size_t>(thread)], packed.place, tells ? work : 0};
  }

  /// nc columns at a time: straight into C, or in this thread's buffer until the block is finished.
  /// `packs_b`: it is the first to use these columns of B; the kc block is one kc then.
  void multiply(Index thread, const BlockWork<T>& work, TileExtras<T> extras = {},
                bool packs_b = false) const {
    const auto& [block, mine, jc_block, kc_block, panels_a, panels_b] = work;
    const Index width_a = round_up(block.size(), kernel.shape.mr);
    const Index width_b = round_up(jc_block.size(), kernel.shape.nr);
    for (Index j = mine.begin; j < mine.end; j += algorithm.blocking.nc) {
      const Range columns{j, std::min(j + algorithm.blocking.nc, mine.end)};
      const bool empty = is_empty(block, columns, kc_block);
      if (empty && !packs_b) continue;
      T* const home = problem.c + block.begin + j * problem.ldc;
      T* const c = algorithm.buffered_c ? at(layout.c_offset(thread)) : home;
      const Index ldc = algorithm.buffered_c ? width_a : problem.ldc;
      const bool from_c = algorithm.buffered_c && (kc_block.begin > 0 || problem.beta != T{0});
      if (from_c) {
        tracer.note(TraceRecord::What::buffer_c, thread, block, columns, kc_block);
        copy_region(problem.region, block, columns, home, problem.ldc, c, ldc);
      }
      FirstUse<T> first_use(kernel, products.of(kc_block), columns, products.own(kc_block), triangle_b);
      if (packs_b) {
        extras.first_use = &first_use;
        tracer.note(TraceRecord::What::pack_b, thread, {}, columns, kc_block);
      }
      for (Range steps = first_of(kc_block); steps.size() > 0; steps = next_of(kc_block, steps)) {
        const Index p = steps.begin, depth = steps.size();
        // Its lines are written in the end, through the caches: otherwise they would have been evicted by
        // then.
        if (from_c && !algorithm.streams_c && p > kc_block.begin)
          touch_region(problem.region, block, columns, home, problem.ldc);
        std::optional<TileMask<T>> mask;
        if (call.is_structured())
          extras.mask = &mask.emplace(call, block.begin, j, steps, problem.beta, algorithm.buffered_c);
        macro_kernel(kernel,
                     {block.size(), columns.size(), depth, panels_a + (p - kc_block.begin) * width_a,
                      panels_b + (p - kc_block.begin) * width_b + (j - jc_block.begin) * depth,
                      products.of(steps).alpha, p == 0 ? problem.beta : T{1}, c, ldc, kernel.shape.mr},
                     extras);
      }
      if (!empty) tracer.note(TraceRecord::What::panels, thread, block, columns, kc_block);
      if (!algorithm.buffered_c) continue;
      tracer.note(TraceRecord::What::write_c, thread, block, columns, kc_block);
      write_back(block, columns, c, ldc, home);
    }
  }

  /// A finished block from a buffer to C.
  void write_back(Range rows, Range columns, const T* buffer, Index ld_buffer, T* home) const {
    if (!algorithm.streams_c)
      return copy_region(problem.region, rows, columns, buffer, ld_buffer, home, problem.ldc);
    if (overlap_of(problem.region, rows, columns) == Overlap::whole)
      return write_out(rows.size(), columns.size(), buffer, ld_buffer, home, problem.ldc);
    for (Index j = columns.begin; j < columns.end; ++j, buffer += ld_buffer, home += problem.ldc) {
      const Range mine = rows_in(problem.region, rows, j);
      const Index skipped = mine.begin - rows.begin;
      write_out(mine.size(), 1, buffer + skipped, ld_buffer, home + skipped, problem.ldc);
    }
  }

  /// Where a thread's own block of A is.
  T* own_block(Index thread, const PackedBlock& packed) const {
    return at(layout.a_offset(thread, algorithm.packs_ahead ? packed.replaced % 2 : packed.place));
  }

  /// Rows of C in the blocks that they are multiplied in, see blocks_of_rows().
  std::vector<Range> row_blocks(Range rows, Index threads) const {
    return blocks_of_rows(rows, algorithm.blocking.mc, kernel.shape.mr, threads, algorithm.pages);
  }

  /// The part of A to prefetch, if there is room: block `number`, and where there are not as many those of
  /// the next kc block.
  NextBlock<T> next_block(const std::vector<Range>& blocks, Index number, Range kc_block) const {
    const auto count = static_cast<Index>(blocks.size());
    const bool here = number < count;
    const Index step = here ? kc_block.begin : kc_block.end;
    if (!algorithm.prefetches_a || step >= call.steps()) return {};
    const Range asked = blocks[static_cast<std::size_t>(here ? number : std::min(number - count, count - 1))];
    const Range steps = call.block_of_steps(step, algorithm.kc_block, call.steps());
    const Problem<T>& product = products.of(steps);
    return {product.a + asked.begin + products.own(steps).begin * product.lda, product.lda, asked.size(),
            steps.size()};
  }

 private:
  /// Steps of a kc block that are summed before they meet C: the first, and those after others; none at the
  /// end.
  Range first_of(Range kc_block) const { return next_of(kc_block, {kc_block.begin, kc_block.begin}); }
  Range next_of(Range kc_block, Range steps) const {
    return call.block_of_steps(steps.end, algorithm.blocking.kc, kc_block.end);
  }

  /// Where some lines and steps lie in panels of `all` and a kc block, each kc a piece of its own.
  static Index place_of(Range steps, Range kc_block, Range all, Range mine, Index unit) {
    return (steps.begin - kc_block.begin) * round_up(all.size(), unit) +
           (mine.begin - all.begin) * steps.size();
  }

  TriangleCopy<T> place_of_triangle(bool copies, Range square, std::size_t begin) const {
    if (!copies) return {};
    return {square, at(begin), triangle_leading(square.size(), call.type)};
  }
  static void copy_triangle(const Pattern& pattern, const T* matrix, Index leading, Range columns,
                            const TriangleCopy<T>& to) {
    const Range square = to.square;
    copy_region(matrix_type_of(pattern.stored), square, columns,
                matrix + square.begin + columns.begin * leading, leading,
                to.data + (columns.begin - square.begin) * to.leading, to.leading);
  }
};

}  // namespace numapack
