// SPDX-License-Identifier: BSD-3-Clause
#include "cli/pages/tune_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/statistics.hpp"
#include "cli/terminal/json_values.hpp"
#include "cli/terminal/table.hpp"
#include "profile/tuned_microarch.hpp"

namespace numapack {

namespace {

std::string text_of(const Blocking& blocks) {
  return fmt::format("mc {}, kc {}, nc {}", blocks.mc, blocks.kc, blocks.nc);
}

std::string steps_table(const probe::TuneResult& result) {
  Table table({"parameter", "instead of", "tried", "ratio", "min", "max", "rounds", "taken"});
  for (const probe::TuneStep& step : result.steps) {
    const auto ratio = [&](double Spread::*which) {
      return step.ratios.empty() ? "-" : fmt::format("{:.3f}", spread(step.ratios).*which);
    };
    table.row({step.parameter, text_of(step.base), text_of(step.tried), ratio(&Spread::median),
               ratio(&Spread::min), ratio(&Spread::max), std::to_string(step.ratios.size()),
               step.taken ? "yes" : "no"});
  }
  return table.text({1, 2});
}

std::string blocks_text(const TunedType& type) {
  const probe::TuneResult& blocks = *type.blocks;
  const Job& job = *type.job;
  std::string text = fmt::format("blocks: {} x {}, k = {}, {} thread{}\n{}", job.call.m, job.call.n,
                                 job.call.k, job.threads, job.threads == 1 ? "" : "s", steps_table(blocks));
  if (blocks.gain > 1)
    return text + fmt::format("taken: {} instead of {}, {:.1f} % faster\n", text_of(blocks.after),
                              text_of(blocks.before), 100 * (blocks.gain - 1));
  return text + fmt::format("stays: {}, nothing was clearly better{}\n", text_of(blocks.before),
                            blocks.out_of_time ? " within the budget" : "");
}

std::string percent(double regret) { return fmt::format("{:.2f} %", 100 * (std::exp(regret) - 1)); }

/// Why the row's figures stay.
std::string reason_of(const probe::PartResult& part) {
  if (part.interrupted) return "interrupted";
  if (part.fit.figures.empty()) return "no other figures lose clearly less";
  if (part.ratios.empty()) return fmt::format("only {} of {} other calls differ", part.differing, part.drawn);
  if (20 * part.slower > part.differing)
    return fmt::format("{} of the {} other calls would take a quarter more, or longer", part.slower,
                       part.differing);
  return "not clearly better on calls that it was not fitted to";
}

std::string part_text(const TunedType& type, const probe::PartResult& part) {
  const bool limits = part.part == MicroarchPart::in_place;
  std::string text = fmt::format("{}: {} calls timed in {} ways, one thread; {} slower than the fastest ways",
                                 limits ? "limits of in place" : "cycles of the choice", part.calls,
                                 type.timings, percent(part.fit.before));
  if (!part.fit.figures.empty()) text += fmt::format(", {} with other figures", percent(part.fit.after));
  text += "\n";
  if (!part.ratios.empty()) {
    const Spread rounds = spread(part.ratios);
    text += fmt::format(
        "  {} of {} other calls differ: ratio {:.3f} ({:.3f} to {:.3f} in {} rounds), by call {:+.1f} +- "
        "{:.1f} %\n",
        part.differing, part.drawn, rounds.median, rounds.min, rounds.max, part.ratios.size(),
        100 * part.by_call, 100 * part.error);
  }
  if (!part.taken) return text + fmt::format("stays: {}\n", reason_of(part));
  TunedFigures figures;
  figures.microarch = type.kernel.microarch->name;
  figures.figures = part.fit.figures;
  text += "taken:\n";
  for (const std::string& sentence : tuned_sentences(figures)) text += "  " + sentence + "\n";
  return text;
}

nlohmann::json to_json(const Blocking& blocks) {
  return {{"mc", blocks.mc}, {"kc", blocks.kc}, {"nc", blocks.nc}};
}

nlohmann::json blocks_json(const TunedType& type) {
  const probe::TuneResult& result = *type.blocks;
  nlohmann::json steps = nlohmann::json::array();
  for (const probe::TuneStep& step : result.steps) {
    steps.push_back({{"parameter", step.parameter},
                     {"base", to_json(step.base)},
                     {"tried", to_json(step.tried)},
                     {"ratios", step.ratios},
                     {"taken", step.taken}});
  }
  return {{"problem", {{"m", type.job->call.m}, {"n", type.job->call.n}, {"k", type.job->call.k}}},
          {"threads", type.job->threads},
          {"built_in", to_json(result.before)},
          {"chosen", to_json(result.after)},
          {"ratio", result.gain},
          {"out_of_time", result.out_of_time},
          {"steps", steps}};
}

nlohmann::json part_json(const TunedType& type, const probe::PartResult& part) {
  nlohmann::json built_in = nlohmann::json::object();
  for (const auto& [figure, value] : part.fit.figures) {
    const MicroarchFigure& known = *microarch_figure_named(figure);
    const double own = known.get(*type.kernel.microarch);
    built_in[figure] = or_null(own <= known.most, own);
  }
  return {{"calls", part.calls},
          {"timings", type.timings},
          {"regret_built_in", part.fit.before},
          {"regret_fitted", part.fit.after},
          {"built_in", built_in},
          {"fitted", part.fit.figures},
          {"other_calls", part.drawn},
          {"differing", part.differing},
          {"ratios", part.ratios},
          {"much_slower", part.slower},
          {"by_call", part.by_call},
          {"by_call_error", part.error},
          {"ratio", part.gain},
          {"taken", part.taken},
          {"why", part.taken ? nlohmann::json() : nlohmann::json(reason_of(part))}};
}

}  // namespace

std::string tune_page(const TuneOutcome& outcome) {
  std::string text;
  for (const TunedType& type : outcome.types) {
    text += fmt::format("{}, {}, row {}, load {:.2f}\n\n", letter(type.kernel.type), type.kernel.name,
                        type.kernel.microarch->name, outcome.conditions.load_average);
    if (type.blocks) text += blocks_text(type) + "\n";
    if (type.in_place) text += part_text(type, *type.in_place) + "\n";
    if (type.cycles) text += part_text(type, *type.cycles) + "\n";
    for (const std::string& part : type.unreached) text += fmt::format("not reached: {}\n\n", part);
  }
  return text;
}

nlohmann::json to_json(const TuneOutcome& outcome) {
  nlohmann::json types = nlohmann::json::array();
  for (const TunedType& type : outcome.types) {
    nlohmann::json entry = {{"type", std::string(1, letter(type.kernel.type))},
                            {"kernel", type.kernel.name},
                            {"row", type.kernel.microarch->name},
                            {"blocks", type.blocks ? blocks_json(type) : nlohmann::json()},
                            {"in_place", type.in_place ? part_json(type, *type.in_place) : nlohmann::json()},
                            {"cycles", type.cycles ? part_json(type, *type.cycles) : nlohmann::json()},
                            {"not_reached", type.unreached}};
    types.push_back(std::move(entry));
  }
  return {{"row", outcome.microarch->name},
          {"types", types},
          {"conditions", to_json(outcome.conditions)},
          {"seconds", outcome.seconds},
          {"interrupted", outcome.interrupted}};
}

}  // namespace numapack
