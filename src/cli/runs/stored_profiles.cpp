// SPDX-License-Identifier: BSD-3-Clause
#include "cli/runs/stored_profiles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/error.hpp"
#include "base/limits.hpp"
#include "cli/terminal/table.hpp"
#include "cpu/find_microarch.hpp"
#include "profile/document/fingerprint.hpp"
#include "profile/knowledge.hpp"

namespace numapack {

namespace {

constexpr const char* no_folder = "there is no cache folder (XDG_CACHE_HOME, HOME)";

std::string completeness(const MeasuredProfile& profile) {
  const std::vector<std::string> missing = hollow(profile);
  return missing.empty() ? "complete" : fmt::format("hollow: without {}", fmt::join(missing, ", "));
}

}  // namespace

FoundProfile kept_profile_here(const std::string& where, const std::string& otherwise) {
  FoundProfile found = find_profile(detect_machine());
  if (found.profile) return found;
  throw Error(ErrorCode::not_supported, where,
              found.ignored.empty() ? "there is no profile of this machine"
                                    : found.path + " cannot be used: " + found.ignored,
              "measure with numapack probe, or " + otherwise);
}

MeasuredProfile new_profile(const Machine& machine) {
  MeasuredProfile profile;
  profile.made_by = "numapack " NUMAPACK_VERSION;
  profile.machine = profiled_machine(machine);
  return profile;
}

std::string path_to_store(const Machine& machine) {
  std::string path = profile_path(machine);
  if (path.empty()) throw Error(ErrorCode::system, "profile", no_folder, "name a file with --output");
  return path;
}

void refuse_at_level_of_bits() {
  const std::string level = limits_of_environment().bits;
  if (level.empty()) return;
  microarch_here();  // says it if there is no such level
  invalid("NUMAPACK_BITS",
          "what is measured at the level \"" + level + "\" would be stored for calls without a level",
          "unset it");
}

std::string stored_profiles_page(const Machine& machine) {
  const std::vector<FoundProfile> kept = kept_profiles(machine);
  const std::string path = profile_path(machine);
  if (path.empty()) return fmt::format("no profile is kept: {}\n", no_folder);
  if (kept.empty())
    return fmt::format("no profile of this machine is kept; numapack probe writes {}\n", path);
  const FoundProfile used = find_profile(machine);
  Table table({"profile", "measured", "figures", "disturbed", "without", "", "for plans and advice"});
  for (const FoundProfile& one : kept) {
    const std::string file = std::filesystem::path(one.path).filename();
    const char* const in_use = used.profile && used.path == one.path ? "in use" : "";
    if (!one.profile) {
      table.row({file, "-", "-", "-", "-", in_use, "no use: " + one.ignored});
      continue;
    }
    const FigureCount figures = count_figures(*one.profile);
    const std::string& date = one.profile->conditions.date;
    table.row({file, date.empty() ? "not said" : date, std::to_string(figures.clean),
               std::to_string(figures.disturbed), std::to_string(figures.without), in_use,
               completeness(*one.profile)});
  }
  return fmt::format("profiles kept in {}\n{}", std::filesystem::path(path).parent_path().string(),
                     table.text({1, 5, 6}));
}

std::string stored_text(const StoreOutcome& stored, const std::string& place,
                        const MeasuredProfile& profile) {
  std::string text = fmt::format("profile: {}\n", stored.path);
  if (!stored.less.empty()) {
    constexpr std::ptrdiff_t most_named = 4;
    const std::ptrdiff_t named = std::min(most_named, std::ssize(stored.less));
    const std::ptrdiff_t more = std::ssize(stored.less) - named;
    text += fmt::format("not in place of {}, which knows more: {}{}; --replace puts it there\n", place,
                        fmt::join(stored.less.begin(), stored.less.begin() + named, ", "),
                        more > 0 ? fmt::format(" and {} more", more) : "");
  }
  if (!stored.previous.empty()) text += fmt::format("the one before: {}\n", stored.previous);
  if (const std::string lacks = hollow_text(profile); !lacks.empty()) text += lacks + "\n";
  return text;
}

}  // namespace numapack
