// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <initializer_list>

namespace numapack {

/// The number, from 1, of the first argument that is not right; 0: all are.
inline int first_wrong(std::initializer_list<bool> right) {
  int position = 0;
  for (const bool fine : right) {
    ++position;
    if (!fine) [[unlikely]]
      return position;
  }
  return 0;
}

}  // namespace numapack
