// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <initializer_list>

#include "api/c_status.hpp"

// LAPACK's info, for the C functions that give one.
namespace numapack::c_interface {

/// LAPACK's number of the first argument that is wrong; 0 if none is recognised. `checks`: whether each is
/// right, argument 1 first.
inline int64_t first_wrong(std::initializer_list<bool> checks) {
  int64_t number = 0;
  for (const bool right : checks) {
    ++number;
    if (!right) return -number;
  }
  return 0;
}

inline int64_t at_least_one(int64_t size) { return size > 1 ? size : 1; }

/// The status of a call that gives an info, which goes where the caller wants it.
template <class Call, class Wrong>
numapack_status with_info(const char* out_of_memory, int64_t* info, const Call& call, const Wrong& wrong) {
  int64_t found = 0;
  const numapack_status status = c_interface::call(out_of_memory, [&] { found = call(); });
  if (status == NUMAPACK_INVALID_ARGUMENT) found = wrong();
  if (info != nullptr) *info = found;
  return status;
}

}  // namespace numapack::c_interface
