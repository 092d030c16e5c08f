// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/runtime.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <set>
#include <thread>

#include "base/error.hpp"
#include "support/threads.hpp"

namespace numapack {
namespace {

using ::testing::HasSubstr;
using testing::in_child;

int slots_run() {
  Teams& teams = Runtime::get().teams();
  std::atomic<int> slots{0};
  return teams.try_run(teams.everyone(), [&](const ThreadSlot&) { ++slots; }) ? slots.load() : -1;
}

int everyone() { return Runtime::get().teams().everyone().total(); }

TEST(Runtime, IsOneForAllThreads) {
  std::set<Runtime*> runtimes;
  std::set<Teams*> teams;
  std::mutex mutex;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      Runtime& runtime = Runtime::get();
      Teams& its_teams = runtime.teams();
      const std::lock_guard lock(mutex);
      runtimes.insert(&runtime);
      teams.insert(&its_teams);
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(runtimes.size(), 1u);
  EXPECT_EQ(teams.size(), 1u);
}

TEST(Runtime, SeesThisMachine) {
  const Runtime& runtime = Runtime::get();
  EXPECT_TRUE(runtime.machine().is_this_machine);
  EXPECT_EQ(runtime.profile().latency_ns.size(), runtime.machine().nodes.size());
  int threads = 0;
  for (const TeamLayout& team : runtime.layout()) threads += static_cast<int>(team.cores.size());
  EXPECT_GE(threads, 1);
  EXPECT_LE(threads, runtime.machine().usable_threads());
}

TEST(Runtime, LeavesItsCallerAsItWas) {
  const std::string before = testing::thread_settings();
  EXPECT_EQ(slots_run(), everyone());
  EXPECT_EQ(testing::thread_settings(), before);
}

TEST(Runtime, CountsCallsInProgress) {
  using Scope = Runtime::CallScope;
  Runtime& runtime = Runtime::get();
  const Scope first(runtime);
  EXPECT_TRUE(first.alone());
  EXPECT_TRUE(first.may_use_teams());
  std::thread([&] {
    const Scope second(runtime, Scope::Wants::own_thread);
    EXPECT_FALSE(second.alone());
    EXPECT_TRUE(second.may_use_teams());
    EXPECT_EQ(second.concurrent_calls().sharing, 1);
    EXPECT_EQ(second.concurrent_calls().single, 1);
  }).join();
  const Scope within(runtime);
  EXPECT_FALSE(within.may_use_teams()) << "a call within a call, as a signal handler's, cannot wait for it";
  EXPECT_EQ(first.concurrent_calls().sharing, 2);
  EXPECT_EQ(first.concurrent_calls().single, 0);
}

/// An object of another room with the runtime's lifetime.
struct Companion {
  explicit Companion(Runtime& runtime) : of(&runtime) { ++made; }
  Runtime* of;
  static inline std::atomic<int> made{0};
};

TEST(Runtime, KeepsOneCompanionForAllThreadsAndAnotherInAChild) {
  Runtime& runtime = Runtime::get();
  std::vector<std::thread> threads;
  std::atomic<int> same{0};
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] { same += runtime.companion<Companion>().of == &runtime; });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(same, 4);
  EXPECT_EQ(Companion::made, 1);
  if (testing::thread_sanitizer) GTEST_SKIP() << testing::no_threads_after_fork;
  EXPECT_EQ(in_child([&] {
              Runtime& own = Runtime::get();
              return own.companion<Companion>().of == &own && &own != &runtime && Companion::made == 2 ? 0
                                                                                                       : 1;
            }),
            "exit 0");
}

TEST(Runtime, TracesNowhereUnlessToldTo) {
  Runtime& runtime = Runtime::get();
  EXPECT_EQ(runtime.trace(), nullptr);
  auto* const somewhere = reinterpret_cast<Trace*>(&runtime);  // never looked at
  runtime.trace_to(somewhere);
  EXPECT_EQ(runtime.trace(), somewhere);
  runtime.trace_to(nullptr);
  EXPECT_EQ(runtime.trace(), nullptr);
}

TEST(Runtime, AChildMakesItsOwn) {
  if (testing::thread_sanitizer) GTEST_SKIP() << testing::no_threads_after_fork;
  EXPECT_EQ(slots_run(), everyone());
  EXPECT_EQ(in_child([] {
              const Runtime::CallScope scope(Runtime::get());
              if (!scope.alone() || slots_run() != everyone()) return 1;
              // And its child, too.
              return in_child([] { return slots_run() == everyone() ? 0 : 1; }) == "exit 0" ? 0 : 2;
            }),
            "exit 0");
  EXPECT_EQ(slots_run(), everyone());
}

TEST(Runtime, AForkWhileOthersUseItIsHarmless) {
  if (testing::no_fork_beside_threads != nullptr) GTEST_SKIP() << testing::no_fork_beside_threads;
  std::atomic<bool> stop{false};
  std::vector<std::thread> others;
  for (int i = 0; i < 2; ++i) {
    others.emplace_back([&] {
      while (!stop) {
        slots_run();
        const WorkspacePool::Lease lease(Runtime::get().workspaces(), 0, 100000);
      }
    });
  }
  for (int child = 0; child < 5; ++child) {
    EXPECT_EQ(in_child([] {
                const WorkspacePool::Lease lease(Runtime::get().workspaces(), 0, 100000);
                return lease.data() != nullptr && slots_run() == everyone() ? 0 : 1;
              }),
              "exit 0");
  }
  stop = true;
  for (auto& other : others) other.join();
}

// Each in a process of its own that has not made a runtime yet.
class RuntimeDeathTest : public ::testing::Test {
 protected:
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_F(RuntimeDeathTest, AForkBesideTheFirstCallIsHarmless) {
  if (testing::no_fork_beside_threads != nullptr) GTEST_SKIP() << testing::no_fork_beside_threads;
  EXPECT_EXIT(
      {
        alarm(60);
        std::thread other([] { slots_run(); });
        std::string worst = "exit 0";
        for (int child = 0; child < 3; ++child) {
          const std::string end = in_child([] { return slots_run() == everyone() ? 0 : 1; });
          if (end != "exit 0") worst = end;
        }
        other.join();
        std::fprintf(stderr, "children: %s\n", worst.c_str());
        std::exit(0);
      },
      ::testing::ExitedWithCode(0), "children: exit 0");
}

TEST_F(RuntimeDeathTest, ExitWhileAnotherThreadRunsRegionsEnds) {
  EXPECT_EXIT(
      {
        alarm(60);
        static std::atomic<int> regions{0};
        std::thread([] {
          while (true) regions += slots_run() > 0;
        }).detach();
        while (regions < 10) std::this_thread::yield();
        std::exit(0);
      },
      ::testing::ExitedWithCode(0), "");
}

TEST_F(RuntimeDeathTest, AnExitHandlerMayCallForTheFirstTime) {
  EXPECT_EXIT(
      {
        alarm(60);
        std::atexit(
            [] { std::fprintf(stderr, "%s\n", slots_run() == everyone() ? "all slots" : "not all"); });
        std::exit(0);
      },
      ::testing::ExitedWithCode(0), "all slots");
}

TEST_F(RuntimeDeathTest, AnExitHandlerMayCallAgain) {
  EXPECT_EXIT(
      {
        alarm(60);
        slots_run();
        std::atexit(
            [] { std::fprintf(stderr, "%s\n", slots_run() == everyone() ? "all slots" : "not all"); });
        std::exit(0);
      },
      ::testing::ExitedWithCode(0), "all slots");
}

TEST_F(RuntimeDeathTest, TheEnvironmentLimitsAndUnbinds) {
  EXPECT_EXIT(
      {
        setenv("NUMAPACK_NUM_THREADS", "1", 1);
        setenv("NUMAPACK_BIND", "0", 1);
        std::fprintf(stderr, "%d slots, bound: %d\n", slots_run(), Runtime::get().teams().all_bound());
        std::exit(0);
      },
      ::testing::ExitedWithCode(0), "1 slots, bound: 0");
}

TEST_F(RuntimeDeathTest, ABadEnvironmentIsAnErrorUntilItIsMended) {
  EXPECT_EXIT(
      {
        setenv("NUMAPACK_NUM_THREADS", "many", 1);
        try {
          Runtime::get();
        } catch (const Error& error) {
          std::fprintf(stderr, "%s\n", error.what());
        }
        setenv("NUMAPACK_NUM_THREADS", "1", 1);
        std::exit(slots_run());
      },
      ::testing::ExitedWithCode(1), "NUMAPACK_NUM_THREADS: \"many\"");
}

}  // namespace
}  // namespace numapack
