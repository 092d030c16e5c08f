// SPDX-License-Identifier: BSD-3-Clause
#include "cli/quantities/pages.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <vector>

#include "base/statistics.hpp"
#include "cli/runs/measuring.hpp"
#include "cli/terminal/table.hpp"
#include "probe/plans/select.hpp"
#include "probe/quantities/loaded_plan.hpp"
#include "profile/loaded_curve.hpp"

namespace numapack {

using probe::CellResult;

namespace {

/// The curves of one place: points by share of writes and pace.
struct LoadedPlace {
  std::vector<std::string> mixes;
  std::vector<int> paces;
  std::map<std::pair<std::string, int>, const CellResult*> points;
  int threads = 0;
};

template <class T>
void note(std::vector<T>& list, const T& value) {
  if (std::ranges::find(list, value) == list.end()) list.push_back(value);
}

std::string asked_text(int pace, const LoadedPlace& place, const Machine& machine) {
  if (pace == probe::no_load) return "no load";
  if (pace == probe::full_load) return "all there is";
  return figure(probe::asked_gb_per_s(pace, place.threads, {}, probe::line_bytes(machine)));
}

std::string knee_text(const LoadedPlace& place, const std::string& mix) {
  std::vector<CurvePoint> curve;
  double most = 0;
  for (const int pace : place.paces) {
    const auto point = place.points.find({mix, pace});
    if (point == place.points.end() || !point->second->valid()) continue;
    const probe::Series *rate = point->second->find("bandwidth"), *wait = point->second->find("latency");
    curve.push_back({median(rate->samples), median(wait->samples)});
    most = std::max(most, curve.back().gb_per_s);
  }
  if (curve.size() < 2) return fmt::format("{}: too few points for a curve\n", mix);
  if (const auto full = knee(curve)) {
    return fmt::format("{}: a load waits twice as long as idle from {} GB/s on; the most is {} GB/s\n", mix,
                       figure(full->gb_per_s), figure(most));
  }
  return fmt::format("{}: no load waited twice as long as idle; the most is {} GB/s\n", mix, figure(most));
}

std::string curves_text(const std::string& title, const LoadedPlace& place, const Machine& machine) {
  std::vector<std::string> header{title};
  for (const std::string& mix : place.mixes) {
    header.push_back(mix + " GB/s");
    header.insert(header.end(), {"ns", "cycles"});
  }
  Table table(header);
  for (const int pace : place.paces) {
    std::vector<std::string> row{asked_text(pace, place, machine)};
    for (const std::string& mix : place.mixes) {
      const auto point = place.points.find({mix, pace});
      if (point == place.points.end() || !point->second->valid()) {
        row.insert(row.end(), {"-", "-", "-"});
        continue;
      }
      const CellResult& cell = *point->second;
      const double ns = median(cell.find("latency")->samples);
      const std::optional<double> ghz = cell.clock_ghz();
      row.push_back(figure(median(cell.find("bandwidth")->samples)));
      row.push_back(figure(ns));
      row.push_back(ghz ? figure(ns * *ghz) : "-");
    }
    table.row(row);
  }
  std::string text = table.text();
  for (const std::string& mix : place.mixes) text += knee_text(place, mix);
  return text;
}

}  // namespace

std::string loaded_latency_page(const probe::RunResult& result, const Machine& machine) {
  std::map<std::pair<int, int>, LoadedPlace> places;
  for (const CellResult& one : result.cells) {
    const probe::Cell& cell = one.cell;
    LoadedPlace& place = places[{cell.reader, cell.home}];
    note(place.mixes, cell.variant);
    note(place.paces, cell.load);
    place.threads = std::max(place.threads, cell.threads);
    place.points[{cell.variant, cell.load}] = &one;
  }
  std::string text;
  for (const auto& [key, place] : places) {
    const int from = machine.cores[static_cast<std::size_t>(key.first)].node;
    const std::string title =
        fmt::format("{} of {} waits for {}, GB/s of reads asked", core_text(machine, key.first),
                    node_text(machine, from), node_text(machine, key.second));
    text += (text.empty() ? "" : "\n") + curves_text(title, place, machine);
  }
  return text;
}

}  // namespace numapack
