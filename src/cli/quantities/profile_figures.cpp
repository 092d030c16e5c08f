// SPDX-License-Identifier: BSD-3-Clause
#include "cli/quantities/profile_figures.hpp"

#include <fmt/format.h>

#include "cli/runs/measuring.hpp"
#include "cli/terminal/table.hpp"

namespace numapack {

std::string figure_text(const Figure& one) {
  if (!one.valid()) return "-";
  const char* const mark = one.conditions.contains("inferred") ? "*" : "";
  return (one.median ? figure(*one.median) : fmt::format("{}-{}", figure(*one.min), figure(*one.max))) + mark;
}

std::string profiled_cpu(int pu) { return pu < 0 ? "a CPU (not said which)" : fmt::format("CPU {}", pu); }

std::string profiled_node(int node) { return node < 0 ? "memory not named" : fmt::format("node {}", node); }

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
