// SPDX-License-Identifier: BSD-3-Clause
#include "cli/quantities/profile_figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "cli/runs/measuring.hpp"
#include "cli/terminal/cpu_grid.hpp"
#include "cli/terminal/table.hpp"
#include "probe/to_profile.hpp"
#include "profile/document/fingerprint.hpp"

namespace numapack {

std::string figure_text(const Figure& one) {
  if (!one.valid()) return "-";
  const char* const mark = one.conditions.contains("inferred") ? "*" : "";
  return (one.median ? figure(*one.median) : fmt::format("{}-{}", figure(*one.min), figure(*one.max))) + mark;
}

std::string best_text(const Figure& one) {
  return one.samples.empty() ? figure_text(one) : figure(*std::ranges::max_element(one.samples));
}

std::string cycles_text(const Figure& one) {
  return one.median && one.clock_ghz ? figure(*one.median * *one.clock_ghz) : "-";
}

std::string profiled_cpu(int pu) { return pu < 0 ? "a CPU (not said which)" : fmt::format("CPU {}", pu); }

std::string profiled_cpu(const ProfiledMachine& machine, int pu) {
  const auto with_cpus =
      std::ranges::count_if(machine.nodes, [](const auto& node) { return !node.pus.empty(); });
  const int node = with_cpus > 1 ? machine.node_of_pu(pu) : -1;
  return profiled_cpu(pu) + (node < 0 ? "" : fmt::format(", node {}", node));
}

std::string profiled_node(const ProfiledMachine& machine, int node) {
  if (node < 0) return "memory not named";
  const ProfiledNode* const one = machine.node(node);
  const bool ordinary = one == nullptr || one->kind.empty() || one->kind == "DRAM";
  return fmt::format("node {}{}", node, ordinary ? "" : " (" + one->kind + ")");
}

std::string by_cpu(const std::string& title, const std::vector<CpuColumn>& columns,
                   const ProfiledMachine& machine, const std::vector<std::vector<std::string>>& rows) {
  constexpr std::size_t most_rows = 16;
  std::set<int> pus;
  for (const CpuColumn& column : columns)
    for (const auto& [pu, text] : column.texts) pus.insert(pu);
  if (pus.size() > most_rows && !pus.contains(-1)) {
    std::string grids;
    for (const CpuColumn& column : columns) grids += cpu_grid(column.grid, column.texts, machine.layout);
    for (std::size_t at = 0; !rows.empty() && at < columns.size(); ++at) {
      grids += columns[at].name;
      for (const std::vector<std::string>& row : rows)
        grids += fmt::format("{} {} {}", &row == &rows.front() ? ":" : ",", row[0], row[at + 1]);
      grids += "\n";
    }
    return grids;
  }
  CrossTable table(title);
  for (const int pu : pus)
    for (const CpuColumn& column : columns)
      table.set(profiled_cpu(machine, pu), column.name,
                column.texts.contains(pu) ? column.texts.at(pu) : "-");
  for (const std::vector<std::string>& row : rows)
    for (std::size_t at = 0; at < columns.size(); ++at) table.set(row[0], columns[at].name, row[at + 1]);
  return table.text();
}

MeasuredProfile figures_of_run(const probe::RunResult& result, const Machine& machine) {
  MeasuredProfile profile;
  profile.machine = profiled_machine(machine);
  probe::add_to_profile(profile, machine, result);
  return profile;
}

std::string reported_text(const MeasuredProfile& profile, const std::string& unit) {
  Table table({"also reported, in " + unit, ""});
  bool any = false;
  for (const Reported& one : profile.reported) {
    if (one.unit != unit || !one.value.valid()) continue;
    any = true;
    table.row({one.quantity, figure_text(one.value)});
  }
  return any ? "\n" + table.text() : "";
}

void WithoutFigure::note(const Figure& one) {
  if (const auto how = one.conditions.find("inferred"); how != one.conditions.end()) ++inferred_[how->second];
  if (!one.valid() && !one.invalid.empty() && one.invalid != not_asked_for) ++reasons_[one.invalid];
}

std::string WithoutFigure::text() const {
  std::string lines;
  for (const auto& [how, count] : inferred_)
    lines += fmt::format("* inferred: {} ({} {})\n", how, count, count == 1 ? "cell" : "cells");
  for (const auto& [why, count] : reasons_)
    lines += fmt::format("no figure: {} ({} {})\n", why, count, count == 1 ? "cell" : "cells");
  return lines.empty() ? "" : "\n" + lines;
}

}  // namespace numapack
