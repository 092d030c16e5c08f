// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/limits.hpp"
#include "machine/machine.hpp"
#include "profile/document/measured.hpp"
#include "profile/profile.hpp"

namespace numapack {

/// Where profiles of machines are kept: numapack/profiles in the user's cache; "" without one. Pure.
std::string profile_folder(const ProfileFiles& files);

/// The file of this machine's profile: its fingerprint in profile_folder(); "" without a folder.
std::string profile_path(const Machine& machine, const ProfileFiles& files = profile_files_of_environment());

/// Next to that file: the profile that was there before, and the last one that knew less and did not take its
/// place. Pure.
std::string previous_profile_path(const std::string& path);
std::string lesser_profile_path(const std::string& path);

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

/// What is in a file, and why it is of no use for this machine. Never throws for what it holds.
FoundProfile profile_in(const std::string& path, const Machine& machine);

/// Of the three files of a machine those that are there, the one that plans take first. Never throws for what
/// they hold.
std::vector<FoundProfile> kept_profiles(const Machine& machine,
                                        const ProfileFiles& files = profile_files_of_environment());

/// Where a profile went.
struct StoreOutcome {
  std::string path;      ///< the file that was written
  std::string previous;  ///< where the one that was there is now; "": there was none
  std::vector<std::string>
      less;  ///< what it knows less than the one there, which stays; empty: it took its place
};

/// Puts a new profile of this machine at `path`, with what was tuned there. One that knows less
/// (knows_less()) than the one there takes its place only with `replace`, and goes to lesser_profile_path()
/// without. What it replaces is kept as previous_profile_path(), unless what is kept there knows more. At
/// every moment a whole profile is at `path`. Throws Error(system).
StoreOutcome store_profile(MeasuredProfile profile, const Machine& machine, const std::string& path,
                           bool replace);

/// What the planner uses: the measured profile where there is one, else the estimate.
Profile profile_of(const FoundProfile& found, const Machine& machine);
/// If `level` names a level of bits (NUMAPACK_BITS), the same without what was tuned, which changes sums and
/// which no other machine has, and without rates of kernels, which are those of calls without a level.
Profile at_level(Profile profile, const std::string& level);

}  // namespace numapack
