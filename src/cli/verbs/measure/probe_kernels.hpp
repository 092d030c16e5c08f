// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "probe/whole_machine.hpp"
#include "profile/document/measured.hpp"

namespace numapack {

/// What `probe` measures within a budget: the parts of `whole`, and as the last one "kernels", the rates of
/// each routine's kernels in type d, a cell a routine. That part gets half of the time; if that does not
/// suffice for one routine, the others get all of it. At a level of bits it has no cells, and says why.
std::vector<probe::PlannedPart> plan_of_probe(const probe::WholeMachine& whole, const Machine& machine,
                                              double budget);

/// What came of that last part.
struct KernelRates {
  std::vector<KernelCosts> costs;
  std::vector<std::string> remarks;  ///< what is missing, and why
  double seconds = 0;

  /// Into a profile, with the remarks.
  void add_to(MeasuredProfile& profile) const;
  /// A table of the rates and a line a remark; "" for nothing.
  std::string page() const;
};

/// Fits the routines of the part, as `predict --calibrate` does, within so many seconds: none begins that
/// would take longer. Ctrl-C and the time's end leave what is fitted already. `profile`: what was measured
/// before, which the predictions that calls are compared with take.
KernelRates kernel_rates(const probe::PlannedPart& part, const Machine& machine,
                         const MeasuredProfile& profile, std::uint64_t seed, double seconds);

}  // namespace numapack
