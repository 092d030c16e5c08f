#include "team/barrier.hpp"

#include <gtest/gtest.h>

#include <array>
#include <thread>
#include <vector>

#include "team/spin.hpp"

namespace numapack {
namespace {

// Every thread writes its own plain slot, waits, reads all slots, waits: a barrier that lets anyone through
// early shows an old value, and one that does not publish writes is a data race for the thread sanitizer.
void run_rounds(int threads, int rounds, Patience patience) {
  Barrier barrier(threads, patience);
  std::vector<int> slots(static_cast<std::size_t>(threads), -1);
  std::vector<int> wrong(static_cast<std::size_t>(threads), 0);
  std::vector<std::thread> crew;
  for (int me = 0; me < threads; ++me) {
    crew.emplace_back([&, me] {
      for (int round = 0; round < rounds; ++round) {
        slots[static_cast<std::size_t>(me)] = round;
        barrier.wait();
        for (const int value : slots) wrong[static_cast<std::size_t>(me)] += value != round;
        barrier.wait();
      }
    });
  }
  for (auto& thread : crew) thread.join();
  for (const int count : wrong) EXPECT_EQ(count, 0);
}

TEST(Barrier, PublishesWritesWhenAllSleep) { run_rounds(4, 300, {0}); }

TEST(Barrier, PublishesWritesWhenAllSpin) { run_rounds(2, 2000, {10000}); }

TEST(Barrier, PublishesWritesWhenSomeSpinAndSomeSleep) { run_rounds(3, 500, {20}); }

TEST(Barrier, IsFreeForOne) {
  Barrier barrier(1, {0});
  for (int i = 0; i < 1000; ++i) barrier.wait();
}

TEST(Barrier, HoldsUntilTheLastArrives) {
  Barrier barrier(2, {0});
  std::atomic<bool> passed{false};
  std::thread early([&] {
    barrier.wait();
    passed = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_FALSE(passed);
  barrier.wait();
  early.join();
  EXPECT_TRUE(passed);
}

TEST(Spin, PatienceGrowsWithTime) {
  const Patience short_one = patience_of(10), long_one = patience_of(1000);
  EXPECT_GE(short_one.spins, 1u);
  EXPECT_GT(long_one.spins, short_one.spins);
}

TEST(Spin, SaysWhetherItWasDone) {
  int calls = 0;
  EXPECT_TRUE(spin_until({10}, [&] { return ++calls == 5; }));
  EXPECT_FALSE(spin_until({10}, [] { return false; }));
  EXPECT_TRUE(spin_until({0}, [] { return true; }));
}

}  // namespace
}  // namespace numapack
