// SPDX-License-Identifier: BSD-3-Clause
#include "team/barriers/barrier.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <thread>
#include <vector>

#include "support/threads.hpp"
#include "team/barriers/spin.hpp"
#include "team/barriers/ticket_counter.hpp"

namespace numapack {
namespace {

// Every thread writes its own plain slot, waits, reads all slots, waits: a barrier that lets anyone through
// early shows an old value, and one that does not publish writes is a data race for the thread sanitizer.
void run_rounds(int threads, int rounds, Patience patience) {
  Barrier barrier(threads, patience);
  std::vector<int> slots(static_cast<std::size_t>(threads), -1);
  std::vector<int> wrong(static_cast<std::size_t>(threads), 0);
  std::vector<std::thread> team_threads;
  for (int me = 0; me < threads; ++me) {
    team_threads.emplace_back([&, me] {
      for (int round = 0; round < rounds; ++round) {
        slots[static_cast<std::size_t>(me)] = round;
        barrier.wait();
        for (const int value : slots) wrong[static_cast<std::size_t>(me)] += value != round;
        barrier.wait();
      }
    });
  }
  for (auto& thread : team_threads) thread.join();
  for (const int count : wrong) EXPECT_EQ(count, 0);
}

TEST(Barrier, PublishesWritesWhenAllSleep) {
  run_rounds(4, 300, {0});
  run_rounds(4, 300, {1});
}

TEST(Barrier, PublishesWritesWhenAllSpin) { run_rounds(2, 2000, {10000}); }

TEST(Barrier, PublishesWritesWhenSomeSpinAndSomeSleep) {
  run_rounds(3, 500, {20});
  run_rounds(7, 100, {20});
}

TEST(EpochCounter, MayRunOver) {
  EpochCounter count;
  EXPECT_TRUE(count.reached(0xffffffffU)) << "one before the first";
  EXPECT_FALSE(count.reached(1));
  count.advance();
  EXPECT_TRUE(count.reached(1));
}

TEST(Barrier, IsFreeForOne) {
  Barrier barrier(1, {0});
  for (int i = 0; i < 1000; ++i) barrier.wait();
}

TEST(Barrier, HoldsUntilTheLastArrives) {
  if (const char* reason = testing::no_calls_of_threads()) GTEST_SKIP() << reason;
  Barrier barrier(3, {1});
  std::atomic<int> passed{0};
  std::array<std::atomic<int>, 3> ids{};
  std::vector<std::thread> early;
  for (const int me : {0, 2}) {
    early.emplace_back([&, me] {
      ids[static_cast<std::size_t>(me)] = static_cast<int>(gettid());
      barrier.wait();
      ++passed;
    });
  }
  const auto held = [&] { return testing::sleeps_on_futex(ids[0]) && testing::sleeps_on_futex(ids[2]); };
  EXPECT_TRUE(testing::becomes_true([&] { return passed > 0 || held(); }));
  EXPECT_EQ(passed, 0);
  barrier.wait();
  for (auto& thread : early) thread.join();
  EXPECT_EQ(passed, 2);
}

TEST(Spin, PatienceIsTimeInPauses) {
  EXPECT_EQ(patience_of(10, 50e-9).spins, 200u);
  EXPECT_EQ(patience_of(1000, 50e-9).spins, 20'000u);
  EXPECT_EQ(patience_of(0.001, 50e-9).spins, 1u) << "a look at least";
  EXPECT_EQ(patience_of(4, 0).spins, 1000u) << "a clock too coarse to show a pause";
  EXPECT_GE(patience_of(10).spins, 1u);
}

TEST(Spin, SaysWhetherItWasDone) {
  int calls = 0;
  EXPECT_TRUE(spin_until({10}, [&] { return ++calls == 5; }));
  EXPECT_FALSE(spin_until({10}, [] { return false; }));
  EXPECT_TRUE(spin_until({0}, [] { return true; }));
}

}  // namespace
}  // namespace numapack
