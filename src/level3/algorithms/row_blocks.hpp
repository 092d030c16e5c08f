// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "base/range.hpp"
#include "level3/call/call.hpp"

namespace numapack {

/// Where pages begin in C's columns, if it is at the same rows in all of them. As prefetchers know them: they
/// do not cross 4 KiB whatever the machine's pages are.
struct PageRows {
  Index rows = 0;   ///< in a page; 0: columns differ
  Index first = 0;  ///< the first row from 0 on with which a page begins
  bool operator==(const PageRows&) const = default;
};

PageRows page_rows(const Call& call);

/// Rows of C in blocks of at most mc (rounded up to tiles) for so many threads to take: as many for each, of
/// even height; or, where there are enough for even shares anyway, none across the end of a page: each page
/// that a block meets in a column of C is a walk through the page tables, and lines that are prefetched
/// behind a block's end may be another thread's. Pure.
std::vector<Range> blocks_of_rows(Range rows, Index mc, Index mr, Index threads, const PageRows& pages);

}  // namespace numapack
