// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "machine/machine.hpp"
#include "profile/document/measured.hpp"
#include "profile/profile.hpp"

namespace numapack {

/// Whether --from names a profile: a file whose name ends in ".json".
bool is_profile(const std::string& from);

/// machine_from(), and for a profile the machine that it describes.
/// Throws Error(invalid_argument).
Machine machine_or_profile(const std::string& from);

/// The profile that a verb uses, and where it comes from.
struct ChosenProfile {
  std::optional<MeasuredProfile> measured;
  Profile figures;      ///< the planner's: of `measured`, or the estimate
  std::string path;     ///< of the file used or ignored; "": none
  std::string ignored;  ///< why the file is not used
  std::string remark;   ///< such as that it is another machine's
};

/// By `option` (--profile: a file, or "none"), else by `from` if that is a profile, else what is stored for
/// the machine. A file that was asked for by name must be right: Error(invalid_argument).
ChosenProfile choose_profile(const std::string& option, const std::string& from, const Machine& machine);

/// Which profile is used, or why none is; a second line if it is hollow.
std::string describe(const ChosenProfile& chosen, const std::string& indent = "");

nlohmann::json to_json(const ChosenProfile& chosen);

}  // namespace numapack
