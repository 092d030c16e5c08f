// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <array>
#include <nlohmann/json.hpp>

#include "cli/outcome.hpp"
#include "peer/fakes.hpp"
#include "peer/routines/blas_routine.hpp"

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
      {"gemm", "-n", "8", "--alpha", "2", "--routine", "getrs"},
      {"gemm", "-n", "8", "--uplo", "L", "--routine", "dgetrs"},
      {"gemm", "-n", "8", "-k", "9", "--routine", "dormqr"},
      {"gemm", "-n", "9", "-m", "8", "--routine", "dorgqr"},
      {"gemm", "-n", "8", "--trans", "C", "--routine", "dgels"},
      {"gemm", "-n", "8", "--trans", "T", "--routine", "zunmqr"},
      {"gemm", "-n", "8", "--routine", "dunmqr"},
      {"gemm", "-n", "8", "--home", "C=0", "--routine", "dposv"},
      {"gemm", "-n", "8", "--row-major", "--routine", "dgels"},
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

TEST(RoutineVerbs, WhatIsPlannedIsMeasuredAndPredicted) {
  for (const BlasRoutine* const routine : all_routines()) {
    const std::string name = (routine->hermitian ? "z" : "d") + std::string(routine->name);
    const Outcome planned = run({"plan", "--routine", name, "-n", "24", "--json"});
    EXPECT_EQ(planned.status, 0) << planned.error;
    const Outcome measured =
        run({"gemm", "--routine", name, "-n", "24", "--rounds", "1", "--sample", "0", "--check", "--json"});
    ASSERT_EQ(measured.status, 0) << measured.error;
    const json document = json::parse(measured.out);
    EXPECT_EQ(document.at("problem").at("routine"), routine->name);
    EXPECT_EQ(document.at("problem").at("flops"), json::parse(planned.out).at("problem").at("flops"));
    EXPECT_GT(document.at("time").at("predicted").at("total_s").get<double>(), 0) << name;
    EXPECT_GT(document.at("time").at("measured_s").get<double>(), 0) << name;
    EXPECT_LT(document.at("results").at(0).at("error_over_bound").get<double>(), 1) << name;
  }
}

TEST(RoutineVerbs, SizesOfLevel2AreItsMatrixs) {
  const auto problem = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "plan");
    arguments.push_back("--json");
    return json::parse(run(arguments).out).at("problem");
  };
  const auto sizes = [](const json& of) { return std::array<int, 3>{of.at("m"), of.at("n"), of.at("k")}; };
  using Sizes = std::array<int, 3>;
  EXPECT_EQ(sizes(problem({"--routine", "dgemv", "-m", "30", "-n", "20"})), (Sizes{30, 1, 20}));
  const json across = problem({"--routine", "dgemv", "--trans", "T", "-m", "30", "-n", "20", "--lda", "33"});
  EXPECT_EQ(sizes(across), (Sizes{20, 1, 30}));
  EXPECT_EQ(across.at("lda"), 33);
  EXPECT_EQ(across.at("flops"), 2 * 30 * 20);
  EXPECT_EQ(across.at("bytes"), 8 * (33 * 20 + 30 + 20));
  EXPECT_EQ(sizes(problem({"--routine", "zgerc", "-m", "30", "-n", "20"})), (Sizes{30, 20, 1}));
  EXPECT_EQ(problem({"--routine", "zger", "-n", "20"}).at("routine"), "geru");
  EXPECT_EQ(sizes(problem({"--routine", "dtrsv", "--trans", "T", "-n", "20"})), (Sizes{20, 1, 20}));
  EXPECT_EQ(sizes(problem({"--routine", "dsyr2", "-n", "20"})), (Sizes{20, 20, 1}));
}

TEST(RoutineVerbs, WhatLevel2LacksIsRefused) {
  const auto error = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"plan", "-n", "20", "--routine"});
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, 2);
    return outcome.error;
  };
  EXPECT_EQ(error({"dsymv", "-m", "20"}), "numapack: plan: -m: symv has none here; leave it out\n");
  EXPECT_EQ(error({"dgemv", "-k", "20"}), "numapack: plan: -k: gemv has none here; leave it out\n");
  EXPECT_EQ(error({"dger", "--beta", "2"}), "numapack: plan: --beta: ger has none here; leave it out\n");
  EXPECT_EQ(error({"dtrmv", "--alpha", "2"}), "numapack: plan: --alpha: trmv has none here; leave it out\n");
  EXPECT_EQ(error({"dgemv", "--ldb", "20"}), "numapack: plan: --ldb: gemv has none here; leave it out\n");
  EXPECT_EQ(error({"dger", "--lda", "20"}), "numapack: plan: --lda: ger has none here; leave it out\n");
  for (const std::string name : {"symv", "trsm", "syr2"})
    EXPECT_EQ(error({"d" + name, "--grid", "1x1"}),
              "numapack: plan: --grid: " + name + " is planned without it; leave it out\n");
  EXPECT_EQ(run({"plan", "-n", "2000", "--routine", "dgemv", "--grid", "1x1"}).status, 0);
  EXPECT_EQ(error({"zsyr"}),
            "numapack: plan: --routine: there is no zsyr; use --type s or d, or the Hermitian routine\n");
  EXPECT_EQ(error({"dher2"}),
            "numapack: plan: --routine: there is no dher2; use --type c or z, or the real routine\n");
  EXPECT_EQ(error({"zher", "--alpha", "1,2"}),
            "numapack: plan: --alpha: her's is real; use a number without an imaginary part\n");
}

TEST(RoutineVerbs, ComplexRoutinesOfQHaveTheirNames) {
  for (const char* const name : {"ormqr", "orgqr"}) {
    const Outcome outcome = run(
        {"gemm", "--routine", name, "--type", "c", "-n", "9", "--rounds", "1", "--sample", "0", "--json"});
    ASSERT_EQ(outcome.status, 0) << outcome.error;
    EXPECT_EQ(json::parse(outcome.out).at("problem").at("routine"), "un" + std::string(name).substr(2));
  }
  EXPECT_EQ(run({"gemm", "--routine", "dunmqr", "-n", "9"}).error,
            "numapack: gemm: --routine: there is no dunmqr; use --type c or z, or ormqr and orgqr\n");
  EXPECT_THAT(
      run({"gemm", "--routine", "dormqr", "-n", "9", "--rounds", "1", "--peer", right_peer}).out,
      ::testing::AllOf(HasSubstr("dormqr (side L, trans N): C = Q C, C of 9 x 9"),
                       HasSubstr("Time, predicted"), HasSubstr("left out: right, which has no dormqr")));
}

TEST(RoutineVerbs, ThePageOfAFactorisationNamesItAndWhoLacksIt) {
  const Outcome outcome = run({"gemm", "--routine", "dpotrf", "--uplo", "U", "-n", "50", "--peer", right_peer,
                               "--peer", crashing_peer, "--rounds", "1", "--check"});
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("dpotrf (uplo U): A = U^H U, A of 50 x 50, its upper triangle, type d"));
  EXPECT_THAT(outcome.out, HasSubstr("left out: crashing, which has no dpotrf"));
}

}  // namespace
}  // namespace numapack
