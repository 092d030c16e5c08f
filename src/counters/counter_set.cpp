// SPDX-License-Identifier: BSD-3-Clause
#include "counters/counter_set.hpp"

#include <cerrno>

#include "base/error.hpp"
#include "counters/refusal.hpp"

namespace numapack {
namespace {

std::variant<EventCode, NotNamed> number_of(const PlannedEvent& event, const PerfSystem& system,
                                            EventNamer& namer) {
  if (event.event->is_generic) return event.event->generic;
  if (event.pmu < 0) return namer.code(event.name);
  const Pmu& pmu = system.pmus[static_cast<std::size_t>(event.pmu)];
  if (pmu.events.count(event.event->file) == 0)
    return NotNamed{"this CPU does not have the event (the kernel publishes none of that name)"};
  try {
    return published_event(pmu, event.event->file);
  } catch (const Error& error) {
    return NotNamed{error.what()};
  }
}

}  // namespace

std::optional<double> CountedEvent::count() const {
  if (!refusal.empty() || raw.running == 0) return std::nullopt;
  const auto value = static_cast<double>(raw.value);
  return raw.running >= raw.enabled
             ? value
             : value * (static_cast<double>(raw.enabled) / static_cast<double>(raw.running));
}

std::optional<double> CountedEvent::share() const {
  if (!refusal.empty() || raw.enabled == 0) return std::nullopt;
  return std::min(1.0, static_cast<double>(raw.running) / static_cast<double>(raw.enabled));
}

CounterSet::CounterSet(const std::vector<PlannedEvent>& plan, const PerfSystem& system, EventNamer& namer,
                       PerfCalls& calls, CountedProcess whose)
    : system_(system), calls_(calls), on_exec_(whose.on_exec) {
  for (const PlannedEvent& event : plan) {
    const auto number = number_of(event, system, namer);
    if (const auto* const missing = std::get_if<NotNamed>(&number)) {
      opened_.push_back({&event, -1, -1, false, missing->why});
      continue;
    }
    const auto& code = std::get<EventCode>(number);
    if (event.set->scope == Scope::process) open(event, code, -1, whose);
    for (const int cpu : event.cpus) open(event, code, cpu, whose);
  }
}

CounterSet::~CounterSet() {
  for (const Opened& one : opened_)
    if (one.descriptor >= 0) calls_.close(one.descriptor);
}

/// The latest group of the set on that unit and CPU, or -1.
int CounterSet::leader_of(const PlannedEvent& event, int cpu) const {
  const auto unit = [](const PlannedEvent& planned) {
    return planned.name.substr(0, planned.name.find_first_of("/:"));
  };
  for (auto one = opened_.rbegin(); one != opened_.rend(); ++one) {
    const bool same_unit = event.cpus.empty() || unit(event) == unit(*one->planned);
    if (one->leads && one->cpu == cpu && one->planned->set == event.set && one->planned->pmu == event.pmu &&
        same_unit)
      return one->descriptor;
  }
  return -1;
}

void CounterSet::open(const PlannedEvent& event, const EventCode& code, int cpu,
                      const CountedProcess& whose) {
  const bool shared = event.set->scope == Scope::system;
  perf_event_attr attributes{};
  attributes.size = sizeof attributes;
  attributes.type = code.type;
  attributes.config = code.config;
  attributes.config1 = code.config1;
  attributes.config2 = code.config2;
  attributes.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  // Units that cores share do not know who asks.
  if (!shared) {
    attributes.inherit = 1;
    attributes.exclude_kernel = 1;
    attributes.exclude_hv = 1;
  }
  const pid_t process = shared ? -1 : whose.process;
  if (const int leader = leader_of(event, cpu); leader >= 0) {
    const int descriptor = calls_.open(attributes, process, cpu, leader);
    if (descriptor >= 0) {
      opened_.push_back({&event, cpu, descriptor, false, ""});
      return;
    }
    // The group is full, or an event cannot be with others: on its own it may do.
  }
  attributes.disabled = 1;
  attributes.enable_on_exec = !shared && whose.on_exec ? 1 : 0;
  const int descriptor = calls_.open(attributes, process, cpu, -1);
  if (descriptor >= 0)
    opened_.push_back({&event, cpu, descriptor, true, ""});
  else
    opened_.push_back({&event, cpu, -1, false, refusal_text(-descriptor, event.set->scope, system_)});
}

void CounterSet::start() {
  for (const Opened& one : opened_)
    if (one.leads && !(on_exec_ && one.planned->set->scope == Scope::process)) calls_.enable(one.descriptor);
}

void CounterSet::stop() {
  for (const Opened& one : opened_)
    if (one.leads) calls_.disable(one.descriptor);
}

std::vector<CountedEvent> CounterSet::counted() const {
  std::vector<CountedEvent> counts;
  for (const Opened& one : opened_) {
    CountedEvent count{one.planned, one.cpu, {}, one.refusal};
    if (one.descriptor >= 0) {
      const std::optional<RawCount> raw = calls_.read(one.descriptor);
      if (raw) count.raw = *raw;
      if (!raw)
        count.refusal = "the kernel had the event, but could not keep it on a counter";
      else if (raw->running == 0 && raw->enabled > 0)
        count.refusal =
            "it never had its turn on a counter: others keep them, or it was too short; count longer";
      else if (raw->enabled == 0)
        count.refusal = "nothing ran while it was counted";
    }
    counts.push_back(std::move(count));
  }
  return counts;
}

}  // namespace numapack
