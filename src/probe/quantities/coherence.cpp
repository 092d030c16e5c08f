// SPDX-License-Identifier: BSD-3-Clause
#include "probe/quantities/coherence.hpp"

#include <algorithm>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "memory/pages/page_sizes.hpp"
#include "probe/loops/flush.hpp"
#include "probe/loops/line_state.hpp"
#include "probe/loops/read_loop.hpp"
#include "probe/running/bound_threads.hpp"

namespace numapack::probe {

namespace {

/// Of a local walk through L1, which is shorter than the clock is exact.
constexpr int local_walks = 100;

/// What two looks at the clock cost.
double clock_seconds() {
  double least = 1;
  for (int look = 0; look < 100; ++look) {
    const double start = seconds_now();
    least = std::min(least, seconds_now() - start);
  }
  return least;
}

}  // namespace

Coherence::Coherence(const Machine& machine, CoherenceOptions options)
    : machine_(machine),
      options_(std::move(options)),
      lines_(machine, std::max(huge_page_bytes, most_bytes(machine, options_)), PageKind::huge,
             options_.seed) {}

std::vector<Cell> Coherence::cells(const Machine& machine) const {
  return coherence_cells(machine, options_);
}

/// The threads of a cell and what they work on.
struct Coherence::Stage {
  const Cell& cell;
  char* data;
  std::vector<Step> steps;
  int owner_thread, helper_thread;
  const HomedMemory* push;  ///< null: nothing is pushed
  std::size_t push_bytes;

  bool acts(int thread, Actor actor) const {
    return thread == (actor == Actor::owner ? owner_thread : helper_thread);
  }

  /// Steps 1 to 5. Every thread calls; the meetings are in it.
  void prepare(int thread, Barrier& barrier, const Lines& lines) const {
    if (thread == 0) {
      for (std::size_t at = 0; at < lines.span; at += coherence_unit)
        static_cast<void>(*static_cast<volatile char*>(data + at));
    }
    barrier.wait();
    for (const Step& step : steps) {
      if (acts(thread, step.actor)) perform(step.act, data, lines.span, lines.every);
      barrier.wait();
    }
    if (cell.level == "memory") {
      if (acts(thread, Actor::owner)) flush_lines(data, lines.span, lines.every);
    } else if (push != nullptr && (acts(thread, Actor::owner) || acts(thread, Actor::helper))) {
      // Twice: not every cache forgets what was used longest ago.
      for (int pass = 0; pass < 2; ++pass) read_stretch(push->data(), push_bytes);
    }
    barrier.wait();
  }
};

Outcome Coherence::measure(const Cell& cell) {
  if (cell.bytes == 0)
    throw Error(ErrorCode::not_supported, "coherence", "the machine has no " + cell.level, "");
  if (flush_instruction().empty()) {
    throw Error(ErrorCode::not_supported, "coherence", "this processor has no instruction to flush lines",
                "");
  }
  if (needs_helper(cell.state) && cell.helper < 0) {
    throw Error(ErrorCode::not_supported, "coherence",
                "state " + cell.state + " needs a third core, and there is none", "");
  }
  std::vector<int> pus{pu_of(machine_, cell.reader)};
  if (cell.owner != cell.reader) pus.push_back(pu_of(machine_, cell.owner));
  if (cell.helper >= 0) pus.push_back(pu_of(machine_, cell.helper));

  const Lines walked = lines_to_walk(machine_, cell), read = lines_to_read(machine_, cell.bytes);
  Chase& chase = lines_.chase(cell.home, walked.span, walked.step);
  const HomedMemory& lines = lines_.memory(cell.home);
  Stage stage{cell,
              lines.data(),
              steps_to(cell.state),
              cell.owner == cell.reader ? 0 : 1,
              cell.helper >= 0 ? static_cast<int>(pus.size()) - 1 : -1,
              nullptr,
              push_bytes(machine_, cell.level)};
  if (stage.push_bytes > 0) {
    const int node = machine_.home_for(machine_.cores[static_cast<std::size_t>(cell.owner)].node);
    auto& push = push_[node];
    if (!push || push->size() < stage.push_bytes)
      push = std::make_unique<HomedMemory>(std::max(huge_page_bytes, stage.push_bytes), node, PageKind::huge,
                                           machine_);
    stage.push = push.get();
  }

  const int samples = samples_of(machine_, cell.bytes, options_.visit_seconds);
  const bool again =
      cell.owner == cell.reader && cell.bytes <= first_level_bytes(machine_) / 2 && cell.level != "memory";
  const int passes = again ? local_walks : 1;
  Series latency{"latency", "ns", {}}, bandwidth{"read bandwidth", "GB/s", {}};
  for (Series* series : {&latency, &bandwidth}) series->samples.reserve(static_cast<std::size_t>(samples));
  Outcome outcome;
  outcome.preemption = run_bound(pus, [&](int thread, Barrier& barrier) {
    const double clock = clock_seconds();
    if (thread == 0) outcome.clock = clocks_.bring_to_rest(pus.front());
    barrier.wait();
    const auto timed = [&](auto&& work) {
      const double start = seconds_now();
      for (int pass = 0; pass < passes; ++pass) work();
      return std::max(seconds_now() - start - clock, 1e-9) / passes;
    };
    for (int sample = 0; sample < samples; ++sample) {
      if (options_.latency) {
        stage.prepare(thread, barrier, walked);
        if (thread == 0) {
          const double seconds = timed([&] { chase.walk(chase.elements()); });
          latency.samples.push_back(1e9 * seconds / static_cast<double>(chase.elements()));
        }
        barrier.wait();
      }
      if (options_.bandwidth) {
        stage.prepare(thread, barrier, read);
        if (thread == 0) {
          const double seconds = timed([&] { read_stretch(stage.data, cell.bytes); });
          bandwidth.samples.push_back(1e-9 * static_cast<double>(cell.bytes) / seconds);
        }
        barrier.wait();
      }
    }
    if (thread == 0) clocks_.look_again(pus.front(), *outcome.clock);
  });

  for (Series* series : {&latency, &bandwidth}) {
    if (!series->samples.empty()) outcome.series.push_back(std::move(*series));
  }
  outcome.remarks = lines.remarks();
  outcome.pages = lines.pages();
  return outcome;
}

}  // namespace numapack::probe
