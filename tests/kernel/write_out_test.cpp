// SPDX-License-Identifier: BSD-3-Clause
#include "kernel/write_out.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace numapack {
namespace {

TEST(WriteOut, CopiesTheBlockAndNothingElseWhateverItsPlaceInALine) {
  const Index ldb = 40, ldc = 47, columns = 3;
  std::vector<float> block(static_cast<std::size_t>(ldb * columns));
  std::iota(block.begin(), block.end(), 1.0F);
  for (Index offset = 0; offset < 17; ++offset) {
    for (const Index rows : {0, 1, 15, 16, 17, 33, 40}) {
      std::vector<float> c(static_cast<std::size_t>(offset + ldc * columns), -1.0F);
      write_out(rows, columns, block.data(), ldb, c.data() + offset, ldc);
      for (std::size_t at = 0; at < c.size(); ++at) {
        const Index inside = static_cast<Index>(at) - offset, row = inside % ldc, column = inside / ldc;
        const bool written = inside >= 0 && row < rows && column < columns;
        ASSERT_EQ(c[at], written ? block[static_cast<std::size_t>(row + column * ldb)] : -1.0F)
            << "offset " << offset << ", " << rows << " rows, at " << at;
      }
    }
  }
}

}  // namespace
}  // namespace numapack
