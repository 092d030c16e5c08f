// SPDX-License-Identifier: BSD-3-Clause
#include "schedule/recorder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"

namespace numapack {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// One row of tiles of ten columns, tile j of team j mod 2.
struct TwoTeams {
  TwoTeams() { matrix = recorder.matrix(Tiling::regular(10, 40, 10, 10), {0, 1, 0, 1}); }
  Region tiles(Index begin, Index end) const { return {matrix, {0, 10}, {10 * begin, 10 * end}}; }
  Region tile(Index j) const { return tiles(j, j + 1); }

  Recorder recorder{{2, 1}};
  int matrix = 0;
};

std::vector<std::uint32_t> values(const Schedule& schedule, std::size_t step) {
  std::vector<std::uint32_t> values;
  for (const Schedule::Wait& wait : schedule.waits_of(schedule.steps[step])) values.push_back(wait.value);
  return values;
}

TEST(Recorder, WhoOwnsWhatIsWrittenDoesIt) {
  TwoTeams two;
  for (const Index j : {0, 1, 2, 3}) two.recorder.step(0, {two.tile(j)});
  const Schedule schedule = two.recorder.finish();
  std::vector<int> teams;
  for (const Step& step : schedule.steps) teams.push_back(step.team);
  EXPECT_THAT(teams, ElementsAre(0, 1, 0, 1));
  EXPECT_EQ(schedule.tickets_of(0).size(), 2U);
  EXPECT_EQ(schedule.tickets_of(1)[1].step, 3U);
  EXPECT_TRUE(schedule.waits.empty()) << "nobody waits for anybody";
}

TEST(Recorder, AReaderWaitsForTheLastWriteAlone) {
  TwoTeams two;
  two.recorder.step(0, {two.tile(0)});
  two.recorder.step(0, {two.tile(0)});
  two.recorder.step(0, {two.tile(1)}, {two.tile(0)});
  two.recorder.step(0, {two.tile(3)}, {two.tile(0)});
  const Schedule schedule = two.recorder.finish();
  EXPECT_THAT(values(schedule, 0), IsEmpty());
  EXPECT_THAT(values(schedule, 1), ElementsAre(1));
  EXPECT_THAT(values(schedule, 2), ElementsAre(2));
  EXPECT_THAT(values(schedule, 3), ElementsAre(2));
}

TEST(Recorder, AWriterWaitsForAllReaders) {
  TwoTeams two;
  two.recorder.step(0, {two.tile(0)});
  two.recorder.step(0, {two.tile(1)}, {two.tile(0)});
  two.recorder.step(0, {two.tile(3)}, {two.tile(0)});
  two.recorder.step(0, {two.tile(0)});
  two.recorder.step(0, {two.tile(2)}, {two.tile(0)});
  const Schedule schedule = two.recorder.finish();
  EXPECT_THAT(values(schedule, 3), ElementsAre(3));
  EXPECT_THAT(values(schedule, 4), ElementsAre(4));
}

TEST(Recorder, ARegionIsAllTilesThatItMeets) {
  TwoTeams two;
  two.recorder.step(0, {two.tile(1)});
  two.recorder.step(0, {two.tile(2)});
  two.recorder.step(0, {{two.matrix, {3, 4}, {15, 25}}});
  two.recorder.step(0, {{two.matrix, {0, 1}, {20, 21}}});
  const Schedule schedule = two.recorder.finish();
  EXPECT_THAT(values(schedule, 2), ElementsAre(1, 1));
  EXPECT_THAT(values(schedule, 3), ElementsAre(2));
}

/// What others keep in order has owners, and regions for traffic.
TEST(Recorder, NobodyWaitsForAMatrixInTheOrderOfOthers) {
  TwoTeams two;
  const int others = two.recorder.matrix_in_their_order(Tiling::regular(10, 40, 10, 10), {1, 0, 1, 0});
  const Region first{others, {0, 10}, {0, 10}};
  two.recorder.step(0, {two.tile(0)}, {first});
  two.recorder.step(0, {first}, {two.tile(0)});
  const Schedule schedule = two.recorder.finish();
  EXPECT_EQ(schedule.steps[1].team, 1);
  EXPECT_THAT(values(schedule, 1), ElementsAre(1));
  ASSERT_EQ(schedule.reads_of(schedule.steps[0]).size(), 1U);
  EXPECT_EQ(schedule.reads_of(schedule.steps[0])[0], first);
  EXPECT_EQ(schedule.writes_of(schedule.steps[1])[0], first);
}

TEST(Recorder, AGangsTicketsAreInARow) {
  TwoTeams two;
  two.recorder.step(0, {two.tile(0)}, {}, {.detail = {7, 8}, .width = 2});
  two.recorder.step(0, {two.tile(2)});
  const Schedule schedule = two.recorder.finish();
  EXPECT_EQ(schedule.gangs, 1U);
  EXPECT_EQ(schedule.steps[0].detail[1], 8);
  EXPECT_EQ(schedule.tickets_of(0)[1].part, 1U);
  EXPECT_EQ(schedule.tickets_of(0)[2].step, 1U);
}

TEST(Recorder, RefusesWhatCannotBeDone) {
  TwoTeams two;
  const Region away{two.matrix, {0, 10}, {30, 41}}, nothing{two.matrix, {0, 10}, {5, 5}},
      unknown{5, {0, 1}, {0, 1}};
  EXPECT_THROW(two.recorder.step(0, {away}), Error);
  EXPECT_THROW(two.recorder.step(0, {nothing}), Error);
  EXPECT_THROW(two.recorder.step(0, {unknown}), Error);
  EXPECT_THROW(two.recorder.step(0, {two.tile(0)}, {unknown}), Error);
  EXPECT_THROW(two.recorder.step(0, {two.tile(1)}, {}, {.width = 2}), Error);
  EXPECT_THROW(two.recorder.step(0, {two.tile(1)}, {}, {.width = 0}), Error);
  EXPECT_THROW(two.recorder.step(0, {}), Error);
  EXPECT_THROW(Recorder({0, 0}), Error);
  EXPECT_THROW(Tiling::regular(3, 3, 0, 1), Error);
  EXPECT_THROW(two.recorder.matrix(Tiling::regular(3, 3, 1, 1), {0, 1}), Error);
  EXPECT_THAT(two.recorder.finish().steps, IsEmpty());
}

}  // namespace
}  // namespace numapack
