// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>

namespace numapack {

/// Seconds on a steady clock since an arbitrary start.
inline double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace numapack
