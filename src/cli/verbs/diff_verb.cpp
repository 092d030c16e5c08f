// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "cli/pages/verify_page.hpp"
#include "cli/runs/json_file.hpp"
#include "cli/runs/shown_profile.hpp"
#include "cli/runs/stored_profiles.hpp"
#include "cli/terminal/json_values.hpp"
#include "cli/terminal/page.hpp"
#include "cli/terminal/table.hpp"
#include "cli/verbs/verbs.hpp"
#include "insight/diff.hpp"
#include "machine/machine.hpp"
#include "profile/document/json.hpp"
#include "profile/store.hpp"

namespace numapack {

namespace {

struct DiffVerb {
  std::string left, right, from;
  double percent = 5;
  bool all = false;
  JsonOption json;
};

std::string list(const char* title, const std::vector<std::string>& lines, std::size_t most) {
  if (lines.empty()) return "";
  std::string text = fmt::format("\n{}\n", title);
  for (std::size_t i = 0; i < std::min(most, lines.size()); ++i) text += "  " + lines[i] + "\n";
  if (lines.size() > most) text += fmt::format("  … and {} more (--all)\n", lines.size() - most);
  return text;
}

std::string whose_side(const char* side, const MeasuredProfile& profile) {
  std::string text = fmt::format("{}: {}\n", side, whose(profile));
  for (const std::string& document : documents_of(profile)) text += "  " + document + "\n";
  return text;
}

std::string page(const DiffVerb& verb, const ProfileDifference& difference, const std::string& sides) {
  const std::size_t most = verb.all ? std::size_t(-1) : 20;
  Table tables({"table", "figure", "compared", "moved", "within places", "changed", "median change",
                "only left", "only right"});
  for (const TableDifference& table : difference.tables) {
    tables.row({table.table, table.unit, std::to_string(table.compared), std::to_string(table.moved),
                std::to_string(table.within_places), std::to_string(table.changed),
                table.compared > 0 ? change_text(table.median_ratio) : "-", std::to_string(table.only_left),
                std::to_string(table.only_right)});
  }
  std::string text = fmt::format(
      "{} -> {}\n{}\nmoved: by more than {:g} %; within places: by no more than the visits of one profile "
      "differ; changed: with disjoint sample ranges\n\n{}",
      verb.left, verb.right, sides, verb.percent, tables.text());
  if (!difference.changed.empty()) {
    Table cells({"cell", "figure", "left", "right", "change"});
    for (std::size_t i = 0; i < std::min(most, difference.changed.size()); ++i) {
      const CellDifference& cell = difference.changed[i];
      cells.row({cell.table + " " + cell.cell, cell.unit, fmt::format("{:.4g}", cell.left),
                 fmt::format("{:.4g}", cell.right), change_text(cell.ratio())});
    }
    text += "\nChanged\n" + cells.text();
    if (difference.changed.size() > most) {
      text += fmt::format("… and {} more (--all)\n", difference.changed.size() - most);
    }
  }
  return text + list("Measured in one only", difference.validity, most) +
         list("Conditions (left | right)", difference.conditions, std::size_t(-1));
}

nlohmann::json document(const DiffVerb& verb, const ProfileDifference& difference) {
  using nlohmann::json;
  json tables = json::array(), changed = json::array();
  for (const TableDifference& table : difference.tables) {
    tables.push_back({{"table", table.table},
                      {"figure", table.unit},
                      {"compared", table.compared},
                      {"moved", table.moved},
                      {"within_places", table.within_places},
                      {"changed", table.changed},
                      {"median_ratio", or_null(table.compared > 0, table.median_ratio)},
                      {"only_left", table.only_left},
                      {"only_right", table.only_right}});
  }
  for (const CellDifference& cell : difference.changed) {
    changed.push_back({{"table", cell.table},
                       {"cell", cell.cell},
                       {"figure", cell.unit},
                       {"left", cell.left},
                       {"right", cell.right},
                       {"ratio", cell.ratio()}});
  }
  return {{"left", verb.left},
          {"right", verb.right},
          {"threshold_percent", verb.percent},
          {"tables", tables},
          {"changed", changed},
          {"validity", difference.validity},
          {"conditions", difference.conditions}};
}

/// The two files in their order. With --from the other one is the file given, else this machine's profile.
DiffVerb with_both(DiffVerb verb) {
  if (verb.from.empty()) {
    if (verb.right.empty())
      invalid("PROFILE", "one profile makes no difference", "give two, or --from and one");
    return verb;
  }
  if (!verb.right.empty()) invalid("--from", "there are two profiles already", "give one of them less");
  verb.right = verb.left;
  verb.left = verb.from;
  if (!verb.right.empty()) return verb;
  verb.right = kept_profile_here("diff", "give the second profile").path;
  return verb;
}

void run(const DiffVerb& asked) {
  const DiffVerb verb = with_both(asked);
  if (!(verb.percent >= 0))
    invalid("--threshold", fmt::format("{} is no percentage", verb.percent), "use 0 or more");
  const MeasuredProfile right = read_profile(verb.right), left = read_profile(verb.left);
  const ProfileDifference found = difference(left, right, verb.percent / 100);
  nlohmann::json written = document(verb, found);
  written["left_figures"] = whose(left);
  written["right_figures"] = whose(right);
  const auto file = verb.json.open();
  show(page(verb, found, whose_side("left", left) + whose_side("right", right)), written, file.get());
}

}  // namespace

void add_diff(CLI::App& app) {
  auto verb = std::make_shared<DiffVerb>();
  CLI::App& diff = *app.add_subcommand("diff", "Compare two profiles: what changed beyond the noise");
  diff.add_option("left", verb->left, "A profile (numapack probe, data/machines)")->type_name("PROFILE");
  diff.add_option("right", verb->right, "Another one")->type_name("PROFILE");
  diff.add_option("--from", verb->from,
                  "The first of the two; the second is the one given, else this machine's stored one")
      ->type_name("PROFILE");
  diff.add_option("--threshold", verb->percent, "Ignore changes below this percentage")
      ->capture_default_str();
  diff.add_flag("--all", verb->all, "All changed cells, not the 20 largest changes");
  verb->json.add(diff);
  diff.footer(
      "Example:\n  numapack diff before.json after.json --threshold 10\n"
      "  numapack diff --from data/machines/kunpeng920.json");
  diff.callback([verb] { run(*verb); });
}

}  // namespace numapack
