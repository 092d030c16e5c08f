// SPDX-License-Identifier: BSD-3-Clause
#include "sparse/pattern.hpp"

#include <algorithm>
#include <type_traits>

#include <fmt/format.h>

#include "base/error.hpp"
#include "level3/call/arguments.hpp"

namespace numapack {

template <class I>
void check_starts(const char* routine, const SparsePattern<I>& pattern) {
  require_size(routine, "rows", pattern.rows);
  require_size(routine, "columns", pattern.columns);
  if (pattern.columns > most_columns)
    throw Error(ErrorCode::not_supported, routine, fmt::format("{} columns", pattern.columns),
                fmt::format("the limit is {}", most_columns));
  if (pattern.rows == 0) return;
  require_address(routine, "starts", pattern.starts);
  if (pattern.starts[0] != 0)
    invalid(routine, fmt::format("the first row begins with element {}", pattern.starts[0]),
            "number elements from 0");
  const I* const end = pattern.starts + pattern.rows + 1;
  const I* const fall = std::adjacent_find(pattern.starts, end, [](I row, I next) { return next < row; });
  if (fall != end)
    invalid(routine,
            fmt::format("row {} begins with element {} and ends before element {}", fall - pattern.starts,
                        fall[0], fall[1]),
            "let starts rise from row to row");
  if (pattern.elements() > 0) require_address(routine, "indices", pattern.indices);
}

template <class I>
Index first_beyond(const SparsePattern<I>& pattern, Range elements) {
  using Unsigned = std::make_unsigned_t<I>;
  const auto columns = static_cast<Unsigned>(pattern.columns);
  constexpr Index at_once = 4096;
  for (Index begin = elements.begin; begin < elements.end; begin += at_once) {
    const Index end = std::min(elements.end, begin + at_once);
    bool beyond = false;  // no way out of this loop, hence vectors
    for (Index i = begin; i < end; ++i) beyond |= static_cast<Unsigned>(pattern.indices[i]) >= columns;
    for (Index i = begin; beyond && i < end; ++i)
      if (static_cast<Unsigned>(pattern.indices[i]) >= columns) return i;
  }
  return -1;
}

template <class I>
void refuse_element(const char* routine, const SparsePattern<I>& pattern, Index element) {
  const I* const row = std::upper_bound(pattern.starts, pattern.starts + pattern.rows + 1, element) - 1;
  invalid(routine,
          fmt::format("element {}, of row {}, is in column {}", element, row - pattern.starts,
                      pattern.indices[element]),
          fmt::format("columns are 0 to {}", pattern.columns - 1));
}

template void check_starts(const char*, const SparsePattern<std::int32_t>&);
template void check_starts(const char*, const SparsePattern<std::int64_t>&);
template Index first_beyond(const SparsePattern<std::int32_t>&, Range);
template Index first_beyond(const SparsePattern<std::int64_t>&, Range);
template void refuse_element(const char*, const SparsePattern<std::int32_t>&, Index);
template void refuse_element(const char*, const SparsePattern<std::int64_t>&, Index);

}  // namespace numapack
