// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>

#include "base/environment.hpp"
#include "base/error.hpp"
#include "cli/quantities/pages.hpp"
#include "cli/quantities/quantity.hpp"
#include "cli/verbs/verbs.hpp"
#include "probe/loops/line_state.hpp"
#include "probe/quantities/coherence.hpp"
#include "probe/quantities/handover.hpp"

namespace numapack {

namespace {

struct CoherenceVerb {
  MeasuringOptions measuring;
  std::string pairs = "classes", homes = "owner", helper;
  std::vector<std::string> states, levels, sizes, quantities{"latency", "bandwidth"};
  bool sweep = false, matrix = false;
  std::size_t most_pairs = 1000;
};

int one_core(const std::string& text, const char* option, const Machine& machine) {
  const std::vector<int> cores = parse_cores(text, machine, option);
  if (cores.size() != 1) invalid(option, "\"" + text + "\" is not one CPU", "give its number");
  return cores.front();
}

/// "classes", "all", or CPUs as READER:OWNER.
std::vector<probe::Pair> parse_pairs(const std::string& text, const Machine& machine) {
  const std::vector<int> cores = probe::usable_cores(machine);
  if (text == "classes") return probe::pairs_by_class(machine, cores.front());
  if (text == "all") return probe::all_pairs(cores);
  std::vector<probe::Pair> pairs;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(',', start), text.size());
    const std::string word = text.substr(start, end - start);
    const std::size_t colon = word.find(':');
    if (colon == std::string::npos || colon == 0 || colon + 1 == word.size()) {
      invalid("--pairs", "\"" + word + "\" is no pair", "use classes, all or READER:OWNER such as 0:1,0:4");
    }
    pairs.emplace_back(one_core(word.substr(0, colon), "--pairs", machine),
                       one_core(word.substr(colon + 1), "--pairs", machine));
    start = end + 1;
  }
  return pairs;
}

probe::CoherenceOptions coherence_options(const CoherenceVerb& verb, const Machine& machine) {
  probe::CoherenceOptions options;
  options.pairs = parse_pairs(verb.pairs, machine);
  if (verb.pairs == "all") {
    options.pairs = probe::sample_pairs(machine, options.pairs, verb.most_pairs,
                                        static_cast<unsigned>(verb.measuring.seed));
  }
  if (verb.homes != "owner") options.homes = parse_memory_nodes(verb.homes, machine);
  options.states = verb.states;
  options.levels = verb.levels;
  const std::vector<std::string> known = probe::level_names(machine);
  for (const std::string& level : verb.levels) {
    if (std::find(known.begin(), known.end(), level) == known.end()) {
      invalid("--levels", "the machine has no \"" + level + "\"",
              fmt::format("use some of {}", fmt::join(known, ", ")));
    }
  }
  for (const std::string& size : verb.sizes) options.sizes.push_back(parse_bytes(size, "--sizes"));
  if (verb.sweep) options.sizes = probe::sweep_sizes(std::size_t{16} << 10, std::size_t{200} << 20, 1, 4096);
  if (verb.sweep) options.sizes.back() = std::size_t{200} << 20;
  if (!verb.helper.empty()) options.helper = one_core(verb.helper, "--helper", machine);
  const auto wanted = [&](const char* name) {
    return std::find(verb.quantities.begin(), verb.quantities.end(), name) != verb.quantities.end();
  };
  options.latency = wanted("latency");
  options.bandwidth = wanted("bandwidth");
  options.seed = verb.measuring.seed;
  return options;
}

Measurement matrix_of(const CoherenceVerb& verb, const Machine& machine) {
  const std::vector<int> cores = probe::usable_cores(machine);
  probe::HandoverOptions options;
  const std::vector<probe::Pair> all = verb.pairs == "classes" || verb.pairs == "all"
                                           ? probe::all_pairs(cores)
                                           : parse_pairs(verb.pairs, machine);
  options.pairs =
      probe::sample_pairs(machine, all, 2 * verb.most_pairs, static_cast<unsigned>(verb.measuring.seed));
  if (verb.homes != "owner") {
    const std::vector<int> homes = parse_memory_nodes(verb.homes, machine);
    if (homes.size() != 1) invalid("--homes", "the matrix is of one home", "give one node");
    options.home = homes.front();
  }
  auto handover = std::make_unique<probe::Handover>(machine, options);
  const std::size_t pairs = handover->cells(machine).size();
  if (pairs == 0 && !verb.measuring.list)
    throw Error(ErrorCode::not_supported, "coherence", "this process may use one core, which makes no pair",
                "");
  return {std::move(handover),
          fmt::format("time until another core sees a store, {} of {} pairs\n", pairs,
                      cores.size() * (cores.size() - 1) / 2),
          handover_page};
}

Measurement coherence_on(const CoherenceVerb& verb, const Machine& machine) {
  if (verb.matrix) return matrix_of(verb, machine);
  return {
      std::make_unique<probe::Coherence>(machine, coherence_options(verb, machine)),
      "lines that another core holds, by the level of its cache and their state (states are intended, not "
      "guaranteed)\n",
      coherence_page};
}

}  // namespace

void add_coherence(CLI::App& app) {
  auto verb = std::make_shared<CoherenceVerb>();
  CLI::App& coherence = *app.add_subcommand(
      "coherence", "Measure the cost of cache lines that another core holds, by state, level and home");
  coherence
      .add_option(
          "--pairs", verb->pairs,
          "classes (one of each distance from the first core), all, or CPUs READER:OWNER such as 0:1,0:4")
      ->capture_default_str();
  coherence
      .add_option("--homes", verb->homes,
                  "Nodes whose memory holds the lines: owner (the owner's), all, or 0,2-3")
      ->capture_default_str();
  coherence
      .add_option("--states", verb->states,
                  "Some of M, E, S, O, F (M, E, S and what the processor's protocol adds)")
      ->delimiter(',')
      ->check(CLI::IsMember({"M", "E", "S", "O", "F"}));
  auto* const levels =
      coherence.add_option("--levels", verb->levels, "Some of L1, L2, L3, memory (all)")->delimiter(',');
  auto* const sizes =
      coherence.add_option("--sizes", verb->sizes, "Instead of levels: sizes such as 16K,1M,200M")
          ->delimiter(',');
  auto* const sweep =
      coherence.add_flag("--sweep", verb->sweep, "Instead of levels: sizes from 16 KiB to 200 MiB");
  coherence.add_option("--quantities", verb->quantities, "Some of latency, bandwidth (both)")
      ->delimiter(',')
      ->check(CLI::IsMember({"latency", "bandwidth"}));
  coherence.add_option("--helper", verb->helper, "CPU that shares the lines in S, O and F (near the owner)");
  coherence.add_flag("--matrix", verb->matrix,
                     "Core to core: the time until another core sees a store, all pairs");
  coherence.add_option("--most-pairs", verb->most_pairs, "Sample this many of all pairs, of every distance")
      ->capture_default_str()
      ->check(CLI::Range(1, 10'000'000));
  sizes->excludes(levels);
  sweep->excludes(levels)->excludes(sizes);
  add_measuring_options(coherence, verb->measuring, 3);
  coherence.footer(
      "Example:\n  numapack coherence\n  numapack coherence --matrix\n"
      "  numapack coherence --pairs 0:1 --states M,E --sweep");
  coherence.callback([verb] {
    run_quantity({"latencies between cores", "ns", coherence_figures,
                  [&](const Machine& machine, MeasuringOptions&) { return coherence_on(*verb, machine); }},
                 verb->measuring);
  });
}

}  // namespace numapack
