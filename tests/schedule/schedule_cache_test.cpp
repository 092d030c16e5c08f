// SPDX-License-Identifier: BSD-3-Clause
#include "schedule/schedule_cache.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace numapack {
namespace {

Schedule of_steps(std::size_t count) {
  Schedule schedule;
  schedule.steps.resize(count);
  return schedule;
}

TEST(ScheduleCache, MakesEachOnce) {
  ScheduleCache cache;
  int made = 0;
  const auto get = [&](std::int64_t key) {
    return cache.get({key, 7}, [&] { return ++made, of_steps(static_cast<std::size_t>(key)); });
  };
  const auto three = get(3);
  EXPECT_EQ(three->steps.size(), 3U);
  EXPECT_EQ(get(4)->steps.size(), 4U);
  EXPECT_EQ(get(3), three);
  EXPECT_EQ(made, 2);
}

TEST(ScheduleCache, KeepsTheLastOnesThatFit) {
  ScheduleCache cache(100 * sizeof(Step));
  int made = 0;
  const auto get = [&](std::int64_t key, std::size_t steps) {
    return cache.get({key}, [&] { return ++made, of_steps(steps); });
  };
  get(1, 40), get(2, 40);
  get(1, 40);
  get(3, 40);  // in place of 2
  EXPECT_EQ(made, 3);
  get(1, 40);
  EXPECT_EQ(made, 3);
  get(2, 40);
  EXPECT_EQ(made, 4);
  const auto large = get(4, 200);  // is not kept, but there
  EXPECT_EQ(large->steps.size(), 200U);
  get(2, 40);
  EXPECT_EQ(made, 5);
}

TEST(ScheduleCache, ServesSeveralThreads) {
  ScheduleCache cache(10 * sizeof(Step));
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread)
    threads.emplace_back([&] {
      for (std::int64_t turn = 0; turn < 500; ++turn)
        EXPECT_EQ(
            cache.get({turn % 5}, [&] { return of_steps(static_cast<std::size_t>(turn % 5)); })->steps.size(),
            static_cast<std::size_t>(turn % 5));
    });
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace numapack
