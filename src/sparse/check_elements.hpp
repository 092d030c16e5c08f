// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <atomic>

#include "sparse/at_parts.hpp"

namespace numapack {

/// Throws Error(invalid_argument) naming an element whose column does not exist. All threads look.
template <class I>
void check_elements(const char* routine, const SparsePattern<I>& pattern, const SparsePlan& plan,
                    Runtime& runtime) {
  constexpr Index at_once = Index{1} << 18;
  std::atomic<Index> wrong{-1};
  const auto stretches = [&](std::size_t part) { return divide_up(plan.parts[part].elements, at_once); };
  for_each_at_parts(runtime, plan, double(plan.elements), stretches,
                    [&](std::size_t part, std::size_t number) {
                      const Index first = pattern.of_row(plan.parts[part].rows.begin).begin;
                      const Index begin = static_cast<Index>(number) * at_once;
                      const Index end = std::min(plan.parts[part].elements, begin + at_once);
                      const Index found = first_beyond(pattern, {first + begin, first + end});
                      if (found >= 0) wrong.store(found);
                    });
  if (wrong.load() >= 0) refuse_element(routine, pattern, wrong.load());
}

}  // namespace numapack
