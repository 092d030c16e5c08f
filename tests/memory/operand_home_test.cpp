// SPDX-License-Identifier: BSD-3-Clause
#include "memory/homes/operand_home.hpp"

#include <gtest/gtest.h>

namespace numapack {
namespace {

using Lies = OperandHome::Lies;

TEST(OperandHome, TellsHowAMatrixLies) {
  const OperandHome bound = operand_home(HomeMap::on_node(100, 50, 2, 4), 8);
  EXPECT_EQ(bound.lies, Lies::on_one_node);
  EXPECT_EQ(bound.bytes, (std::vector<double>{0, 0, 40000, 0}));

  const OperandHome interleaved = operand_home(HomeMap::interleaved(100, 50, {0, 1, 3}, 4), 6);
  EXPECT_EQ(interleaved.lies, Lies::interleaved);
  EXPECT_NEAR(interleaved.bytes[3], 10000, 1e-6);
  EXPECT_EQ(interleaved.bytes[2], 0);

  const OperandHome blocks = operand_home(HomeMap::cyclic_columns(100, 48, 12, {0, 1, 2, 3}, 8), 4);
  EXPECT_EQ(blocks.lies, Lies::divided);
  EXPECT_NEAR(blocks.bytes[1], 4800, 1e-6);
}

TEST(OperandHome, PassesOverStrayPages) {
  HomeMap map = HomeMap::on_node(10, 10, 0, 2);
  map.share[0] = {0.96, 0.04};
  EXPECT_EQ(operand_home(map, 8).lies, Lies::on_one_node);
  map.share[0] = {0.9, 0.1};
  EXPECT_EQ(operand_home(map, 8).lies, Lies::interleaved);
}

TEST(OperandHome, MayBeNothing) {
  EXPECT_EQ(operand_home(HomeMap::on_node(0, 5, 0, 2), 8).lies, Lies::on_one_node);
  EXPECT_TRUE(operand_home({}, 8).bytes.empty());
}

}  // namespace
}  // namespace numapack
