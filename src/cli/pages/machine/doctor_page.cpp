// SPDX-License-Identifier: BSD-3-Clause
#include "cli/pages/machine/doctor_page.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <sstream>
#include <vector>

#include "cli/terminal/json_values.hpp"

namespace numapack {

namespace {

/// Longer lines are read badly.
constexpr std::size_t widest = 160;

/// Words in lines of at most `width`; a longer word has a line of its own.
std::vector<std::string> wrapped(const std::string& text, std::size_t width) {
  std::vector<std::string> lines;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (lines.empty() || lines.back().size() + 1 + word.size() > width) {
      lines.push_back(word);
    } else {
      lines.back() += " " + word;
    }
  }
  return lines;
}

std::string counted(std::size_t count, const char* what) { return fmt::format("{} {}", count, what); }

std::string verdict(const Examination& found, const SystemFacts& facts) {
  const std::size_t matter = found.count(Severity::matters), know = found.count(Severity::worth_knowing);
  std::string text = matter == 0   ? "nothing here matters"
                     : matter == 1 ? "1 thing matters"
                                   : counted(matter, "things matter");
  if (know > 0) text += fmt::format(", {} worth knowing", know);
  text += facts.root == "/" ? ": this machine" : ": " + facts.root;
  if (facts.kernel_release) text += ", Linux " + *facts.kernel_release;
  if (facts.nodes)
    text += fmt::format(", {} node{}", facts.nodes->size(), facts.nodes->size() == 1 ? "" : "s");
  if (facts.cpus) text += fmt::format(", {} CPU{}", facts.cpus->size(), facts.cpus->size() == 1 ? "" : "s");
  return text + "\n";
}

/// A finding in three columns, and its command below, whole, so that it can be copied.
std::string rows_of(const Finding& finding, std::size_t id_width, std::size_t is_width,
                    std::size_t cost_width) {
  const std::string source = finding.source.empty() ? "" : " [" + finding.source + "]";
  const auto is = wrapped(finding.is, is_width), cost = wrapped(finding.cost + source, cost_width);
  std::string text;
  for (std::size_t line = 0; line < std::max(is.size(), cost.size()); ++line) {
    const std::string row =
        fmt::format("  {:<{}}  {:<{}}  {}", line == 0 ? finding.id : "", id_width,
                    line < is.size() ? is[line] : "", is_width, line < cost.size() ? cost[line] : "");
    text += row.substr(0, row.find_last_not_of(' ') + 1) + "\n";
  }
  if (finding.mend.empty()) return text;
  return text + fmt::format("  {:<{}}  {} {}\n", "", id_width,
                            finding.by_hand ? "-"
                            : finding.root  ? "#"
                                            : "$",
                            finding.mend);
}

std::string table_of(const Examination& found, std::size_t width) {
  std::size_t id_width = 0;
  for (const Finding& finding : found.findings)
    if (finding.severity != Severity::fine) id_width = std::max(id_width, finding.id.size());
  if (id_width == 0) return "";
  constexpr std::size_t least = 20;
  const std::size_t left = std::max(width, id_width + 6 + 2 * least) - id_width - 6,
                    is_width = std::max(least, 2 * left / 5), cost_width = left - is_width;
  std::string text;
  for (const Severity severity : {Severity::matters, Severity::worth_knowing}) {
    if (found.count(severity) == 0) continue;
    const std::size_t first = id_width + 2;
    text += fmt::format("\n{:<{}}  {:<{}}  likely cost [source]\n", name(severity), first, "what there is",
                        is_width);
    for (const Finding& finding : found.findings)
      if (finding.severity == severity) text += rows_of(finding, id_width, is_width, cost_width);
  }
  return text + "\n# is run as root, $ by anyone; - is no command\n";
}

std::string paragraph(const std::string& title, const std::string& list) {
  return list.empty() ? "" : "\n" + title + ": " + list + "\n";
}

}  // namespace

std::string describe(const Examination& found, const SystemFacts& facts, std::size_t width) {
  std::string fine, skipped;
  for (const Finding& finding : found.findings)
    if (finding.severity == Severity::fine) fine += (fine.empty() ? "" : "; ") + finding.is;
  for (const NotLookedAt& one : found.not_looked_at) {
    skipped += fmt::format("{}{}, because {}", skipped.empty() ? "" : "; ", one.what, one.why);
  }
  return verdict(found, facts) + table_of(found, width > 0 ? std::min(width, widest) : widest) +
         paragraph("fine", fine) + paragraph("not looked at", skipped);
}

nlohmann::json to_json(const Examination& found, const SystemFacts& facts) {
  using nlohmann::json;
  json findings = json::array(), skipped = json::array();
  for (const Finding& finding : found.findings) {
    findings.push_back({{"id", finding.id},
                        {"severity", name(finding.severity)},
                        {"is", finding.is},
                        {"cost", or_null(finding.cost)},
                        {"slowdown_ratio_least", finding.slowdown ? json(finding.slowdown->least) : json()},
                        {"slowdown_ratio_most", finding.slowdown ? json(finding.slowdown->most) : json()},
                        {"source", or_null(finding.source)},
                        {"mend", or_null(finding.mend)},
                        {"mend_is_command", !finding.mend.empty() && !finding.by_hand},
                        {"needs_root", finding.root}});
  }
  for (const NotLookedAt& one : found.not_looked_at)
    skipped.push_back({{"what", one.what}, {"why", one.why}});
  return {{"numapack_doctor", 1},
          {"matters", found.count(Severity::matters)},
          {"worth_knowing", found.count(Severity::worth_knowing)},
          {"fine", found.count(Severity::fine)},
          {"findings", findings},
          {"not_looked_at", skipped},
          {"facts", to_json(facts)}};
}

}  // namespace numapack
