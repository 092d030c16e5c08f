// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "level3/call/call.hpp"
#include "machine/machine.hpp"
#include "team/teams.hpp"

namespace numapack {

/// One node's lines of a prepacked operand: rows of op(A), or columns of op(B).
struct PackedPart {
  int node = 0;         ///< index into Machine::nodes
  int memory_node = 0;  ///< where its panels live
  Range lines{0, 0};
  std::size_t bytes = 0;  ///< of its panels
};

/// The layout of a prepacked operand: nodes share its lines in proportion to their threads, each part is cut
/// into kc blocks, each kc block into the kernel's micro-panels. Pure data.
struct PackedPlan {
  Type type = Type::d;
  bool is_a = true;  ///< else B
  Index lines = 0, depth = 0;
  KernelShape kernel;
  Index kc = 0;  ///< steps of a kc block, as in gemm(): so the order of rounding is gemm's
  Index mc = 0;  ///< rows of packed A that stay in L2
  std::vector<PackedPart> parts;

  /// Of all panels.
  std::size_t bytes() const {
    std::size_t sum = 0;
    for (const PackedPart& part : parts) sum += part.bytes;
    return sum;
  }
  Index unit() const { return is_a ? kernel.mr : kernel.nr; }        ///< lines of a micro-panel
  Index other_unit() const { return is_a ? kernel.nr : kernel.mr; }  ///< of the other operand
  Index kc_blocks() const { return divide_up(depth, kc); }
  Range kc_block(Index number) const { return {number * kc, std::min(depth, (number + 1) * kc)}; }
  /// Elements before the panel that a line of a part begins, line - part.lines.begin being a multiple of
  /// unit().
  Index offset(const PackedPart& part, Range kc_block, Index line) const {
    return round_up(part.lines.size(), unit()) * kc_block.begin + (line - part.lines.begin) * kc_block.size();
  }
};

/// The layout for teams; small operands lie on one node. Pure.
PackedPlan make_packed_plan(Type type, bool is_a, Index lines, Index depth, const KernelShape& kernel,
                            const Blocking& tuned, const Machine& machine,
                            const std::vector<TeamLayout>& layout);

/// The other operand of one product, cut into blocks of its lines, each of which is packed by every node for
/// itself.
struct PackedCall {
  Index others = 0;        ///< its lines: columns of op(B), or rows of op(A)
  Index others_block = 0;  ///< lines of a block
  Index others_blocks() const { return divide_up(others, others_block); }
  Range at(Index number) const {
    return {number * others_block, std::min(others, (number + 1) * others_block)};
  }
};
PackedCall choose_others_blocks(const PackedPlan& plan, Index others);

/// Blocks that a part's threads pack and multiply with at once: while some still multiply with one, others
/// pack the next.
inline Index others_block_buffers(const PackedCall& call) { return std::min(Index{2}, call.others_blocks()); }

/// Elements of a packed block of the other operand.
inline Index others_block_elements(const PackedPlan& plan, const PackedCall& call) {
  return round_up(call.others_block, plan.other_unit()) * plan.depth;
}

/// What all parts' threads pack the other operand into.
inline std::size_t workspace_bytes(const PackedPlan& plan, const PackedCall& call) {
  return plan.parts.size() *
         static_cast<std::size_t>(others_block_buffers(call) * others_block_elements(plan, call)) *
         bytes_of(plan.type);
}

}  // namespace numapack
