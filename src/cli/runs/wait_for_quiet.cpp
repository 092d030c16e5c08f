// SPDX-License-Identifier: BSD-3-Clause
#include "cli/runs/wait_for_quiet.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "base/clock.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/terminal/page.hpp"
#include "cli/terminal/progress.hpp"

namespace numapack {

bool wait_for_quiet(std::size_t cells, double minutes, const Watch& watch) {
  constexpr double between_looks = 5;
  const double end = watch.now() + 60 * minutes;
  const auto who = [](const probe::Unrest& unrest) {
    return text_of(unrest.wrong) + (unrest.busiest.empty() ? "" : ": " + unrest.busiest);
  };
  for (bool said = false; !watch.stop(); said = true) {
    const probe::Unrest unrest = watch.look();
    const int lost = watch.lost(unrest);
    const double left = end - watch.now();
    if (lost == 0) {
      if (said) watch.say("quiet now");
      return true;
    }
    if (left <= 0) {
      watch.say(
          fmt::format("not quiet after {}: {}; {} of {} cells may have no figure; {}{}try again when that "
                      "has ended, or take "
                      "numapack probe --quick",
                      duration(60 * minutes), who(unrest), lost, cells, unrest.outlook,
                      unrest.outlook.empty() ? "" : "; nothing tells when it ends: "));
      return false;
    }
    if (!said) watch.say("waiting for quiet: " + who(unrest));
    watch.show("waiting for quiet: " + who(unrest), left);
    watch.sleep(std::min(between_looks, left));
  }
  return false;
}

void wait_for_quiet(const std::vector<probe::Cell>& cells, const Machine& machine, double minutes) {
  Progress progress;
  Watch watch;
  watch.now = seconds_now;
  watch.sleep = [](double seconds) {
    const double until = seconds_now() + seconds;
    while (!stop_asked() && seconds_now() < until)
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
  };
  watch.stop = stop_asked;
  watch.look = [&] { return probe::look_for_unrest(machine); };
  watch.lost = [&](const probe::Unrest& unrest) { return probe::cells_lost(cells, unrest, machine); };
  watch.say = [&](const std::string& line) {
    progress.clear();
    print_message(line);
  };
  watch.show = [&](const std::string& what, double left) { progress.show(what, left); };
  wait_for_quiet(cells.size(), minutes, watch);
}

}  // namespace numapack
