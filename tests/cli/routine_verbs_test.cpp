// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/outcome.hpp"
#include "peer/fakes.hpp"

namespace numapack {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string right_peer = "right=" + fake("right"), crashing_peer = "crashing=" + fake("crashing");

TEST(RoutineVerbs, BadInputIsOneLineAndStatusTwo) {
  const std::vector<std::vector<std::string>> inputs{
      {"gemm", "-n", "8", "--routine", "nonsense"},
      {"gemm", "-n", "8", "--routine", "dherk"},
      {"gemm", "-n", "8", "--routine", "syrk", "--side", "L"},
      {"gemm", "-n", "8", "--routine", "syrk", "--uplo", "x"},
      {"gemm", "-n", "8", "--routine", "symm", "--side", "both"},
      {"gemm", "-n", "8", "--routine", "trsm", "--diag", "x"},
      {"gemm", "-n", "-8", "--routine", "trsm"},
      {"gemm", "-n", "8", "-m", "-8", "--routine", "trsm"},
      {"gemm", "-n", "8", "--routine", "syrk", "--grid", "1x1"},
      {"gemm", "-n", "8", "--routine", "syrk", "--kernel", "portable-d4x4"},
      {"gemm", "-n", "8", "--routine", "syrk", "--plain"},
      {"gemm", "-n", "8", "--routine", "syrk", "--row-major"},
      {"gemm", "-n", "8", "--routine", "syrk", "--library", fake("crashing")},
      {"gemm", "-n", "3000000", "--routine", "syrk"},
      {"gemm", "-n", "8", "-m", "9", "--routine", "dpotrf"},
      {"gemm", "-n", "8", "-m", "9", "--routine", "getri"},
      {"gemm", "-n", "8", "-k", "8", "--routine", "getrf"},
      {"gemm", "-n", "0", "--routine", "potrf"},
      {"gemm", "-n", "8", "-m", "-1", "--routine", "geqrf"},
      {"gemm", "-n", "8", "--uplo", "L", "--routine", "getrf"},
      {"gemm", "-n", "8", "--uplo", "x", "--routine", "potri"},
      {"gemm", "-n", "8", "--alpha", "2", "--routine", "potrf"},
      {"gemm", "-n", "8", "--beta", "2", "--routine", "potrf"},
      {"gemm", "-n", "8", "--home", "C=0", "--routine", "potrf"},
      {"gemm", "-n", "8", "--lda", "7", "--routine", "potrf"},
      {"gemm", "-n", "8", "--ldb", "8", "--routine", "potrf"},
      {"gemm", "-n", "8", "--type", "s", "--routine", "dpotrf"},
      {"gemm", "-n", "8", "--row-major", "--routine", "dpotrf"},
      {"gemm", "-n", "8", "--plain", "--routine", "dgeqrf"},
      {"gemm", "-n", "8", "--routine", "dpotrf", "--library", fake("crashing")},
      {"gemm", "-n", "3000000", "--routine", "getrf"},
      {"plan", "-n", "8", "--grid", "1x1", "--routine", "getrf"},
      {"plan", "-n", "8", "--nodes", "99", "--routine", "geqrf"},
      {"plan", "-n", "8", "-m", "9", "--routine", "potrf"},
      {"plan", "-n", "8", "--grid", "1x1", "--routine", "potrf"},
      {"plan", "-n", "8", "--region", "lower", "--routine", "potrf"},
      {"plan", "-n", "8", "--nodes", "99", "--routine", "potrf"},
      {"plan", "-n", "8", "--routine", "nonsense"},
      {"plan", "-n", "8", "--routine", "trmm", "--diag", "X"},
      {"plan", "-n", "8", "--routine", "dtrsm", "--region", "lower"},
      {"plan", "-n", "8", "--routine", "syrk", "--region", "lower"},
      {"plan", "-n", "8", "--routine", "symm", "--structure-a", "symmetric-lower"},
      {"plan", "-n", "8", "--routine", "symm", "--diag", "U"},
      {"plan", "-n", "8", "--batch", "0"},
      {"plan", "-n", "8", "--batch", "9", "--routine", "dsyrk"},
      {"plan", "-n", "8", "--batch", "9", "--packed", "a"},
      {"plan", "-n", "8", "--packed", "c"},
      {"plan", "-n", "8", "--packed", "a", "--routine", "dsyrk"},
      {"plan", "-n", "8", "--packed", "a", "--structure-a", "symmetric-lower"},
      {"plan", "-n", "8", "--packed", "b", "--nodes", "0"},
  };
  for (const std::vector<std::string>& words : inputs) {
    const Outcome outcome = run(words);
    const std::string line = ::testing::PrintToString(words);
    EXPECT_EQ(outcome.status, 2) << line << outcome.error;
    EXPECT_EQ(outcome.out, "") << line;
    EXPECT_EQ(std::count(outcome.error.begin(), outcome.error.end(), '\n'), 1) << line << outcome.error;
  }
}

TEST(RoutineVerbs, SayWhatIsAllowed) {
  EXPECT_THAT(run({"gemm", "-n", "8", "--routine", "q"}).error,
              HasSubstr("use gemm, symm, hemm, syrk, herk, syr2k, her2k, gemmt, trmm, trsm"));
  EXPECT_THAT(run({"gemm", "-n", "8", "--routine", "syrk", "--side", "L"}).error,
              HasSubstr("--side: syrk has none; it has --uplo and --trans"));
  EXPECT_THAT(run({"gemm", "-n", "8", "--routine", "q"}).error,
              HasSubstr("potrf, getrf, potri, getri, geqrf"));
  EXPECT_THAT(run({"gemm", "-n", "8", "--routine", "getrf", "--uplo", "L"}).error,
              HasSubstr("--uplo: getrf has none; leave it out"));
  EXPECT_THAT(run({"gemm", "-n", "8", "-m", "9", "--routine", "potri"}).error,
              HasSubstr("A of potri is n x n, and n is 8; leave -m out"));
}

TEST(RoutineVerbs, GemmWritesTheDocumentedJson) {
  const Outcome outcome = run({"gemm",        "--routine", "dsyrk", "--uplo",  "U",      "--trans",  "T",
                               "-n",          "40",        "-k",    "8",       "--peer", right_peer, "--peer",
                               crashing_peer, "--rounds",  "2",     "--check", "--json", "-"});
  ASSERT_EQ(outcome.status, 0) << outcome.error;
  const json document = json::parse(outcome.out);
  const json& problem = document.at("problem");
  EXPECT_EQ(problem.at("routine"), "syrk");
  EXPECT_EQ(problem.at("letters"), (json{{"uplo", "U"}, {"trans", "T"}}));
  EXPECT_EQ(problem.at("region"), "upper");
  EXPECT_EQ(problem.at("flops"), 8 * 40 * 41);
  EXPECT_EQ(problem.at("bytes"), 8 * (40 * 8 + 40 * 40));
  EXPECT_TRUE(problem.at("ldb").is_null());
  EXPECT_EQ(problem.at("homes").size(), 2u);
  EXPECT_TRUE(document.at("plan").at("traffic").contains("read"));
  ASSERT_EQ(document.at("results").size(), 2u);
  EXPECT_EQ(document.at("results").at(1).at("symbol"), "dsyrk_");
  for (const json& result : document.at("results")) EXPECT_LT(result.at("error_over_bound").get<double>(), 1);
  ASSERT_EQ(document.at("left_out").size(), 1u);
  EXPECT_EQ(document.at("left_out").at(0).at("library"), "crashing");
  EXPECT_EQ(document.at("left_out").at(0).at("lacks"), "dsyrk");
}

TEST(RoutineVerbs, ThePageNamesTheRoutineAndWhoLacksIt) {
  const Outcome outcome = run({"gemm", "--routine", "trsm", "--side", "R", "-m", "9", "-n", "20", "--peer",
                               right_peer, "--peer", crashing_peer, "--rounds", "1", "--check"});
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("dtrsm (side R, uplo L, trans N, diag N): X A = B"));
  EXPECT_THAT(outcome.out, HasSubstr("left out: crashing, which has no dtrsm"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("Plan\n")));
}

TEST(RoutineVerbs, LapacksAreMeasuredAndChecked) {
  const Outcome outcome = run({"gemm", "--routine", "dgeqrf", "-m", "60", "-n", "40", "--peer", right_peer,
                               "--peer", crashing_peer, "--rounds", "2", "--check", "--json", "-"});
  ASSERT_EQ(outcome.status, 0) << outcome.error;
  const json document = json::parse(outcome.out);
  const json& problem = document.at("problem");
  EXPECT_EQ(problem.at("routine"), "geqrf");
  EXPECT_EQ(problem.at("letters"), json::object());
  EXPECT_EQ(problem.at("m"), 60);
  EXPECT_EQ(problem.at("n"), 40);
  EXPECT_EQ(problem.at("region"), "full");
  for (const char* name : {"k", "alpha", "beta", "trans_a", "trans_b", "structure_a", "ldb", "ldc"})
    EXPECT_TRUE(problem.at(name).is_null()) << name;
  EXPECT_EQ(problem.at("bytes"), 8 * 60 * 40);
  EXPECT_TRUE(document.at("plan").is_null());
  EXPECT_GT(document.at("time").at("predicted").at("total_s").get<double>(), 0);
  ASSERT_EQ(document.at("results").size(), 2u);
  EXPECT_EQ(document.at("results").at(1).at("symbol"), "dgeqrf_");
  for (const json& result : document.at("results")) {
    EXPECT_LT(result.at("error_over_bound").get<double>(), 1);
    EXPECT_EQ(result.at("elements_checked"), 40 + 40 * 41 / 2) << "columns of Q R, and of Q with each other";
  }
  EXPECT_EQ(document.at("left_out").at(0).at("lacks"), "dgeqrf");
}

TEST(RoutineVerbs, ThePageOfAFactorisationNamesItAndWhoLacksIt) {
  const Outcome outcome = run({"gemm", "--routine", "dpotrf", "--uplo", "U", "-n", "50", "--peer", right_peer,
                               "--peer", crashing_peer, "--rounds", "1", "--check"});
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("dpotrf (uplo U): A = U^H U, A of 50 x 50, its upper half, type d"));
  EXPECT_THAT(outcome.out, HasSubstr("left out: crashing, which has no dpotrf"));
}

json plan_of(std::vector<std::string> words) {
  words.insert(words.begin(), "plan");
  words.insert(words.end(), {"--from", kKunpeng, "--json"});
  const Outcome outcome = run(words);
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  return json::parse(outcome.out).at("plan");
}

TEST(RoutineVerbs, PlansAreThoseOfTheStructuredProducts) {
  EXPECT_EQ(plan_of({"--routine", "dsyrk", "--uplo", "L", "-n", "8192", "-k", "4096"}),
            plan_of({"-n", "8192", "-k", "4096", "--trans-b", "t", "--region", "lower"}));
  EXPECT_EQ(plan_of({"--routine", "ssymm", "--side", "R", "--uplo", "U", "-m", "3000", "-n", "5000"}),
            plan_of({"--type", "s", "-m", "3000", "-n", "5000", "--structure-b", "symmetric-upper"}));
}

TEST(RoutineVerbs, APlanOfHer2kIsOfBothProducts) {
  for (const char* const homes : {"A=0,B=0,C=0", "A=interleave,B=interleave,C=interleave",
                                  "A=cyclic:64,B=cyclic:64,C=cyclic:64", "A=0,B=1,C=2"}) {
    const json plan =
        plan_of({"--routine", "zher2k", "--uplo", "U", "--trans", "C", "-n", "8192", "--home", homes});
    const double crossing = plan.at("traffic").at("crossing_bytes").get<double>(),
                 least = plan.at("bound").at("crossing_bytes").get<double>();
    EXPECT_GT(least, 0);
    EXPECT_LE(crossing, 1.05 * least) << homes;
    EXPECT_GE(crossing, 0.999 * least) << homes;
  }
}

TEST(RoutineVerbs, APlansPageNamesRoutineRegionAndBound) {
  const Outcome outcome =
      run({"plan", "--routine", "dsyr2k", "--uplo", "U", "-n", "8192", "--from", kKunpeng});
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("dsyr2k (uplo U, trans N): C = A B^T + B A^T"));
  EXPECT_THAT(outcome.out, HasSubstr("its upper half"));
  EXPECT_THAT(outcome.out, HasSubstr("both products at once"));
  EXPECT_THAT(outcome.out, HasSubstr("least"));
}

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
  EXPECT_THAT(outcome.out, HasSubstr("routine potrf, lower half"));
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

TEST(PlansOfSolves, AreThoseOfTheirTriangles) {
  for (const std::string trans : {"N", "T"}) {
    const json plan = plan_of({"--routine", "dgetrs", "--trans", trans, "-m", "3000", "-n", "900"});
    EXPECT_EQ(plan.at("rows_change_places"), trans == "N" ? "first" : "last");
    ASSERT_EQ(plan.at("solves").size(), 2U);
    for (const json& solve : plan.at("solves")) {
      std::int64_t lines = 0;
      for (const json& task : solve.at("tasks"))
        for (const json& block : task.at("lines"))
          lines += block.at("end").get<std::int64_t>() - block.at("begin").get<std::int64_t>();
      EXPECT_EQ(lines, 900);
    }
  }
  const Outcome outcome = run({"plan", "--routine", "zgetrs", "-m", "3000", "-n", "900", "--from", kKunpeng});
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("P L U X = B, B of 3000 x 900"));
  EXPECT_THAT(outcome.out, HasSubstr("op(A) upper on the left"));
  EXPECT_THAT(run({"gemm", "-n", "8", "--routine", "dgetrs"}).error,
              HasSubstr("is planned, and not measured"));
}

TEST(PlansOfQ, AddUpTheirCalls) {
  const std::vector<std::vector<std::string>> routines{
      {"dormqr", "-m", "3000", "-k", "1000"}, {"zunmqr", "-k", "1000"}, {"dorgqr", "-m", "3000"}, {"dgels"}};
  for (const std::vector<std::string>& routine : routines) {
    std::vector<std::string> words{"--routine"};
    words.insert(words.end(), routine.begin(), routine.end());
    words.insert(words.end(), {"-n", "2000"});
    const json plan = plan_of(words);
    double crossing = 0;
    for (const json& calls : plan.at("calls")) crossing += calls.at("crossing_bytes").get<double>();
    EXPECT_NEAR(crossing, plan.at("crossing_bytes").get<double>(), 1e-6 * crossing) << routine.front();
    EXPECT_GT(crossing, plan.at("least_crossing_bytes_of_calls").get<double>() * 0.999);
  }
  const auto refused = [](std::vector<std::string> words) {
    words.insert(words.begin(), "plan");
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.status, 2);
    return outcome.error;
  };
  EXPECT_THAT(refused({"--routine", "dormqr", "-n", "100", "-m", "50", "-k", "60"}),
              HasSubstr("at most 50 are possible"));
  EXPECT_THAT(refused({"--routine", "dorgqr", "-n", "100", "-m", "50"}), HasSubstr("of a Q of order 50"));
  EXPECT_THAT(refused({"--routine", "zunmqr", "-n", "100", "--trans", "T"}), HasSubstr("use N or C"));
  EXPECT_THAT(refused({"--routine", "dungqr", "-n", "100"}), HasSubstr("there is no dungqr"));
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

TEST(PlansOfInverses, SayOfWhichCallsTheyAreMade) {
  for (const std::string routine : {"dpotri", "zgetri"}) {
    const json plan = plan_of({"--routine", routine, "-n", "3000", "--home", "A=interleave"});
    double crossing = 0;
    std::vector<std::string> calls;
    for (const json& kind : plan.at("calls")) {
      calls.push_back(kind.at("routine"));
      crossing += kind.at("crossing_bytes").get<double>();
      EXPECT_LE(kind.at("calls_on_several_threads"), kind.at("calls"));
    }
    EXPECT_THAT(calls, ::testing::IsSupersetOf({"trmm", "trsm", routine == "dpotri" ? "syrk" : "gemm"}));
    EXPECT_DOUBLE_EQ(plan.at("crossing_bytes").get<double>(), crossing);
    EXPECT_GE(crossing, 0.999999 * plan.at("least_crossing_bytes_of_calls").get<double>());
    const Outcome outcome = run({"plan", "--routine", routine, "-n", "3000", "--from", kKunpeng});
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    EXPECT_THAT(outcome.out, HasSubstr("the least for these calls"));
    EXPECT_THAT(run({"plan", "--routine", routine, "-n", "100", "--grid", "2x2"}).error,
                HasSubstr("is planned without it"));
  }
}

TEST(PlansOfTriangles, ShareLinesByPagesAndSayWhatCrosses) {
  const json left = plan_of({"--routine", "dtrsm", "-m", "2000", "-n", "6000", "--home", "A=0,B=0"});
  EXPECT_EQ(left.at("lines_are"), "columns");
  ASSERT_EQ(left.at("tasks").size(), 4U);
  std::int64_t lines = 0;
  for (const json& task : left.at("tasks"))
    for (const json& block : task.at("lines")) {
      lines += block.at("end").get<std::int64_t>() - block.at("begin").get<std::int64_t>();
      EXPECT_EQ(block.at("copied"), task.at("node") != 0);
    }
  EXPECT_EQ(lines, 6000);
  const double crossing = left.at("crossing_bytes"), least = left.at("least_crossing_bytes");
  // Lines come in whole blocks, of which the home's may be larger ones.
  EXPECT_GE(crossing, 0.95 * least);
  EXPECT_LE(crossing, 1.05 * least);
  // Where pages do not decide, every owner of a line has a quarter.
  const json spread = plan_of({"--routine", "dtrsm", "-n", "4096", "--home", "A=interleave,B=interleave"});
  EXPECT_GT(spread.at("crossing_bytes").get<double>(), 1.5 * spread.at("least_crossing_bytes").get<double>());
  EXPECT_LE(spread.at("crossing_bytes").get<double>(),
            1.10 * spread.at("least_crossing_bytes_of_owners").get<double>());
  // Where each node has its columns only the triangle crosses.
  const json at_home =
      plan_of({"--routine", "dtrmm", "-m", "2000", "-n", "6000", "--home", "A=0,B=cyclic:1500"});
  EXPECT_NEAR(at_home.at("crossing_bytes").get<double>(), 3 * 2000.0 * 2001 / 2 * 8,
              0.02 * 3 * 2000 * 2000 * 4);
  const json right = plan_of({"--routine", "ztrsm", "--side", "R", "-m", "6000", "-n", "2000"});
  EXPECT_EQ(right.at("lines_are"), "rows");
  const auto outcome = run({"plan", "--routine", "trsm", "-n", "4000", "--from", kKunpeng});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, HasSubstr("the least where nodes share lines"));
}

TEST(PlansOfPackedOperands, SayWhereTheyLieAndThatNothingOfThemCrossesLater) {
  for (const std::string name : {"a", "b"}) {
    const json plan = plan_of({"--routine", "dgemm", "--packed", name, "-m", "4000", "-n", "4000", "-k",
                               "3000", "--home", "A=0,B=0,C=0", "--beta", "1"});
    EXPECT_EQ(plan.at("packed"), name == "a" ? "A" : "B");
    EXPECT_EQ(plan.at("lines_are"), name == "a" ? "rows" : "columns");
    ASSERT_EQ(plan.at("parts").size(), 4U);
    std::int64_t end = 0;
    for (const json& part : plan.at("parts")) {
      EXPECT_EQ(part.at("lines").at(0), end);
      end = part.at("lines").at(1);
      EXPECT_EQ(part.at("memory_node"), part.at("node"));
      EXPECT_GE(part.at("bytes").get<double>(),
                (end - part.at("lines").at(0).get<std::int64_t>()) * 3000 * 8.0);
    }
    EXPECT_EQ(end, 4000);
    const json& packing = plan.at("packing");
    EXPECT_NEAR(packing.at("crossing_bytes").get<double>(), 0.75 * 4000 * 3000 * 8, 0.02 * 4000 * 3000 * 8);
    EXPECT_EQ(packing.at("crossing_bytes"), packing.at("least_crossing_bytes"));
    const json& each = plan.at("product");
    EXPECT_EQ(each.at("crossing_bytes_of_packed"), 0);
    EXPECT_EQ(each.at("crossing_bytes_of_other"), 3 * 4000 * 3000 * 8.0);
    EXPECT_EQ(each.at("crossing_bytes"), each.at("least_crossing_bytes"));
  }
}

TEST(PlansOfPackedOperands, HaveAPage) {
  const Outcome outcome = run(
      {"plan", "--packed", "a", "-m", "4096", "-k", "4096", "-n", "64", "--row-major", "--from", kKunpeng});
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("Where op(A) lies"));
  EXPECT_THAT(outcome.out, HasSubstr("node 3: rows "));
  EXPECT_THAT(outcome.out, HasSubstr("packing, once"));
  EXPECT_THAT(outcome.out, HasSubstr("each product "));
}

}  // namespace
}  // namespace numapack
