// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>

#include "base/limits.hpp"
#include "machine/machine.hpp"
#include "profile/measured.hpp"
#include "profile/profile.hpp"

namespace numapack {

/// Where profiles of machines are kept: numapack/profiles in the user's cache; "" without one. Pure.
std::string profile_folder(const ProfileFiles& files);

/// The file of this machine's profile: its fingerprint in profile_folder(); "" without a folder.
std::string profile_path(const Machine& machine, const ProfileFiles& files = profile_files_of_environment());

/// A profile that was looked for.
struct FoundProfile {
  std::optional<MeasuredProfile> profile;
  std::string path;     ///< of the file that is used or ignored; "": there is none
  std::string ignored;  ///< why a file that is there is not used; "": it is, or there is none
};

/// The measured profile of this machine: the file that is named ("none": no file at all), else
/// profile_path(). A file that is broken, of another version or of another machine is ignored and says why.
/// Never throws for what a file holds or the environment names.
FoundProfile find_profile(const Machine& machine, const ProfileFiles& files = profile_files_of_environment());

/// What the planner uses: the measured profile where there is one, else the estimate.
Profile profile_of(const Machine& machine, const ProfileFiles& files = profile_files_of_environment());
Profile profile_of(const FoundProfile& found, const Machine& machine);

}  // namespace numapack
