// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>

namespace numapack {

/// Cache blocks that `numapack tune` found better on this machine than a kernel's built-in ones.
struct TunedBlocking {
  std::string kernel;  ///< "avx512-d24x8"
  std::int64_t mc = 0, kc = 0, nc = 0;
  double ratio = 1;    ///< median of the rounds: time with the built-in blocks over time with these
  int rounds = 0;      ///< that the ratio rests on
  std::int64_t n = 0;  ///< of the square products measured
  int threads = 0;
  std::string date;  ///< UTC, ISO 8601
};

}  // namespace numapack
