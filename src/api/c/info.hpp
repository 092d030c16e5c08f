// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <initializer_list>

#include "api/c/status.hpp"
#include "base/first_wrong.hpp"

namespace numapack::c_interface {

/// LAPACK's number of the first argument that is wrong; 0 if none is recognised. `checks`: whether each is
/// right, argument 1 first.
inline std::int64_t first_wrong_info(std::initializer_list<bool> checks) {
  return -numapack::first_wrong(checks);
}

inline std::int64_t at_least_one(std::int64_t size) { return size > 1 ? size : 1; }

/// Whether they are rows of a matrix with n rows, counted from 1.
inline bool are_rows(const std::int64_t* pivots, std::int64_t n) {
  bool right = pivots != nullptr;
  for (std::int64_t i = 0; right && i < n; ++i) right = pivots[i] >= 1 && pivots[i] <= n;
  return right;
}

/// The status of a call that gives an info, which goes where the caller wants it.
template <class Call, class Wrong>
numapack_status with_info(const char* out_of_memory, std::int64_t* info, const Call& body,
                          const Wrong& wrong) {
  std::int64_t found = 0;
  const numapack_status status = call(out_of_memory, [&] { found = body(); });
  if (status == NUMAPACK_INVALID_ARGUMENT) found = wrong();
  if (info != nullptr) *info = found;
  return status;
}

}  // namespace numapack::c_interface
