// SPDX-License-Identifier: BSD-3-Clause
#include "probe/to_profile.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "base/statistics.hpp"
#include "memory/pages/page_sizes.hpp"
#include "probe/plans/select.hpp"
#include "probe/quantities/handover.hpp"
#include "probe/quantities/loaded_latency.hpp"
#include "probe/quantities/peak.hpp"
#include "probe/quantities/stream.hpp"
#include "probe/quantities/threads/barrier_probe.hpp"
#include "probe/quantities/threads/wake.hpp"
#include "probe/running/bound_threads.hpp"
#include "probe/running/giant_pages.hpp"

namespace numapack::probe {

namespace {

int pu_number(const Machine& machine, int core) { return core < 0 ? -1 : pu_of(machine, core); }

int node_number(const Machine& machine, int node) { return node < 0 ? -1 : machine.os_index_of(node); }

int lines(const Machine& machine, std::size_t bytes) { return static_cast<int>(bytes / line_bytes(machine)); }

MemoryLatency memory_latency(const Machine& machine, const CellResult& result) {
  const Cell& cell = result.cell;
  MemoryLatency latency;
  latency.pu = pu_number(machine, cell.reader);
  latency.node = node_number(machine, cell.home);
  latency.bytes = cell.bytes;
  latency.stride_lines = lines(machine, cell.step_bytes);
  latency.latency_ns = figure_of_cell(result, "latency", machine);
  if (cell.variant == "separate")
    latency.latency_ns.conditions["offset_bytes"] = std::to_string(cell.offset_bytes);
  return latency;
}

void add_loaded(MeasuredProfile& profile, const Machine& machine, const CellResult& result) {
  const Cell& cell = result.cell;
  const Mix mix = mix_of(cell);
  LoadedPoint point;
  point.pu = pu_number(machine, cell.reader);
  point.node = node_number(machine, cell.home);
  point.write_share = write_share(mix);
  point.threads = cell.threads;
  point.bytes = cell.bytes;
  if (cell.load == no_load) point.asked_gb_per_s = 0;
  if (cell.load > full_load)
    point.asked_gb_per_s = asked_gb_per_s(cell.load, cell.threads, mix, line_bytes(machine));
  point.gb_per_s = figure_of_cell(result, "bandwidth", machine);
  point.latency_ns = figure_of_cell(result, "latency", machine);
  profile.loaded_latency.push_back(std::move(point));
}

void add_peak(MeasuredProfile& profile, const Machine& machine, const CellResult& result) {
  profile.peaks.push_back({result.cell.variant, peak_instruction_set(), result.cell.threads,
                           figure_of_cell(result, "rate", machine)});
}

void add_stride_rate(MeasuredProfile& profile, const Machine& machine, const CellResult& result) {
  const Cell& cell = result.cell;
  profile.reported.push_back({fmt::format("loads from node {} with a stride of {} bytes, {} threads",
                                          node_number(machine, cell.home), cell.step_bytes, cell.threads),
                              "loads/us", figure_of_cell(result, "rate", machine)});
}

void add_row(MeasuredProfile& profile, const Machine& machine, const CellResult& result) {
  const Cell& cell = result.cell;
  StreamRow row;
  row.policy = cell.placement == "membind" ? "bind" : cell.placement;
  if (cell.cpus_of >= 0) row.cpu_nodes = {node_number(machine, cell.cpus_of)};
  if (cell.home >= 0) row.memory_nodes = {node_number(machine, cell.home)};
  row.threads = cell.threads;
  row.pinned = cell.pinned;
  row.array_bytes = cell.bytes;
  if (result.pages && result.pages->unavailable.empty()) {
    for (std::size_t node = 0; node < result.pages->by_node.size(); ++node) {
      row.pages_by_node[machine.nodes[node].os_index] = result.pages->by_node[node];
    }
    row.huge_bytes = result.pages->huge_bytes;
  }
  for (std::size_t node = 0; node < result.numastat.size(); ++node) {
    const NumaCounters::Node& grown = result.numastat[node];
    const int number = machine.nodes[node].os_index;
    const auto add = [&](const char* counter, std::int64_t pages) { row.numastat[counter][number] = pages; };
    add("numa_hit", grown.hit);
    add("numa_miss", grown.miss);
    add("numa_foreign", grown.foreign);
    add("interleave_hit", grown.interleave);
    add("local_node", grown.local);
    add("other_node", grown.other);
  }
  const bool whole_node = cell.placement == "membind" && cell.pinned &&
                          cell.threads == static_cast<int>(machine.usable_cores(cell.cpus_of).size());
  const auto add = [&](const std::string& kernel, bool streaming, const std::string& quantity) {
    row.kernel = kernel == "add-add" ? "add_add" : kernel;
    row.streaming_stores = streaming;
    row.gb_per_s = figure_of_cell(result, quantity, machine);
    profile.stream.push_back(row);
    if (!whole_node) return;
    profile.node_bandwidth.push_back({row.cpu_nodes.front(), row.memory_nodes.front(), row.kernel, streaming,
                                      cell.threads, 3 * cell.bytes, row.gb_per_s});
  };
  if (result.series.empty()) add("copy", false, "copy");  // one row that says why
  for (const Series& series : result.series) {
    const std::size_t comma = series.quantity.find(',');
    add(series.quantity.substr(0, comma), comma != std::string::npos, series.quantity);
  }
}

void add_latency(MeasuredProfile& profile, const Machine& machine, const CellResult& result) {
  const Cell& cell = result.cell;
  if (cell.variant == "find")
    add_stride_rate(profile, machine, result);
  else if (cell.beside || cell.order != ChaseOrder::random)
    profile.latency_by_pages.push_back({memory_latency(machine, result), name(cell.pages),
                                        cell.order == ChaseOrder::random ? "" : name(cell.order)});
  else
    profile.memory_latency.push_back(memory_latency(machine, result));
}

/// The empty level, where the size decides, goes as the level that the size fits.
int level_number(const Cell& cell, const Machine& machine) {
  if (cell.level == "memory") return 0;
  if (!cell.level.empty()) return cell.level[1] - '0';
  for (int level = 1; level <= cache_levels(machine); ++level) {
    if (cell.bytes <= (level == 1 ? first_level_bytes(machine) : cache_bytes(machine, level))) return level;
  }
  return 0;
}

LineState line_state(const std::string& state) {
  if (state == "E") return LineState::exclusive;
  if (state == "S") return LineState::shared;
  if (state == "O") return LineState::owned;
  return state == "F" ? LineState::forward : LineState::modified;
}

CoreToCore core_to_core(const Machine& machine, const Cell& cell) {
  CoreToCore pair;
  pair.reader = pu_number(machine, cell.reader);
  pair.owner = pu_number(machine, cell.owner);
  pair.sharer = pu_number(machine, cell.helper);
  pair.home = node_number(machine, cell.home);
  pair.bytes = cell.bytes;
  return pair;
}

void add_coherence(MeasuredProfile& profile, const Machine& machine, const CellResult& result) {
  CoreToCore pair = core_to_core(machine, result.cell);
  pair.state = line_state(result.cell.state);
  pair.level = level_number(result.cell, machine);
  pair.latency_ns = figure_of_cell(result, "latency", machine);
  pair.gb_per_s = figure_of_cell(result, "read bandwidth", machine);
  profile.core_to_core.push_back(std::move(pair));
}

void add_handover(MeasuredProfile& profile, const Machine& machine, const CellResult& result) {
  const Cell& cell = result.cell;
  profile.handovers.push_back({pu_number(machine, cell.reader), pu_number(machine, cell.owner),
                               node_number(machine, cell.home), figure_of_cell(result, by_swap, machine),
                               figure_of_cell(result, by_store, machine)});
}

void add_barrier(MeasuredProfile& profile, const Machine& machine, const CellResult& result) {
  BarrierResult barrier;
  barrier.algorithm = result.cell.variant;
  barrier.pus = pus_of(machine, barrier_cores(machine, result.cell));
  barrier.time_us = scaled(figure_of_cell(result, "barrier", machine), 1e-3);
  if (result.cell.predicted_ns > 0) barrier.predicted_us = 1e-3 * result.cell.predicted_ns;
  for (const ReductionStep& step : result.cell.reduction)
    barrier.steps.push_back({barrier.pus[std::size_t(step.from)], barrier.pus[std::size_t(step.into)]});
  profile.barriers.push_back(std::move(barrier));
}

void add_wake(MeasuredProfile& profile, const Machine& machine, const CellResult& result) {
  const Cell& cell = result.cell;
  profile.wakes.push_back({node_number(machine, cell.cpus_of), cell.threads, cell.variant == called_asleep,
                           figure_of_cell(result, "wake", machine)});
}

void add_fresh_memory(MeasuredProfile& profile, const Machine& machine, const CellResult& result) {
  const Cell& cell = result.cell;
  profile.fresh_memory.push_back({node_number(machine, cell.cpus_of), node_number(machine, cell.home),
                                  cell.threads, cell.variant,
                                  figure_of_cell(result, "fresh memory", machine)});
}

/// A quantity that the profile has no table for.
void add_in_words(MeasuredProfile& profile, const Machine& machine, const CellResult& result) {
  const Cell& cell = result.cell;
  std::string where = cell.variant.empty() ? "" : ", " + cell.variant;
  if (cell.reader >= 0) where += fmt::format(", CPU {}", pu_number(machine, cell.reader));
  if (cell.owner >= 0) where += fmt::format(" and CPU {}", pu_number(machine, cell.owner));
  if (cell.home >= 0) where += fmt::format(", home node {}", node_number(machine, cell.home));
  if (cell.bytes > 0) where += fmt::format(", {} bytes", cell.bytes);
  if (cell.threads > 1) where += fmt::format(", {} threads", cell.threads);
  for (const Series& series : result.series)
    profile.reported.push_back(
        {series.quantity + where, series.unit, figure_of_cell(result, series.quantity, machine)});
  if (result.series.empty())
    profile.reported.push_back({cell.probe + where, "1", figure_of_cell(result, cell.probe, machine)});
}

}  // namespace

Figure figure_of_cell(const CellResult& cell, const std::string& quantity, const Machine& machine) {
  const Series* series = cell.find(quantity);
  if (series == nullptr) {
    Figure none = not_measured(cell.problem.empty() ? not_asked_for : cell.problem);
    if (!cell.problem.empty()) none.disturbed = cell.disturbed;
    return none;
  }
  Figure figure = numapack::figure_of(series->samples);
  if (series->visits.size() > 1) figure.visit_medians = series->visits;
  figure.disturbed = cell.disturbed;
  figure.kept_disturbed = cell.kept;
  figure.pinned = cell.cell.pinned;
  figure.clock_ghz = cell.clock_ghz();
  figure.clock_moved = cell.moved();
  if (cell.pages) {
    figure.placed = cell.pages->unavailable.empty();
    const bool huge = cell.pages->huge_bytes > 0 &&
                      cell.pages->huge_bytes >= cell.pages->pages * cell.pages->page_bytes / 100 * 99;
    figure.page_bytes = huge ? huge_page_bytes : machine.page_bytes;
    if (cell.cell.pages == PageKind::giant) figure.page_bytes = giant_page_bytes;
  }
  for (const std::string& remark : cell.remarks) figure.note += (figure.note.empty() ? "" : "; ") + remark;
  return figure;
}

void add_to_profile(MeasuredProfile& profile, const Machine& machine, const RunResult& result) {
  static const std::map<std::string, void (*)(MeasuredProfile&, const Machine&, const CellResult&)> tables{
      {"latency", add_latency},          {"channel stride", add_latency}, {"loaded latency", add_loaded},
      {"coherence", add_coherence},      {"handover", add_handover},      {"stream", add_row},
      {"barrier", add_barrier},          {"fma peak", add_peak},          {"wake", add_wake},
      {"fresh memory", add_fresh_memory}};
  for (const CellResult& cell : result.cells) {
    const auto table = tables.find(cell.cell.probe);
    (table == tables.end() ? add_in_words : table->second)(profile, machine, cell);
  }
  for (const SentinelReading& reading : result.sentinel) {
    profile.sentinel.push_back({reading.seconds, reading.l1_ns, reading.memory_ns, reading.handover_ns});
  }
  if (!result.drift.empty()) profile.remarks.push_back(result.drift);
  if (result.interrupted) profile.remarks.push_back("interrupted before all cells were measured");
}

}  // namespace numapack::probe
