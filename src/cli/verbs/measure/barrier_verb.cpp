// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <memory>

#include "base/error.hpp"
#include "cli/quantities/pages.hpp"
#include "cli/quantities/quantity.hpp"
#include "cli/verbs/verbs.hpp"
#include "probe/quantities/handover.hpp"
#include "probe/quantities/threads/barrier_probe.hpp"
#include "probe/quantities/threads/predicted_barriers.hpp"

namespace numapack {

namespace {

struct BarrierVerb {
  MeasuringOptions measuring;
  std::vector<std::string> kinds;
  std::size_t most_pairs = 200;
};

std::vector<std::string> kind_names() {
  std::vector<std::string> names;
  for (const probe::BarrierKind& kind : probe::barrier_kinds()) names.push_back(kind.name);
  names.insert(names.end(), probe::reduction_kinds().begin(), probe::reduction_kinds().end());
  return names;
}

Measurement barriers_on(const BarrierVerb& verb, const Machine& machine) {
  probe::HandoverOptions pairs;
  pairs.pairs = probe::sample_pairs(machine, probe::all_pairs(probe::usable_cores(machine)),
                                    2 * verb.most_pairs, static_cast<unsigned>(verb.measuring.seed));
  auto handover = std::make_unique<probe::Handover>(machine, pairs);
  auto barriers = std::make_unique<probe::BarrierProbe>(machine, probe::BarrierOptions{verb.kinds});
  if (!verb.measuring.list && barriers->cells(machine).empty())
    throw Error(ErrorCode::not_supported, "barrier", "this process may use one core, which waits for nobody",
                "");
  const std::vector<probe::Cell> pair_cells = handover->cells(machine);
  const std::string after =
      fmt::format(" of a barrier, predicted from the core-to-core times of {} pairs\n(pairs: {})",
                  pair_cells.size(), effort(pair_cells, 1));
  return {std::move(barriers),    "", barrier_page, after, nullptr, std::move(handover),
          probe::predict_barriers};
}

}  // namespace

void add_barrier(CLI::App& app) {
  auto verb = std::make_shared<BarrierVerb>();
  CLI::App& barrier = *app.add_subcommand(
      "barrier", "Measure and predict barriers of a node's cores, of one core per node, and of all cores");
  barrier
      .add_option("--kinds", verb->kinds,
                  "Some of central, tree, tournament, dissemination, node-aware (these without it), "
                  "reduction-by-number, reduction-by-distance (sums that all threads know)")
      ->delimiter(',')
      ->check(CLI::IsMember(kind_names()));
  barrier
      .add_option("--most-pairs", verb->most_pairs, "Predict from at most this many pairs, of every distance")
      ->capture_default_str()
      ->check(CLI::Range(1, 10'000'000));
  add_measuring_options(barrier, verb->measuring, 3);
  barrier.footer(
      "Example:\n  numapack barrier\n  numapack barrier --kinds central,dissemination\n"
      "  numapack barrier --kinds reduction-by-number,reduction-by-distance");
  barrier.callback([verb] {
    run_quantity(
        {"times of barriers, nor latencies between cores to predict them from", "us", barrier_figures,
         [&](const Machine& machine, MeasuringOptions&) { return barriers_on(*verb, machine); }},
        verb->measuring);
  });
}

}  // namespace numapack
