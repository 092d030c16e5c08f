// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace numapack {

/// Runs so many turns of a loop of independent fused multiply-adds and returns the flops done (two an FMA and
/// lane).
using FmaTurns = double (*)(std::int64_t turns);

struct FmaLoop {
  const char* name;
  FmaTurns single, double_;
};

/// By CPUID or HWCAP, never by model name.
FmaLoop widest_fma_loop();

}  // namespace numapack
