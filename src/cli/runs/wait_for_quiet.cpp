// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "base/clock.hpp"
#include "cli/runs/measuring.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/terminal/progress.hpp"
#include "probe/running/unrest.hpp"

namespace numapack {

void wait_for_quiet(const std::vector<probe::Cell>& cells, const Machine& machine, double minutes) {
  constexpr double between_looks = 5;
  const double end = seconds_now() + 60 * minutes;
  const auto who = [](const probe::Unrest& unrest) {
    return text_of(unrest.wrong) + (unrest.busiest.empty() ? "" : ": " + unrest.busiest);
  };
  Progress progress;
  for (bool said = false; !stop_asked(); said = true) {
    const probe::Unrest unrest = probe::look_for_unrest(machine);
    const int lost = probe::cells_lost(cells, unrest, machine);
    const double left = end - seconds_now();
    if (lost == 0) {
      progress.clear();
      if (said) fmt::print(stderr, "numapack: quiet now\n");
      return;
    }
    if (left <= 0) {
      progress.clear();
      fmt::print(stderr,
                 "numapack: not quiet after {}: {}; {} of {} cells may have no figure: try again when that "
                 "has ended, or take numapack latency --quick\n",
                 duration(60 * minutes), who(unrest), lost, cells.size());
      return;
    }
    if (!said) fmt::print(stderr, "numapack: waiting for quiet: {}\n", who(unrest));
    progress.show("waiting for quiet: " + who(unrest), left);
    const double pause = std::min(between_looks, left), until = seconds_now() + pause;
    while (!stop_asked() && seconds_now() < until)
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
}

}  // namespace numapack
