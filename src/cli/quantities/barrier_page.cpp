// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "cli/quantities/pages.hpp"
#include "cli/quantities/profile_figures.hpp"
#include "cli/runs/measuring.hpp"
#include "cli/terminal/table.hpp"
#include "insight/advice.hpp"
#include "machine/text.hpp"
#include "profile/reduction_tree.hpp"

namespace numapack {

namespace {

using BarrierResults = std::vector<const BarrierResult*>;

/// Who met, and in which order that is shown.
struct Meeting {
  enum { of_node, one_of_each_node, of_all_nodes, of_unknown } kind = of_unknown;
  std::vector<int> pus;
  auto operator<=>(const Meeting&) const = default;
};

Meeting meeting(const ProfiledMachine& machine, std::vector<int> pus) {
  std::ranges::sort(pus);
  std::map<int, int> met;
  for (const int pu : pus) ++met[machine.node_of_pu(pu)];
  const bool one_each = std::ranges::all_of(met, [](const auto& node) { return node.second == 1; });
  return {met.contains(-1)  ? Meeting::of_unknown
          : met.size() == 1 ? Meeting::of_node
          : one_each        ? Meeting::one_of_each_node
                            : Meeting::of_all_nodes,
          std::move(pus)};
}

std::string who(const Meeting& meeting, const ProfiledMachine& machine) {
  return meeting.kind == Meeting::of_node ? profiled_node(machine, machine.node_of_pu(meeting.pus[0]))
         : meeting.kind == Meeting::one_of_each_node ? "one on each node"
         : meeting.kind == Meeting::of_all_nodes     ? "all nodes"
                                                     : "CPUs " + list_text(meeting.pus);
}

std::string timed(const BarrierResults& results, const std::string& title) {
  Table table({title, "predicted ns", "median ns", "min", "max", "median/predicted"});
  const BarrierResult* best = nullptr;
  for (const BarrierResult* const one : results) {
    const Figure time = scaled(one->time_us, 1e3);
    const auto text = [&](const std::optional<double>& ns) { return time.valid() && ns ? figure(*ns) : "-"; };
    table.row({one->algorithm, one->predicted_us ? figure(1e3 * *one->predicted_us) : "-", figure_text(time),
               text(time.min), text(time.max),
               time.valid() && one->predicted_us ? figure(1e-3 * time.value() / *one->predicted_us) : "-"});
    if (time.valid() && (best == nullptr || time.value() < 1e3 * best->time_us.value())) best = one;
  }
  if (results.size() == 2 && !results[0]->steps.empty() && same_tree(results[0]->steps, results[1]->steps))
    return table.text() + "both trees are the same: their times differ by noise alone\n";
  return table.text() + (best == nullptr ? "" : fmt::format("fastest: {}\n", best->algorithm));
}

/// How often each tree crosses.
std::string trees(const BarrierResults& results, const ProfiledMachine& machine) {
  std::string text;
  for (const BarrierResult* const one : results) {
    const auto between = std::ranges::count_if(one->steps, [&](const ReductionStep& step) {
      return machine.node_of_pu(step.from) != machine.node_of_pu(step.into);
    });
    text += fmt::format("{}: {} of {} steps between nodes\n", one->algorithm, between, one->steps.size());
  }
  return text;
}

std::string predicted_page(const Advice& advice) {
  if (advice.patterns.empty()) return "";
  Table table(
      {fmt::format("barrier of {} threads", advice.threads), "predicted ns", "steps", "dearest step"});
  for (const PatternAdvice& one : advice.patterns) {
    if (one.cost.pattern.find("broadcast") != std::string::npos) continue;
    const PatternStep& step = one.bottleneck;
    table.row({one.cost.pattern, figure(one.cost.ns), std::to_string(one.cost.path.size()),
               step.from < 0 ? "-" : fmt::format("{} to {}, {} ns", step.from, step.to, figure(step.ns))});
  }
  return fmt::format("none was measured: predicted from {} of {} latencies between cores\n\n",
                     advice.pairs_measured, advice.pairs) +
         table.text();
}

}  // namespace

std::string barrier_figures(const MeasuredProfile& profile, WithoutFigure& missing) {
  if (profile.barriers.empty()) return predicted_page(advise(profile));
  std::map<std::pair<Meeting, bool>, BarrierResults> sets;  // whether they add
  for (const BarrierResult& one : profile.barriers) {
    sets[{meeting(profile.machine, one.pus), !one.steps.empty()}].push_back(&one);
    missing.note(one.time_us);
  }
  std::string text;
  for (const auto& [set, results] : sets) {
    const auto& [met, adds] = set;
    text += (text.empty() ? "" : "\n") +
            timed(results, fmt::format("{} of {} threads, {}", adds ? "sum" : "barrier", met.pus.size(),
                                       who(met, profile.machine))) +
            (adds ? trees(results, profile.machine) : "");
  }
  return text;
}

}  // namespace numapack
