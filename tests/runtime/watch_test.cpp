// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/watch.hpp"

#include <gtest/gtest.h>

namespace numapack {
namespace {

struct Task {
  int node = 0, threads = 1;
};

TEST(WatchedCall, HasTheMostThreadsThatTookPartAtOnce) {
  WatchedCall call;
  call.add_team(std::vector<Task>{{1, 8}, {3, 4}}, "columns");
  EXPECT_EQ(call.threads, 12);
  EXPECT_EQ(call.nodes, node_bit(1) | node_bit(3));
  EXPECT_STREQ(call.algorithm, "columns");
  call.add_team(std::vector<Task>{{0, 2}}, "panels");
  EXPECT_EQ(call.threads, 12);
  EXPECT_EQ(call.nodes, node_bit(0) | node_bit(1) | node_bit(3));
  EXPECT_STREQ(call.algorithm, "columns");
}

}  // namespace
}  // namespace numapack
