// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/grade/grade_page.hpp"
#include "grade/faulty.hpp"
#include "grade/speed.hpp"

namespace numapack {
namespace {

using ::testing::HasSubstr;

/// The cards of these speeds, of a library from this file.
ReportCards measured(const std::string& path, const char* routine) {
  ReportCards cards;
  cards.speeds = measure_speed({peer_at(path)}, 1, detect_machine(), {find_routine(routine)}, of_command());
  return cards;
}

/// The page of the terminal and that of HTML say the same.
void expect_said(const ReportCards& cards, const std::string& text) {
  EXPECT_THAT(grade_page(cards), HasSubstr(text));
  EXPECT_THAT(grade_html(cards), HasSubstr(text));
}

TEST(Speeds, NameTheRoutineThatALibraryLacks) {
  const ReportCards cards = measured(fake("wrong"), "geqrf");
  ASSERT_EQ(cards.speeds.size(), 1U);
  ASSERT_EQ(cards.speeds.front().libraries.size(), 2U);
  EXPECT_TRUE(cards.speeds.front().libraries.front().of_peak);
  EXPECT_EQ(cards.speeds.front().libraries.back().name, "library");
  EXPECT_FALSE(cards.speeds.front().libraries.back().of_peak);
  EXPECT_EQ(cards.speeds.front().libraries.back().failure, "has no dgeqrf");
  expect_said(cards, "has no dgeqrf");
}

TEST(Speeds, OfALibraryThatFallsAreAFailure) {
  const Fault fault("crash-at-once");
  const ReportCards cards = measured(fake("faulty"), "gemm");
  EXPECT_EQ(cards.speeds.size(), 3U);
  for (const Speed& speed : cards.speeds) {
    EXPECT_EQ(speed.failure, "");
    ASSERT_EQ(speed.libraries.size(), 2U);
    EXPECT_TRUE(speed.libraries.front().of_peak);  // this build was measured all the same
    EXPECT_FALSE(speed.libraries.back().of_peak);
    EXPECT_THAT(speed.libraries.back().failure, HasSubstr("killed by signal 11"));
  }
  expect_said(cards, "killed by signal 11");
}

TEST(Speeds, AreNotThereWhereALibraryIsNone) {
  const ReportCards cards = measured(fake("without_gemm"), "potrf");
  ASSERT_EQ(cards.speeds.size(), 1U);
  EXPECT_TRUE(cards.speeds.front().libraries.empty());
  EXPECT_THAT(cards.speeds.front().failure, HasSubstr("without_gemm"));
  EXPECT_THAT(grade_page(cards), HasSubstr(cards.speeds.front().failure));
  EXPECT_EQ(grade_document(cards).at("speeds").at(0).at("failure"), cards.speeds.front().failure);
}

}  // namespace
}  // namespace numapack
