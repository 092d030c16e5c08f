// SPDX-License-Identifier: BSD-3-Clause
#include "profile/knowledge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "profile/by_nodes.hpp"
#include "profile/document/fields.hpp"

namespace numapack {

namespace {

/// Shows each figure of a profile, with its table. What a profile has is written once, in fields().
template <class Show>
class FigureVisitor {
 public:
  explicit FigureVisitor(Show show) : show_(std::move(show)) {}

  template <class T>
  void required(const char* key, T& value) {
    visit(key, value);
  }
  template <class T>
  void operator()(const char* key, T& value, const T& = T{}) {
    visit(key, value);
  }

 private:
  void visit(const char*, Figure& figure) { show_(table_, figure); }
  template <class Cell>
  requires requires(FigureVisitor& at, Cell& cell) { fields(at, cell); }
  void visit(const char* key, std::vector<Cell>& cells) {
    table_ = key;
    for (Cell& cell : cells) fields(*this, cell);
  }
  template <class T>
  void visit(const char*, T&) {}

  Show show_;
  const char* table_ = "";
};

template <class Show>
void each_figure(MeasuredProfile& profile, Show show) {
  FigureVisitor visitor(std::move(show));
  fields(visitor, profile);
}

/// Who only looks changes nothing.
template <class Look>
void each_figure(const MeasuredProfile& profile, const Look& look) {
  each_figure(const_cast<MeasuredProfile&>(profile),
              [&](const char* table, const Figure& figure) { look(table, figure); });
}

/// Figures that are disturbed, or missing because all their visits were.
bool any_disturbed(const MeasuredProfile& profile, const std::set<std::string>& tables) {
  bool any = false;
  each_figure(profile, [&](const char* table, const Figure& figure) {
    const bool is = figure.kept_disturbed > 0 || (!figure.valid() && figure.disturbed > 0);
    any = any || (tables.contains(table) && is);
  });
  return any;
}

int pairs_of_nodes(const ProfiledMachine& machine) {
  const auto with_cores =
      std::ranges::count_if(machine.nodes, [](const auto& one) { return !one.pus.empty(); });
  const auto with_memory =
      std::ranges::count_if(machine.nodes, [](const auto& one) { return one.memory_bytes > 0; });
  return static_cast<int>(with_cores * with_memory);
}

}  // namespace

MeasuredProfile undisturbed(MeasuredProfile profile) {
  each_figure(profile, [](const char*, Figure& figure) {
    if (figure.kept_disturbed == 0) return;
    figure.invalid =
        fmt::format("disturbed: samples of {} disturbed visits are in it", figure.kept_disturbed);
    figure.median = figure.min = figure.max = std::nullopt;
  });
  for (PeakRate& peak : profile.peaks) {
    if (peak.gflops.samples.size() != 1) continue;
    peak.gflops = not_measured("measured once only: nothing confirms it");
  }
  return profile;
}

std::map<std::string, FigureCount> figures_by_table(const MeasuredProfile& profile) {
  std::map<std::string, FigureCount> tables;
  each_figure(profile, [&](const char* table, const Figure& figure) {
    if (figure == Figure{} || figure.invalid == not_asked_for) return;
    FigureCount& count = tables[table];
    ++(!figure.valid() ? count.without : figure.kept_disturbed > 0 ? count.disturbed : count.clean);
  });
  return tables;
}

FigureCount count_figures(const MeasuredProfile& profile) {
  FigureCount all;
  for (const auto& [table, count] : figures_by_table(profile)) {
    all.clean += count.clean;
    all.disturbed += count.disturbed;
    all.without += count.without;
  }
  return all;
}

std::vector<Knowledge> knowledge_of(const MeasuredProfile& profile) {
  const MeasuredProfile clean = undisturbed(profile);
  const ProfiledMachine& machine = profile.machine;
  const int pairs = pairs_of_nodes(machine);
  const auto count = [](const FiguresByNodes& figures) { return static_cast<int>(figures.size()); };
  std::vector<Knowledge> all{
      {"latency from node to node", count(latencies_by_nodes(clean)), pairs,
       any_disturbed(profile, {"memory_latency"})},
      {"bandwidth from node to node", count(bandwidths_by_nodes(clean)), pairs,
       any_disturbed(profile, {"node_bandwidth", "stream"})},
      {"rate of a core",
       int{std::ranges::any_of(
           clean.peaks,
           [](const PeakRate& peak) { return peak.precision == "double" && peak.gflops.valid(); })},
       1, any_disturbed(profile, {"peaks"})}};
  if (machine.cores.size() < 2) return all;
  const auto several = [&](const ProfiledNode& node) {
    return std::ranges::count_if(machine.cores, [&](const std::vector<int>& pus) {
             return !pus.empty() && machine.node_of_pu(pus.front()) == node.os_index;
           }) > 1;
  };
  if (std::ranges::any_of(machine.nodes, several)) {
    all.push_back({"barrier of a node's threads", int{node_barrier_us(clean).has_value()}, 1,
                   any_disturbed(profile, {"barriers"})});
  }
  all.push_back({"latency between cores",
                 int{std::ranges::any_of(clean.core_to_core,
                                         [](const CoreToCore& cell) {
                                           return cell.reader != cell.owner && cell.latency_ns.valid();
                                         })},
                 1, any_disturbed(profile, {"core_to_core"})});
  return all;
}

std::vector<std::string> hollow(const MeasuredProfile& profile) {
  std::vector<std::string> missing;
  if (profile.made_by == "published") return missing;
  for (const Knowledge& one : knowledge_of(profile)) {
    if (one.known >= one.of) continue;
    const char* const why = one.disturbed ? "disturbed" : "not measured";
    missing.push_back(one.known == 0
                          ? fmt::format("{} ({})", one.what, why)
                          : fmt::format("{} ({} of {}, the rest {})", one.what, one.known, one.of, why));
  }
  return missing;
}

std::string hollow_text(const MeasuredProfile& profile) {
  const std::vector<std::string> missing = hollow(profile);
  if (missing.empty()) return "";
  return fmt::format("hollow: without {}; estimates stand in. numapack probe measures again",
                     fmt::join(missing, ", "));
}

std::vector<std::string> knows_less(const MeasuredProfile& fresh, const MeasuredProfile& stored) {
  std::vector<std::string> less;
  const std::vector<Knowledge> here = knowledge_of(fresh);
  for (const Knowledge& there : knowledge_of(stored)) {
    const auto same = std::ranges::find(here, there.what, &Knowledge::what);
    const int known = same == here.end() ? 0 : same->known;
    if (known >= there.known) continue;
    less.push_back(there.known == 1 ? there.what
                                    : fmt::format("{} ({}, not {})", there.what, known, there.known));
  }
  std::map<std::string, FigureCount> tables = figures_by_table(fresh);
  for (const auto& [table, count] : figures_by_table(stored)) {
    const int clean = tables[table].clean;
    if (10 * clean < 9 * count.clean)
      less.push_back(fmt::format("{} ({} figures, not {})", table, clean, count.clean));
  }
  if (fresh.tuned.size() + fresh.tuned_figures.size() < stored.tuned.size() + stored.tuned_figures.size())
    less.push_back("what was tuned");
  return less;
}

}  // namespace numapack
