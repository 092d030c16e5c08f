// SPDX-License-Identifier: BSD-3-Clause
#include "team/teams.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "base/error.hpp"
#include "support/machines.hpp"
#include "support/threads.hpp"

namespace numapack {
namespace {

using ::testing::Contains;
using testing::flat_machine;
using ::testing::HasSubstr;
using testing::host_machine;
using testing::host_machine_one_core_a_node;
using testing::host_pus;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

// Hardware threads that no kernel has: every binding is refused, everything else must work.
Machine absent_machine(int nodes, int cores) { return flat_machine(nodes, cores, 7000); }

struct Where {
  int tid = 0;
  int pu = 0;
  int threads = 0;
};

using Visits = std::map<std::pair<int, int>, std::vector<Where>>;

Visits visit(Teams& teams, const TeamThreads& team_threads) {
  Visits visits;
  std::mutex mutex;
  EXPECT_TRUE(teams.try_run(team_threads, [&](const ThreadSlot& slot) {
    const std::lock_guard lock(mutex);
    visits[{slot.team, slot.thread}].push_back({static_cast<int>(gettid()), sched_getcpu(), slot.threads});
  }));
  return visits;
}

void expect_every_slot_once(const Visits& visits, const TeamThreads& team_threads) {
  EXPECT_THAT(visits, SizeIs(static_cast<std::size_t>(team_threads.total())));
  std::set<int> tids;
  for (const auto& [slot, wheres] : visits) {
    ASSERT_THAT(wheres, SizeIs(1)) << "team " << slot.first << " thread " << slot.second;
    EXPECT_LT(slot.second, team_threads.threads[static_cast<std::size_t>(slot.first)]);
    EXPECT_EQ(wheres[0].threads, team_threads.threads[static_cast<std::size_t>(slot.first)]);
    EXPECT_TRUE(tids.insert(wheres[0].tid).second) << "one thread in two seats";
  }
}

TEST(Teams, RunEverySlotOnceOnThisMachine) {
  const Machine machine = host_machine();
  Teams teams(machine, lay_out_teams(machine));
  EXPECT_THAT(teams.problems(), IsEmpty());
  EXPECT_TRUE(teams.all_bound());
  EXPECT_GT(teams.patience().spins, 0u);
  EXPECT_THAT(teams.thread_ids(), SizeIs(machine.cores.size()));
  for (int round = 0; round < 200; ++round)
    expect_every_slot_once(visit(teams, teams.everyone()), teams.everyone());
}

TEST(Teams, RunAllNumbersOfThreadsOnManyNodes) {
  const Machine machine = absent_machine(3, 3);
  Teams teams(machine, lay_out_teams(machine));
  for (int round = 0; round < 3; ++round) {
    for (int code = 1; code < 64; ++code) {
      const TeamThreads team_threads{{code % 4, code / 4 % 4, code / 16}};
      expect_every_slot_once(visit(teams, team_threads), team_threads);
    }
  }
}

TEST(Teams, WorkUnboundAndSleepAtOnceWhereBindingIsRefused) {
  const Machine machine = absent_machine(2, 2);
  Teams teams(machine, lay_out_teams(machine));
  EXPECT_FALSE(teams.all_bound());
  EXPECT_EQ(teams.patience().spins, 0u);
  ASSERT_THAT(teams.problems(), SizeIs(4));
  EXPECT_THAT(teams.problems()[3], HasSubstr("core 3 of node 1"));
  EXPECT_THAT(teams.problems()[3], HasSubstr("Invalid argument"));
}

TEST(Teams, StayUnboundOnRequest) {
  const Machine machine = host_machine();
  Teams teams(machine, lay_out_teams(machine), Binding::none);
  EXPECT_FALSE(teams.all_bound());
  EXPECT_THAT(teams.problems(), IsEmpty());
  EXPECT_EQ(teams.patience().spins, 0u);
  expect_every_slot_once(visit(teams, teams.everyone()), teams.everyone());
}

TEST(Teams, DoNotSpinWhenTwoThreadsShareACore) {
  const Machine machine = host_machine();
  Teams teams(machine, {{0, {0, 0}}});
  EXPECT_TRUE(teams.all_bound());
  EXPECT_EQ(teams.patience().spins, 0u);
  expect_every_slot_once(visit(teams, teams.everyone()), teams.everyone());
}

TEST(Teams, SitOnTheirCores) {
  const Machine machine = host_machine();
  Teams teams(machine, lay_out_teams(machine));
  const std::vector<int> tids = teams.thread_ids();
  for (int round = 0; round < 50; ++round) {
    for (const auto& [slot, wheres] : visit(teams, teams.everyone())) {
      const auto worker = std::find(tids.begin(), tids.end(), wheres[0].tid);
      if (worker == tids.end()) continue;  // the caller's slot
      EXPECT_EQ(worker - tids.begin(), slot.second);
      const int core = teams.layout()[0].cores[static_cast<std::size_t>(slot.second)];
      EXPECT_THAT(machine.cores[static_cast<std::size_t>(core)].usable_pus, Contains(wheres[0].pu));
    }
  }
}

TEST(Teams, LetTheCallerStandInForTheWorkerOfItsCore) {
  const Machine machine = host_machine();
  Teams teams(machine, lay_out_teams(machine));
  const std::vector<int> pus = host_pus();
  for (std::size_t core = 0; core < pus.size(); ++core) {
    testing::on_pu(pus[core], [&] {
      const Visits visits = visit(teams, teams.everyone());
      expect_every_slot_once(visits, teams.everyone());
      EXPECT_EQ(visits.at({0, static_cast<int>(core)})[0].tid, gettid());
    });
  }
}

TEST(Teams, GiveTheCallerSlotZeroWhereItsCoreHasNone) {
  const Machine machine = host_machine();
  Teams teams(machine, lay_out_teams(machine));
  testing::on_pu(host_pus().back(), [&] {
    const Visits visits = visit(teams, TeamThreads{{1}});
    EXPECT_EQ(visits.at({0, 0})[0].tid, gettid());
  });
}

TEST(Teams, LetTheCallerWaitWhereItsNodeTakesNoPart) {
  Machine machine = host_machine_one_core_a_node();
  testing::add_node(machine, {{7000}});
  Teams teams(machine, lay_out_teams(machine));
  TeamThreads team_threads{std::vector<int>(machine.nodes.size(), 0)};
  team_threads.threads.back() = 1;
  const Visits visits = visit(teams, team_threads);
  expect_every_slot_once(visits, team_threads);
  EXPECT_EQ(visits.begin()->second[0].tid, teams.thread_ids().back());
}

TEST(Teams, LetTheCallerWaitOnRequest) {
  const Machine machine = host_machine();
  Teams teams(machine, lay_out_teams(machine));
  const std::vector<int> tids = teams.thread_ids();
  for (int turn = 0; turn < 20; ++turn) {
    std::atomic<int> slots{0}, strangers{0};
    ASSERT_TRUE(teams.try_run(
        teams.everyone(),
        [&](const ThreadSlot&) {
          ++slots;
          strangers += std::ranges::count(tids, static_cast<int>(gettid())) == 0;
        },
        CallersPart::waits));
    EXPECT_EQ(slots, teams.everyone().total());
    EXPECT_EQ(strangers, 0);
  }
}

// Region after region by several callers: each has its own threads, and together never more
// than there are.
TEST(Teams, ServeSeveralCallersAtOnce) {
  const Machine machine = absent_machine(2, 4);
  Teams teams(machine, lay_out_teams(machine));
  std::atomic<int> ran{0}, refused{0};
  std::array<std::atomic<int>, 2> placed{};
  std::vector<std::thread> callers;
  for (int caller = 0; caller < 3; ++caller) {
    callers.emplace_back([&, caller] {
      const TeamThreads team_threads = std::array<TeamThreads, 3>{TeamThreads{{2, 1}}, TeamThreads{{1, 3}},
                                                                  TeamThreads{{2, 2}}}[std::size_t(caller)];
      for (int round = 0; round < 200; ++round) {
        std::atomic<int> slots{0};
        Barrier meeting(team_threads.total(), {0});
        const bool taken = teams.try_run(team_threads, [&](const ThreadSlot& slot) {
          auto& of_team = placed[static_cast<std::size_t>(slot.team)];
          EXPECT_LE(++of_team, 4);
          ++slots;
          meeting.wait();
          EXPECT_EQ(slots, team_threads.total());
          --of_team;
        });
        ++(taken ? ran : refused);
        EXPECT_EQ(slots, taken ? team_threads.total() : 0);
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_GE(ran, 200);
  EXPECT_EQ(ran + refused, 600);
  EXPECT_EQ(teams.idle().threads, teams.everyone().threads);
  EXPECT_EQ(teams.regions_ended(), static_cast<std::uint32_t>(ran));
}

TEST(Teams, SayWhatIsIdleAndWakeWhoWaits) {
  const Machine machine = absent_machine(2, 3);
  Teams teams(machine, lay_out_teams(machine));
  const std::uint32_t before = teams.regions_ended();
  teams.wait_for_end_of_one(before, 0.001);  // nothing ends: the time does
  std::atomic<bool> waits{false};
  std::thread waiter;
  ASSERT_TRUE(teams.try_run(TeamThreads{{2, 0}}, [&](const ThreadSlot& slot) {
    if (slot.thread != 0) return;
    EXPECT_THAT(teams.idle().threads, ::testing::ElementsAre(1, 3));
    waiter = std::thread([&] {
      waits = true;
      while (teams.regions_ended() == before) teams.wait_for_end_of_one(before, 3600);
    });
    while (!waits) std::this_thread::yield();
  }));
  waiter.join();
  EXPECT_EQ(teams.regions_ended(), before + 1);
}

TEST(Teams, RefuseThreadsThatDoNotFit) {
  const Machine machine = absent_machine(2, 2);
  Teams teams(machine, lay_out_teams(machine));
  const auto nothing = [](const ThreadSlot&) { FAIL() << "ran"; };
  for (const TeamThreads& team_threads : {TeamThreads{{1}}, TeamThreads{{3, 1}}, TeamThreads{{-1, 1}},
                                          TeamThreads{{0, 0}}, TeamThreads{{1, 1, 1}}}) {
    EXPECT_THROW(teams.try_run(team_threads, nothing), Error);
  }
  expect_every_slot_once(visit(teams, teams.everyone()), teams.everyone());
}

TEST(Teams, RefuseLayoutsThatTheMachineCannotHold) {
  const Machine machine = absent_machine(1, 2);
  EXPECT_THROW(Teams(machine, {{1, {0}}}), Error);
  EXPECT_THROW(Teams(machine, {{0, {2}}}), Error);
  EXPECT_THROW(Teams(machine, {{0, {}}}), Error);
}

TEST(Teams, NameTheirThreadsAndBlockTheirSignals) {
  const Machine machine = absent_machine(2, 2);
  Teams teams(machine, lay_out_teams(machine));
  std::mutex mutex;
  std::set<std::string> names;
  teams.try_run(TeamThreads{{2, 2}}, [&](const ThreadSlot& slot) {
    char name[16] = {};
    pthread_getname_np(pthread_self(), name, sizeof(name));
    sigset_t blocked;
    pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
    const std::lock_guard lock(mutex);
    names.insert(name);
    for (const int signal : {SIGTERM, SIGINT, SIGALRM, SIGCHLD, SIGPROF, SIGUSR1}) {
      EXPECT_EQ(sigismember(&blocked, signal), 1) << signal << " in " << slot.team << "." << slot.thread;
    }
    for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL})
      EXPECT_EQ(sigismember(&blocked, fault), 0) << fault;
  });
  EXPECT_EQ(names, (std::set<std::string>{"numapack/0.0", "numapack/0.1", "numapack/1.0", "numapack/1.1"}));
}

}  // namespace
}  // namespace numapack
