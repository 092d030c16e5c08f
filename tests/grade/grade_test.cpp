// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/outcome.hpp"
#include "grade/calls/random_call.hpp"
#include "grade/checks/check.hpp"
#include "grade/faulty.hpp"
#include "grade/grade.hpp"

namespace numapack {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string drop_in = std::filesystem::path(NUMAPACK_COMMAND).parent_path() / "libnumapack_blas.so.0";

ChildOptions of_command(double patience = 60) {
  ChildOptions options;
  options.program = NUMAPACK_COMMAND;
  options.patience = patience;
  return options;
}

Peer peer_at(const std::string& path, int threads = 2) {
  Peer peer;
  peer.name = "library";
  peer.paths = {path};
  peer.environment = {{"OMP_NUM_THREADS", std::to_string(threads)}};
  return peer;
}

ChildReport report_of(const char* fault, const json& order, double patience = 60) {
  const Fault set(fault);
  return run_child(peer_at(fake("faulty")), order, of_command(patience));
}

/// What a check grades, by item, with this fault.
std::map<std::string, json> graded(const ChildReport& report) {
  EXPECT_EQ(report.failure, "");
  std::map<std::string, json> items;
  for (const json& said : report.said) {
    if (!said.contains("item")) continue;
    json& item = items[said.at("item").get<std::string>()];
    if (item.is_null() || item.at("passed").get<bool>()) item = said;
  }
  return items;
}
std::map<std::string, json> graded(const char* fault, const json& order) {
  return graded(report_of(fault, order));
}

/// Items that fail.
std::vector<std::string> failed(const std::map<std::string, json>& items) {
  std::vector<std::string> names;
  for (const auto& [name, item] : items)
    if (!item.at("passed").get<bool>()) names.push_back(name);
  return names;
}

const json accuracy{{"check", "accuracy"}, {"sizes", {64}}}, residuals{{"check", "residuals"}},
    exceptions{{"check", "exceptions"}}, callers{{"check", "callers"}, {"threads", 4}},
    forked{{"check", "fork"}, {"patience", 2.0}}, small{{"check", "stack"}, {"kib", 64}},
    ended{{"check", "end"}};

TEST(Accuracy, HasALetterForEachFormOfTheError) {
  const std::map<const char*, std::string> letters{
      {"", "A"}, {"fixed-point", "B"}, {"strassen", "C"}, {"inaccurate", "D"}};
  for (const auto& [fault, letter] : letters) {
    const auto items = graded(fault, accuracy);
    EXPECT_EQ(items.size(), 4U);
    for (const auto& [name, item] : items)
      EXPECT_EQ(item.at("grade"), letter) << fault << " " << name << item;
  }
}

TEST(Level3, IsSeenToBeWrong) {
  BitsOptions bits;
  bits.calls = 5;
  bits.routines = {find_routine("gemm")};
  bits.threads = {1};
  bits.against_reference = true;
  const auto worst = [&](const char* name) {
    const Fault fault(name);
    return measure_bits([](int threads) { return peer_at(fake("faulty"), threads); }, bits, of_command())
        .runs.front()
        .worst_error;
  };
  EXPECT_LE(worst(""), 1);
  EXPECT_GT(worst("inaccurate"), 1);
}

TEST(ResidualRatios, SeeFactorsThatAreOff) {
  EXPECT_THAT(failed(graded("", residuals)), IsEmpty());
  EXPECT_THAT(failed(graded("residuals", residuals)),
              ::testing::ElementsAre("dgeqrf", "dgetrf", "dgetri", "dgetrs", "dpotrf", "dpotri"));
}

TEST(ExceptionRules, AreEachSeenToBeBroken) {
  const std::map<std::string, const char*> faults{
      {"NaN in A reaches its row of C", "drops-nan"},
      {"infinity in A reaches its row of C", "drops-nan"},
      {"zero times NaN is NaN", "skips-zeros"},
      {"beta = 0 does not read C", "reads-c"},
      {"alpha = 0 does not read A", "reads-a"},
      {"alpha = NaN makes C NaN", "drops-nan"},
      {"symm reads one triangle of A", "triangles"},
      {"syrk writes one triangle of C", "triangles"},
      {"trsm reads one triangle of A", "triangles"},
      {"trsm by a triangle of NaN is NaN, zeros or not", "skips-zeros"},
      {"trsm with alpha = 0 makes B zero", "reads-a"},
      {"trsm divided by zero is not finite", "drops-nan"},
      {"potrf of NaN is info", "no-info"},
      {"getrf of a zero column is info, the rest factored", "no-info"}};
  const auto right = graded("", exceptions);
  EXPECT_THAT(failed(right), IsEmpty());
  EXPECT_EQ(right.size(), faults.size());
  std::map<std::string, std::map<std::string, json>> found;
  for (const auto& [rule, fault] : faults) {
    if (!found.contains(fault)) found[fault] = graded(fault, exceptions);
    ASSERT_TRUE(found[fault].contains(rule)) << rule;
    EXPECT_FALSE(found[fault][rule].at("passed").get<bool>()) << rule;
    EXPECT_NE(found[fault][rule].at("what"), "") << rule;
  }
}

TEST(CallersAtOnce, AreSeenToDisturbEachOther) {
  EXPECT_THAT(failed(graded("", callers)), IsEmpty());
  EXPECT_THAT(failed(graded("shared", callers)), ::testing::SizeIs(1));
}

TEST(ForkedChildren, ThatHangOrFallAreSeen) {
  EXPECT_THAT(failed(graded("", forked)), IsEmpty());
  EXPECT_THAT(graded("fork-hang", forked)["call in a forked child"].dump(), HasSubstr("did not come back"));
  EXPECT_THAT(graded("fork-crash", forked)["call in a forked child"].dump(),
              HasSubstr("killed by signal 11"));
  EXPECT_THAT(failed(graded("fork-wrong", forked)),
              ::testing::ElementsAre("call in a forked child", "call in its parent"));
}

TEST(SmallStacks, ThatOverflowAreSeen) {
  EXPECT_THAT(failed(graded("", small)), IsEmpty());
  const std::map<const char*, const char*> faults{{"stack", "64 KiB, dgemm"},
                                                  {"stack-potrf", "64 KiB, dpotrf"},
                                                  {"stack-getrf", "64 KiB, dgetrf"},
                                                  {"stack-geqrf", "64 KiB, dgeqrf"}};
  for (const auto& [fault, begun] : faults) {
    const ChildReport report = report_of(fault, small);
    EXPECT_THAT(report.failure, HasSubstr("killed by signal 11")) << fault;
    EXPECT_EQ(report.said.back().at("begin"), begun);
  }
  EXPECT_THAT(failed(graded("inaccurate", small)), ::testing::ElementsAre("64 KiB"));
}

TEST(ProcessEnds, ThatFallOrHangAreSeen) {
  EXPECT_EQ(report_of("", ended).ending, "");
  EXPECT_THAT(report_of("end-crash", ended).ending, HasSubstr("killed by signal 6"));
  EXPECT_THAT(report_of("end-status", ended).ending, HasSubstr("status 3"));
  EXPECT_THAT(report_of("end-hang", ended, 2).ending, HasSubstr("gave no answer"));
}

TEST(WrongArguments, ThatEndTheProcessOrWriteAreSeen) {
  for (const char* which : kWrongArguments) {
    const json order{{"check", "arguments"}, {"case", which}};
    const auto right = graded("", order);
    EXPECT_EQ(right.size(), 1U) << which;
    EXPECT_THAT(failed(right), IsEmpty()) << which;
    EXPECT_THAT(report_of("arguments-exit", order).failure, HasSubstr("status 0, after \"a wrong argument\""))
        << which;
    EXPECT_THAT(report_of("arguments-abort", order).failure, HasSubstr("killed by signal 6")) << which;
    EXPECT_THAT(failed(graded("arguments-write", order)), ::testing::SizeIs(1)) << which;
  }
  for (const char* which : kWrongArguments)
    EXPECT_THAT(failed(graded("no-info", {{"check", "arguments"}, {"case", which}})),
                ::testing::SizeIs(std::string(which).find("trf") == std::string::npos ? 0 : 1))
        << which;
}

TEST(Hanging, IsSeen) { EXPECT_THAT(report_of("hang", ended, 1).failure, HasSubstr("silent for 1 seconds")); }

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
