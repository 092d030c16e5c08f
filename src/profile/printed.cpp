// SPDX-License-Identifier: BSD-3-Clause
#include "profile/printed.hpp"

namespace numapack {

std::optional<double> printed_value(const MeasuredProfile& profile, const std::string& quantity,
                                    const std::map<std::string, std::string>& conditions) {
  for (const Reported& one : profile.reported)
    if (one.quantity == quantity && one.value.conditions == conditions && one.value.valid())
      return one.value.value();
  return std::nullopt;
}

std::optional<double> printed_core_gflops(const MeasuredProfile& profile) {
  const std::optional<double> flops = printed_value(profile, "FLOPS per cycle");
  if (!flops || profile.machine.frequency_ghz <= 0) return std::nullopt;
  return profile.machine.frequency_ghz * *flops;
}

}  // namespace numapack
