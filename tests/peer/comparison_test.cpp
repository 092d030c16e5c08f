// SPDX-License-Identifier: BSD-3-Clause
#include "peer/comparison.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "peer/routine_jobs.hpp"
#include "support/command.hpp"

namespace numapack {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class Comparison : public ::testing::Test {
 protected:
  Comparison() {
    job_.call = {Type::d, 30, 20, 10, {Transpose::none}, {Transpose::transpose}, false};
    job_.sample_seconds = job_.visit_seconds = 0;  // one call a round
    options_.rounds = 4;
    options_.check = true;
    options_.program = NUMAPACK_COMMAND;
  }

  Peer fake(const std::string& name) const {
    return find_peer(name + "=" + NUMAPACK_FAKES + "/" + name + ".so", job_.threads, machine_);
  }

  ComparisonResult run(const std::vector<std::string>& fakes) {
    std::vector<Peer> peers;
    for (const std::string& name : fakes) peers.push_back(fake(name));
    ComparisonResult result = compare(job_, peers, machine_, options_);
    EXPECT_TRUE(testing::Command::children_of(getpid()).empty());
    return result;
  }

  const Machine machine_ = detect_machine();
  Job job_;
  ComparisonOptions options_;
};

TEST(Visits, FillTheSampleOfTheFastest) {
  EXPECT_EQ(visits_in_a_round(0.1, {0.011, 0.0101, 0.5}), 10);
  EXPECT_EQ(visits_in_a_round(0.1, {0.2, 3}), 1);
  EXPECT_EQ(visits_in_a_round(0, {0.01}), 1);
  EXPECT_EQ(visits_in_a_round(0.1, {}), 1);
  EXPECT_EQ(visits_in_a_round(0.1, {0, 0.1}), 1);
  EXPECT_EQ(visits_in_a_round(3600, {1e-9}), 1000);
}

TEST_F(Comparison, ManyVisitsMakeOneRateARound) {
  job_.visit_seconds = 1e-4;
  job_.sample_seconds = 0.01;
  options_.rounds = 2;
  const ComparisonResult result = run({"right", "crashing"});
  EXPECT_EQ(result.rounds, 2);
  EXPECT_GE(result.visits, 1);
  for (const int library : {0, 1}) {
    ASSERT_EQ(result.libraries[library].gflops.size(), 2u);
    for (const double rate : result.libraries[library].gflops) EXPECT_GT(rate, 0);
  }
  EXPECT_TRUE(std::isnan(result.libraries[2].gflops.back())) << result.visits << " visits";
}

TEST_F(Comparison, EveryRoundHasAllLibrariesAndOneBest) {
  const ComparisonResult result = run({"right", "wide"});
  EXPECT_EQ(result.rounds, 4);
  ASSERT_EQ(result.libraries.size(), 3u);
  EXPECT_EQ(result.libraries[0].name, "numapack");
  EXPECT_EQ(result.libraries[0].version, NUMAPACK_VERSION);
  EXPECT_EQ(result.libraries[2].symbol, "scipy_dgemm_64_");
  ASSERT_EQ(result.peak_gflops.size(), 4u);
  ASSERT_EQ(result.peak_ghz.size(), 4u);
  for (const double ghz : result.peak_ghz) EXPECT_GT(ghz, 0);
  for (std::size_t round = 0; round < 4; ++round) {
    double best = 0;
    for (const LibraryResult& library : result.libraries) {
      EXPECT_GT(library.gflops[round], 0);
      EXPECT_DOUBLE_EQ(library.efficiencies[round], library.gflops[round] / result.peak_gflops[round]);
      best = std::max(best, library.ratios[round]);
    }
    EXPECT_EQ(best, 1);
  }
  for (const LibraryResult& library : result.libraries) {
    EXPECT_EQ(library.failure, "");
    EXPECT_EQ(library.elements_checked, 600);
    EXPECT_LT(library.error_over_bound.value(), 1);
    EXPECT_EQ(library.pages.at("A").at("untouched"), 0);
  }
  EXPECT_TRUE(result.plan.contains("grid"));
  EXPECT_FALSE(result.explanation.empty());
}

TEST_F(Comparison, NumapackAloneHasTheLevelOfBits) {
  options_.rounds = 1;
  options_.bits = "portable";
  const ComparisonResult result = run({"right"});
  ASSERT_EQ(result.libraries.size(), 2u);
  EXPECT_EQ(result.libraries[0].environment, (Environment{{"NUMAPACK_BITS", "portable"}}));
  EXPECT_EQ(result.libraries[1].environment, fake("right").environment);
  EXPECT_THAT(result.plan.at("kernel").get<std::string>(), StartsWith("portable"));
}

TEST_F(Comparison, GapsOffsetsAndTurnsLeaveTheAnswerRight) {
  job_.gapped = {37, 23, 31};
  job_.offset = 3;
  options_.rounds = 1;
  options_.plain = true;
  for (const bool row_major : {false, true}) {
    if (row_major) job_ = transposed(job_);
    const ComparisonResult result = run({"right"});
    ASSERT_EQ(result.libraries.size(), 3u);
    EXPECT_EQ(result.libraries[1].name, "numapack plain");
    for (const LibraryResult& library : result.libraries) {
      EXPECT_EQ(library.failure, "");
      EXPECT_EQ(library.elements_checked, 600);
      EXPECT_LT(library.error_over_bound.value(), 1) << library.name;
    }
  }
}

TEST_F(Comparison, AnotherRoutineIsMeasuredBesideThosePeersThatHaveIt) {
  options_.rounds = 2;
  job_.form = {find_routine("syrk"), "LT"};
  job_.call = product_of(job_.form, Type::d, 1, 20, 10, false);
  const ComparisonResult result = run({"right", "crashing", "wide"});
  ASSERT_EQ(result.left_out.size(), 1u);
  EXPECT_EQ(result.left_out[0].library, "crashing");
  EXPECT_EQ(result.left_out[0].lacks, "dsyrk");
  EXPECT_THAT(result.left_out[0].path, HasSubstr("crashing.so"));
  ASSERT_EQ(result.libraries.size(), 3u);
  EXPECT_EQ(result.libraries[1].symbol, "dsyrk_");
  EXPECT_EQ(result.libraries[2].symbol, "scipy_dsyrk_64_");
  EXPECT_EQ(result.rounds, 2);
  for (const LibraryResult& library : result.libraries) {
    EXPECT_EQ(library.failure, "");
    EXPECT_EQ(library.elements_checked, 400);
    EXPECT_LT(library.error_over_bound.value(), 1) << library.name;
    EXPECT_TRUE(library.pages.contains("A"));
    EXPECT_FALSE(library.pages.contains("B"));
    for (const double rate : library.gflops) EXPECT_GT(rate, 0);
  }
  EXPECT_TRUE(result.plan.contains("grid"));
}

TEST_F(Comparison, EveryCallInPlaceStartsFromTheSameB) {
  options_.rounds = 1;
  job_ = testing::small_job({find_routine("trsm"), "RUTN"}, Type::d);
  job_.visit_seconds = 1e-3;  // many calls a visit
  const ComparisonResult result = run({"right"});
  ASSERT_EQ(result.libraries.size(), 2u);
  for (const LibraryResult& library : result.libraries) {
    EXPECT_EQ(library.failure, "");
    EXPECT_LT(library.error_over_bound.value(), 1) << library.name;
  }
  EXPECT_TRUE(result.plan.is_null());
}

TEST_F(Comparison, EveryFactorisationStartsFromTheMatrixAsItWas) {
  options_.rounds = 2;
  job_.form = {find_routine("potrf"), "L"};
  job_.call = product_of(job_.form, Type::d, 1, 20, 1, false);
  job_.visit_seconds = 1e-3;  // many calls a visit
  const ComparisonResult result = run({"right", "crashing"});
  ASSERT_EQ(result.libraries.size(), 2u);
  for (const LibraryResult& library : result.libraries) {
    EXPECT_EQ(library.failure, "") << "the fake says 99 to what it left";
    EXPECT_GT(library.calls_per_visit, 1);
    EXPECT_LT(library.error_over_bound.value(), 1) << library.name;
    EXPECT_GT(library.elements_checked, 0);
  }
  ASSERT_EQ(result.left_out.size(), 1u);
  EXPECT_EQ(result.left_out[0].lacks, "dpotrf");
}

TEST_F(Comparison, AFactorisationThatSaysThatItCannotHasFailed) {
  options_.rounds = 1;
  job_.form = {find_routine("getrf"), ""};
  job_.call = product_of(job_.form, Type::d, 20, 20, 1, false);
  EXPECT_THAT(run({"wrong"}).libraries[1].failure, HasSubstr("info is 3"));
}

TEST_F(Comparison, ATriangleOfCThatIsNotWantedMustStay) {
  options_.rounds = 1;
  job_.form = {find_routine("syrk"), "LN"};
  job_.call = product_of(job_.form, Type::d, 1, 20, 10, false);
  EXPECT_GT(run({"wrong"}).libraries[1].error_over_bound.value(), 1e6);
}

TEST_F(Comparison, ABuildThatLacksTheRoutineIsRefused) {
  options_.library = std::string(NUMAPACK_FAKES) + "/crashing.so";
  job_.form = {find_routine("syrk"), "LN"};
  job_.call = product_of(job_.form, Type::d, 1, 20, 10, false);
  try {
    compare(job_, {}, machine_, options_);
    FAIL() << "measured";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("--library"));
    EXPECT_THAT(error.what(), HasSubstr("dsyrk"));
  }
}

TEST_F(Comparison, TwoBuildsOfNumapackBesideEachOther) {
  options_.library = NUMAPACK_LIBRARY;
  options_.plain = true;
  job_.threads = 1;
  const Peer before = find_peer(std::string("before=") + NUMAPACK_LIBRARY, 1, machine_);
  const ComparisonResult result = compare(job_, {before}, machine_, options_);
  ASSERT_EQ(result.libraries.size(), 3u);
  for (const LibraryResult& library : result.libraries) {
    EXPECT_EQ(library.failure, "");
    EXPECT_EQ(library.symbol, "numapack_dgemm") << library.name;
    EXPECT_EQ(library.path, NUMAPACK_LIBRARY) << library.name;
    EXPECT_THAT(library.environment, ::testing::Contains(::testing::Pair("NUMAPACK_NUM_THREADS", "1")));
    EXPECT_LT(library.error_over_bound.value(), 1) << library.name;
  }
  EXPECT_TRUE(result.plan.is_null());  // this build's plan need not be the other's
  EXPECT_EQ(result.explanation, "");
}

TEST_F(Comparison, ABuildThatDoesNotLoadIsNamed) {
  options_.library = "/nowhere/libnumapack.so";
  try {
    compare(job_, {}, machine_, options_);
    FAIL() << "measured";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("--library"));
    EXPECT_THAT(error.what(), HasSubstr("/nowhere/libnumapack.so"));
  }
}

TEST_F(Comparison, PinningSaysWhatBecameOfIt) {
  options_.rounds = 1;
  job_.threads = 1;
  const Peer pinned = find_peer(std::string("pinned:right=") + NUMAPACK_FAKES + "/right.so", 1, machine_);
  EXPECT_EQ(pinned.name, "right pinned");
  const ComparisonResult result = compare(job_, {pinned}, machine_, options_);
  EXPECT_THAT(result.libraries[1].remarks, ::testing::Contains("each thread pinned to a core"));
}

TEST_F(Comparison, AWrongLibraryIsCaught) {
  const ComparisonResult result = run({"wrong"});
  EXPECT_GT(result.libraries[1].error_over_bound.value(), 1e6);
  EXPECT_LT(result.libraries[0].error_over_bound.value(), 1);
}

TEST_F(Comparison, ACrashIsReportedAndTheOthersGoOn) {
  options_.rounds = 6;
  const ComparisonResult result = run({"crashing", "right"});
  EXPECT_EQ(result.rounds, 6);
  const LibraryResult& crashed = result.libraries[1];
  EXPECT_THAT(crashed.failure, HasSubstr("signal 11"));
  EXPECT_THAT(crashed.failure, HasSubstr("the fake falls"));
  EXPECT_FALSE(std::isnan(crashed.gflops.front()));
  EXPECT_TRUE(std::isnan(crashed.gflops.back()));
  EXPECT_TRUE(crashed.ratio().has_value());
  EXPECT_FALSE(crashed.error_over_bound.has_value());
  for (const double rate : result.libraries[2].gflops) EXPECT_GT(rate, 0);
  EXPECT_LT(result.libraries[2].error_over_bound.value(), 1);
}

TEST_F(Comparison, AHangIsEnded) {
  options_.rounds = 3;
  options_.patience = 5;
  const ComparisonResult result = run({"hanging"});
  EXPECT_THAT(result.libraries[1].failure, HasSubstr("silent for 5 seconds"));
  EXPECT_EQ(result.libraries[0].failure, "");
  EXPECT_EQ(result.rounds, 3);
}

TEST_F(Comparison, WhatDoesNotLoadIsRefusedByName) {
  try {
    run({"right", "nonexistent"});
    FAIL() << "it ran";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    EXPECT_EQ(error.where(), "--peer nonexistent");
  }
  EXPECT_TRUE(testing::Command::children_of(getpid()).empty());
}

TEST_F(Comparison, AnInterruptKeepsTheRoundsSoFar) {
  bool stop = false;
  options_.rounds = 1000;
  options_.interrupted = [&] { return stop; };
  options_.progress = [&](const std::string& what, double) { stop = stop || what.starts_with("round 3 "); };
  const ComparisonResult result = run({"right"});
  EXPECT_TRUE(result.interrupted);
  EXPECT_EQ(result.rounds, 2);
  EXPECT_EQ(result.libraries[1].gflops.size(), 2u);
  EXPECT_EQ(result.libraries[1].failure, "");
}

}  // namespace
}  // namespace numapack
