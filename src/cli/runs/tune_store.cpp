// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "cli/runs/stored_profiles.hpp"
#include "cli/runs/tune_run.hpp"

namespace numapack {

namespace {

template <class Entry, class Same>
void replace(std::vector<Entry>& all, const Same& same, const std::optional<Entry>& entry) {
  std::erase_if(all, same);
  if (entry) all.push_back(*entry);
}

std::optional<TunedBlocking> chosen_blocks(const TunedType& type, const std::string& date) {
  const probe::TuneResult& blocks = *type.blocks;
  if (blocks.gain <= 1) return std::nullopt;
  return TunedBlocking{type.kernel.name, blocks.after.mc,   blocks.after.kc,
                       blocks.after.nc,  blocks.gain,       int(blocks.steps.back().ratios.size()),
                       type.job->call.n, type.job->threads, date};
}

std::optional<TunedFigures> chosen_figures(const TunedType& type, const probe::PartResult& part,
                                           const std::string& date) {
  if (!part.taken) return std::nullopt;
  return TunedFigures{type.kernel.microarch->name,
                      type.kernel.name,
                      name(part.part),
                      part.fit.figures,
                      part.gain,
                      int(part.ratios.size()),
                      part.differing,
                      date};
}

}  // namespace

FoundProfile profile_to_complete(const FoundProfile& found, const Machine& machine) {
  if (found.profile) return found;
  FoundProfile kept = find_profile(machine, {"", profile_files_of_environment().cache});
  kept.path = path_to_store(machine);
  return kept;
}

MeasuredProfile with_outcome(const FoundProfile& found, const Machine& machine, const TuneOutcome& outcome) {
  MeasuredProfile profile = found.profile ? *found.profile : new_profile(machine);
  const std::string& date = outcome.conditions.date;
  for (const TunedType& type : outcome.types) {
    if (type.blocks)
      replace(
          profile.tuned, [&](const TunedBlocking& old) { return old.kernel == type.kernel.name; },
          chosen_blocks(type, date));
    for (const auto* const part : {&type.in_place, &type.cycles}) {
      if (!*part) continue;
      const auto same = [&](const TunedFigures& old) {
        return old.kernel == type.kernel.name && old.microarch == type.kernel.microarch->name &&
               old.part == name((*part)->part);
      };
      replace(profile.tuned_figures, same, chosen_figures(type, **part, date));
    }
  }
  return profile;
}

bool chose_something(const TuneOutcome& outcome) {
  return std::any_of(outcome.types.begin(), outcome.types.end(), [](const TunedType& type) {
    return (type.blocks && type.blocks->gain > 1) || (type.in_place && type.in_place->taken) ||
           (type.cycles && type.cycles->taken);
  });
}

}  // namespace numapack
