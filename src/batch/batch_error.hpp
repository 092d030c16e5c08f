// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "level3/call/arguments.hpp"
#include "level3/call/matrix_list.hpp"
#include "numapack/error.hpp"

namespace numapack {

/// What check() throws, with the group that it is about in its `where`; groups count from 0, as in C.
template <class Check>
void check_group(Index group, const Check& check) {
  try {
    check();
  } catch (const Error& error) {
    throw Error(error.code(), error.where() + ", group " + std::to_string(group), error.problem(),
                error.advice());
  }
}

/// Throws Error(invalid_argument) if a matrix of the list has no address.
template <class T>
void require_addresses(const char* routine, const char* name, const MatrixList<T>& matrices, Index count) {
  if (matrices.listed == nullptr) return require_address(routine, name, matrices.first);
  for (Index i = 0; i < count; ++i)
    if (matrices.listed[i] == nullptr)
      throw Error(ErrorCode::invalid_argument, routine,
                  std::string(name) + "[" + std::to_string(i) + "] is a null pointer",
                  "pass the address of its first element");
}

}  // namespace numapack
