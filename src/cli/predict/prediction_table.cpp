// SPDX-License-Identifier: BSD-3-Clause
#include "cli/predict/prediction_table.hpp"

#include <fmt/core.h>

#include <algorithm>

#include <nlohmann/json.hpp>

#include "base/readable.hpp"
#include "cli/plans/memory_page.hpp"
#include "cli/terminal/table.hpp"

namespace numapack {

std::string describe(const std::vector<PredictedCase>& cases) {
  const auto differs = [&](auto value) {
    return std::ranges::any_of(cases,
                               [&](const PredictedCase& one) { return value(one) != value(cases.front()); });
  };
  const bool homes = differs([](const PredictedCase& one) { return one.home; });
  const bool blocks = differs([](const PredictedCase& one) { return one.block; });
  const bool asked = differs([](const PredictedCase& one) { return one.threads_asked; });
  const bool algorithms = differs([](const PredictedCase& one) { return one.algorithm; });
  std::vector<std::string> heading{"n", "nodes", "threads"};
  if (blocks) heading.emplace_back("nb");
  if (homes) heading.emplace_back("home");
  if (algorithms) heading.emplace_back("by");
  heading.insert(heading.end(), {"time", "GF/s", "work", "own", "other", "waits"});
  // A comparison has no room for it in 80 columns.
  if (!algorithms) heading.emplace_back("chain");
  Table table(heading);
  for (const PredictedCase& one : cases) {
    const Seconds& s = one.prediction.seconds;
    const auto share = [&](double part) {
      return fmt::format("{:.0f} %", 100 * std::max(0.0, part) / s.total);
    };
    std::vector<std::string> row{fmt::format("{}", one.n), fmt::format("{}", s.nodes),
                                 fmt::format("{}", s.threads)};
    if (asked && one.threads_asked != s.threads) row.back() += fmt::format(" of {}", one.threads_asked);
    if (blocks) row.push_back(fmt::format("{}", one.block));
    if (homes) row.push_back(one.home.empty() ? "first touch" : one.home);
    if (algorithms) row.push_back(one.algorithm);
    row.insert(row.end(), {readable_seconds(s.total),
                           fmt::format("{:.4g}", one.prediction.flops / s.total / 1e9), share(s.arithmetic),
                           share(s.local_memory), share(s.remote_memory), share(s.waiting + s.waking)});
    if (!algorithms) row.push_back(share(s.critical_path));
    table.row(row);
  }
  return table.text() +
         "work: arithmetic, packing and copies; own, other: waiting for memory of the own\n"
         "node and of others; waits: for other threads" +
         (algorithms ? "\n" : "; chain: the longest chain of steps\n");
}

nlohmann::json to_json(const std::vector<PredictedCase>& cases, const Machine& machine) {
  nlohmann::json all = nlohmann::json::array();
  for (const PredictedCase& one : cases) {
    nlohmann::json entry = to_json(one.prediction, machine);
    entry["n"] = one.n;
    entry["nodes"] = one.nodes;
    entry["threads_asked"] = one.threads_asked;
    entry["block"] = one.block;
    entry["home"] = one.home;
    entry["algorithm"] = one.algorithm;
    entry["prediction_took_s"] = one.took_s;
    entry["memory_short"] = to_json(memory_short(one.job, machine));
    all.push_back(std::move(entry));
  }
  return all;
}

std::string describe_memory(const std::vector<PredictedCase>& cases, const Machine& machine) {
  for (const PredictedCase& one : cases)
    if (const std::vector<MemoryShort> shorts = memory_short(one.job, machine); !shorts.empty())
      return describe(shorts, fmt::format("n = {}: ", one.n));
  return "";
}

}  // namespace numapack
