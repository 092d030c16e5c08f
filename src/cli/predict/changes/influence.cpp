// SPDX-License-Identifier: BSD-3-Clause
#include "cli/predict/changes/influence.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/readable.hpp"
#include "cli/predict/timed_calls.hpp"
#include "cli/predict/what_if.hpp"
#include "cli/terminal/table.hpp"

namespace numapack {

namespace {

/// Where a figure comes from; "-" for one that the machine does not have.
std::string basis_of(const std::string& figure, const PredictedCase& one, const ChosenProfile& chosen) {
  const std::vector<AssumedFigure>& assumed = one.prediction.assumed;
  if (std::ranges::find(assumed, figure, &AssumedFigure::figure) != assumed.end()) return "assumed";
  const bool is_of_kernels =
      figure == "peak" || figure == "panels" || figure == "element" || figure == "step";
  if (is_of_kernels && one.prediction.costs.calls > 0) return "measured";
  if (!chosen.figures.known.contains(figure)) return "-";
  return chosen.measured && chosen.measured->made_by == "published" ? "published" : "measured";
}

}  // namespace

std::vector<Influence> influences_on(const PredictedCase& one, const Machine& machine,
                                     const ChosenProfile& chosen) {
  std::vector<Influence> all;
  for (const ModelFigure& figure : model_figures()) {
    // No other call touches memory for the first time.
    const auto seconds = [&](const Prediction& of) {
      return of.seconds.total + (figure.name == "fresh" ? of.workspace.seconds : 0);
    };
    const auto ratio = [&](double times) {
      ChosenProfile changed = chosen;
      changed.figures = scaled(chosen.figures, figure.name, times);
      return seconds(predict(one.job, machine, changed)) / seconds(one.prediction);
    };
    all.push_back({figure.name, ratio(0.5), ratio(2), basis_of(figure.name, one, chosen)});
  }
  return all;
}

std::string describe(const std::vector<Influence>& influences, const PredictedCase& one) {
  Table table({"figure", "halved", "doubled", "it is", "what it is"});
  for (const Influence& influence : influences) {
    const auto found = std::ranges::find(model_figures(), influence.figure, &ModelFigure::name);
    table.row({influence.figure, fmt::format("x {:.3f}", influence.halved),
               fmt::format("x {:.3f}", influence.doubled), influence.basis, found->help});
  }
  const int nodes = one.prediction.seconds.nodes;
  std::string call = fmt::format("n = {} on {} node{}", one.n, nodes, nodes == 1 ? "" : "s");
  if (one.threads_asked > 0) call += fmt::format(", at most {} threads", one.threads_asked);
  if (one.block > 0) call += fmt::format(", nb = {}", one.block);
  if (!one.home.empty()) call += ", " + one.home;
  return fmt::format("{}, {}: times as long where a figure of the machine is another\n", call,
                     readable_seconds(one.prediction.seconds.total)) +
         table.text({3, 4});
}

nlohmann::json to_json(const std::vector<Influence>& influences) {
  nlohmann::json all = nlohmann::json::array();
  for (const Influence& influence : influences)
    all.push_back({{"figure", influence.figure},
                   {"basis", influence.basis},
                   {"time_ratio_if_halved", influence.halved},
                   {"time_ratio_if_doubled", influence.doubled}});
  return all;
}

}  // namespace numapack
