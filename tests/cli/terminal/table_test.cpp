// SPDX-License-Identifier: BSD-3-Clause
#include "cli/terminal/table.hpp"

#include <gtest/gtest.h>

#include "cli/terminal/progress.hpp"

namespace numapack {
namespace {

TEST(Table, AlignsNamesLeftAndNumbersRight) {
  Table table({"name", "x"});
  table.row({"a", "10.5"});
  table.row({"longer", ""});
  EXPECT_EQ(table.text(), "name       x\na       10.5\nlonger\n");
}

TEST(CrossTable, HasRowsAndColumnsInTheOrderOfTheirFirstCells) {
  CrossTable table("GB/s", {"copy"});
  EXPECT_TRUE(table.empty());
  table.set("local", "triad", "10.5");
  table.set("bind", "copy", "9.5");
  table.set("local", "triad", "11.5");
  EXPECT_EQ(table.text("-"), "GB/s   copy  triad\nlocal     -   11.5\nbind    9.5      -\n");
}

TEST(Duration, InUnitsThatAPersonWouldUse) {
  EXPECT_EQ(duration(0.2), "1 s");
  EXPECT_EQ(duration(60), "1 min 0 s");
  EXPECT_EQ(duration(7500), "2 h 5 min");
}

}  // namespace
}  // namespace numapack
