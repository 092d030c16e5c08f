// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "machine/cpu_of.hpp"
#include "profile/profile.hpp"

namespace numapack {

/// Lines about the row that a machine's kernels have their figures from, why it is that one, and what the
/// profile has in place of some.
std::string describe_microarch(const MicroarchChoice& choice, const CpuIdentity& cpu, const Profile& profile);

/// The same, with what the CPU says of itself.
nlohmann::json microarch_to_json(const MicroarchChoice& choice, const CpuIdentity& cpu,
                                 const Profile& profile);

}  // namespace numapack
