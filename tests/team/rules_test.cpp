// SPDX-License-Identifier: BSD-3-Clause
// What happens when regions meet: nesting, other threads, exceptions, cancellation, fork, exit.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <latch>
#include <memory>
#include <stdexcept>
#include <thread>

#include "base/error.hpp"
#include "support/machines.hpp"
#include "support/threads.hpp"
#include "team/teams.hpp"

namespace numapack {
namespace {

using testing::flat_machine;
using testing::host_machine;
using testing::in_child;

class Rules : public ::testing::Test {
 protected:
  static int slots_run(Teams& teams) {
    std::atomic<int> slots{0};
    return teams.try_run(teams.everyone(), [&](const ThreadSlot&) { ++slots; }) ? slots.load() : -1;
  }

  const Machine machine_ = host_machine();
  Teams teams_{machine_, lay_out_teams(machine_)};
  const int everyone_ = teams_.everyone().total();
  const Machine wide_machine_ = flat_machine(2, 2, 7000);
};

TEST_F(Rules, ANestedRegionIsRefusedInEverySlot) {
  Teams wide(wide_machine_, lay_out_teams(wide_machine_));
  std::atomic<int> refused{0}, inside{0}, ran{0};
  EXPECT_FALSE(Teams::inside_region());
  wide.try_run(wide.everyone(), [&](const ThreadSlot&) {
    inside += Teams::inside_region();
    // Other teams are refused, too: their threads would sit on the same cores.
    refused += !wide.try_run(wide.everyone(), [&](const ThreadSlot&) { ++ran; });
    refused += !teams_.try_run(teams_.everyone(), [&](const ThreadSlot&) { ++ran; });
  });
  EXPECT_EQ(inside, 4);
  EXPECT_EQ(refused, 8);
  EXPECT_EQ(ran, 0);
  EXPECT_FALSE(Teams::inside_region());
}

TEST_F(Rules, ASecondCallerIsRefusedAtOnce) {
  std::latch running(1), release(1);
  std::thread other([&] {
    std::atomic<bool> first{true};
    teams_.try_run(teams_.everyone(), [&](const ThreadSlot&) {
      if (first.exchange(false)) running.count_down();
      release.wait();
    });
  });
  running.wait();
  EXPECT_EQ(slots_run(teams_), -1);
  EXPECT_FALSE(Teams::inside_region());
  release.count_down();
  other.join();
  EXPECT_EQ(slots_run(teams_), everyone_);
}

TEST_F(Rules, ManyCallersEachRunAllOrNothing) {
  std::atomic<int> wrong{0}, ran{0};
  std::vector<std::thread> callers;
  for (int caller = 0; caller < 4; ++caller) {
    callers.emplace_back([&] {
      for (int round = 0; round < 200; ++round) {
        const int slots = slots_run(teams_);
        wrong += slots != -1 && slots != everyone_;
        ran += slots == everyone_;
      }
    });
  }
  for (auto& caller : callers) caller.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(ran, 0);
}

/// Counts down when the exception leaves the frame.
struct OnTheWayOut {
  std::latch& latch;
  ~OnTheWayOut() { latch.count_down(); }
};

TEST_F(Rules, AnExceptionOfAnySlotComesOutAfterAllHaveFinished) {
  Teams wide(wide_machine_, lay_out_teams(wide_machine_));
  for (int thrower = 0; thrower < 4; ++thrower) {
    std::atomic<int> finished{0};
    std::latch thrown(1);
    try {
      wide.try_run(wide.everyone(), [&](const ThreadSlot& slot) {
        if (slot.team * 2 + slot.thread == thrower) {
          const OnTheWayOut way{thrown};
          throw std::runtime_error(std::to_string(thrower));
        }
        thrown.wait();
        ++finished;
      });
      ADD_FAILURE() << "nothing thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_EQ(error.what(), std::to_string(thrower));
    }
    EXPECT_EQ(finished, 3);
    EXPECT_FALSE(Teams::inside_region());
    EXPECT_EQ(slots_run(wide), 4);
  }
}

TEST_F(Rules, OneExceptionOfManyComesOut) {
  Teams wide(wide_machine_, lay_out_teams(wide_machine_));
  for (int round = 0; round < 20; ++round) {
    EXPECT_THROW(wide.try_run(wide.everyone(), [](const ThreadSlot&) { throw std::runtime_error("all"); }),
                 std::runtime_error);
  }
}

TEST_F(Rules, TheCallersThreadKeepsItsSettings) {
  sigset_t mine;
  sigemptyset(&mine);
  sigaddset(&mine, SIGUSR2);
  testing::on_pu(testing::host_pus().back(), [&] {
    pthread_sigmask(SIG_BLOCK, &mine, nullptr);
    const std::string before = testing::thread_settings();
    {
      const Machine machine = host_machine();
      Teams own(machine, lay_out_teams(machine));
      EXPECT_EQ(testing::thread_settings(), before);
      slots_run(own);
      slots_run(teams_);
      EXPECT_THROW(teams_.try_run(teams_.everyone(), [](const ThreadSlot&) { throw 1; }), int);
      EXPECT_EQ(testing::thread_settings(), before);
    }
    EXPECT_EQ(testing::thread_settings(), before);
  });
}

TEST_F(Rules, IdleTeamsSleepUntilTheNextRegion) {
  if (const char* reason = testing::no_calls_of_threads()) GTEST_SKIP() << reason;
  for (int round = 0; round < 100; ++round) slots_run(teams_);
  std::vector<long> before;
  for (const int thread : teams_.thread_ids()) {
    ASSERT_TRUE(testing::becomes_true([&] { return testing::sleeps_on_futex(thread); }))
        << testing::call_of(thread);
    before.push_back(testing::switches_of(thread));
    EXPECT_GE(before.back(), 0);
  }
  // Regions of other teams are the time in which a thread that only naps would look around.
  Teams wide(wide_machine_, lay_out_teams(wide_machine_));
  for (int round = 0; round < 100; ++round) slots_run(wide);
  std::vector<long> after;
  for (const int thread : teams_.thread_ids()) after.push_back(testing::switches_of(thread));
  EXPECT_EQ(after, before);
}

struct CancelledRegion {
  Teams* teams;
  std::latch inside{1}, cancelled{1};
  std::atomic<int> begun{0}, ended{0};
};

// Not instrumented: a cancelled thread leaves without cleaning the address sanitizer's marks of this frame.
__attribute__((no_sanitize("address"))) void* run_while_cancelled(void* argument) {
  auto& region = *static_cast<CancelledRegion*>(argument);
  region.teams->try_run(region.teams->everyone(), [&](const ThreadSlot& slot) {
    ++region.begun;
    if (slot.team == 0 && slot.thread == 0) region.inside.count_down();
    region.cancelled.wait();
    pthread_testcancel();  // where cancellation must not strike
    ++region.ended;
  });
  pthread_testcancel();
  return nullptr;
}

TEST_F(Rules, ACancelledCallerFinishesItsRegion) {
  CancelledRegion region{&teams_};
  pthread_t caller;
  ASSERT_EQ(pthread_create(&caller, nullptr, run_while_cancelled, &region), 0);
  region.inside.wait();
  pthread_cancel(caller);
  region.cancelled.count_down();
  void* result = nullptr;
  pthread_join(caller, &result);
  EXPECT_EQ(result, PTHREAD_CANCELED);
  EXPECT_EQ(region.begun, everyone_);
  EXPECT_EQ(region.ended, everyone_);
  EXPECT_EQ(slots_run(teams_), everyone_);
}

TEST_F(Rules, AChildForgetsTheTeamsAndMakesItsOwn) {
  if (testing::thread_sanitizer) GTEST_SKIP() << testing::no_threads_after_fork;
  slots_run(teams_);
  EXPECT_EQ(in_child([&] {
              teams_.abandon_after_fork();
              Teams own(machine_, lay_out_teams(machine_));
              for (int round = 0; round < 10; ++round) {
                if (slots_run(own) != everyone_) return 1;
              }
              return 0;
            }),
            "exit 0");
  EXPECT_EQ(slots_run(teams_), everyone_);
}

TEST_F(Rules, AForkBesideARunningRegionIsHarmless) {
  if (testing::no_fork_beside_threads != nullptr) GTEST_SKIP() << testing::no_fork_beside_threads;
  std::atomic<bool> stop{false};
  std::thread other([&] {
    while (!stop) slots_run(teams_);
  });
  for (int child = 0; child < 5; ++child) {
    EXPECT_EQ(in_child([&] {
                teams_.abandon_after_fork();
                Teams own(machine_, lay_out_teams(machine_));
                return slots_run(own) == everyone_ ? 0 : 1;
              }),
              "exit 0");
  }
  stop = true;
  other.join();
  EXPECT_EQ(slots_run(teams_), everyone_);
}

TEST(RulesWithoutTeams, ThreadsThatCannotBeMadeAreAnErrorWithoutLeftovers) {
  EXPECT_EQ(in_child([&] {
              // The thread sanitizer makes one of its own with the first that a child makes.
              if (testing::thread_sanitizer) std::thread([] {}).join();
              const rlimit few{3, 3};
              setrlimit(RLIMIT_NPROC, &few);
              // The limit does not bind the superuser, who may become nobody (or is none in a user
              // namespace).
              if (geteuid() == 0 && setresuid(65534, 65534, 65534) != 0) errno = 0;
              const int before = testing::threads_of_this_process();
              const Machine wide = flat_machine(1, 64, 7000);
              try {
                Teams own(wide, lay_out_teams(wide));
                return 3;
              } catch (const Error& error) {
                if (error.code() != ErrorCode::system) return 4;
              }
              return testing::threads_become(before) ? 0 : 5;
            }),
            "exit 0");
}

using RulesDeathTest = Rules;

TEST_F(RulesDeathTest, ExitWhileAnotherThreadRunsRegionsEnds) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        alarm(60);
        static Teams* const leaked = new Teams(machine_, lay_out_teams(machine_));
        static std::atomic<int> regions{0};
        std::thread([] {
          while (true) regions += leaked->try_run(leaked->everyone(), [](const ThreadSlot&) {});
        }).detach();
        while (regions < 10) std::this_thread::yield();
        std::exit(0);
      },
      ::testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace numapack
