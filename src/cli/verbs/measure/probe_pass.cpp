// SPDX-License-Identifier: BSD-3-Clause
#include "cli/verbs/measure/probe_pass.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "base/clock.hpp"
#include "base/statistics.hpp"
#include "cli/quantities/pages.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/terminal/progress.hpp"
#include "cli/terminal/table.hpp"
#include "probe/quantities/peak.hpp"
#include "probe/quantities/stream.hpp"
#include "probe/quantities/threads/predicted_barriers.hpp"

namespace numapack {

namespace {

std::string peak_page(const probe::RunResult& result, const Machine&) {
  std::string text;
  for (const probe::CellResult& cell : result.cells) {
    const probe::Series* rate = cell.find("rate");
    const Spread of = rate == nullptr ? Spread{} : spread(rate->samples);
    const std::string gflops = rate == nullptr
                                   ? "not measured"
                                   : fmt::format("{:.1f} GF/s ({:.1f} to {:.1f})", of.median, of.min, of.max);
    text += fmt::format("FMA peak of {} threads, {} precision ({}): {}\n", cell.cell.threads,
                        cell.cell.variant, peak_instruction_set(), gflops);
  }
  return text;
}

using PartPage = std::string (*)(const probe::RunResult&, const Machine&);

const std::map<std::string, PartPage> page_of_part = {{"peaks", peak_page},
                                                      {"latency", latency_matrix},
                                                      {"levels", latency_matrix},
                                                      {"core to core", handover_page},
                                                      {"distances", coherence_page},
                                                      {"shared caches", coherence_page},
                                                      {"bandwidth", stream_page},
                                                      {"coherence", coherence_page},
                                                      {"barriers", barrier_page},
                                                      {"wake", by_nodes_page},
                                                      {"fresh memory", by_nodes_page},
                                                      {"loaded latency", loaded_latency_page}};

std::string cell_text(const probe::Cell& cell, const Machine& machine) {
  if (cell.probe == "stream")
    return fmt::format("{}, {} thread", probe::placement_text(cell, machine), cell.threads);
  if (cell.owner >= 0)
    return fmt::format("{}, {}", core_text(machine, cell.reader), core_text(machine, cell.owner));
  if (cell.home >= 0)
    return fmt::format("{}, {}", core_text(machine, cell.reader), node_text(machine, cell.home));
  return fmt::format("{} thread, {} precision", cell.threads, cell.variant);
}

}  // namespace

std::string effort_table(const std::vector<probe::PlannedPart>& plan, double budget) {
  Table table({"part", "cells", "of", "rounds", "about"});
  double seconds = 0;
  for (const probe::PlannedPart& part : plan) {
    seconds += part.seconds;
    table.row({part.name, std::to_string(part.cells.size()),
               std::to_string(part.cells.size() + part.left_out.size()),
               part.cells.empty() ? "-" : std::to_string(part.rounds),
               part.cells.empty() ? "-" : duration(part.seconds)});
  }
  std::string chosen;
  for (const probe::PlannedPart& part : plan) {
    // Of a part without any cells it says why.
    if (!part.sampled.empty() && (!part.cells.empty() || part.left_out.empty()))
      chosen += fmt::format("{}: {}\n", part.name, part.sampled);
  }
  return fmt::format("about {} within {}\n\n{}{}{}", duration(seconds), duration(budget), table.text(),
                     chosen.empty() ? "" : "\n", chosen);
}

std::size_t bytes_of(const std::vector<probe::PlannedPart>& plan) {
  constexpr std::size_t bytes_a_cell = 4096;
  std::size_t bytes = 65536;
  for (const probe::PlannedPart& part : plan) bytes += bytes_a_cell * part.cells.size();
  return bytes;
}

std::vector<probe::Cell> cells_of(const std::vector<probe::PlannedPart>& plan, std::size_t parts) {
  std::vector<probe::Cell> all;
  for (std::size_t at = 0; at < parts && at < plan.size(); ++at)
    all.insert(all.end(), plan[at].cells.begin(), plan[at].cells.end());
  return all;
}

std::string best_of_samples(const probe::RunResult& result, const Machine& machine) {
  Table table({result.cells.empty() ? "" : result.cells.front().cell.probe, "", "best", "median", "worst", "",
               "samples"});
  for (const probe::CellResult& cell : result.cells) {
    const std::string what = cell_text(cell.cell, machine);
    if (cell.series.empty()) table.row({what, "", "-", "-", "-", "", "0"});
    for (const probe::Series& series : cell.series) {
      const Spread of = spread(series.samples);
      const bool more_is_better = series.unit.ends_with("/s");
      table.row({what, series.quantity, figure(more_is_better ? of.max : of.min), figure(of.median),
                 figure(more_is_better ? of.min : of.max), series.unit,
                 std::to_string(series.samples.size())});
    }
  }
  return table.text();
}

ProbePass probe_pass(probe::WholeMachine& whole, std::vector<probe::PlannedPart> plan, const Machine& machine,
                     const MeasuringOptions& verb, double budget, bool by_best) {
  ProbePass pass;
  const double start = seconds_now();
  const std::size_t probes = whole.parts().size();
  look_around(cells_of(plan, probes), machine, verb, pass.measured);
  const probe::RunResult* handover = nullptr;
  std::vector<std::string> unreached;
  for (std::size_t at = 0; at < probes && at < plan.size(); ++at) {
    probe::PlannedPart& part = plan[at];
    if (part.cells.empty()) continue;
    if (stop_asked()) {
      unreached.push_back(part.name + ": interrupted before its turn");
      continue;
    }
    if (part.name == "barriers" && handover != nullptr)
      probe::predict_barriers(part.cells, *handover, machine);
    MeasuringOptions options = verb;
    options.rounds = part.rounds;
    // What was faster than expected leaves its time to the others.
    double later = 0;
    for (std::size_t next = at + 1; next < plan.size(); ++next) later += plan[next].seconds;
    options.budget = std::max(1e-3, budget - (seconds_now() - start) - later);
    const probe::RunResult& result = measure(whole.probe(at), part.cells, machine, options, pass.measured);
    if (part.name == "core to core") handover = &result;
    const auto page = page_of_part.find(part.name);
    pass.pages += "\n" + (by_best                      ? best_of_samples
                          : page == page_of_part.end() ? reported_page
                                                       : page->second)(result, machine);
    whole.forget(at);
  }
  pass.profile = measured_profile(pass.measured, machine, budget);
  pass.profile.remarks.insert(pass.profile.remarks.end(), unreached.begin(), unreached.end());
  return pass;
}

}  // namespace numapack
