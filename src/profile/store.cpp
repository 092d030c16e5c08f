// SPDX-License-Identifier: BSD-3-Clause
#include "profile/store.hpp"

#include <sys/stat.h>

#include <exception>

#include "base/error.hpp"
#include "profile/fingerprint.hpp"
#include "profile/json.hpp"
#include "profile/planning.hpp"

namespace numapack {

namespace {

bool exists(const std::string& path) {
  struct stat facts {};
  return stat(path.c_str(), &facts) == 0;
}

FoundProfile read_for(const std::string& path, const Machine& machine) {
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

}  // namespace

std::string profile_folder(const ProfileFiles& files) {
  return files.cache.empty() ? "" : files.cache + "/numapack/profiles";
}

std::string profile_path(const Machine& machine, const ProfileFiles& files) {
  const std::string folder = profile_folder(files);
  return folder.empty() ? "" : folder + "/" + fingerprint(machine) + ".json";
}

FoundProfile find_profile(const Machine& machine, const ProfileFiles& files) {
  if (!files.named.empty()) return files.named == "none" ? FoundProfile{} : read_for(files.named, machine);
  const std::string path = profile_path(machine, files);
  return path.empty() || !exists(path) ? FoundProfile{} : read_for(path, machine);
}

Profile profile_of(const FoundProfile& found, const Machine& machine) {
  return found.profile ? planning_profile(*found.profile, machine) : estimate_profile(machine);
}

Profile profile_of(const Machine& machine, const ProfileFiles& files) {
  return profile_of(find_profile(machine, files), machine);
}

}  // namespace numapack
