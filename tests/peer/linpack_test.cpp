// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "cli/pages/linpack_studies.hpp"
#include "lu/lu.hpp"
#include "peer/fakes.hpp"
#include "peer/linpack_runs.hpp"
#include "peer/work/linpack_workload.hpp"
#include "peer/work/random.hpp"
#include "support/machines.hpp"

namespace numapack {
namespace {

LinpackJob small_job(std::int64_t n) {
  LinpackJob job;
  job.n = n;
  job.threads = 1;
  return job;
}

LinpackOptions quick() {
  LinpackOptions options;
  options.rounds = 2;
  options.program = NUMAPACK_COMMAND;
  return options;
}

TEST(Linpack, ResidualTellsASolutionFromARuin) {
  const LinpackJob job = small_job(120);
  std::vector<double> a, x;
  std::vector<std::int64_t> pivots(120);
  for (Index i = 0; i < 120 * 120; ++i) a.push_back(random_element<double>(job.seed, 0, i));
  for (Index i = 0; i < 120; ++i) x.push_back(random_element<double>(job.seed, 1, i));
  ASSERT_EQ(factor(LuProblem<double>{120, 120, a.data(), 120, pivots.data()}), 0);
  solve(LuSolution<double>{Transpose::none, 120, 1, a.data(), 120, Layout::column_major, pivots.data(),
                           x.data(), 120});
  EXPECT_LT(scaled_residual(job, x.data()), 16);
  x[60] *= 1 + 1e-9;
  EXPECT_GT(scaled_residual(job, x.data()), 16);
  x[0] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(scaled_residual(job, x.data()) < 16);
}

TEST(Linpack, MeasuresEveryInitialisationUnderEveryPolicyThatTheKernelAllows) {
  const Machine machine = detect_machine();
  std::vector<LinpackCase> cases;
  for (const std::int64_t init : {0, 1, 7, 1000}) {
    LinpackCase one;
    one.job = small_job(90);
    one.job.init_nb = init;
    cases.push_back(one);
  }
  const LinpackRuns runs = measure_linpack(cases, machine, quick());
  EXPECT_EQ(runs.rounds, 2);
  ASSERT_EQ(runs.results.size(), 4u);
  for (const LinpackResult& result : runs.results) {
    EXPECT_EQ(result.failure, "");
    EXPECT_EQ(result.gflops.size(), 2u);
    EXPECT_GT(result.rate().median, 0);
    ASSERT_EQ(result.factor_gflops.size(), 2u);
    for (std::size_t round = 0; round < 2; ++round) {  // dgetrs has the rest of the time
      const double factor = small_job(90).factor_flops() / result.factor_gflops[round];
      EXPECT_GT(factor, 0);
      EXPECT_LE(factor, small_job(90).flops() / result.gflops[round] * (1 + 1e-9));
    }
    ASSERT_TRUE(result.residual.has_value());
    EXPECT_LT(*result.residual, 16);
    // All of the matrix is there.
    EXPECT_EQ(result.pages.at("untouched"), 0);
    EXPECT_GE(result.pages.at("pages").get<int>(), 90 * 90 * 8 / 4096);
  }
}

TEST(Linpack, PolicyHoldsForTheWholeProcessOrIsRefusedInWords) {
  const Machine machine = detect_machine();
  for (const std::string& text :
       {std::string("interleave"), "bind:" + std::to_string(machine.nodes[0].os_index)}) {
    LinpackCase one;
    one.job = small_job(64);
    one.job.policy = parse_policy(text, machine);
    try {
      const LinpackRuns runs = measure_linpack({one}, machine, quick());
      EXPECT_EQ(runs.results[0].failure, "");
      ASSERT_TRUE(runs.results[0].residual.has_value());
      EXPECT_LT(*runs.results[0].residual, 16);
    } catch (const Error& error) {  // where the kernel lets nobody set a policy
      EXPECT_NE(std::string(error.what()).find("refuses"), std::string::npos) << error.what();
    }
  }
}

TEST(Linpack, MeasuresTheOuterProduct) {
  LinpackCase one;
  one.job = small_job(80);
  one.job.k = 16;
  const LinpackRuns runs = measure_linpack({one}, detect_machine(), quick());
  EXPECT_EQ(runs.results[0].failure, "");
  EXPECT_GT(runs.results[0].rate().median, 0);
  EXPECT_FALSE(runs.results[0].residual.has_value());
}

TEST(Linpack, ALibraryWithoutFactorisationSaysSo) {
  LinpackCase one;
  one.job = small_job(20);
  one.peer = Peer{"right", {fake("right")}, {}, {}};
  try {
    const LinpackRuns runs = measure_linpack({one}, detect_machine(), quick());
    FAIL() << "measured: " << runs.results[0].failure;
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("no dgetrf"), std::string::npos) << error.what();
  }
}

TEST(Linpack, ParsesInitialisationsAndPolicies) {
  EXPECT_EQ(parse_initialisation("single"), 0);
  EXPECT_EQ(parse_initialisation("cyclic:64"), 64);
  for (const char* text : {"cyclic:0", "cyclic:", "cyclic:-3", "cyclic:4x", "both", ""})
    EXPECT_THROW(parse_initialisation(text), Error) << text;
  const Machine machine = testing::flat_machine(3, 2);
  EXPECT_EQ(parse_policy("default", machine).kind, ProcessPolicy::Kind::standard);
  EXPECT_EQ(parse_policy("interleave", machine).kind, ProcessPolicy::Kind::interleave);
  EXPECT_EQ(parse_policy("bind:2", machine).node, 2);
  for (const char* text : {"bind:3", "bind:", "bind:x", "interleaved", "bind:99999999999", ""})
    EXPECT_THROW(parse_policy(text, machine), Error) << text;
  for (const char* text : {"default", "interleave", "bind:1"})
    EXPECT_EQ(to_string(parse_policy(text, machine), machine), text);
}

TEST(Linpack, StudiesAreWhatTheyPromise) {
  const Machine machine = testing::flat_machine(2, 2);
  LinpackRequest request;
  request.libraries = {std::nullopt, Peer{"other", {}, {}, {}}};
  request.inits = {"single", "cyclic:8"};
  request.policies = {"default"};
  auto groups = cases_of(request, machine);
  ASSERT_EQ(groups.size(), 1u);
  EXPECT_EQ(groups[0].size(), 4u);
  request.study = "sizes";
  request.sizes = {100, 200};
  groups = cases_of(request, machine);
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[1].size(), 8u);
  EXPECT_EQ(groups[1][0].job.n, 200);
  request.study = "nb";
  groups = cases_of(request, machine);
  EXPECT_EQ(groups[0].size(), 14u);
  EXPECT_EQ(groups[0].front().job.init_nb, 8);
  EXPECT_EQ(groups[0].back().job.init_nb, 512);
  for (const LinpackCase& one : groups[0]) EXPECT_EQ(one.job.policy.kind, ProcessPolicy::Kind::standard);
  request.study = "outer";
  groups = cases_of(request, machine);
  ASSERT_EQ(groups.size(), 4u);
  EXPECT_EQ(groups[0].size(), 6u);
  EXPECT_EQ(groups[0][0].job.k, 64);
  EXPECT_EQ(groups[1][0].job.k, 192);
  request.study = "else";
  EXPECT_THROW(cases_of(request, machine), Error);
  request.study = "";
  request.sizes = {0};
  EXPECT_THROW(cases_of(request, machine), Error);
}

TEST(Linpack, JobsSurviveTheirMessage) {
  LinpackJob job = small_job(123);
  job.k = 5;
  job.init_nb = 17;
  job.policy = {ProcessPolicy::Kind::bind, 1};
  job.seed = 99;
  job.lu_nb = 48;
  const auto back = nlohmann::json(job).get<LinpackJob>();
  EXPECT_EQ(nlohmann::json(back), nlohmann::json(job));
  EXPECT_DOUBLE_EQ(job.flops(), 2.0 * 123 * 123 * 5);
  job.k = 0;
  EXPECT_NEAR(job.flops(), 2.0 / 3 * 123 * 123 * 123 + 1.5 * 123 * 123, 1);
}

}  // namespace
}  // namespace numapack
