// SPDX-License-Identifier: BSD-3-Clause
#include "level3/nodes/tuned_rows.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/integer.hpp"
#include "cpu/row_figures.hpp"
#include "level3/gemm.hpp"
#include "level3/plan/planner.hpp"
#include "level3/ways/few_columns.hpp"
#include "profile/document/fingerprint.hpp"
#include "profile/document/json.hpp"
#include "support/command.hpp"
#include "support/machines.hpp"
#include "support/planning.hpp"

namespace numapack {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using namespace testing;  // NOLINT

constexpr const char* columns = "avx512-d24x8-by-columns";

KernelShape zen4_d() { return choose_shape(rows::zen4, false, Type::d, columns); }

/// Everything of a row beyond what is usual: `up` in place as much as can be and thin ways cheap, else as
/// little as can be and thin ways dear.
std::map<std::string, double> extreme(RowPart part, const CpuRow& row, bool up) {
  std::map<std::string, double> figures;
  for (const RowFigure& figure : row_figures()) {
    if (figure.part != part) continue;
    const bool least = std::string(figure.name).find("least") != std::string::npos;
    figures[figure.name] = part == RowPart::in_place ? (up != least ? figure.most : figure.least)
                           : std::string(figure.name).starts_with("cycles.pack")
                               ? figure.get(row)
                               : figure.nearest(figure.get(row) * (up ? 0.2 : 5));
  }
  return figures;
}

std::vector<TunedFigures> extreme_figures(const KernelShape& kernel, bool up) {
  std::vector<TunedFigures> all;
  for (const RowPart part : {RowPart::in_place, RowPart::cycles})
    all.push_back(
        {kernel.row->name, kernel.name, name(part), extreme(part, *kernel.row, up), 1.05, 9, 40, ""});
  return all;
}

TEST(TunedRows, AreForOneRowAndKernel) {
  const KernelShape kernel = zen4_d();
  const TunedRows tuned({{"zen4", columns, "in_place", {{"in_place.most_bytes", 300000}}, 1, 0, 0, ""},
                         {"zen4", columns, "cycles", {{"cycles.gather", 7}}, 1, 0, 0, ""}});
  const KernelShape own = tuned.of(kernel);
  EXPECT_NE(own.row, kernel.row);
  EXPECT_STREQ(own.row->name, "zen4");
  EXPECT_EQ(own.row->in_place.most_bytes, 300000U);
  EXPECT_EQ(own.row->cycles.gather, 7);
  EXPECT_EQ(own.row->cycles.scatter, rows::zen4.cycles.scatter);
  const KernelShape other = choose_shape(rows::zen4, false, Type::s);
  EXPECT_EQ(tuned.of(other).row, other.row);
  const KernelShape elsewhere = choose_shape(rows::skylake_x, false, Type::d);
  EXPECT_EQ(tuned.of(elsewhere).row, elsewhere.row);
  EXPECT_EQ(TunedRows().of(kernel).row, kernel.row);
}

TEST(TunedRows, DecideWhatGoesInPlace) {
  const KernelShape kernel = zen4_d();
  const auto kind = [&](double most_bytes, Index n) {
    const TunedRows tuned(
        {{"zen4", columns, "in_place", {{"in_place.most_bytes", most_bytes}}, 1, 0, 0, ""}});
    return choose(square(n), tuned.of(kernel)).kind;
  };
  EXPECT_EQ(kind(1 << 20, 250), Choice::Kind::in_place);
  EXPECT_EQ(kind(1 << 18, 250), Choice::Kind::panels);
  EXPECT_EQ(kind(1 << 18, 120), Choice::Kind::in_place);
}

TEST(TunedRows, DecideBetweenThinWays) {
  const KernelShape kernel = zen4_d();
  const Call call{Type::d, 2000, 4, 300, {Transpose::transpose}, {}, false};
  const auto form = [&](double dot) {
    const TunedRows tuned({{"zen4", columns, "cycles", {{"cycles.dot", dot}}, 1, 0, 0, ""}});
    return choose(call, tuned.of(kernel)).thin;
  };
  EXPECT_EQ(form(0.5), (ThinChoice{ThinOperand::a, ThinForm::by_depth}));
  EXPECT_NE(form(500), (ThinChoice{ThinOperand::a, ThinForm::by_depth}));
}

TEST(TunedRows, PlansHaveThem) {
  const Machine machine = flat_machine(1, 1);
  const KernelShape kernel = zen4_d();
  const TunedRows tuned({{"zen4", columns, "in_place", {{"in_place.most_bytes", 1 << 18}}, 1, 0, 0, ""}});
  const auto plan = [&](const KernelShape& shape) {
    return make_plan(square(200), shape, homes_on(square(200), 0, 1), machine, estimate_profile(machine),
                     lay_out_teams(machine), {});
  };
  EXPECT_NE(plan(kernel).tasks.at(0).in_place(), nullptr);
  EXPECT_NE(plan(tuned.of(kernel)).tasks.at(0).panels(), nullptr);
}

/// Columns some elements apart, or such that they share sets of a cache.
Call with_gaps(Call call, Generator& generator) {
  for (const auto& [operand, least] : {std::pair(&call.a, call.lda()), std::pair(&call.b, call.ldb())})
    operand->leading = pick(generator, 0, 1) ? round_up(least, 512) : least + pick_size(generator, 3000);
  return call;
}

/// Whatever figures a row may have, choose() says nothing that all_choices() does not know, gaps do not
/// change the order of rounding, and the lane for tiny products is right.
TEST(TunedRows, AllChoicesAreKnown) {
  Generator generator(test_seed());
  for (const Type type : {Type::s, Type::d, Type::c, Type::z}) {
    for (const CpuRow* const row : all_rows()) {
      const KernelShape kernel = choose_shape(*row, false, type);
      for (const bool up : {false, true}) {
        const TunedRows tuned(extreme_figures(kernel, up));
        for (const KernelShape& shape : {kernel, tuned.of(kernel)}) {
          for (int i = 0; i < 500; ++i) {
            const Index most = i % 3 == 0 ? most_tiny : 3000;
            Call call{type, pick_size(generator, most), pick_size(generator, most),
                      pick_size(generator, most)};
            call.a.op = Transpose(pick(generator, 0, 3));
            call.b.op = Transpose(pick(generator, 0, 3));
            const Choice choice = choose(call, shape);
            const std::vector<Choice> all = all_choices(call, shape);
            ASSERT_TRUE(std::find(all.begin(), all.end(), choice) != all.end())
                << row->name << " " << letter(type) << " m " << call.m << " n " << call.n << " k " << call.k
                << " ops " << letter(call.a.op) << letter(call.b.op) << " seed " << test_seed();
            const Call gaps = with_gaps(call, generator);
            const Choice there = choose(gaps, shape);
            ASSERT_TRUE(there.order == choice.order)
                << row->name << " " << letter(type) << " m " << call.m << " n " << call.n << " k " << call.k
                << " lda " << gaps.lda() << " seed " << test_seed();
            ASSERT_TRUE(std::find(all.begin(), all.end(), there) != all.end());
            ASSERT_EQ(steps_of_kc_block(gaps, shape, {}), steps_of_kc_block(call, shape, {}));
            const bool tiny = std::max({call.m, call.n, call.k}) <= most_tiny;
            if (tiny && prefers_in_place(call.m, call.n, call.k, call.a.op, shape)) {
              ASSERT_EQ(choice.kind, Choice::Kind::in_place);
            }
          }
        }
      }
    }
  }
}

/// Run by the test below in a process whose profile has tuned rows.
TEST(TunedRows, ThisRuntimeHasThem) {
  if (Runtime::get().profile().tuned_figures.empty()) GTEST_SKIP() << "nothing was tuned";
  const auto expect_tuned = [](const KernelShape& own, const KernelShape& built_in) {
    EXPECT_NE(own.row, built_in.row) << own.name;
    EXPECT_STREQ(own.row->name, built_in.row->name);
  };
  const Planner& planner = Planner::get(Runtime::get());
  expect_tuned(planner.kernel<float>().shape, default_kernel<float>().shape);
  expect_tuned(planner.kernel<double>().shape, default_kernel<double>().shape);
  expect_tuned(planner.kernel<std::complex<float>>().shape, default_kernel<std::complex<float>>().shape);
  expect_tuned(planner.kernel<std::complex<double>>().shape, default_kernel<std::complex<double>>().shape);
}

/// Traces of random calls against their plans, in processes with rows tuned one way and the other.
TEST(TunedRows, WhatRunsIsThePlan) {
  const Machine machine = detect_machine();
  for (const bool up : {false, true}) {
    MeasuredProfile profile;
    profile.made_by = "a test";
    profile.machine = profiled_machine(machine);
    for (const Type type : {Type::s, Type::d, Type::c, Type::z})
      for (const TunedFigures& figures : extreme_figures(choose_shape("", true, type), up))
        profile.tuned_figures.push_back(figures);
    const TemporaryDirectory folder;
    write_profile(profile, folder.file("tuned.json"));
    const char* const before = std::getenv("NUMAPACK_PROFILE");
    const std::string old = before != nullptr ? before : "";
    setenv("NUMAPACK_PROFILE", folder.file("tuned.json").c_str(), 1);
    Command child("/proc/self/exe", {"--gtest_filter=TunedRows.ThisRuntimeHasThem:TraceOf/*Small*:"
                                     "TraceOf/*AllSizes*:TraceOf/*Tiny*"});
    const int status = child.wait();
    before != nullptr ? setenv("NUMAPACK_PROFILE", old.c_str(), 1) : unsetenv("NUMAPACK_PROFILE");
    EXPECT_EQ(status, 0) << child.out() << child.error();
    EXPECT_THAT(child.out(), Not(HasSubstr("SKIPPED")));
  }
}

}  // namespace
}  // namespace numapack
