// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <memory>

#include "base/error.hpp"
#include "cli/quantities/barrier_page.hpp"
#include "cli/quantities/profile_pages.hpp"
#include "cli/runs/measuring.hpp"
#include "cli/runs/shown_profile.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/terminal/page.hpp"
#include "cli/verbs/verbs.hpp"
#include "probe/quantities/barrier_probe.hpp"
#include "probe/quantities/handover.hpp"
#include "probe/quantities/predicted_barriers.hpp"

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

void run(const BarrierVerb& verb) {
  if (show_profile(verb.measuring, "times of barriers, nor latencies between cores to predict them from",
                   profile_barriers))
    return;
  const Machine machine = measuring_machine(verb.measuring);
  probe::BarrierOptions options;
  options.kinds = verb.kinds;
  probe::BarrierProbe barriers(machine, options);
  std::vector<probe::Cell> cells = barriers.cells(machine);
  probe::HandoverOptions pairs;
  pairs.pairs = probe::sample_pairs(machine, probe::all_pairs(probe::usable_cores(machine)),
                                    2 * verb.most_pairs, static_cast<unsigned>(verb.measuring.seed));
  probe::Handover handover(machine, pairs);
  const std::vector<probe::Cell> pair_cells = handover.cells(machine);
  const std::string head = fmt::format(
      "{} of a barrier, predicted from the core-to-core times of {} pairs\n{}\n",
      effort(cells, verb.measuring.rounds), pair_cells.size(), "(pairs: " + effort(pair_cells, 1) + ")");
  if (verb.measuring.list) return print_page(head);
  if (cells.empty()) {
    throw Error(ErrorCode::not_supported, "barrier", "this process may use one core, which waits for nobody",
                "");
  }
  const std::unique_ptr<JsonFile> file = open_json(verb.measuring);
  const InterruptGuard guard;
  Measured measured;
  std::vector<probe::Cell> all = pair_cells;
  all.insert(all.end(), cells.begin(), cells.end());
  look_around(all, machine, verb.measuring, measured);
  MeasuringOptions once = verb.measuring;
  once.rounds = 1;
  predict_barriers(cells, measure(handover, pair_cells, machine, once, measured), machine);
  const probe::RunResult& result = measure(barriers, cells, machine, verb.measuring, measured);
  finish(head + "\n" + barrier_page(result, machine), measured, machine, verb.measuring, file.get());
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
  barrier.callback([verb] { run(*verb); });
}

}  // namespace numapack
