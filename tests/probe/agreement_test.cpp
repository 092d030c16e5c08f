// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "probe/running/unrest.hpp"
#include "probe/running/visits.hpp"
#include "support/machines.hpp"

namespace numapack::probe {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Visits to one cell, each with what it gave.
std::vector<Visit> visits_of(const std::vector<double>& values) {
  std::vector<Visit> visits;
  for (const double value : values) {
    Visit& one = visits.emplace_back();
    one.outcome.series = {{"rate", "GF/s", {value, value}}};
    one.outcome.preemption.pus = {0};
  }
  return visits;
}

std::vector<CellResult> cell_that_agrees_within(double share, int least_visits = 1) {
  std::vector<CellResult> cells(1);
  cells[0].cell.agree_within = share;
  cells[0].cell.least_visits = least_visits;
  return cells;
}

/// What is left when visits have been compared; none: why.
std::string left_of(const std::vector<double>& values, std::vector<CellResult> cells, bool keep = false) {
  std::vector<Visit> visits = visits_of(values);
  compare(visits, cells);
  gather(visits, cells, keep);
  if (!cells[0].valid()) return cells[0].problem;
  std::string text;
  for (const double one : cells[0].find("rate")->visits)
    text += (text.empty() ? "" : " ") + std::to_string(int(one));
  return text;
}

TEST(Agreement, VisitsThatLieApartFromMostArePutAside) {
  EXPECT_EQ(left_of({57, 25, 56}, cell_that_agrees_within(0.1)), "57 56");
  EXPECT_EQ(left_of({25, 57, 55}, cell_that_agrees_within(0.1)), "57 55");
  EXPECT_EQ(left_of({57, 56, 55}, cell_that_agrees_within(0.1)), "57 56 55");
  EXPECT_EQ(left_of({57}, cell_that_agrees_within(0.1)), "57");
  std::vector<CellResult> cells = cell_that_agrees_within(0.1);
  std::vector<Visit> visits = visits_of({57, 25, 56});
  compare(visits, cells);
  EXPECT_THAT(visits[0].wrong, IsEmpty());
  EXPECT_THAT(lines_of(visits[1].wrong),
              ElementsAre("visits of one cell gave 2.3 times what others gave (1 visit)"));
}

TEST(Agreement, WithoutAMajorityNoneIsBelieved) {
  const std::string problem = left_of({57, 25}, cell_that_agrees_within(0.1));
  EXPECT_THAT(problem,
              HasSubstr("no clean visit: visits of one cell gave 2.3 times what others gave (2 visits)"));
  EXPECT_THAT(left_of({57, 56, 25, 26}, cell_that_agrees_within(0.1)), HasSubstr("no clean visit"));
  EXPECT_EQ(left_of({57, 25, 56, 26, 57}, cell_that_agrees_within(0.1)), "57 56 57") << "more visits decide";
}

TEST(Agreement, CellsMayLieAsFarApartAsTheySay) {
  EXPECT_EQ(left_of({100, 140, 120}, cell_that_agrees_within(0.5)), "100 140 120");
  EXPECT_EQ(left_of({100, 900}, cell_that_agrees_within(0)), "100 900") << "other pages, other figures";
}

TEST(Agreement, WhoKeepsWhatIsDisturbedKeepsThat) {
  std::vector<CellResult> cells = cell_that_agrees_within(0.1);
  std::vector<Visit> visits = visits_of({57, 25, 56});
  compare(visits, cells);
  gather(visits, cells, true);
  EXPECT_EQ(cells[0].find("rate")->visits.size(), 3U);
  EXPECT_EQ(cells[0].disturbed, 1);
  EXPECT_EQ(cells[0].kept, 1);
}

TEST(Agreement, DisturbedVisitsHaveNoVoice) {
  std::vector<CellResult> cells = cell_that_agrees_within(0.1);
  std::vector<Visit> visits = visits_of({25, 26, 57});
  visits[0].wrong = visits[1].wrong = {{Cause::neighbour, 1, -1, 0}};
  compare(visits, cells);
  EXPECT_THAT(visits[2].wrong, IsEmpty());
}

TEST(Agreement, OneQuantityThatLiesApartIsEnough) {
  std::vector<CellResult> cells = cell_that_agrees_within(0.1);
  std::vector<Visit> visits = visits_of({57, 57, 57});
  for (Visit& one : visits) one.outcome.series.push_back({"copy", "GB/s", {10}});
  visits[1].outcome.series[1].samples = {20};
  compare(visits, cells);
  EXPECT_THAT(visits[0].wrong, IsEmpty());
  EXPECT_EQ(visits[1].wrong.size(), 1U);
}

TEST(Agreement, AFigureTakesItsVisits) {
  EXPECT_EQ(left_of({57}, cell_that_agrees_within(0.1, 2)), "1 clean visit of the 2 that it takes");
  EXPECT_EQ(left_of({57, 56}, cell_that_agrees_within(0.1, 2)), "57 56");
  std::vector<CellResult> cells = cell_that_agrees_within(0.1, 2);
  std::vector<Visit> visits = visits_of({57, 25});
  visits[1].wrong = {{Cause::neighbour, 1, -1, 0}};
  compare(visits, cells);
  EXPECT_THAT(without_clean_visits(visits, cells), ElementsAre(0));
  gather(visits, cells, false);
  EXPECT_EQ(cells[0].problem,
            "1 clean visit of the 2 that it takes: other processes used 1.0 CPUs (1 visit)");
  EXPECT_THAT(cells[0].series, IsEmpty());
}

TEST(Unrest, CostsTheCellsOfItsCpusOrAll) {
  const Machine machine = load_machine("numa:2 core:2 pu:1");
  std::vector<Cell> cells(4);
  cells[0].reader = 0;
  cells[1].reader = 1;
  cells[1].owner = 3;
  cells[2].cpus_of = 1;
  cells[2].threads = 2;
  cells[3].threads = 4;
  EXPECT_EQ(cells_lost(cells, {}, machine), 0);
  EXPECT_EQ(cells_lost(cells, {{{Cause::neighbour, 1, -1, 0}}, "", ""}, machine), 4);
  EXPECT_EQ(cells_lost(cells, {{{Cause::preemption, 0.5, 0, 1}}, "", ""}, machine), 2);
  EXPECT_EQ(cells_lost(cells, {{{Cause::preemption, 0.5, 3, 1}}, "", ""}, machine), 3);
}

TEST(Unrest, IsLookedForOnThisMachine) {
  for (const Disturbance& one : look_for_unrest(testing::host_machine()).wrong)
    EXPECT_NE(text_of({one}), "") << "whatever goes on here";
}

}  // namespace
}  // namespace numapack::probe
