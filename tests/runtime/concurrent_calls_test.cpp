// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/concurrent_calls.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "team/share.hpp"

namespace numapack {
namespace {

using ::testing::IsEmpty;
using Scope = Runtime::CallScope;

/// Runs body() while another thread's region has all threads of the teams; it ends when `ends` is set.
template <class Body>
void beside_a_region(std::atomic<bool>& ends, const Body& body) {
  Teams& teams = Runtime::get().teams();
  std::atomic<int> placed{0};
  std::thread other([&] {
    const Scope scope(Runtime::get());
    EXPECT_TRUE(teams.try_run(teams.everyone(), [&](const ThreadSlot&) {
      ++placed;
      while (!ends) std::this_thread::yield();
    }));
  });
  while (placed < teams.everyone().total()) std::this_thread::yield();
  body();
  ends = true;
  other.join();
}

/// Work for the caller's thread of so many seconds, as the runtime reckons.
CallDemand work_of(double seconds) {
  return {seconds * Runtime::get().profile().core_gflops * 1e9, sizeof(double), {}};
}

TEST(ConcurrentCalls, AloneACallHasAllTeams) {
  Runtime& runtime = Runtime::get();
  const Scope scope(runtime);
  const std::vector<TeamLayout>* tried = nullptr;
  const auto nobody_asks = [] {
    ADD_FAILURE();
    return CallDemand{};
  };
  EXPECT_TRUE(with_teams(runtime, scope, nobody_asks, [&](const std::vector<TeamLayout>& layout) {
    tried = &layout;
    return true;
  }));
  EXPECT_EQ(tried, &runtime.layout());
  const Scope within(runtime);
  EXPECT_FALSE(with_teams(runtime, within, nobody_asks, [](const auto&) { return true; }));
}

TEST(ConcurrentCalls, ShortWorkAsksForNothing) {
  Runtime& runtime = Runtime::get();
  std::atomic<bool> ends{false};
  beside_a_region(ends, [&] {
    const Scope scope(runtime);
    EXPECT_FALSE(with_teams(
        runtime, scope, [] { return work_of(0.5e-3); }, [](const auto&) { return true; }));
  });
}

TEST(ConcurrentCalls, LongWorkWaitsForThreads) {
  Runtime& runtime = Runtime::get();
  std::atomic<bool> ends{false};
  beside_a_region(ends, [&] {
    const Scope scope(runtime);
    ShareSearch search(runtime, scope, work_of(3600));
    std::thread ender([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      ends = true;
    });
    const std::vector<TeamLayout> share = search.next();
    EXPECT_TRUE(ends);
    ender.join();
    // The other call may or may not be over: half of the threads, or all.
    EXPECT_GE(threads_of(share), threads_of(runtime.layout()) >= 4 ? threads_of(runtime.layout()) / 2 : 0);
  });
}

/// The region's end wakes who waits for it, the end of its call nobody: that must not matter. Waits for an
/// hour if it does.
TEST(ConcurrentCalls, WhoIsWokenSeesAllOfTheOtherCallOrNothing) {
  Runtime& runtime = Runtime::get();
  Teams& teams = runtime.teams();
  for (int round = 0; round < 2000; ++round) {
    std::atomic<int> placed{0};
    std::atomic<bool> ends{false};
    std::thread other([&] {
      const Scope scope(runtime);
      EXPECT_TRUE(teams.try_run(teams.everyone(), [&](const ThreadSlot&) {
        ++placed;
        while (!ends) std::this_thread::yield();
      }));
      const auto later = std::chrono::steady_clock::now() + std::chrono::nanoseconds(round % 200 * 500);
      while (std::chrono::steady_clock::now() < later) continue;
    });
    while (placed < teams.everyone().total()) std::this_thread::yield();
    const Scope scope(runtime);
    ShareSearch search(runtime, scope, work_of(3600));
    ends = true;
    search.next();
    other.join();
  }
}

TEST(ConcurrentCalls, NobodyWaitsLongerThanTheWorkTakesAlone) {
  Runtime& runtime = Runtime::get();
  std::atomic<bool> ends{false};
  beside_a_region(ends, [&] {
    const Scope scope(runtime);
    EXPECT_THAT(ShareSearch(runtime, scope, work_of(0.02)).next(), IsEmpty());
    EXPECT_FALSE(ends);
  });
}

TEST(ConcurrentCalls, WhoIsAlwaysTooLateGivesUp) {
  Runtime& runtime = Runtime::get();
  const Scope other(runtime, Scope::Wants::own_thread);
  std::thread([&] {
    const Scope scope(runtime);
    int tried = 0;
    EXPECT_FALSE(with_teams(
        runtime, scope, [] { return work_of(0.02); },
        [&](const auto&) {
          ++tried;
          return false;
        }));
    EXPECT_EQ(tried > 0, threads_of(runtime.layout()) > 2);
  }).join();
}

}  // namespace
}  // namespace numapack
