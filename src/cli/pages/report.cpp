// SPDX-License-Identifier: BSD-3-Clause
#include "cli/pages/report.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "cli/pages/counters_page.hpp"
#include "cli/plans/problem_page.hpp"
#include "cli/terminal/json_values.hpp"
#include "cli/terminal/table.hpp"

namespace numapack {

namespace {

using nlohmann::json;

/// Pages by node of each operand of one library.
std::string page_table(const json& pages) {
  std::vector<std::string> header{"pages of"};
  for (const auto& [node, count] : pages.at("A").at("by_node").items())
    header.push_back(fmt::format("node {}", node));
  header.insert(header.end(), {"untouched", "of bytes", "in huge pages"});
  Table table(header);
  std::string unavailable;
  const auto add = [&](const std::string& name, const json& census) {
    std::vector<std::string> row{name};
    for (const auto& [node, count] : census.at("by_node").items())
      row.push_back(std::to_string(count.get<std::uint64_t>()));
    row.push_back(std::to_string(census.at("untouched").get<std::uint64_t>()));
    row.push_back(std::to_string(census.at("page_bytes").get<std::uint64_t>()));
    row.push_back(fmt::format("{:.0f} MB", census.at("huge_bytes").get<double>() / 1e6));
    table.row(row);
    unavailable = census.value("unavailable", unavailable);
  };
  for (const char* name : {"A", "B", "C"})
    if (pages.contains(name)) add(name, pages.at(name));
  const json packed = pages.value("packed", json::object());
  for (const auto& [node, census] : packed.items()) add(fmt::format("packed for node {}", node), census);
  return table.text() + (unavailable.empty() ? "" : fmt::format("  unknown: {}\n", unavailable));
}

std::string condition_lines(const Job& job, const Conditions& conditions, const ComparisonResult& result) {
  std::string text = fmt::format("  {}\n", machine_line(conditions));
  text += fmt::format("  {}, pages of {} bytes, load {:.2f}, stolen {:.1f} %\n", paging_line(conditions),
                      conditions.page_bytes, conditions.load_average, conditions.steal_percent);
  text += fmt::format(
      "  seed {}, {} rounds of {} turns in rotating order, each library in its own process, stopped while "
      "others "
      "run\n",
      job.seed, result.rounds, result.visits);
  if (!result.peak_gflops.empty()) {
    const Spread peak = spread(result.peak_gflops);
    text += fmt::format("  FMA peak of {} thread{} in the same rounds ({}): {:.1f} GF/s ({:.1f} to {:.1f})\n",
                        job.threads, job.threads == 1 ? "" : "s", result.peak_instruction_set, peak.median,
                        peak.min, peak.max);
  }
  for (const LibraryResult& library : result.libraries) {
    text += fmt::format("  {}: {}{}\n", library.name, library.version,
                        fmt::format("{}{}", library.path.empty() ? "" : ", ", library.path));
    for (const std::string& remark : library.remarks) text += fmt::format("    {}\n", remark);
    for (const auto& refused : library.refused) {
      if (refused.is_string() && !refused.get<std::string>().empty()) {
        text += fmt::format("    placement refused: {}\n", refused.get<std::string>());
        break;
      }
    }
  }
  return text;
}

std::string comparison_table(const ComparisonResult& result) {
  Table table({"library", "GF/s median", "min", "max", "ratio to best", "of FMA peak", "error/bound"});
  std::string failures;
  for (const LibraryResult& library : result.libraries) {
    const auto ratio = library.ratio(), efficiency = library.efficiency();
    const Spread rate = library.rate();
    const auto gflops = [&](double value) { return ratio ? fmt::format("{:.1f}", value) : "-"; };
    table.row({library.name, gflops(rate.median), gflops(rate.min), gflops(rate.max),
               ratio ? fmt::format("{:.3f}", *ratio) : "-",
               efficiency ? fmt::format("{:.1f} %", 100 * *efficiency) : "-",
               library.error_over_bound ? fmt::format("{:.2g}", *library.error_over_bound) : "-"});
    if (!library.failure.empty()) failures += fmt::format("{} failed: {}\n", library.name, library.failure);
  }
  return table.text() + failures;
}

/// Where no library counts anything, all say the same.
std::string counters_text(const ComparisonResult& result) {
  std::string text, before;
  for (const LibraryResult& library : result.libraries) {
    if (library.counters.is_null()) continue;
    const std::string own = describe_counters(library.counters);
    if (!library.counters.at("sets").empty())
      text += fmt::format("\nCounters of {} in user mode, {} calls\n{}", library.name,
                          library.counters.at("calls").get<std::int64_t>(), own);
    else if (own != before)
      text += "\nCounters\n" + own;
    before = own;
  }
  return text;
}

json library_to_json(const LibraryResult& library) {
  json environment = json::object();
  for (const auto& [name, value] : library.environment) environment[name] = value;
  const std::optional<double> ratio = library.ratio();
  return {{"library", library.name},
          {"version", library.version},
          {"path", library.path},
          {"symbol", library.symbol},
          {"environment", environment},
          {"remarks", library.remarks},
          {"calls_per_visit", library.calls_per_visit},
          {"gflops", ratio ? spread_to_json(library.rate()) : json()},
          {"gflops_by_round", library.gflops},
          {"ratio_to_best", {{"median", or_null(ratio)}}},
          {"efficiency", or_null(library.efficiency())},
          {"error_over_bound", or_null(library.error_over_bound)},
          {"elements_checked", library.elements_checked},
          {"pages", library.pages},
          {"counters", library.counters},
          {"failure", or_null(library.failure)}};
}

}  // namespace

std::string describe(const Job& job, const Machine& machine, const Conditions& conditions,
                     const ComparisonResult& result, const std::optional<TimedPrediction>& time) {
  std::string text = describe_problem(job, machine);
  if (!result.explanation.empty()) text += fmt::format("\nPlan\n{}", result.explanation);
  if (time) text += explain(*time, machine);
  const LibraryResult& own = result.libraries.front();
  if (own.pages.is_object())
    text += fmt::format("\nPages (numapack's operands and packed panels)\n{}", page_table(own.pages));
  text +=
      fmt::format("\nConditions\n{}\n{}", condition_lines(job, conditions, result), comparison_table(result));
  for (const LeftOut& one : result.left_out)
    text += fmt::format("left out: {}, which has no {} ({})\n", one.library, one.lacks, one.path);
  text += counters_text(result);
  if (result.interrupted) text += fmt::format("interrupted after {} complete rounds\n", result.rounds);
  return text;
}

json to_json(const Job& job, const Machine& machine, const Conditions& conditions,
             const ComparisonResult& result, const std::optional<TimedPrediction>& time) {
  json results = json::array(), left_out = json::array();
  for (const LeftOut& one : result.left_out)
    left_out.push_back({{"library", one.library}, {"path", one.path}, {"lacks", one.lacks}});
  for (const LibraryResult& library : result.libraries) results.push_back(library_to_json(library));
  json state = to_json(conditions);
  state["numapack"] = NUMAPACK_VERSION;
  state["compiler"] = __VERSION__;
  state["threads"] = job.threads;
  state["seed"] = job.seed;
  state["rounds"] = result.rounds;
  state["interrupted"] = result.interrupted;
  state["sample_seconds"] = job.sample_seconds;
  state["visits"] = result.visits;
  state["fma_peak"] = {
      {"instruction_set", result.peak_instruction_set},
      {"gflops", result.peak_gflops.empty() ? json() : spread_to_json(spread(result.peak_gflops))},
      {"gflops_by_round", result.peak_gflops},
      {"clock_ghz_by_round", result.peak_ghz}};
  return {{"problem", problem_to_json(job, machine)},       {"conditions", state}, {"plan", result.plan},
          {"pages", result.libraries.front().pages},        {"results", results},  {"left_out", left_out},
          {"time", time ? to_json(*time, machine) : json()}};
}

}  // namespace numapack
