// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/outcome.hpp"
#include "grade/calls/call_data.hpp"
#include "grade/calls/random_call.hpp"
#include "grade/faulty.hpp"

namespace numapack {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

Outcome bits_of(const std::string& library, std::vector<std::string> words = {}) {
  words.insert(words.begin(), {"bits", "--library", library, "--json", "-"});
  return run(words);
}

/// Calls that differ, by aspect, of all the runs of the first library.
std::map<std::string, int> differing(const Outcome& outcome) {
  std::map<std::string, int> calls;
  const json document = json::parse(outcome.out);
  for (const json& run : document.at("libraries").at(0).at("runs"))
    for (const auto& [aspect, found] : run.at("differing").items())
      if (!found.is_null()) calls[aspect] += found.at("calls").get<int>();
  return calls;
}

const std::vector<std::string> few{"--calls", "12", "--routines", "gemm"};

TEST(RandomCalls, AreTheSameOnesForASeedWhateverTheirNumber) {
  const auto routines = standard_routines();
  EXPECT_EQ(routines.size(), 9U);
  std::set<std::string> names, letters;
  for (std::uint64_t call = 0; call < 3000; ++call) {
    const Job job = random_call(5, call, routines);
    EXPECT_EQ(describe_call(job), describe_call(random_call(5, call, routines)));
    names.insert(letter(job.call.type) + std::string(job.form.routine->name));
    for (const Index size : {job.call.m, job.call.n, job.call.k})
      EXPECT_TRUE(size >= 1 && size <= 1200) << size;
  }
  EXPECT_EQ(names.size(), 30U);  // all of level 3 that BLAS has
  EXPECT_NE(describe_call(random_call(5, 0, routines)), describe_call(random_call(6, 0, routines)));
}

TEST(CallDataTest, LiesAsItIsTold) {
  Job job = random_call(1, 0, {find_routine("gemm")});
  job.call.type = Type::d;
  CallData<double> plain(job), other(job, {{3, 5, 7}, {1, 2, 3}});
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(plain.data(0)) % 4096, 0U);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(other.data(2)) % 4096, 56U);
  EXPECT_EQ(other.job().leading(2), job.rows(2) + 3);
  EXPECT_EQ(plain.digest(), other.digest());
  other.at(2, 0, 0) += 1;
  EXPECT_NE(plain.digest(), other.digest());
}

TEST(Bits, OfALibraryThatKeepsThemAreTheSame) {
  const Fault none("");
  const Outcome outcome = bits_of(none.library(), few);
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  for (const auto& [aspect, calls] : differing(outcome)) EXPECT_EQ(calls, 0) << aspect;
  EXPECT_EQ(differing(outcome).size(), 5U);
}

TEST(Bits, SeeEachWayInWhichTheyDiffer) {
  for (const std::string aspect : {"threads", "process", "repeated", "alignment", "gaps"}) {
    const Fault fault(("bits-" + aspect).c_str());
    const Outcome outcome = bits_of(fault.library(), few);
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    EXPECT_GT(differing(outcome).at(aspect), 0) << aspect;
    if (aspect != "process" && aspect != "repeated") {
      for (const auto& [other, calls] : differing(outcome)) {
        EXPECT_TRUE(other == aspect || calls == 0) << aspect << " " << other;
      }
    }
  }
}

TEST(Bits, OfThisBuildAreTheSame) {
  const Outcome outcome = bits_of("numapack=" NUMAPACK_LIBRARY, {"--calls", "60", "--threads", "2,3"});
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  EXPECT_EQ(differing(outcome).size(), 5U);
  for (const auto& [aspect, calls] : differing(outcome)) EXPECT_EQ(calls, 0) << aspect;
}

TEST(Bits, OfALibraryThatFallsAreAFinding) {
  const Fault fault("crash");
  const Outcome outcome = run({"bits", "--library", fault.library(), "--library", "right=" + fake("right"),
                               "--calls", "12", "--routines", "gemm"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, HasSubstr("killed by signal 11"));
  EXPECT_THAT(outcome.out, HasSubstr("\nright "));  // the next one is measured all the same
}

TEST(Bits, BadInputIsOneLineAndStatusTwo) {
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"bits"},
                                             {"bits", "--library", ""},
                                             {"bits", "--library", "/missing.so"},
                                             {"bits", "--library", fake("without_gemm")},
                                             {"bits", "--library", fake("right"), "--library", fake("right")},
                                             {"bits", "--library", fake("right"), "--calls", "0"},
                                             {"bits", "--library", fake("right"), "--threads", "0"},
                                             {"bits", "--library", fake("right"), "--routines", "nonsense"},
                                             {"bits", "--library", fake("right"), "--json", "/"}}) {
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.status, 2) << ::testing::PrintToString(words) << outcome.error;
    EXPECT_TRUE(one_line(outcome.error)) << outcome.error;
  }
}

}  // namespace
}  // namespace numapack
