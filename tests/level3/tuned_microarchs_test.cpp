// SPDX-License-Identifier: BSD-3-Clause
#include "level3/nodes/tuned_microarchs.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "base/integer.hpp"
#include "cpu/microarch_figures.hpp"
#include "level3/algorithms/few_columns.hpp"
#include "level3/gemm.hpp"
#include "level3/plan/planner.hpp"
#include "support/machines.hpp"
#include "support/planning.hpp"
#include "support/tuned_process.hpp"

namespace numapack {
namespace {

using namespace testing;  // NOLINT

constexpr const char* columns = "avx512-d24x8-by-columns";

KernelShape zen4_d() { return choose_shape(microarchs::zen4, false, Type::d, columns); }

TEST(TunedMicroarchs, AreForOneRowAndKernel) {
  const KernelShape kernel = zen4_d();
  const TunedMicroarchs tuned({{"zen4", columns, "in_place", {{"in_place.most_bytes", 300000}}, 1, 0, 0, ""},
                               {"zen4", columns, "cycles", {{"cycles.gather", 7}}, 1, 0, 0, ""}});
  const KernelShape own = tuned.of(kernel);
  EXPECT_NE(own.microarch, kernel.microarch);
  EXPECT_STREQ(own.microarch->name, "zen4");
  EXPECT_EQ(own.microarch->in_place.most_bytes, 300000U);
  EXPECT_EQ(own.microarch->cycles.gather, 7);
  EXPECT_EQ(own.microarch->cycles.scatter, microarchs::zen4.cycles.scatter);
  const KernelShape other = choose_shape(microarchs::zen4, false, Type::s);
  EXPECT_EQ(tuned.of(other).microarch, other.microarch);
  const KernelShape elsewhere = choose_shape(microarchs::skylake_x, false, Type::d);
  EXPECT_EQ(tuned.of(elsewhere).microarch, elsewhere.microarch);
  EXPECT_EQ(TunedMicroarchs().of(kernel).microarch, kernel.microarch);
}

TEST(TunedMicroarchs, DecideWhatGoesInPlace) {
  const KernelShape kernel = zen4_d();
  const auto kind = [&](double most_bytes, Index n) {
    const TunedMicroarchs tuned(
        {{"zen4", columns, "in_place", {{"in_place.most_bytes", most_bytes}}, 1, 0, 0, ""}});
    return choose(square(n), tuned.of(kernel)).kind;
  };
  EXPECT_EQ(kind(1 << 20, 250), Choice::Kind::in_place);
  EXPECT_EQ(kind(1 << 18, 250), Choice::Kind::panels);
  EXPECT_EQ(kind(1 << 18, 120), Choice::Kind::in_place);
}

TEST(TunedMicroarchs, DecideBetweenSkinnyAlgorithms) {
  const KernelShape kernel = zen4_d();
  const Call call{Type::d, 2000, 4, 300, {Transpose::transpose}, {}, false};
  const auto form = [&](double dot) {
    const TunedMicroarchs tuned({{"zen4", columns, "cycles", {{"cycles.dot", dot}}, 1, 0, 0, ""}});
    return choose(call, tuned.of(kernel)).skinny;
  };
  EXPECT_EQ(form(0.5), (SkinnyChoice{SkinnyOperand::a, SkinnyForm::by_depth}));
  EXPECT_NE(form(500), (SkinnyChoice{SkinnyOperand::a, SkinnyForm::by_depth}));
}

TEST(TunedMicroarchs, PlansHaveThem) {
  const Machine machine = flat_machine(1, 1);
  const KernelShape kernel = zen4_d();
  const TunedMicroarchs tuned(
      {{"zen4", columns, "in_place", {{"in_place.most_bytes", 1 << 18}}, 1, 0, 0, ""}});
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
TEST(TunedMicroarchs, AllChoicesAreKnown) {
  Generator generator(test_seed());
  for (const Type type : {Type::s, Type::d, Type::c, Type::z}) {
    for (const Microarch* const microarch : all_microarchs()) {
      const KernelShape kernel = choose_shape(*microarch, false, type);
      for (const bool up : {false, true}) {
        const TunedMicroarchs tuned(extreme_figures(kernel, up));
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
                << microarch->name << " " << letter(type) << " m " << call.m << " n " << call.n << " k "
                << call.k << " ops " << letter(call.a.op) << letter(call.b.op) << " seed " << test_seed();
            const Call gaps = with_gaps(call, generator);
            const Choice there = choose(gaps, shape);
            ASSERT_TRUE(there.order == choice.order)
                << microarch->name << " " << letter(type) << " m " << call.m << " n " << call.n << " k "
                << call.k << " lda " << gaps.lda() << " seed " << test_seed();
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
TEST(TunedMicroarchs, ThisRuntimeHasThem) {
  if (Runtime::get().profile().tuned_figures.empty()) GTEST_SKIP() << "nothing was tuned";
  const auto expect_tuned = [](const KernelShape& own, const KernelShape& built_in) {
    EXPECT_NE(own.microarch, built_in.microarch) << own.name;
    EXPECT_STREQ(own.microarch->name, built_in.microarch->name);
  };
  const Planner& planner = Planner::get(Runtime::get());
  expect_tuned(planner.kernel<float>().shape, default_kernel<float>().shape);
  expect_tuned(planner.kernel<double>().shape, default_kernel<double>().shape);
  expect_tuned(planner.kernel<std::complex<float>>().shape, default_kernel<std::complex<float>>().shape);
  expect_tuned(planner.kernel<std::complex<double>>().shape, default_kernel<std::complex<double>>().shape);
}

TEST(TunedMicroarchs, WhatRunsIsThePlan) {
  expect_passing_when_tuned(
      "TunedMicroarchs.ThisRuntimeHasThem:TraceOf/*Small*:TraceOf/*AllSizes*:TraceOf/*Tiny*");
}

}  // namespace
}  // namespace numapack
