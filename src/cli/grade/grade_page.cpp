// SPDX-License-Identifier: BSD-3-Clause
#include "cli/grade/grade_page.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "cli/terminal/json_values.hpp"
#include "cli/terminal/table.hpp"

namespace numapack {

namespace {

std::vector<std::string> names_of(const std::vector<const BlasRoutine*>& routines) {
  std::vector<std::string> names;
  for (const BlasRoutine* routine : routines) names.emplace_back(routine->name);
  return names;
}

std::string card_of(const LibraryGrade& library) {
  std::string text = fmt::format("\n{}\n", library.name);
  if (!library.version.empty()) text += "  " + library.version + "\n";
  if (!library.path.empty()) text += "  " + library.path + "\n";
  text += fmt::format("  took {:.1f} s\n", library.seconds);
  Table table({"check", "result", "what was seen"});
  for (const GradedCheck& check : library.checks) table.row({check.name, check.result(), check.summary});
  text += "\n" + table.text({1, 2});
  std::string found;
  for (const GradedCheck& check : library.checks)
    for (const GradedItem& item : check.items)
      if (!item.what.empty()) found += fmt::format("  {}, {}: {}\n", check.name, item.item, item.what);
  return text + (found.empty() ? "" : "\nwhat was called, and what came out\n" + found);
}

std::string speed_table(const std::vector<Speed>& speeds) {
  Table table({"speed", "library", "of the FMA peak", "of the best"});
  std::string notes;
  for (const Speed& speed : speeds) {
    if (!speed.failure.empty()) notes += fmt::format("  {}: {}\n", speed.routine, speed.failure);
    for (const Speed::OfLibrary& library : speed.libraries) {
      if (!library.failure.empty())
        notes += fmt::format("  {}: {} {}\n", speed.routine, library.name, library.failure);
      if (library.of_peak)
        table.row({speed.routine, library.name, fmt::format("{:.0f} %", 100 * *library.of_peak),
                   fmt::format("{:.2f}", *library.of_best)});
    }
  }
  return "\n" + table.text({1}) + notes;
}

}  // namespace

std::string speed_text(const Speed::OfLibrary& speed) {
  if (!speed.of_peak) return speed.failure.empty() ? "not measured" : speed.failure;
  return fmt::format("{:.0f} % of the FMA peak, {:.2f} of the best", 100 * *speed.of_peak, *speed.of_best);
}

std::string grade_page(const ReportCards& cards) {
  std::string only;
  if (cards.options.routines.size() < graded_routines().size())
    for (const std::string& name : names_of(cards.options.routines))
      only += (only.empty() ? ", only " : ", ") + name;
  std::string text = fmt::format("Report card{} ({} random calls, seed {}, {} threads{})\n",
                                 cards.libraries.size() == 1 ? "" : "s", cards.options.bits.calls,
                                 cards.options.bits.seed, cards.options.bits.threads.back(), only);
  for (const LibraryGrade& library : cards.libraries) text += card_of(library);
  if (!cards.speeds.empty()) text += speed_table(cards.speeds);
  const Conditions& now = cards.conditions;
  return text +
         fmt::format("\nConditions\n  {}, load {:.2f}, {}\n", machine_line(now), now.load_average, now.date);
}

nlohmann::json grade_document(const ReportCards& cards) {
  using nlohmann::json;
  json libraries = json::array(), speeds = json::array();
  for (const LibraryGrade& library : cards.libraries) {
    json checks = json::array();
    for (const GradedCheck& check : library.checks) {
      json items = json::array();
      for (const GradedItem& item : check.items)
        items.push_back({{"item", item.item},
                         {"passed", item.passed},
                         {"what", item.what},
                         {"grade", item.grade},
                         {"value", or_null(item.value)}});
      checks.push_back({{"name", check.name},
                        {"result", check.result()},
                        {"summary", check.summary},
                        {"seconds", check.seconds},
                        {"items", items}});
    }
    libraries.push_back({{"name", library.name},
                         {"version", library.version},
                         {"path", library.path},
                         {"seconds", library.seconds},
                         {"lacks", library.bits.lacks},
                         {"checks", checks}});
  }
  for (const Speed& speed : cards.speeds) {
    json each = json::array();
    for (const Speed::OfLibrary& library : speed.libraries)
      each.push_back({{"name", library.name},
                      {"of_peak", or_null(library.of_peak)},
                      {"of_best", or_null(library.of_best)},
                      {"failure", library.failure}});
    speeds.push_back({{"routine", speed.routine}, {"libraries", each}, {"failure", speed.failure}});
  }
  return {{"calls", cards.options.bits.calls},
          {"seed", cards.options.bits.seed},
          {"threads", cards.options.bits.threads.back()},
          {"routines", names_of(cards.options.routines)},
          {"libraries", libraries},
          {"speeds", speeds},
          {"conditions", to_json(cards.conditions)}};
}

}  // namespace numapack
