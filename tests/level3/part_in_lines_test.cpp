// SPDX-License-Identifier: BSD-3-Clause
#include "level3/nodes/part_in_lines.hpp"

#include <gtest/gtest.h>

#include <set>

namespace numapack {
namespace {

constexpr Index line = 64;

/// Of all columns, one by one.
struct Counted {
  std::set<Index> lines, cut;

  Counted(Range rows, Range columns, Index leading, Index element, const std::vector<Index>& edges) {
    for (Index j = columns.begin; j < columns.end; ++j) {
      for (Index i = rows.begin; i < rows.end; ++i) lines.insert((j * leading + i) * element / line);
      for (const Index row : edges)
        if (const Index byte = (j * leading + row) * element; byte % line != 0) cut.insert(byte / line);
    }
  }
};

TEST(PartInLines, AreThoseThatAllItsElementsLieIn) {
  const Range columns{3, 3 + 800};  // so many that the first and the last do not matter
  for (const Index element : {4, 8, 16})
    for (const Index leading : {16, 40, 65, 100, 130, 512})
      for (const Index begin : {0, 6, 16})
        for (const Index height : {5, 24, 65, 100}) {
          const Range rows{begin, begin + height};
          if (rows.end > leading) continue;
          const std::vector<Index> edges{begin, begin + height / 2, begin + height};
          const Counted counted(rows, columns, leading, element, edges);
          const PartInLines part(rows, columns, leading, element);
          const auto lines = double(counted.lines.size());
          EXPECT_NEAR(part.over_elements(), lines * line / double(height * columns.size() * element), 5e-3)
              << element << " bytes, leading " << leading << ", rows from " << begin << ", " << height;
          if (height / 2 * element < line) continue;  // two edges in a line
          EXPECT_NEAR(part.share_cut(edges), double(counted.cut.size()) / lines, 5e-3)
              << element << " bytes, leading " << leading << ", rows from " << begin << ", " << height;
        }
}

TEST(PartInLines, FewColumnsAreCountedOneByOne) {
  for (const Index columns : {1, 2, 5})
    for (const Index leading : {1, 3, 65}) {
      const Counted counted({0, leading}, {2, 2 + columns}, leading, 8, {});
      EXPECT_DOUBLE_EQ(PartInLines({0, leading}, {2, 2 + columns}, leading, 8).over_elements(),
                       double(counted.lines.size()) * line / double(leading * columns * 8));
    }
}

TEST(PartInLines, WholeLinesAreNoMoreThanTheirElements) {
  const PartInLines part({8, 72}, {0, 10}, 128, 8);
  EXPECT_EQ(part.over_elements(), 1);
  EXPECT_EQ(part.share_cut({8, 40, 72}), 0);
}

}  // namespace
}  // namespace numapack
