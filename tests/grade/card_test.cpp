// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/grade/grade_page.hpp"
#include "cli/outcome.hpp"
#include "grade/calls/random_call.hpp"
#include "grade/faulty.hpp"
#include "grade/grade.hpp"

namespace numapack {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

const std::string drop_in = std::filesystem::path(NUMAPACK_COMMAND).parent_path() / "libnumapack_blas.so.0";

/// What the card says of each check with this fault.
std::map<std::string, std::string> card_of(const char* fault) {
  const Fault set(fault);
  GradeOptions grade;
  grade.bits.calls = 8;
  grade.routines = {find_routine("gemm")};
  grade.bits.threads = {1};
  const auto library = [](int threads) { return peer_at(fake("faulty"), threads); };
  std::map<std::string, std::string> results;
  for (const GradedCheck& check : grade_library(library, grade, of_command()).checks)
    results[check.name] = check.result();
  return results;
}

TEST(Grade, FailsWrongProductsAndOtherBits) {
  const auto right = card_of("");
  EXPECT_EQ(right.at("level 3"), "pass");
  EXPECT_EQ(right.at("bits"), "pass");
  const auto wrong = card_of("inaccurate");
  EXPECT_EQ(wrong.at("level 3"), "fail");
  EXPECT_EQ(wrong.at("bits"), "pass");
  EXPECT_EQ(card_of("bits-repeated").at("bits"), "fail");
}

TEST(Grade, NamesTheRoutinesThatALibraryLacks) {
  const Fault fault("");
  GradeOptions grade;
  grade.bits.calls = 30;
  grade.bits.threads = {1};
  grade.routines = {find_routine("gemm"), find_routine("herk"), find_routine("trmm")};
  std::set<std::string> drawn;
  for (std::uint64_t number = 0; number < grade.bits.calls; ++number) {
    const Job call = random_call(grade.bits.seed, number, grade.routines);
    if (!call.form.is_gemm()) drawn.insert(letter(call.call.type) + std::string(call.form.routine->name));
  }
  ASSERT_GT(drawn.size(), 2U);
  ReportCards cards;
  cards.libraries = {
      grade_library([](int threads) { return peer_at(fake("faulty"), threads); }, grade, of_command())};
  const json library = grade_document(cards).at("libraries").at(0);
  EXPECT_EQ(library.at("lacks").get<std::set<std::string>>(), drawn);
  const json& level3 = library.at("checks").at(1);
  EXPECT_EQ(level3.at("name"), "level 3");
  for (const std::string& name : drawn) EXPECT_THAT(level3.at("summary").get<std::string>(), HasSubstr(name));
  EXPECT_THAT(grade_page(cards), HasSubstr("without "));
}

TEST(Grade, OfThisBuildPasses) {
  const testing::TemporaryDirectory folder;
  const Outcome outcome = run({"grade", "--library", "numapack=" + drop_in, "--calls", "10", "--json",
                               folder.file("card.json"), "--html", folder.file("card.html")});
  EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.error;
  const json card = json::parse(testing::contents(folder.file("card.json")));
  const json& checks = card.at("libraries").at(0).at("checks");
  EXPECT_EQ(checks.size(), 10U);
  for (const json& check : checks)
    EXPECT_EQ(check.at("result"), check.at("name") == "accuracy" ? "A" : "pass") << check;
  double seconds = 0;
  for (const json& check : checks) seconds += check.at("seconds").get<double>();
  const auto all = card.at("libraries").at(0).at("seconds").get<double>();
  EXPECT_GT(checks.at(0).at("seconds").get<double>(), 0);
  EXPECT_NEAR(seconds, all, 1e-6 * all);
  const std::string took = fmt::format("took {:.1f} s", all);
  EXPECT_THAT(outcome.out, HasSubstr(took));
  EXPECT_THAT(testing::contents(folder.file("card.html")), HasSubstr(took));
  for (const json& speed : card.at("speeds")) EXPECT_EQ(speed.at("libraries").size(), 2U) << speed;
  EXPECT_THAT(testing::contents(folder.file("card.html")), HasSubstr("<td class=\"A\">A</td>"));
}

TEST(Grade, OfSomeRoutinesCallsNoOther) {
  const Outcome outcome = run({"grade", "--library", "numapack=" + drop_in, "--calls", "4", "--routines",
                               "potri,getrf", "--json", "-"});
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  const json card = json::parse(outcome.out);
  EXPECT_EQ(card.at("routines"), json({"potri", "getrf"}));
  std::map<std::string, std::set<std::string>> items;
  for (const json& check : card.at("libraries").at(0).at("checks"))
    for (const json& item : check.at("items"))
      items[check.at("name").get<std::string>()].insert(item.at("item").get<std::string>());
  const std::map<std::string, std::set<std::string>> wanted{
      {"residuals",
       {"spotri", "dpotri", "cpotri", "zpotri", "sgetrf", "dgetrf", "cgetrf", "zgetrf", "dgetrs"}},
      {"exceptions", {"getrf of a zero column is info, the rest factored"}},
      {"fork", {"call in a forked child", "call in its parent"}},
      {"small stacks", {"64 KiB", "128 KiB", "256 KiB"}},
      {"process end", {"end right after a call"}},
      {"bad arguments", {"dgetrf n=-1"}}};
  EXPECT_EQ(items, wanted);
  EXPECT_EQ(card.at("speeds").size(), 1U);
  EXPECT_EQ(card.at("speeds").at(0).at("routine"), "dgetrf n=1000");
}

TEST(Grade, OfALibraryThatFallsIsAFail) {
  const Fault fault("crash-at-once");
  const Outcome outcome = run({"grade", "--library", fault.library(), "--calls", "4"});
  EXPECT_EQ(outcome.status, 1) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("accuracy, sgemm: sgemm: killed by signal 11"));
  EXPECT_THAT(outcome.out, HasSubstr("Conditions"));
}

TEST(Grade, BadInputIsOneLineAndStatusTwo) {
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"grade"},
                                             {"grade", "--library", "/missing.so"},
                                             {"grade", "--library", fake("right"), "--calls", "-1"},
                                             {"grade", "--library", fake("right"), "--routines", "gemmt"},
                                             {"grade", "--library", fake("right"), "--patience", "0"},
                                             {"grade", "--library", fake("right"), "--html", "/"}}) {
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.status, 2) << ::testing::PrintToString(words) << outcome.error;
    EXPECT_TRUE(one_line(outcome.error)) << outcome.error;
  }
}

}  // namespace
}  // namespace numapack
