// SPDX-License-Identifier: BSD-3-Clause
#include "profile/store.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <exception>
#include <filesystem>

#include "base/error.hpp"
#include "profile/document/fingerprint.hpp"
#include "profile/document/json.hpp"
#include "profile/knowledge.hpp"
#include "profile/planning.hpp"

namespace numapack {

namespace {

bool exists(const std::string& path) {
  struct stat facts {};
  return stat(path.c_str(), &facts) == 0;
}

/// The path with a word before ".json".
std::string beside(const std::string& path, const std::string& word) {
  const std::filesystem::path file(path);
  return (file.parent_path() / file.stem()).string() + "." + word + file.extension().string();
}

/// Gives the file at `path` a second name, replacing the file that had it: if the process is killed, both
/// remain complete.
void keep_as(const std::string& previous, const std::string& path) {
  const std::string link = previous + "." + std::to_string(getpid());
  std::error_code error;
  std::filesystem::create_hard_link(path, link, error);
  if (error) std::filesystem::copy_file(path, link, error);
  if (!error) std::filesystem::rename(link, previous, error);
  if (!error) return;
  std::error_code ignored;
  std::filesystem::remove(link, ignored);
  throw Error(ErrorCode::system, "profile",
              "cannot keep " + path + " as " + previous + ": " + error.message(),
              "look at the folder and the disk");
}

}  // namespace

FoundProfile profile_in(const std::string& path, const Machine& machine) {
  FoundProfile found;
  found.path = path;
  try {
    MeasuredProfile profile = read_profile(path);
    const std::string& whose = profile.machine.fingerprint;
    if (!whose.empty() && whose != fingerprint(machine)) {
      found.ignored =
          "it is of another machine (fingerprint " + whose + ", here " + fingerprint(machine) + ")";
    } else {
      found.ignored = misfit(profile, machine);
    }
    if (found.ignored.empty()) found.profile = std::move(profile);
  } catch (const std::exception& error) {
    found.ignored = error.what();
  }
  return found;
}

std::string profile_folder(const ProfileFiles& files) {
  return files.cache.empty() ? "" : files.cache + "/numapack/profiles";
}

std::string profile_path(const Machine& machine, const ProfileFiles& files) {
  const std::string folder = profile_folder(files);
  return folder.empty() ? "" : folder + "/" + fingerprint(machine) + ".json";
}

std::string previous_profile_path(const std::string& path) { return beside(path, "previous"); }
std::string lesser_profile_path(const std::string& path) { return beside(path, "lesser"); }

FoundProfile find_profile(const Machine& machine, const ProfileFiles& files) {
  if (!files.named.empty()) return files.named == "none" ? FoundProfile{} : profile_in(files.named, machine);
  const std::string path = profile_path(machine, files);
  return path.empty() || !exists(path) ? FoundProfile{} : profile_in(path, machine);
}

std::vector<FoundProfile> kept_profiles(const Machine& machine, const ProfileFiles& files) {
  const std::string path = profile_path(machine, files);
  std::vector<FoundProfile> kept;
  if (path.empty()) return kept;
  for (const std::string& file : {path, previous_profile_path(path), lesser_profile_path(path)}) {
    if (exists(file)) kept.push_back(profile_in(file, machine));
  }
  return kept;
}

StoreOutcome store_profile(MeasuredProfile profile, const Machine& machine, const std::string& path,
                           bool replace) {
  StoreOutcome stored{path, "", {}};
  if (exists(path)) {
    const FoundProfile there = profile_in(path, machine);
    if (there.profile) {
      if (profile.tuned.empty()) profile.tuned = there.profile->tuned;
      if (profile.tuned_figures.empty()) profile.tuned_figures = there.profile->tuned_figures;
      if (profile.kernel_costs.empty()) profile.kernel_costs = there.profile->kernel_costs;
      stored.less = knows_less(profile, *there.profile);
    }
    if (!stored.less.empty() && !replace) {
      stored.path = lesser_profile_path(path);
      write_profile(profile, stored.path);
      return stored;
    }
    const std::string previous = previous_profile_path(path);
    const FoundProfile before = exists(previous) ? profile_in(previous, machine) : FoundProfile{};
    const bool knows_more =
        before.profile && (!there.profile || !knows_less(*there.profile, *before.profile).empty());
    if (!knows_more) keep_as(previous, path);
    stored.previous = previous;
    stored.less.clear();
  }
  write_profile(profile, path);
  return stored;
}

Profile profile_of(const FoundProfile& found, const Machine& machine) {
  return found.profile ? planning_profile(*found.profile, machine) : estimate_profile(machine);
}

Profile at_level(Profile profile, const std::string& level) {
  if (level.empty()) return profile;
  profile.tuned.clear();
  profile.tuned_figures.clear();
  profile.kernel_costs.clear();
  return profile;
}

}  // namespace numapack
