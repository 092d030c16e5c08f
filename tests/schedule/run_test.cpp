// SPDX-License-Identifier: BSD-3-Clause
#include "schedule/run.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

#include "schedule/recorder.hpp"
#include "support/four_teams.hpp"

namespace numapack {
namespace {

/// Random steps on three matrices of numbers. What a step writes depends on all that it reads, and on when.
class Schedules : public testing::FourTeams {
 protected:
  static constexpr Index size = 24;
  using Numbers = std::vector<std::vector<std::uint64_t>>;

  int below(int end) { return static_cast<int>(generator_() % static_cast<unsigned>(end)); }
  Range range() {
    const Index begin = below(size);
    return {begin, begin + 1 + below(static_cast<int>(size - begin))};
  }

  Schedule random(int steps) {
    std::vector<int> threads(4);
    for (int& count : threads) count = below(3);
    threads[static_cast<std::size_t>(below(4))] = 2;
    std::vector<int> teams;
    for (int team = 0; team < 4; ++team)
      if (threads[static_cast<std::size_t>(team)] > 0) teams.push_back(team);
    Recorder recorder(threads);
    for (int matrix = 0; matrix < 3; ++matrix) {
      const Tiling tiling = Tiling::regular(size, size, 1 + below(9), 1 + below(9));
      std::vector<int> owners((tiling.rows.size() - 1) * (tiling.columns.size() - 1));
      for (int& owner : owners)
        owner = teams[static_cast<std::size_t>(below(static_cast<int>(teams.size())))];
      recorder.matrix(tiling, owners);
    }
    for (int i = 0; i < steps; ++i) {
      const auto region = [&] { return Region{below(3), range(), range()}; };
      // Two may be done by two threads wherever there are.
      const Region writes = region(), writes_too = below(2) == 0 ? region() : Region{};
      try {
        recorder.step(0, {writes, writes_too}, {region(), region()},
                      {.detail = {i, 0}, .width = 1 + below(2)});
      } catch (const Error&) {
        recorder.step(0, {writes, writes_too}, {region()}, {.detail = {i, 0}});
      }
    }
    return recorder.finish();
  }

  static std::uint64_t sum(const Numbers& numbers, const Region& region) {
    std::uint64_t sum = 0;
    if (region.is_empty()) return sum;
    for (Index j = region.columns.begin; j < region.columns.end; ++j)
      for (Index i = region.rows.begin; i < region.rows.end; ++i)
        sum = sum * 31 +
              numbers[static_cast<std::size_t>(region.matrix)][static_cast<std::size_t>(i + j * size)];
    return sum;
  }

  /// What a step does; a gang's threads each write some columns when all have read.
  static void work(Numbers& numbers, const Schedule& schedule, const Step& step, const StepPart& part) {
    auto sum = static_cast<std::uint64_t>(step.detail[0]);
    for (const Region& region : schedule.writes_of(step)) sum += Schedules::sum(numbers, region);
    for (const Region& region : schedule.reads_of(step)) sum += Schedules::sum(numbers, region);
    part.meet();
    for (const Region& region : schedule.writes_of(step))
      for (Index j = region.columns.begin; j < region.columns.end; ++j)
        for (Index i = region.rows.begin; j % part.width == part.part && i < region.rows.end; ++i)
          numbers[static_cast<std::size_t>(region.matrix)][static_cast<std::size_t>(i + j * size)] +=
              sum * static_cast<std::uint64_t>(1 + i + j * size);
  }

  static Numbers zeros() { return Numbers(3, std::vector<std::uint64_t>(size * size)); }
};

TEST_F(Schedules, OfAnyStepsGiveWhatOneThreadGives) {
  for (int round = 0; round < 100; ++round) {
    const Schedule schedule = random(1 + below(200));
    Numbers alone = zeros(), together = zeros();
    for (const Step& step : schedule.steps) work(alone, schedule, step, {});
    std::atomic<std::size_t> parts{0};
    ASSERT_TRUE(run(schedule, teams_, [&](const Step& step, const StepPart& part) {
      EXPECT_EQ(part.team, step.team);
      EXPECT_LT(part.part, step.width);
      work(together, schedule, step, part);
      ++parts;
    }));
    ASSERT_EQ(together, alone) << "round " << round;
    EXPECT_EQ(parts, schedule.tickets.size());
  }
}

TEST_F(Schedules, AreNotBegunWhereTheTeamsAreTaken) {
  const Schedule schedule = random(5);
  teams_.try_run(teams_.everyone(), [&](const ThreadSlot& slot) {
    if (slot.team != 0 || slot.thread != 0) return;
    EXPECT_FALSE(run(schedule, teams_, [](const Step&, const StepPart&) { ADD_FAILURE(); }));
  });
}

TEST_F(Schedules, EndWhenAStepThrows) {
  for (int round = 0; round < 20; ++round) {
    const Schedule schedule = random(100);
    EXPECT_THROW(run(schedule, teams_,
                     [&](const Step& step, const StepPart&) {
                       if (step.gang < 0 && step.detail[0] > 20) throw std::runtime_error("no");
                     }),
                 std::runtime_error);
  }
}

TEST_F(Schedules, WithoutAStepAreDone) {
  EXPECT_TRUE(
      run(Recorder({1, 0, 0, 0}).finish(), teams_, [](const Step&, const StepPart&) { ADD_FAILURE(); }));
}

}  // namespace
}  // namespace numapack
