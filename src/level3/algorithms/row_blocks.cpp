// SPDX-License-Identifier: BSD-3-Clause
#include "level3/algorithms/row_blocks.hpp"

#include <algorithm>

#include "base/split.hpp"

namespace numapack {
namespace {

void append_split(std::vector<Range>& blocks, Range rows, Index count, Index mr) {
  for (Index i = 0; i < count; ++i) blocks.push_back(split(rows, count, mr, i));
}

/// As few blocks as mc allows, with whole tiles distributed as evenly as possible, and a partial tile in the
/// last block.
void append_blocks(std::vector<Range>& blocks, Range rows, Index mc, Index mr) {
  const Index count = divide_up(rows.size(), mc), tiles = std::max(count, divide(rows.size(), mr));
  append_split(blocks, {rows.begin, rows.begin + tiles * mr}, count, mr);
  blocks.back().end = rows.end;
}

/// No block crosses the end of a page, or of several pages where mc allows so many.
std::vector<Range> blocks_between_pages(Range rows, Index mc, Index mr, const PageRows& pages) {
  std::vector<Range> blocks;
  const Index step = pages.rows * std::max<Index>(1, divide(mc, pages.rows));
  const auto next_page = [&](Index microarch) {
    if (microarch < pages.first) return pages.first;
    return pages.first + (divide(microarch - pages.first, pages.rows) + 1) * pages.rows;
  };
  for (Index begin = rows.begin; begin < rows.end;) {
    Index end = next_page(begin);
    if (end - begin == pages.rows) end = begin + step;
    if (end - begin < mr) end += pages.rows;  // less than a tile is no block of its own,
    if (rows.end - end < mr) end = rows.end;  // neither here nor at the end
    append_blocks(blocks, {begin, std::min(end, rows.end)}, mc, mr);
    begin = end;
  }
  return blocks;
}

}  // namespace

PageRows page_rows(const Call& call) {
  constexpr Index page = 4096;
  const auto element = static_cast<Index>(call.element_bytes());
  if (call.c_in_page < 0 || call.c_in_page % element != 0) return {};
  return {page / element, (page - call.c_in_page) % page / element};
}

std::vector<Range> blocks_of_rows(Range rows, Index mc, Index mr, Index threads, const PageRows& pages) {
  constexpr Index enough = 4;  // blocks for each thread, one more or less for some
  const Index most = round_up(mc, mr);
  if (pages.rows > 0 && rows.size() > most) {
    std::vector<Range> blocks = blocks_between_pages(rows, most, mr, pages);
    const auto count = static_cast<Index>(blocks.size());
    if (count >= enough * threads || count % threads == 0) return blocks;
  }
  // As many for each thread: with a small one left over, one thread had an eighth more to do than another
  // (CL-174).
  const Index count = std::min(round_up(divide_up(rows.size(), mc), threads), divide_up(rows.size(), mr));
  std::vector<Range> blocks;
  append_split(blocks, rows, count, mr);
  return blocks;
}

}  // namespace numapack
