// SPDX-License-Identifier: BSD-3-Clause
#include "cli/pages/verify_page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace numapack {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// Cells of hardware threads 0 … with these samples.
MeasuredProfile profile_with(const std::vector<std::vector<double>>& cells) {
  MeasuredProfile profile;
  for (std::size_t pu = 0; pu < cells.size(); ++pu) {
    const Figure figure = cells[pu].empty() ? not_measured("CPU gone") : figure_of(cells[pu]);
    profile.memory_latency.push_back({static_cast<int>(pu), 0, 1 << 20, 2, 0, figure});
  }
  return profile;
}

TEST(VerifyPage, CountsCellsThatDifferAndNamesThem) {
  MeasuredProfile first = profile_with({{100}, {100, 90}, {100}, {100}}),
                  second = profile_with({{103}, {120, 80, 120}, {110}, {}});
  first.memory_latency[1].latency_ns.visit_medians = {90, 100};
  second.memory_latency[1].latency_ns.visit_medians = {95, 120};
  const ProfileDifference found = difference(first, second, 0.05);
  const std::string page = verify_page(found, 5);
  EXPECT_THAT(page,
              AllOf(HasSubstr("2 of 3 cells differ by more than 5 %, 1 of them by no more than the visits of "
                              "one measurement differ, 1 with disjoint sample ranges"),
                    HasSubstr("pu 2"), HasSubstr("apart"), HasSubstr("within places"), HasSubstr("CPU gone"),
                    Not(HasSubstr("more ("))));
  const nlohmann::json document = verify_document(found, 5);
  EXPECT_EQ(document.at("cells"), 3);
  EXPECT_EQ(document.at("differ"), 2);
  EXPECT_EQ(document.at("within_places"), 1);
  EXPECT_EQ(document.at("beyond_noise"), 1);
  EXPECT_EQ(document.at("tables").at(0).at("differ"), 2);
  EXPECT_EQ(document.at("differing").size(), 2U);
  EXPECT_EQ(document.at("differing").at(0).at("beyond_noise"), false) << "the largest change first";
  EXPECT_EQ(document.at("differing").at(0).at("within_places"), true);
  EXPECT_EQ(document.at("differing").at(1).at("within_places"), false) << "no visits of its own";
  EXPECT_EQ(document.at("measured_once").size(), 1U);
}

TEST(VerifyPage, SaysWhatTheSentinelFoundOtherwise) {
  MeasuredProfile first = profile_with({{100}}), second = profile_with({{100}});
  first.sentinel = {{0, 1.3, 170, 0}, {1, 1.3, 172, 145}, {2, 1.3, 168, 150}};
  second.sentinel = {{0, 1.31, 150, 36}, {1, 1.3, 150, 36}};
  const ProfileDifference found = difference(first, second, 0.05);
  EXPECT_THAT(
      verify_page(found, 5),
      AllOf(HasSubstr("first | second: sentinel, a load from memory: 170 ns | 150 ns\n"),
            HasSubstr("a line from the first core to the last: 147.5 ns | 36 ns\n"), Not(HasSubstr("L1"))));
  EXPECT_EQ(verify_document(found, 5).at("conditions").size(), 2U);
}

TEST(VerifyPage, AMachineThatRepeats) {
  const MeasuredProfile profile = profile_with({{100, 101}, {50}});
  const std::string page = verify_page(difference(profile, profile, 0.05), 5);
  EXPECT_THAT(page, AllOf(HasSubstr("0 of 2 cells differ"), Not(HasSubstr("pu "))));
}

}  // namespace
}  // namespace numapack
