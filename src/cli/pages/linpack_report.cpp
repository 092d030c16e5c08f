// SPDX-License-Identifier: BSD-3-Clause
#include "cli/pages/linpack_report.hpp"

#include <fmt/core.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/terminal/json_values.hpp"
#include "cli/terminal/table.hpp"

namespace numapack {

namespace {

using nlohmann::json;

/// "node 0: 512, node 1: 511" pages of the matrix.
std::string pages_text(const json& pages) {
  if (!pages.is_object()) return "-";
  std::string text;
  for (const auto& [node, count] : pages.at("by_node").items())
    text += fmt::format("{}{}:{}", text.empty() ? "" : " ", node, count.get<std::uint64_t>());
  return text;
}

std::string residual_text(const LinpackResult& result) {
  if (result.info != 0) return fmt::format("info {}", result.info);
  if (!result.residual) return "-";
  return fmt::format("{:.4f}{}", *result.residual, *result.residual < residual_threshold ? "" : " FAILED");
}

std::string table_of(const std::vector<LinpackGroup>& groups, const Machine& machine, bool outer) {
  std::vector<std::string> header{"library", "n"};
  if (outer) header.push_back("k");
  header.insert(header.end(), {"init", "policy", "GF/s median", "min", "max", "of FMA peak"});
  if (!outer) header.insert(header.end(), {"dgetrf alone", "residual"});
  header.push_back("pages by node");
  Table table(header);
  for (const LinpackGroup& group : groups) {
    for (std::size_t i = 0; i < group.cases.size(); ++i) {
      const LinpackJob& job = group.cases[i].job;
      const LinpackResult& result = group.runs.results[i];
      const auto efficiency = result.efficiency();
      const Spread rate = result.rate();
      const auto gflops = [&](double value) { return efficiency ? fmt::format("{:.1f}", value) : "-"; };
      std::vector<std::string> row{group.cases[i].library(), std::to_string(job.n)};
      if (outer) row.push_back(std::to_string(job.k));
      row.insert(row.end(), {initialisation_name(job.init_nb), to_string(job.policy, machine),
                             gflops(rate.median), gflops(rate.min), gflops(rate.max),
                             efficiency ? fmt::format("{:.1f} %", 100 * *efficiency) : "-"});
      if (!outer) {
        row.push_back(gflops(spread(measured(result.factor_gflops)).median));
        row.push_back(residual_text(result));
      }
      row.push_back(pages_text(result.pages));
      table.row(row);
    }
  }
  return table.text();
}

/// Of one case in full, of several a table.
std::string times_text(const std::vector<LinpackGroup>& groups, const Machine& machine) {
  std::vector<LinpackCase> cases;
  std::vector<std::optional<TimedPrediction>> times;
  for (const LinpackGroup& group : groups)
    for (std::size_t i = 0; i < group.cases.size(); ++i)
      if (group.times[i]) cases.push_back(group.cases[i]), times.push_back(group.times[i]);
  if (times.empty()) return "";
  if (times.size() == 1) return explain(*times.front(), machine);
  return "\nTime, predicted for numapack and measured\n" + describe(cases, times, machine);
}

}  // namespace

bool sound(const LinpackCase& one, const LinpackResult& result) {
  if (!result.failure.empty() || result.info != 0) return false;
  return one.job.k > 0 || !result.residual || *result.residual < residual_threshold;
}

std::string describe(const LinpackRequest& request, const std::vector<LinpackGroup>& groups,
                     const Machine& machine, const Conditions& conditions) {
  const bool outer = request.study == "outer";
  std::string text =
      outer ? fmt::format("C -= A B, C n x n, A n x k, double precision, {} thread{}\n", request.threads,
                          request.threads == 1 ? "" : "s")
            : fmt::format("A x = b as HPL, double precision, {} thread{}, 2/3 n^3 + 3/2 n^2 flops\n",
                          request.threads, request.threads == 1 ? "" : "s");
  text += fmt::format("  {}, load {:.2f}\n", machine_line(conditions), conditions.load_average);
  text += fmt::format("  {}, seed {}\n", paging_line(conditions), request.seed);
  for (const LinpackGroup& group : groups) {
    const Spread peak = spread(group.runs.peak_gflops);
    const LinpackJob& job = group.cases.front().job;
    text += fmt::format("  n = {}{}: {} rounds in rotating order, FMA peak {:.1f} GF/s ({:.1f} to {:.1f})\n",
                        job.n, job.k > 0 ? fmt::format(", k = {}", job.k) : "", group.runs.rounds,
                        peak.median, peak.min, peak.max);
  }
  if (!groups.empty()) {
    for (std::size_t i = 0; i < request.libraries.size(); ++i) {
      const LinpackResult& result = groups.front().runs.results[i];
      text += fmt::format("  {}: {}{}\n", groups.front().cases[i].library(), result.version,
                          result.path.empty() ? "" : ", " + result.path);
      if (const auto& peer = request.libraries[i])
        for (const std::string& remark : peer->remarks) text += fmt::format("    {}\n", remark);
    }
  }
  text += "\n" + table_of(groups, machine, outer);
  for (const LinpackGroup& group : groups)
    for (std::size_t i = 0; i < group.cases.size(); ++i)
      if (!group.runs.results[i].failure.empty())
        text += fmt::format("{} failed: {}\n", group.cases[i].library(), group.runs.results[i].failure);
  return text + times_text(groups, machine);
}

json to_json(const LinpackRequest& request, const std::vector<LinpackGroup>& groups, const Machine& machine,
             const Conditions& conditions) {
  json runs = json::array();
  for (const LinpackGroup& group : groups) {
    for (std::size_t i = 0; i < group.cases.size(); ++i) {
      const LinpackJob& job = group.cases[i].job;
      const LinpackResult& result = group.runs.results[i];
      const auto efficiency = result.efficiency();
      const auto rate = [&](const Spread& of) { return efficiency ? spread_to_json(of) : json(); };
      json run = {{"library", group.cases[i].library()},
                  {"version", result.version},
                  {"path", result.path},
                  {"symbol", result.symbol},
                  {"n", job.n},
                  {"k", job.k},
                  {"init", initialisation_name(job.init_nb)},
                  {"policy", to_string(job.policy, machine)},
                  {"threads", job.threads},
                  {"flops", job.flops()},
                  {"gflops_by_round", result.gflops},
                  {"efficiency_by_round", result.efficiencies},
                  {"fma_peak_gflops_by_round", group.runs.peak_gflops},
                  {"gflops", rate(result.rate())},
                  {"dgetrf_gflops", job.k == 0 ? rate(spread(measured(result.factor_gflops))) : json()},
                  {"dgetrf_gflops_by_round", result.factor_gflops},
                  {"efficiency", or_null(efficiency)},
                  {"residual", or_null(result.residual)},
                  {"residual_threshold", residual_threshold},
                  {"info", result.info},
                  {"pages", result.pages},
                  {"plan", result.explanation},
                  {"time", group.times[i] ? to_json(*group.times[i], machine) : json()},
                  {"failure", or_null(result.failure)}};
      runs.push_back(std::move(run));
    }
  }
  json state = to_json(conditions);
  state["numapack"] = NUMAPACK_VERSION;
  state["seed"] = request.seed;
  return {
      {"study", request.study.empty() ? "linpack" : request.study}, {"conditions", state}, {"runs", runs}};
}

}  // namespace numapack
