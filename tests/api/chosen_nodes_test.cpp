// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <sched.h>

#include <atomic>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "api/four_nodes.hpp"
#include "numapack/numapack.h"
#include "runtime/runtime.hpp"
#include "support/threads.hpp"

// numapack_set_nodes() on four nodes: threads of the others sleep, whatever is called.
namespace numapack {
namespace {

using namespace testing;  // NOLINT

void call_with_some_nodes() {
  const Numbers a = matrix();
  std::vector<Numbers> by_all;
  for (const Case& one : cases) by_all.push_back(result_of(one, a));
  const std::vector<std::vector<int>> threads = threads_by_node();
  ASSERT_EQ(threads.size(), 4u);
  const std::vector<std::pair<const char*, std::vector<bool>>> choices{{"1,3", {false, true, false, true}},
                                                                       {"2", {false, false, true, false}},
                                                                       {"0,2-3", {true, false, true, true}},
                                                                       {"", {true, true, true, true}}};
  for (const auto& [list, chosen] : choices) {
    ASSERT_EQ(numapack_set_nodes(list), NUMAPACK_OK) << numapack_error_message();
    for (std::size_t i = 0; i < cases.size(); ++i) {
      SCOPED_TRACE(std::string(cases[i].name) + " on nodes \"" + list + "\"");
      const std::vector<long> before = sleeps(threads);
      EXPECT_EQ(result_of(cases[i], a), by_all[i]);
      const std::vector<long> after = sleeps(threads);
      bool some = false;
      for (std::size_t node = 0; node < 4; ++node) {
        const bool worked = after[node] > before[node];
        EXPECT_TRUE(chosen[node] || !worked) << "node " << node;
        some |= worked;
      }
      EXPECT_TRUE(some);
    }
  }
}

TEST(ChosenNodes, WorkAndTheOthersSleep) {
  if (thread_sanitizer) GTEST_SKIP() << no_threads_after_fork;
  if (no_calls_of_threads() != nullptr) GTEST_SKIP() << no_calls_of_threads();
  EXPECT_EQ(on_four_nodes(call_with_some_nodes), "exit 0");
}

/// Of eight threads of teams: how many have worked since `before`.
int workers_since(const std::vector<long>& before, const std::vector<long>& after) {
  int count = 0;
  for (std::size_t i = 0; i < before.size(); ++i) count += after[i] > before[i];
  return count;
}

void call_with_some_threads() {
  const Numbers a = matrix();
  std::vector<Numbers> by_all;
  for (const Case& one : cases) by_all.push_back(result_of(one, a));
  std::vector<std::vector<int>> each;
  for (const int thread : Runtime::get().teams().thread_ids()) each.push_back({thread});
  ASSERT_EQ(each.size(), 8u);
  for (const int bound : {1, 3, 5, 0}) {
    numapack_set_num_threads(bound);
    for (std::size_t i = 0; i < cases.size(); ++i) {
      SCOPED_TRACE(std::string(cases[i].name) + " with " + std::to_string(bound) + " threads");
      const std::vector<long> before = sleeps(each);
      EXPECT_EQ(result_of(cases[i], a), by_all[i]);
      const int worked = workers_since(before, sleeps(each));
      if (bound == 1) {
        EXPECT_EQ(worked, 0);
      } else if (bound > 1 && !cases[i].of_products) {
        EXPECT_LE(worked, bound);
      }
      EXPECT_TRUE(worked > 0 || bound == 1 || bound == 3) << "three threads are less than one a node";
    }
  }
}

TEST(SetThreads, BoundAllThatIsCalled) {
  if (thread_sanitizer) GTEST_SKIP() << no_threads_after_fork;
  if (no_calls_of_threads() != nullptr) GTEST_SKIP() << no_calls_of_threads();
  EXPECT_EQ(on_four_nodes(call_with_some_threads), "exit 0");
}

/// Parts of the operand on all nodes, then threads of two, and the other way round.
void multiply_elsewhere() {
  const Numbers a = matrix();
  const Numbers wanted = result_of(cases.front(), a);
  for (const auto& [packs, works] : {std::pair("", "1,3"), std::pair("1,3", ""), std::pair("0", "2,3")}) {
    SCOPED_TRACE(std::string("packed on \"") + packs + "\", multiplied on \"" + works + "\"");
    numapack_packed* packed = nullptr;
    EXPECT_EQ(numapack_set_nodes(packs), NUMAPACK_OK);
    EXPECT_EQ(numapack_dpack(&packed, by_columns, 'A', 'N', n, n, a.data(), n), NUMAPACK_OK);
    EXPECT_EQ(numapack_set_nodes(works), NUMAPACK_OK);
    Numbers c = a;
    EXPECT_EQ(numapack_dgemm_packed(packed, 'N', n, 1, a.data(), n, 0.5, c.data(), n), NUMAPACK_OK);
    EXPECT_EQ(c, wanted);
    numapack_packed_free(packed);
  }
}

TEST(ChosenNodes, MultiplyByWhatWasPackedOnOthers) {
  if (thread_sanitizer) GTEST_SKIP() << no_threads_after_fork;
  EXPECT_EQ(on_four_nodes(multiply_elsewhere), "exit 0");
}

/// Of a grandchild: 0 if it has nodes 1 and 3, and may choose others.
int choose_again() {
  int kept[4];
  const bool same = numapack_get_nodes(kept, 4) == 2 && kept[0] == 1 && kept[1] == 3;
  numapack_set_nodes(nullptr);
  return same && numapack_get_nodes(nullptr, 0) == 4 ? 0 : 1;
}

void choose_and_ask() {
  int nodes[4] = {-1, -1, -1, -1};
  EXPECT_EQ(numapack_get_nodes(nodes, 4), 4);
  EXPECT_EQ(nodes[3], 3);
  EXPECT_EQ(numapack_get_num_threads(), 8);
  EXPECT_EQ(numapack_set_nodes("3,1"), NUMAPACK_OK);
  EXPECT_EQ(numapack_get_nodes(nodes, 1), 2);
  EXPECT_EQ(nodes[0], 1);
  EXPECT_EQ(nodes[1], 1) << "no room for a second";
  EXPECT_EQ(numapack_get_num_threads(), 4);
  numapack_set_num_threads(3);
  EXPECT_EQ(numapack_get_num_threads(), 3);
  numapack_set_num_threads(0);
  EXPECT_EQ(numapack_set_nodes("4"), NUMAPACK_INVALID_ARGUMENT);
  EXPECT_STREQ(numapack_error_message(), "set_nodes: there is no node 4; use some of 0-3");
  EXPECT_EQ(numapack_get_nodes(nullptr, 0), 2);
  EXPECT_EQ(in_child(choose_again), "exit 0");
  EXPECT_EQ(numapack_get_nodes(nullptr, 0), 2);
}

TEST(ChosenNodes, AreToldAndKeptByAChild) { EXPECT_EQ(on_four_nodes(choose_and_ask), "exit 0"); }

void call_while_others_choose() {
  const Numbers a = matrix();
  const Numbers wanted = result_of(cases.front(), a);
  std::atomic<bool> stop{false};
  std::thread chooser([&] {
    const char* const lists[] = {"0", "1-3", "", "2,3"};
    for (int turn = 0; !stop; ++turn) {
      EXPECT_EQ(numapack_set_nodes(lists[turn % 4]), NUMAPACK_OK);
      sched_yield();
    }
  });
  const auto call = [&] {
    for (int turn = 0; turn < 20; ++turn) EXPECT_EQ(result_of(cases.front(), a), wanted);
  };
  std::thread other(call);
  call();
  other.join();
  stop = true;
  chooser.join();
}

TEST(ChosenNodes, MayChangeAtAnyMoment) {
  if (thread_sanitizer) GTEST_SKIP() << no_threads_after_fork;
  EXPECT_EQ(on_four_nodes(call_while_others_choose), "exit 0");
}

}  // namespace
}  // namespace numapack
