// SPDX-License-Identifier: BSD-3-Clause
#include "cli/runs/shown_profile.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

#include "profile/knowledge.hpp"

namespace numapack {

std::string whose_figures(const MeasuredProfile& profile, const std::string& path) {
  const bool published = profile.made_by == "published";
  std::string text =
      fmt::format("{}, {} figures, nothing was measured here\n",
                  profile.machine.name.empty() ? "a machine without a name" : profile.machine.name,
                  published ? "published"
                            : fmt::format("measured by {} on {}", profile.made_by, profile.conditions.date));
  text += path + "\n";
  std::set<std::string> documents;
  for (const auto& [key, source] : profile.sources) documents.insert(source.document);
  for (const std::string& document : documents) text += document + "\n";
  return text;
}

std::string tables_text(const MeasuredProfile& profile) {
  std::vector<std::string> parts;
  for (const auto& [table, count] : figures_by_table(profile)) {
    if (count.clean + count.disturbed > 0)
      parts.push_back(fmt::format("{} {}", count.clean + count.disturbed, table));
  }
  return parts.empty() ? "no figures" : fmt::format("figures of {}", fmt::join(parts, ", "));
}

}  // namespace numapack
