// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "grade/calls/random_call.hpp"
#include "grade/checks/check.hpp"
#include "grade/faulty.hpp"
#include "grade/grade.hpp"

namespace numapack {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

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
  EXPECT_THAT(failed(graded("residuals:s", residuals)),
              ::testing::ElementsAre("sgeqrf", "sgetrf", "sgetri", "spotrf", "spotri"));
  EXPECT_THAT(failed(graded("residuals:d", residuals)),
              ::testing::ElementsAre("dgeqrf", "dgetrf", "dgetri", "dgetrs", "dpotrf", "dpotri"));
}

TEST(ExceptionRules, AreEachSeenToBeBrokenByOneTypeAlone) {
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
  for (const auto& [rule, name] : faults) {
    for (const char type : std::string("sd")) {
      const std::string fault = std::string(name) + ":" + type;
      if (!found.contains(fault)) found[fault] = graded(fault.c_str(), exceptions);
      ASSERT_TRUE(found[fault].contains(rule)) << rule;
      EXPECT_FALSE(found[fault][rule].at("passed").get<bool>()) << fault << " " << rule;
      EXPECT_THAT(found[fault][rule].at("what").get<std::string>(), ::testing::StartsWith(std::string{type}));
    }
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

}  // namespace
}  // namespace numapack
