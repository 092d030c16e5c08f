// SPDX-License-Identifier: BSD-3-Clause
// Predictions of made-up figures: what bounds a call, what of a machine is scaled, what documents print.
#include "cli/plans/prediction.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "cli/predict/published.hpp"
#include "cli/predict/timed_calls.hpp"
#include "cli/predict/what_if.hpp"
#include "machine/machine.hpp"

namespace numapack {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(BoundOf, NamesTheLargestPartOfAThreadsTime) {
  const auto bound = [](double Seconds::*largest, double critical_path = 0) {
    Prediction made_up;
    Seconds& s = made_up.seconds;
    s.arithmetic = s.local_memory = s.remote_memory = s.waiting = 1;
    s.*largest = 6;
    s.total = 9;
    s.critical_path = critical_path;
    return bound_of(made_up);
  };
  EXPECT_THAT(bound(&Seconds::arithmetic), StartsWith("arithmetic"));
  EXPECT_THAT(bound(&Seconds::local_memory), StartsWith("the nodes' own memory"));
  EXPECT_THAT(bound(&Seconds::remote_memory), StartsWith("other nodes' memory"));
  EXPECT_THAT(bound(&Seconds::waiting, 6.2), StartsWith("waiting for each other"));
  EXPECT_THAT(bound(&Seconds::waiting, 6.4), StartsWith("the chain of steps"));
  // Waking up is waiting, too.
  EXPECT_THAT(bound(&Seconds::waking, 8.9), StartsWith("the chain of steps"));
  Prediction halves;
  halves.seconds.arithmetic = 0.4, halves.seconds.waiting = halves.seconds.waking = 0.3;
  halves.seconds.total = 1;
  EXPECT_THAT(bound_of(halves), StartsWith("waiting for each other"));
}

/// Each figure of the model, by what it is called.
std::map<std::string, double> figures_of(const Profile& profile) {
  return {{"peak", profile.core_gflops},
          {"panels", profile.panel_share},
          {"local-latency", profile.latency(0, 0)},
          {"remote-latency", profile.latency(0, 1)},
          {"local-bandwidth", profile.bandwidth(1, 1)},
          {"remote-bandwidth", profile.bandwidth(1, 0)},
          {"writing", profile.bytes_a_written_byte},
          {"lines", profile.lines_in_flight},
          {"wake", profile.wake_us},
          {"fresh", profile.fresh_gb_per_s},
          {"barrier", profile.barrier_us}};
}

TEST(WhatIf, ScalesEachFigureAndNoOther) {
  Profile before = estimate_profile(load_machine("pack:2 numa:1(memory=64GiB) core:4 pu:1"));
  before.kernel_costs.push_back({.routine = "gemm", .type = "d"});
  before.kernel_costs.front().flop_ns = before.kernel_costs.front().panel_flop_ns = 2;
  for (const ModelFigure& figure : model_figures()) {
    const Profile after = scaled(before, figure.name, 4);
    for (const auto& [name, value] : figures_of(before))
      EXPECT_DOUBLE_EQ(figures_of(after).at(name), name == figure.name ? 4 * value : value)
          << name << " by " << figure.name;
    const KernelCosts& costs = after.kernel_costs.front();
    EXPECT_EQ(costs.flop_ns, figure.name == "peak" ? 0.5 : 2) << figure.name;
    EXPECT_EQ(costs.panel_flop_ns, figure.name == "peak" || figure.name == "panels" ? 0.5 : 2) << figure.name;
  }
}

Figure printed(double value) {
  Figure figure;
  figure.median = value;
  figure.source = "made up";
  return figure;
}

TEST(PublishedCells, LinesInFlightAreThoseToTheOwnNode) {
  MeasuredProfile document;
  for (const int number : {0, 1, 2}) {
    ProfiledNode node;
    node.os_index = number, node.pus = {number};
    document.machine.nodes.push_back(node);
  }
  const auto cells = [&](double farthest) {
    document.memory_latency.clear(), document.core_to_core.clear();
    for (const auto& [home, latency, rate] :
         {std::tuple{2, 200.0, farthest}, std::tuple{0, 100.0, 10.0}, std::tuple{1, 125.0, 7.0}}) {
      MemoryLatency memory;
      memory.pu = 0, memory.node = home, memory.latency_ns = printed(latency);
      document.memory_latency.push_back(memory);
      CoreToCore cell;
      cell.reader = 0, cell.home = home, cell.level = 0, cell.gb_per_s = printed(rate);
      document.core_to_core.push_back(cell);
    }
    return memory_cells(document);
  };
  for (const double farthest : {5.0, 50.0}) {
    const std::vector<PublishedCell> all = cells(farthest);
    ASSERT_EQ(all.size(), 2U);  // the own node's is what they rest on
    EXPECT_NEAR(all[0].predicted, 8, 1e-12);
    EXPECT_NEAR(all[1].predicted, 5, 1e-12);
    EXPECT_EQ(all[1].is_met(), farthest == 5);
    EXPECT_THAT(all[0].what, HasSubstr("node 1"));
  }
}

TEST(PublishedCells, AreOfStreamsRowsWhosePlacementIsCertain) {
  MeasuredProfile document;
  const auto add = [&](const char* policy, std::vector<int> cpus, std::vector<int> memories, int threads,
                       double rate) {
    StreamRow row;
    row.policy = policy, row.cpu_nodes = std::move(cpus), row.memory_nodes = std::move(memories);
    row.threads = threads, row.gb_per_s = printed(rate);
    document.stream.push_back(row);
  };
  add("bind", {0}, {0}, 1, 10), add("bind", {0}, {1}, 1, 5);
  add("bind", {0}, {0}, 8, 60), add("bind", {0}, {1}, 8, 20);
  add("local", {}, {}, 16, 118), add("local", {}, {}, 8, 60), add("interleave", {}, {}, 16, 80);
  add("default", {}, {}, 16, 119), add("default", {}, {}, 1, 9.9);
  // Pinned somewhere.
  add("default", {}, {}, 8, 118), document.stream.back().pinned = true;
  const std::vector<PublishedCell> cells = stream_cells(document);
  ASSERT_EQ(cells.size(), 4U);  // 8 unbound threads may be anywhere
  EXPECT_NEAR(cells[2].predicted, 120, 1e-6);
  EXPECT_THAT(cells[2].what, HasSubstr("16 threads, default"));
  EXPECT_NEAR(cells[3].predicted, 10, 1e-6);
  EXPECT_NEAR(cells[0].predicted, 120, 1e-6);
  EXPECT_THAT(cells[0].what, HasSubstr("16 threads, local"));
  // Half of each node's pages cross a link that gives 20.
  EXPECT_NEAR(cells[1].predicted, 80, 2);
}

TEST(PublishedCells, AnEqualNumberIsDemandedWhereTheDocumentCounts) {
  PublishedCell cell;
  cell.published = 3, cell.predicted = 4, cell.demand = {Demand::Kind::equal, 0};
  EXPECT_FALSE(cell.is_met());
  cell.predicted = 3;
  EXPECT_TRUE(cell.is_met());
  EXPECT_EQ(cell.demand_text(), "equal");
}

TEST(RandomCalls, AreOfAllRoutinesAndHaveATime) {
  const Machine machine = load_machine("pack:2 numa:1(memory=64GiB) core:2 pu:1");
  ChosenProfile chosen;
  chosen.figures = estimate_profile(machine);
  constexpr unsigned seed = 29;
  std::mt19937_64 random(seed);
  std::set<std::string> names;
  for (int i = 0; i < 400; ++i) {
    const std::string routine = random_routine(random);
    const CallSpec call = random_call(routine, 20, 400, 4e6, 1 + i % 4, random);
    EXPECT_LE(double(call.m) * double(call.n) * double(call.k), 4e6) << routine;
    const Prediction prediction = predict(job_of(call, machine), machine, chosen);
    EXPECT_GT(prediction.seconds.total, 0) << routine << ", seed " << seed;
    names.insert(routine.substr(1));
  }
  // All that plan knows.
  for (const auto& routine : kBlasRoutines)
    EXPECT_TRUE(names.contains(std::string(routine.name))) << routine.name;
  for (const auto& routine : kSolverRoutines)
    EXPECT_TRUE(names.contains(std::string(routine.name))) << routine.name;
}

TEST(RandomCalls, AreOfEachFormAndTimed) {
  const Machine machine = load_machine("numa:1(memory=64GiB) core:2 pu:1");
  ChosenProfile chosen;
  chosen.figures = estimate_profile(machine);
  constexpr unsigned seed = 31;
  std::mt19937_64 random(seed);
  std::set<std::string> forms;
  for (int i = 0; i < 2000 && forms.size() < 4 * 7; ++i) {
    CallSpec call = random_call_of_any_form(20, 60, 1e5, 2, random);
    if (call.form.problems == 0 && call.form.packed == 0) continue;
    if (!forms.insert(call.routine + call.form.name() + call.form.packed).second) continue;
    call.form.problems = std::min<Index>(call.form.problems, 5);
    EXPECT_TRUE(call.form.packed == 0 || call.threads == 2);
    const Job job = job_of(call, machine);
    EXPECT_GT(predict(job, machine, chosen, call.form).seconds.total, 0) << call.routine << call.form.name();
    EXPECT_GT(timed_seconds(job, machine, call.form), 0) << call.routine << call.form.name();
  }
  EXPECT_EQ(forms.size(), 4U * 7) << "two packed operands and five batches in four types, seed " << seed;
}

TEST(RandomCalls, SolversAreTimed) {
  const Machine machine = load_machine("numa:1(memory=64GiB) core:2 pu:1");
  constexpr unsigned seed = 30;
  std::mt19937_64 random(seed);
  for (const char* const routine :
       {"sgetrs", "zgetrs", "dpotrs", "zposv", "dormqr", "cunmqr", "dorgqr", "zungqr", "dgels", "cgels"})
    for (int i = 0; i < 6; ++i)
      EXPECT_GT(timed_seconds(job_of(random_call(routine, 5, 60, 1e5, 1, random), machine), machine), 0)
          << routine << ", seed " << seed;
}

TEST(RandomCalls, WhatIsMadeOfCallsHasMeasuredCostsWhereTheyHave) {
  const Machine machine = load_machine("numa:1(memory=64GiB) core:2 pu:1");
  ChosenProfile chosen;
  chosen.figures = estimate_profile(machine);
  KernelCosts gemm{.routine = "gemm", .type = "d"};
  gemm.flop_ns = 1, gemm.calls = 14;
  chosen.figures.kernel_costs = {gemm};
  for (const char* const routine : {"dpotri", "dgetri", "dormqr", "dorgqr", "dgels"})
    EXPECT_EQ(predict(job_of({routine, 100, 100, 100, 1, {}}, machine), machine, chosen).costs.calls, 14)
        << routine;
}

TEST(Predict, SolvesTakeWhatTheirInterchangesMove) {
  const Machine machine = load_machine("numa:1(memory=64GiB) core:1 pu:1");
  ChosenProfile chosen;
  chosen.figures = estimate_profile(machine);
  chosen.figures.core_gflops = 10, chosen.figures.flops_an_element = 20;
  constexpr Index m = 400, n = 300;
  const auto seconds = [&](const char* routine, std::vector<std::string> letters) {
    return predict(job_of({routine, m, n, 0, 1, std::move(letters)}, machine), machine, chosen).seconds.total;
  };
  // Two elements of 2 ns for each row of each column, once.
  constexpr double moved_s = 2.0 * m * n * 2e-9;
  for (const char* const trans : {"N", "T"}) {
    const double triangles = seconds("dtrsm", {"--uplo", "L", "--trans", trans}) +
                             seconds("dtrsm", {"--uplo", "U", "--trans", trans});
    EXPECT_NEAR(seconds("dgetrs", {"--trans", trans}), triangles + moved_s, 1e-9) << trans;
  }
}

}  // namespace
}  // namespace numapack
