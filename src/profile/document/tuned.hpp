// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <map>
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

/// Tuned replacements for figures of a microarchitecture's kernel: limits of in place, or the cycles that the
/// choice of algorithm uses.
struct TunedFigures {
  std::string microarch, kernel;
  std::string part;                       ///< "in_place" or "cycles", see MicroarchPart
  std::map<std::string, double> figures;  ///< by name, see microarch_figures()
  double ratio = 1;  ///< median of the rounds: time with the microarchitecture's figures over time with these
  int rounds = 0;    ///< that the ratio rests on
  int shapes = 0;    ///< on which the choice differs, none of which the figures were fitted to
  std::string date;  ///< UTC, ISO 8601
};

}  // namespace numapack
