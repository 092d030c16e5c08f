// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace numapack::standard {

/// What the line of NUMAPACK_VERBOSE says.
struct Serving {
  std::string version, cpu;  ///< the CPU's microarchitecture
  std::vector<int> nodes;    ///< the kernel's numbers
  int threads = 0;
  std::string blas, lapack;  ///< the files that have the rest; "": nobody
  std::string problem;       ///< why the runtime does not start; "": it does
};

/// One line, without its end. Pure.
std::string serving_line(const Serving& serving);

/// Writes it to the standard error.
void say_who_serves() noexcept;

}  // namespace numapack::standard
