// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "profile/document/measured.hpp"

namespace numapack {

// The figures of a profile as the verb that measures them would show them; CPUs and nodes by the numbers that
// the profile has. "": there are none. All pure.

std::string profile_latencies(const MeasuredProfile& profile);
std::string profile_coherence(const MeasuredProfile& profile);
std::string profile_stream(const MeasuredProfile& profile);
/// Those measured; of a profile without any, what its latencies between cores predict.
std::string profile_barriers(const MeasuredProfile& profile);

/// "141.5", "39.2-45" of a printed range, "28*" where it is inferred, "-" where there is no figure.
std::string figure_text(const Figure& figure);

/// What else the profile reports in this unit, and why cells have no figure.
std::string reported_text(const MeasuredProfile& profile, const std::string& unit);

}  // namespace numapack
