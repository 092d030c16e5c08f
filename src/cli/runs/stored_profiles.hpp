// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "machine/machine.hpp"
#include "profile/store.hpp"

namespace numapack {

/// One without figures, made here, of this machine.
MeasuredProfile new_profile(const Machine& machine);

/// The file that this machine's profile is kept in. Throws Error(system) where there is no folder for it.
std::string path_to_store(const Machine& machine);

/// The profile kept for this machine. Throws Error(not_supported), of `where`, that says why there is none
/// and what to do: to measure, or `otherwise`.
FoundProfile kept_profile_here(const std::string& where, const std::string& otherwise);

/// Throws Error(invalid_argument) if NUMAPACK_BITS is set: kernels, blocks and order of sums are the level's
/// then, and a profile has those of calls without a level.
void refuse_at_level_of_bits();

/// The profiles of a machine that are kept, with their dates and how complete they are, as a table; or that
/// there are none.
std::string stored_profiles_page(const Machine& machine);

/// Lines about where a profile went: "profile: FILE", what became of the one before, what it is hollow of.
std::string stored_text(const StoreOutcome& stored, const std::string& place, const MeasuredProfile& profile);

}  // namespace numapack
