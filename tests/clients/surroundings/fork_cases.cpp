// SPDX-License-Identifier: BSD-3-Clause
// OpenBLAS#294, #240, #2270, #5520; MKL in numpy#11734: a child can multiply, too.
#include <gtest/gtest.h>

#include <atomic>
#include <cerrno>
#include <thread>

#include "clients/surroundings/product.hpp"

namespace surroundings {
namespace {

int multiply() { return large().is_right() ? 0 : 1; }

TEST(Fork, ParentChildAndGrandchildMultiply) {
  ASSERT_EQ(multiply(), 0);
  const auto child = [] {
    if (multiply() != 0) return 1;
    if (in_child(multiply) != 0) return 2;
    return multiply() == 0 ? 0 : 3;
  };
  for (int repeat = 0; repeat < 5; ++repeat) {
    ASSERT_EQ(in_child(child), 0);
    ASSERT_EQ(multiply(), 0);
  }
}

TEST(Fork, OnlyTheGrandchildMultiplies) {
  ASSERT_EQ(multiply(), 0);
  EXPECT_EQ(in_child([] { return in_child(multiply); }), 0);
}

TEST(Fork, WhileOtherThreadsMultiply) {
  std::atomic<bool> enough{false};
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i)
    threads.emplace_back([&] {
      while (!enough) wrong += multiply();
    });
  for (int repeat = 0; repeat < 20; ++repeat) EXPECT_EQ(in_child(multiply), 0);
  enough = true;
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(Fork, ChildrenAtOnce) {
  ASSERT_EQ(multiply(), 0);
  std::vector<std::thread> parents;
  std::atomic<int> wrong{0};
  for (int i = 0; i < 4; ++i) parents.emplace_back([&] { wrong += in_child(multiply) == 0 ? 0 : 1; });
  for (std::thread& parent : parents) parent.join();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace surroundings
