// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "cli/outcome.hpp"
#include "cli/plans/plan_of.hpp"

// What `numapack plan` says of factorisations.
namespace numapack {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using testing::plan_of;

TEST(PlansOfCholesky, SayWhoOwnsWhichTilesAndWhatCrosses) {
  const json plan = plan_of({"--routine", "dpotrf", "--uplo", "U", "-n", "4096", "--home", "A=0"});
  EXPECT_EQ(plan.at("grid"), json::parse("[2, 2]"));
  EXPECT_EQ(plan.at("copied_to_owners"), true);
  const auto tiles = static_cast<std::size_t>((4096 - 1) / plan.at("nb").get<int>() + 1);
  ASSERT_EQ(plan.at("owners").size(), tiles);
  std::size_t in_all = 0, of_tasks = 0;
  for (std::size_t row = 0; row < tiles; ++row) {
    EXPECT_EQ(plan.at("owners").at(row).size(), row + 1);
    in_all += row + 1;
  }
  for (const json& task : plan.at("tasks")) of_tasks += task.at("tiles").get<std::size_t>();
  EXPECT_EQ(of_tasks, in_all);
  const double crossing = plan.at("crossing_bytes");
  EXPECT_LE(crossing, 1.10 * plan.at("least_crossing_bytes_of_owners").get<double>());
  EXPECT_GT(crossing, plan.at("least_crossing_bytes").get<double>());
  const Outcome outcome = run({"plan", "--routine", "dpotrf", "-n", "4096", "--from", kKunpeng});
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("routine potrf, lower triangle"));
  EXPECT_THAT(outcome.out, HasSubstr("tiles are dealt over 2 x 2 nodes"));
  EXPECT_THAT(outcome.out, HasSubstr("the least of any owners and order"));
}

TEST(PlansOfLu, SayWhoOwnsWhichColumnsAndWhatCrosses) {
  const json away = plan_of({"--routine", "dgetrf", "-n", "16384", "--home", "A=0"});
  std::int64_t columns = 0;
  for (const json& owner : away.at("owners")) {
    EXPECT_EQ(owner.at("columns").at(0), columns);
    columns = owner.at("columns").at(1);
  }
  EXPECT_EQ(columns, 16384);
  const double crossing = away.at("crossing_bytes");
  EXPECT_LE(crossing, 1.01 * away.at("least_crossing_bytes").get<double>());
  EXPECT_EQ(away.at("copied_to_owners"), true);
  // Columns that lie where their owners are do not move, panels do.
  const std::string nb = std::to_string(away.at("nb").get<int>());
  const json cyclic = plan_of({"--routine", "dgetrf", "-n", "16384", "--home", "A=cyclic:" + nb});
  EXPECT_EQ(cyclic.at("owners_follow_pages"), true);
  EXPECT_EQ(cyclic.at("tasks").size(), 4U);
  EXPECT_EQ(cyclic.at("copied_to_owners"), false);
  EXPECT_LT(cyclic.at("crossing_bytes").get<double>(), 0.6 * crossing);
  const Outcome outcome = run({"plan", "--routine", "dgetrf", "-n", "16384", "--from", kKunpeng});
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("16384 x 16384 in "));
  EXPECT_THAT(outcome.out, HasSubstr("the least for these owners"));
}

/// What a plan of LAPACK is made with, too.
TEST(PlansOfLapack, KnowTheOptionsOfPlans) {
  for (const char* routine : {"dgetrf", "dpotrf"}) {
    const auto with = [&](std::vector<std::string> options) {
      options.insert(options.begin(), {"--routine", routine, "-n", "4096", "--home", "A=0"});
      return plan_of(options);
    };
    const json copied = with({}), in_place = with({"--no-localise"});
    EXPECT_EQ(copied.at("copied_to_owners"), true) << routine;
    EXPECT_EQ(in_place.at("copied_to_owners"), false);
    EXPECT_GT(in_place.at("crossing_bytes").get<double>(), 2 * copied.at("crossing_bytes").get<double>());
    EXPECT_EQ(with({"--workspace", "1M"}).at("copied_to_owners"), false);
    EXPECT_EQ(with({"--no-collapse", "--threads", "8"}).at("tasks").size(), 4U);
    EXPECT_THAT(run({"plan", "--routine", routine, "-n", "100", "--grid", "2x2"}).error,
                HasSubstr("is planned without it"));
  }
}

/// The copies turn, so that what crosses is the same.
TEST(PlansOfLapack, AreOfRowMajorMatrices) {
  for (const char* routine : {"dgetrf", "dgeqrf"}) {
    std::vector<std::string> options{"--routine", routine, "-m", "6000", "-n", "4096", "--home", "A=0"};
    const json columns = plan_of(options);
    options.emplace_back("--row-major");
    const json rows = plan_of(options);
    EXPECT_EQ(rows.at("owners").back().at("columns").at(1), 4096) << routine;
    EXPECT_EQ(rows.at("copied_to_owners"), true);
    EXPECT_EQ(rows.at("crossing_bytes"), columns.at("crossing_bytes"));
    const Outcome outcome =
        run({"plan", "--routine", routine, "-n", "4096", "--row-major", "--from", kKunpeng});
    EXPECT_THAT(outcome.out, HasSubstr("; row-major"));
    EXPECT_THAT(outcome.out, HasSubstr("rows become columns in the copies of blocks"));
  }
  const Outcome in_place =
      run({"plan", "--routine", "dgetrf", "-n", "4096", "--row-major", "--no-localise", "--from", kKunpeng});
  EXPECT_THAT(in_place.out, HasSubstr("rows become columns in place first"));
  EXPECT_EQ(run({"plan", "--routine", "dpotrf", "-n", "8", "--row-major"}).status, 2);
}

TEST(PlansOfQr, SayWhoOwnsWhichColumnsAndWhatCrosses) {
  const json plan = plan_of({"--routine", "dgeqrf", "-m", "9000", "-n", "4000", "--home", "A=0"});
  std::int64_t columns = 0;
  for (const json& owner : plan.at("owners")) {
    EXPECT_EQ(owner.at("columns").at(0), columns);
    columns = owner.at("columns").at(1);
  }
  EXPECT_EQ(columns, 4000);
  EXPECT_EQ(plan.at("tasks").size(), 4U);
  EXPECT_EQ(plan.at("copied_to_owners"), true);
  const double crossing = plan.at("crossing_bytes");
  EXPECT_LE(crossing, 1.05 * plan.at("least_crossing_bytes").get<double>());
  EXPECT_LT(crossing, 0.2 * plan.at("blind_bytes").get<double>());
  // 480 columns feed 30 threads; a few of another node do not take part.
  EXPECT_EQ(plan_of({"--routine", "dgeqrf", "-m", "3000", "-n", "480", "--home", "A=0"}).at("tasks").size(),
            1U);
  const Outcome outcome = run({"plan", "--routine", "dgeqrf", "-n", "4000", "--from", kKunpeng});
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("4000 x 4000 in "));
  EXPECT_THAT(outcome.out, HasSubstr("the least for these owners"));
}

}  // namespace
}  // namespace numapack
