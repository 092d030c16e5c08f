// SPDX-License-Identifier: BSD-3-Clause
#include "counters/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

namespace numapack {
namespace {

using nlohmann::json;

/// Kernel's number of the node or package that a unit serves, by the CPU that it is asked by; -1: none.
int served_by(const CountedEvent& event, const Machine& machine) {
  if (event.cpu < 0) return -1;
  const int core = machine.core_of_pu(event.cpu);
  if (core < 0) return -1;
  const Core& asked = machine.cores[static_cast<std::size_t>(core)];
  if (event.planned->set->of_package)
    return machine.packages[static_cast<std::size_t>(asked.package)].os_index;
  return asked.node < 0 ? -1 : machine.os_index_of(asked.node);
}

/// Adds up the events of a quantity; one unknown event makes the sum unknown.
class Sum {
 public:
  void add(std::optional<double> count, int weight) {
    any_ = true;
    known_ = known_ && count.has_value();
    sum_ += count.value_or(0) * weight;
  }
  /// Events of a group are read one after another: a difference of theirs may be a little below nothing.
  std::optional<double> value() const {
    return any_ && known_ ? std::optional(std::max(0.0, sum_)) : std::nullopt;
  }

 private:
  bool any_ = false, known_ = true;
  double sum_ = 0;
};

PlaceCounts counts_of(const std::vector<CountedEvent>& events, const EventSet& set, const Machine& machine,
                      std::optional<int> place) {
  PlaceCounts counts;
  counts.os_index = place.value_or(-1);
  std::array<Sum, quantities> sums;
  for (const CountedEvent& event : events) {
    if (event.planned->set != &set || (place && served_by(event, machine) != *place)) continue;
    for (const Contribution& add : event.planned->adds)
      sums[static_cast<std::size_t>(add.quantity)].add(event.count(), add.weight);
  }
  for (std::size_t i = 0; i < sums.size(); ++i) counts.values[i] = sums[i].value();
  return counts;
}

bool has_any(const PlaceCounts& counts) {
  return std::any_of(counts.values.begin(), counts.values.end(),
                     [](const auto& value) { return value.has_value(); });
}

std::vector<int> places_of(const std::vector<CountedEvent>& events, const EventSet& set,
                           const Machine& machine) {
  std::vector<int> found;
  for (const CountedEvent& event : events)
    if (event.planned->set == &set)
      if (const int place = served_by(event, machine); place >= 0) found.push_back(place);
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

std::vector<std::string> missing_lines(const std::vector<CountedEvent>& events) {
  std::vector<std::pair<std::string, std::vector<std::string>>> reasons;
  bool counted = false;
  for (const CountedEvent& event : events) {
    counted = counted || event.refusal.empty();
    if (event.refusal.empty()) continue;
    auto reason = std::find_if(reasons.begin(), reasons.end(),
                               [&](const auto& one) { return one.first == event.refusal; });
    if (reason == reasons.end()) reason = reasons.insert(reasons.end(), {event.refusal, {}});
    std::vector<std::string>& names = reason->second;
    if (std::find(names.begin(), names.end(), event.planned->name) == names.end())
      names.push_back(event.planned->name);
  }
  if (!counted) {
    if (reasons.empty()) return {"no events are known for this CPU"};
    return {"nothing could be counted: " + reasons.front().first};
  }
  std::vector<std::string> lines;
  for (const auto& [reason, names] : reasons) {
    const std::size_t shown = names.size() > 4 ? 3 : names.size();
    std::string line = "not counted: ";
    for (std::size_t i = 0; i < shown; ++i) line += (i == 0 ? "" : ", ") + names[i];
    if (shown < names.size()) line += fmt::format(" and {} more", names.size() - shown);
    lines.push_back(line + ": " + reason);
  }
  return lines;
}

void put(json& document, const PlaceCounts& counts) {
  for (int i = 0; i < quantities; ++i)
    if (const auto value = counts[static_cast<Quantity>(i)])
      document[key_of(static_cast<Quantity>(i))] = std::llround(*value);
}

const char* place_word(const EventSet& set) { return set.of_package ? "package" : "node"; }

}  // namespace

CountsSummary summarise(std::vector<CountedEvent> events, const Machine& machine) {
  CountsSummary summary;
  std::vector<const EventSet*> seen;
  for (const CountedEvent& event : events) {
    const EventSet* const set = event.planned->set;
    if (std::find(seen.begin(), seen.end(), set) != seen.end()) continue;
    seen.push_back(set);
    SetCounts counts{set, counts_of(events, *set, machine, std::nullopt), {}};
    for (const int place : places_of(events, *set, machine))
      counts.places.push_back(counts_of(events, *set, machine, place));
    const bool any = has_any(counts.all) || std::any_of(counts.places.begin(), counts.places.end(), has_any);
    if (any) summary.sets.push_back(std::move(counts));
  }
  summary.missing = missing_lines(events);
  summary.events = std::move(events);
  return summary;
}

json to_json(const CountsSummary& summary, const Machine& machine) {
  json sets = json::array(), events = json::array();
  for (const SetCounts& counts : summary.sets) {
    json set = {{"name", counts.set->name},
                {"meaning", counts.set->title},
                {"source", counts.set->source},
                {"scope", counts.set->scope == Scope::system ? "system" : "process"},
                {"places", json::array()}};
    put(set, counts.all);
    for (const PlaceCounts& place : counts.places) {
      json entry = {{place_word(*counts.set), place.os_index}};
      put(entry, place);
      set["places"].push_back(std::move(entry));
    }
    sets.push_back(std::move(set));
  }
  for (const CountedEvent& event : summary.events) {
    json entry = {{"event", event.planned->name},
                  {"set", event.planned->set->name},
                  {"count", nullptr},
                  {"time_share", nullptr},
                  {"missing", nullptr}};
    if (const int place = served_by(event, machine); place >= 0)
      entry[place_word(*event.planned->set)] = place;
    if (const auto count = event.count()) entry["count"] = std::llround(*count);
    if (const auto share = event.share()) entry["time_share"] = *share;
    if (!event.refusal.empty()) entry["missing"] = event.refusal;
    events.push_back(std::move(entry));
  }
  return {{"sets", sets}, {"events", events}, {"missing", summary.missing}};
}

}  // namespace numapack
