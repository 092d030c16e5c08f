// SPDX-License-Identifier: BSD-3-Clause
// On the machine of tests/lab/machines/memory-only.json: two nodes with cores, and a third of memory alone.

#include <gtest/gtest.h>

#include "lab/support.hpp"

namespace numapack::testing {
namespace {

TEST(MemoryOnly, IsSeenAndDoesNotCompute) {
  const Machine machine = detect_machine();
  ASSERT_EQ(machine.nodes.size(), 3u);
  EXPECT_EQ(machine.compute_nodes(), (std::vector<int>{0, 1}));
  EXPECT_TRUE(machine.nodes[2].cores.empty());
  EXPECT_TRUE(machine.nodes[2].usable_memory);
  EXPECT_GT(machine.nodes[2].memory_bytes, 200u << 20);
}

TEST(MemoryOnly, HoldsPages) {
  const Machine machine = detect_machine();
  const Buffer buffer(3 << 20, machine, {Placement::bind(2), false});
  EXPECT_EQ(buffer.policy_refused(), "");
  touch(buffer);
  for (const int home : homes_of(pages_of(buffer.data(), buffer.size()), machine)) ASSERT_EQ(home, 2);
}

TEST(MemoryOnly, OperandsThereArePackedWhereCoresAre) {
  Runtime& runtime = Runtime::get();
  const IntegerProblem<double> operands(320, runtime.machine(), Placement::bind(2));
  gemm(operands.problem(), all_of_it());
  EXPECT_EQ(operands.check(), "");
  EXPECT_EQ(runtime.workspaces().held(2), 0u);
  for (const int node : {0, 1}) {
    const Census pages = runtime.workspaces().census_of(node);
    EXPECT_GT(pages.by_node[static_cast<std::size_t>(node)], 0u);
    EXPECT_EQ(pages.by_node[2] + pages.by_node[static_cast<std::size_t>(1 - node)], 0u);
  }
}

}  // namespace
}  // namespace numapack::testing
