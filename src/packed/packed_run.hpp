// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <deque>

#include "base/split.hpp"
#include "level3/call/packing.hpp"
#include "level3/run/macro_kernel.hpp"
#include "packed/packed.hpp"
#include "runtime/workspace.hpp"
#include "team/barriers/ticket_counter.hpp"

namespace numapack {

/// A product with a prepacked operand, while it runs. Made by the caller before the region, worked at by
/// every thread of every node that has a part; nodes share nothing. A part's threads pack a block of the
/// other operand together, then take blocks of the part's lines from a common list, all of K at once.
template <class T>
class PackedRun {
 public:
  /// Keeps references. `problem`: the product, column-major; the prepacked operand is not looked at. Leases
  /// every part's workspace: Error(out_of_memory) before anything is written. `threads`: how many work at
  /// each part.
  PackedRun(const PackedOperand<T>& operand, const Problem<T>& problem, const Kernel<T>& kernel,
            WorkspacePool& workspaces, const std::vector<int>& threads, Patience patience = {})
      : plan_(operand.plan()),
        operand_(operand),
        problem_(problem),
        kernel_(kernel),
        patience_(patience),
        call_(choose_others_blocks(plan_, plan_.is_a ? problem.n : problem.m)) {
    for (std::size_t i = 0; i < plan_.parts.size(); ++i)
      nodes_.emplace_back(plan_, call_, plan_.parts[i], threads[i], workspaces);
  }

  /// The whole share of one thread in a part. Any number of threads may come, and come late.
  void work(std::size_t part) {
    Node& node = nodes_[part];
    const T* const panels = operand_.panels(part);
    for (Index number = 0; number < call_.others_blocks(); ++number) {
      Progress& others_block = node.others_blocks[static_cast<std::size_t>(number)];
      pack(node, number);
      others_block.packs.wait(patience_);
      for (int block = others_block.blocks.take(); block >= 0; block = others_block.blocks.take()) {
        multiply(node, panels, number, split(node.part.lines, node.blocks, plan_.unit(), block));
        others_block.blocks.finish();
      }
    }
  }

 private:
  struct Progress {
    TicketCounter packs, blocks;
  };
  struct Node {
    Node(const PackedPlan& plan, const PackedCall& call, const PackedPart& part_, int threads,
         WorkspacePool& workspaces)
        : part(part_),
          elements(others_block_elements(plan, call)),
          buffers(others_block_buffers(call)),
          lease(workspaces, part_.memory_node, static_cast<std::size_t>(buffers * elements) * sizeof(T)),
          blocks(blocks_of(plan, part_, threads)),
          others_blocks(static_cast<std::size_t>(call.others_blocks())) {
      for (Progress& progress : others_blocks) {
        progress.packs.set_pieces(static_cast<std::uint32_t>(plan.kc_blocks()));
        progress.blocks.set_pieces(static_cast<std::uint32_t>(blocks));
      }
    }
    T* buffer(Index others_block) const {
      return static_cast<T*>(lease.data()) + others_block % buffers * elements;
    }

    const PackedPart& part;
    const Index elements, buffers;  ///< of a packed block; blocks
    const WorkspacePool::Lease lease;
    const Index blocks;  ///< of the part's lines
    std::vector<Progress> others_blocks;
  };
  /// Enough to even out, no higher than L2 wants them, no more than there are micro-panels.
  static Index blocks_of(const PackedPlan& plan, const PackedPart& part, int threads) {
    const Index least = threads > 1 ? Index{4} * threads : 1;
    const Index wanted = std::max(least, divide_up(part.lines.size(), plan.is_a ? plan.mc : most_columns));
    return std::min(wanted, divide_up(part.lines.size(), plan.unit()));
  }
  /// Columns of packed B that one thread takes at a time.
  static constexpr Index most_columns = 512;

  /// The kc blocks of a block of the other operand, from a common list.
  void pack(Node& node, Index number) {
    Progress& progress = node.others_blocks[static_cast<std::size_t>(number)];
    const Range lines = call_.at(number);
    for (int piece = progress.packs.take(); piece >= 0; piece = progress.packs.take()) {
      if (number >= node.buffers)
        node.others_blocks[static_cast<std::size_t>(number - node.buffers)].blocks.wait(patience_);
      const Range kc_block = plan_.kc_block(piece);
      T* const to = node.buffer(number) + round_up(lines.size(), plan_.other_unit()) * kc_block.begin;
      if (plan_.is_a)
        kernel_.pack_b(source_of_b(problem_, lines.begin, kc_block.begin), lines.size(), kc_block.size(), to);
      else
        kernel_.pack_a(source_of_a(problem_, lines.begin, kc_block.begin), lines.size(), kc_block.size(), to);
      progress.packs.finish();
    }
  }

  /// C[mine, block], or C[block, mine] where B is prepacked. In rows of mc, each finished before the next:
  /// they stay in the caches while K passes.
  void multiply(const Node& node, const T* panels, Index number, Range mine) const {
    if (mine.size() <= 0) return;
    const Range others = call_.at(number);
    const Range rows = plan_.is_a ? mine : others, columns = plan_.is_a ? others : mine;
    for (Index i = rows.begin; i < rows.end; i += plan_.mc) {
      const Range now{i, std::min(i + plan_.mc, rows.end)};
      for (Index s = 0; s < plan_.kc_blocks(); ++s) {
        const Range kc_block = plan_.kc_block(s);
        T* const other = node.buffer(number) + round_up(others.size(), plan_.other_unit()) * kc_block.begin;
        const T* const prepacked = panels + plan_.offset(node.part, kc_block, plan_.is_a ? i : mine.begin);
        const T* const a = plan_.is_a ? prepacked : other + (i - others.begin) * kc_block.size();
        T* const b = plan_.is_a ? other : const_cast<T*>(prepacked);
        TileExtras<T> extras;
        if (plan_.is_a) extras.next = following(node.part, panels, now, s, rows.end);
        macro_kernel(
            kernel_,
            {now.size(), columns.size(), kc_block.size(), a, b, problem_.alpha, s == 0 ? problem_.beta : T{1},
             problem_.c + i + columns.begin * problem_.ldc, problem_.ldc, plan_.kernel.mr},
            extras);
      }
    }
  }

  /// The block of packed A that is read after this one, which lies in one stretch.
  NextBlock<T> following(const PackedPart& part, const T* panels, Range now, Index kc_block,
                         Index end) const {
    const bool same_rows = kc_block + 1 < plan_.kc_blocks();
    const Index row = same_rows ? now.begin : now.end;
    if (row >= end) return {};
    const Range steps = plan_.kc_block(same_rows ? kc_block + 1 : 0);
    const Index rows = same_rows ? now.size() : std::min(plan_.mc, end - row);
    return {panels + plan_.offset(part, steps, row), 0, round_up(rows, plan_.unit()) * steps.size(), 1};
  }

  const PackedPlan& plan_;
  const PackedOperand<T>& operand_;
  const Problem<T>& problem_;
  const Kernel<T>& kernel_;
  const Patience patience_;
  const PackedCall call_;
  std::deque<Node> nodes_;
};

}  // namespace numapack
