// SPDX-License-Identifier: BSD-3-Clause
#include "counters/choose.hpp"

#include <algorithm>

namespace numapack {
namespace {

/// What another node is on this machine, where it can only be one of both.
Place place_of_remote(const Machine& machine) {
  std::vector<int> with_cores;
  for (std::size_t node = 0; node < machine.nodes.size(); ++node)
    if (!machine.nodes[node].cores.empty()) with_cores.push_back(static_cast<int>(node));
  bool die = false, chip = false;
  for (const int from : with_cores) {
    for (const int to : with_cores) {
      die = die || machine.reach(from, to) == Reach::cross_die;
      chip = chip || machine.reach(from, to) == Reach::cross_chip;
    }
  }
  if (die == chip) return Place::remote;
  return die ? Place::cross_die : Place::cross_chip;
}

std::vector<Contribution> contributions(const NamedEvent& event, Place remote) {
  std::vector<Contribution> adds;
  for (Contribution one : event.adds) {
    if (one.weight == 0) continue;
    for (const Direction direction : {Direction::reads, Direction::writes, Direction::operations})
      if (one.quantity == quantity_of(direction, Place::remote))
        one.quantity = quantity_of(direction, remote);
    adds.push_back(one);
  }
  return adds;
}

/// The number at the end of a PMU's name: "uncore_cha_12" is libpfm's "skx_unc_cha12".
std::string number_at_end(const std::string& name) {
  const std::size_t last = name.find_last_not_of("0123456789");
  return last == std::string::npos ? name : name.substr(last + 1);
}

class Chooser {
 public:
  Chooser(const Machine& machine, const PerfSystem& system)
      : system_(system), remote_(place_of_remote(machine)) {}

  void add(const EventSet& set) {
    bool seen = false;
    // Cores of several kinds have a PMU each, and a process's threads may be on any.
    for (std::size_t i = 0; i < system_.pmus.size(); ++i) {
      if (!matches(set.pmu, system_.pmus[i].name)) continue;
      seen = true;
      for (const NamedEvent& event : set.events) add(set, event, static_cast<int>(i));
    }
    if (set.scope == Scope::system || seen) return;
    for (const NamedEvent& event : set.events) plan(set, event, event.name, -1, {});
  }

  std::vector<PlannedEvent> take() { return std::move(events_); }

 private:
  void add(const EventSet& set, const NamedEvent& event, int index) {
    const Pmu& pmu = system_.pmus[static_cast<std::size_t>(index)];
    const std::vector<int> cpus = set.scope == Scope::system ? pmu.cpus : std::vector<int>{};
    if (set.scope == Scope::system && cpus.empty()) return;
    if (*set.unit == '\0')
      plan(set, event, pmu.name + "/" + event.file, index, cpus);
    else
      plan(set, event, set.unit + number_at_end(pmu.name) + "::" + event.name, -1, cpus);
  }

  void plan(const EventSet& set, const NamedEvent& event, std::string name, int pmu, std::vector<int> cpus) {
    events_.push_back({&set, &event, std::move(name), pmu, std::move(cpus), contributions(event, remote_)});
  }

  const PerfSystem& system_;
  const Place remote_;
  std::vector<PlannedEvent> events_;
};

}  // namespace

std::vector<const EventSet*> sets_of(const CpuIdentity& cpu) {
  for (const CpuEvents& microarch : cpu_events()) {
    const bool x86 = !microarch.vendor.empty() && microarch.vendor == cpu.vendor &&
                     microarch.family == cpu.family && cpu.model >= microarch.first_model &&
                     cpu.model <= microarch.last_model;
    if (x86) return {microarch.sets.begin(), microarch.sets.end()};
  }
  if (cpu.architecture == "aarch64") return {arm_sets().begin(), arm_sets().end()};
  return {};
}

std::vector<PlannedEvent> choose_events(const Machine& machine, const PerfSystem& system) {
  Chooser chooser(machine, system);
  for (const EventSet* const set : generic_sets()) chooser.add(*set);
  for (const EventSet* const set : sets_of(machine.cpu)) chooser.add(*set);
  for (const EventSet* const set : unit_sets()) chooser.add(*set);
  for (const EventSet* const set : cache_sets()) chooser.add(*set);
  return chooser.take();
}

}  // namespace numapack
