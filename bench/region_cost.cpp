// SPDX-License-Identifier: BSD-3-Clause
// What a parallel region costs that does nothing: waking the teams and leaving again; what a step of a
// schedule costs that does nothing; and what making a schedule costs, for this machine and, by their
// descriptions, others.
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
#include "lapack/cholesky_schedule.hpp"
#include "lu/lu_schedule.hpp"
#include "machine/cpu_of.hpp"
#include "runtime/runtime.hpp"
#include "schedule/run.hpp"

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

/// LU and Cholesky of this order: their steps, none of which does anything, and their making.
void measure_schedules(Teams& teams, const Machine& machine, Index n) {
  const HomeMap homes = HomeMap::on_node(n, n, 0, static_cast<int>(machine.nodes.size()));
  const Profile profile = estimate_profile(machine);
  const std::vector<TeamLayout> layout = lay_out_teams(machine);
  const KernelShape kernel = choose_shape(*microarch_of(machine).microarch, false, Type::d, "");
  const LuPlan lu = make_lu_plan({Type::d, n, n}, kernel, homes, machine, profile, layout);
  const CholeskyPlan cholesky =
      make_cholesky_plan({Type::d, Triangle::lower, n}, kernel, homes, machine, profile, layout);
  const auto one = [&](const char* name, const auto& make) {
    Schedule schedule;
    const std::vector<double> making = timed(15, std::chrono::microseconds(0), [&] { schedule = make(); });
    std::printf("%-10s n = %-6lld %zu nodes: %7zu steps, made in %.0f us, %.0f ns a step", name,
                static_cast<long long>(n), machine.nodes.size(), schedule.steps.size(), spread(making).median,
                spread(making).median * 1e3 / static_cast<double>(schedule.steps.size()));
    if (machine.is_this_machine) {
      const auto nothing = [](const Step&, const StepPart&) {};
      const double us =
          spread(timed(15, std::chrono::microseconds(0), [&] { run(schedule, teams, nothing); })).median;
      std::printf("; run in %.0f us, %.0f ns a step", us,
                  us * 1e3 / static_cast<double>(schedule.steps.size()));
    }
    std::printf("\n");
  };
  one("getrf", [&] { return make_lu_schedule(lu, layout.size()); });
  one("potrf", [&] { return make_cholesky_schedule(cholesky, layout.size()); });
}

void measure() {
  Teams& teams = Runtime::get().teams();
  const TeamThreads everyone = teams.everyone();
  std::printf("%d threads in %zu teams, %s\n", everyone.total(), teams.layout().size(),
              teams.all_bound() ? "each bound to its core" : "not all bound: they do not spin");
  const std::function<void(const ThreadSlot&)> nothing = [](const ThreadSlot&) {};
  Barrier meeting(everyone.total(), teams.patience());
  const std::function<void(const ThreadSlot&)> barriers = [&](const ThreadSlot&) {
    for (int i = 0; i < 10; ++i) meeting.wait();
  };
  const auto region = [&](const std::function<void(const ThreadSlot&)>& body) {
    return [&] { teams.try_run(everyone, body); };
  };
  using std::chrono::microseconds;
  timed(1000, microseconds(0), region(nothing));
  report("empty region, back to back", timed(20000, microseconds(0), region(nothing)));
  report("region of 10 barriers of all", timed(5000, microseconds(0), region(barriers)));
  report("empty region after 1 ms of sleep", timed(500, microseconds(1000), region(nothing)));
  for (const Index n : {512, 2048, 8192}) measure_schedules(teams, Runtime::get().machine(), n);
  for (const Index n : {2048, 8192, 16384})
    measure_schedules(teams, load_machine("pack:2 numa:2 core:24 pu:1"), n);
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
