// SPDX-License-Identifier: BSD-3-Clause
// What a parallel region costs that does nothing: waking the teams and leaving again.
//
// Back to back, the threads still spin when the next region comes; after a pause they sleep and must be
// woken.
#include <chrono>
#include <cstdio>
#include <exception>
#include <functional>
#include <thread>
#include <vector>

#include "base/clock.hpp"
#include "base/statistics.hpp"
#include "runtime/runtime.hpp"

namespace {

using namespace numapack;

void report(const char* what, const std::vector<double>& microseconds) {
  const Spread figures = spread(microseconds);
  std::printf("%-34s %9.2f us median %9.2f min %11.2f max of %zu\n", what, figures.median, figures.min,
              figures.max, microseconds.size());
}

template <class Body>
std::vector<double> timed(int count, std::chrono::microseconds pause, const Body& body) {
  std::vector<double> microseconds;
  for (int i = 0; i < count; ++i) {
    if (pause.count() > 0) std::this_thread::sleep_for(pause);
    const double start = seconds_now();
    body();
    microseconds.push_back((seconds_now() - start) * 1e6);
  }
  return microseconds;
}

void measure() {
  Teams& teams = Runtime::get().teams();
  const Crew everyone = teams.everyone();
  std::printf("%d threads in %zu teams, %s\n", everyone.total(), teams.layout().size(),
              teams.all_bound() ? "each bound to its core" : "not all bound: they do not spin");
  const std::function<void(const Seat&)> nothing = [](const Seat&) {};
  const std::function<void(const Seat&)> barriers = [](const Seat& seat) {
    for (int i = 0; i < 10; ++i) seat.wait_for_team();
  };
  const auto region = [&](const std::function<void(const Seat&)>& body) {
    return [&] { teams.try_run(everyone, body); };
  };
  using std::chrono::microseconds;
  timed(1000, microseconds(0), region(nothing));
  report("empty region, back to back", timed(20000, microseconds(0), region(nothing)));
  report("region of 10 team barriers", timed(5000, microseconds(0), region(barriers)));
  report("empty region after 1 ms of sleep", timed(500, microseconds(1000), region(nothing)));
}

}  // namespace

int main() {
  try {
    measure();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
