// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "kernel/kernel.hpp"
#include "level3/nodes/options.hpp"
#include "runtime/watch.hpp"
#include "schedule/schedule_cache.hpp"
#include "schedule/step_trace.hpp"
#include "support/random.hpp"

namespace numapack::testing {

/// The calling thread's calls write down their steps as long as this lives.
class Watched {
 public:
  Watched() { call_.steps = &trace_, before_ = detail::watch_calls(&call_); }
  ~Watched() { detail::watch_calls(before_); }
  Watched(const Watched&) = delete;
  Watched& operator=(const Watched&) = delete;
  std::vector<StepTrace::Run> take() { return trace_.take(); }

 private:
  StepTrace trace_;
  WatchedCall call_;
  WatchedCall* before_ = nullptr;
};

/// Each part of each step once, by a thread of its team, and not before what the step waits for is done.
inline void expect_obeyed(const StepTrace::Run& run) {
  const Schedule& schedule = run.schedule;
  struct Times {
    int parts = 0;
    std::uint64_t begun = ~std::uint64_t{0}, ended = 0;
  };
  std::vector<Times> times(schedule.steps.size());
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> parts;
  for (const StepTrace::Done& done : run.done) {
    ASSERT_LT(done.step, schedule.steps.size());
    const Step& step = schedule.steps[done.step];
    EXPECT_EQ((++parts[{done.step, done.part}]), 1);
    EXPECT_LT(done.part, static_cast<std::uint32_t>(step.width));
    EXPECT_EQ(done.team, step.team);
    EXPECT_LT(done.thread, schedule.threads[static_cast<std::size_t>(step.team)]);
    EXPECT_TRUE(!schedule.tickets.empty() || static_cast<std::uint32_t>(done.thread) == done.part);
    Times& of = times[done.step];
    ++of.parts;
    of.begun = std::min(of.begun, done.begun), of.ended = std::max(of.ended, done.ended);
  }
  std::vector<std::vector<std::uint64_t>> signalled(schedule.counters);
  for (std::size_t i = 0; i < schedule.steps.size(); ++i) {
    ASSERT_EQ(times[i].parts, schedule.steps[i].width) << "step " << i;
    for (const std::uint32_t counter : schedule.signals_of(schedule.steps[i]))
      signalled[counter].push_back(times[i].ended);
  }
  for (std::vector<std::uint64_t>& of_counter : signalled) std::ranges::sort(of_counter);
  for (std::size_t i = 0; i < schedule.steps.size(); ++i)
    for (const Schedule::Wait& wait : schedule.waits_of(schedule.steps[i])) {
      ASSERT_GE(signalled[wait.counter].size(), wait.value);
      EXPECT_LT(signalled[wait.counter][wait.value - 1], times[i].begun) << "step " << i;
    }
}

/// Calls of one type on machines whose nodes are one and the same here.
template <class T>
class Steps : public ::testing::Test {
 protected:
  Index below(Index end) { return static_cast<Index>(random_() % static_cast<std::uint64_t>(end)); }
  std::vector<T> elements(Index count, T diagonal = T{0}, Index leading = 0) {
    std::vector<T> all(static_cast<std::size_t>(count));
    for (T& element : all) element = random_value<T>(random_);
    for (Index i = 0; leading > 0 && i < leading; ++i)
      all[static_cast<std::size_t>(i * (leading + 1))] = diagonal;
    return all;
  }
  static Options everyone() {
    Options options;
    options.collapse = false;
    return options;
  }
  const KernelShape& any_kernel() {
    const std::vector<Kernel<T>>& kernels = usable_kernels<T>();
    return kernels[random_() % kernels.size()].shape;
  }
  /// Expects one run that obeyed its plan, with these steps if given.
  void expect_one(const std::optional<Schedule>& expected = {}) {
    const std::vector<StepTrace::Run> runs = watched_.take();
    ASSERT_EQ(runs.size(), 1U);
    EXPECT_TRUE(!expected || runs.front().schedule == *expected);
    expect_obeyed(runs.front());
  }

  Generator random_{test_seed()};
  Watched watched_;
  ScheduleCache schedules_{std::size_t{1} << 16};  ///< small: some are forgotten
  ::testing::ScopedTrace trace_{__FILE__, __LINE__, "NUMAPACK_TEST_SEED=" + std::to_string(test_seed())};
};

}  // namespace numapack::testing
