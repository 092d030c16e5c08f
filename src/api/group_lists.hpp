// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "base/error.hpp"
#include "base/range.hpp"

namespace numapack {

/// Throws Error(invalid_argument) unless there are so many groups, and a list for each of their arguments.
template <class... Lists>
void require_groups(const char* routine, std::int64_t groups, const Lists*... lists) {
  if (groups < 0) invalid(routine, "the number of groups is " + std::to_string(groups), "use 0 or more");
  if (groups > 0 && ((lists == nullptr) || ...))
    invalid(routine, "a list of the groups' arguments is a null pointer", "pass one element a group");
}

/// Addresses from this problem on; none where there is no list.
template <class T>
T* const* from_problem(T* const* addresses, Index begin) {
  return addresses == nullptr ? nullptr : addresses + begin;
}

}  // namespace numapack
