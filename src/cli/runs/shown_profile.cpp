// SPDX-License-Identifier: BSD-3-Clause
#include "cli/runs/shown_profile.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

#include "profile/knowledge.hpp"

namespace numapack {

std::string whose(const MeasuredProfile& profile) {
  const std::string name = profile.machine.name.empty() ? "a machine without a name" : profile.machine.name;
  if (profile.made_by == "published") return name + ", published figures";
  const std::string& date = profile.conditions.date;
  return fmt::format("{}, figures measured by {}{}", name,
                     profile.made_by.empty() ? "it is not said what" : profile.made_by,
                     date.empty() ? ", it is not said when" : " on " + date);
}

std::vector<std::string> documents_of(const MeasuredProfile& profile) {
  std::set<std::string> documents;
  for (const auto& [key, source] : profile.sources) documents.insert(source.document);
  return {documents.begin(), documents.end()};
}

std::string whose_figures(const MeasuredProfile& profile, const std::string& path) {
  std::string text = whose(profile) + ", nothing was measured here\n" + path + "\n";
  for (const std::string& document : documents_of(profile)) text += document + "\n";
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
