// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace numapack {

enum class Precision { single, double_ };

/// The widest fused multiply-add that this CPU runs: "avx512", "avx2", "sve", "neon" or "scalar".
std::string peak_instruction_set();

/// One thread: the same work until its rate is steady, 30 ms at most; false: it never was. Vectors may have a
/// clock of their own, which a core takes up late.
bool bring_fma_to_rest(Precision precision);

/// One thread: independent FMA chains that never leave the registers, for about `seconds`. Returns flop/s.
double fma_rate(Precision precision, double seconds);

/// What one thread did.
struct FmaRate {
  double flops_per_s = 0;
  double ghz = 0;  ///< clock of its core just afterwards, by a chain of additions
};

/// One thread on each of these hardware threads (kernel numbers; a number may come twice), all at once, for
/// about `seconds`, once each has come to a steady rate. Threads are this call's own and are bound; where the
/// kernel refuses a binding the thread runs unbound. The sum is the machine's speed now, with whatever clock,
/// neighbours and host allow: what a library's rate in the same second is divided by.
std::vector<FmaRate> fma_rates(Precision precision, const std::vector<int>& pus, double seconds);

/// Of all threads together: flop/s added up, the mean of the clocks. Pure.
FmaRate all_together(const std::vector<FmaRate>& rates);

}  // namespace numapack
