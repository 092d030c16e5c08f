// SPDX-License-Identifier: BSD-3-Clause
#include "probe/tuning/tune_fit.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "probe/tuning/tune_part.hpp"
#include "probe/tuning/tune_shapes.hpp"

namespace numapack::probe {
namespace {

constexpr std::uint64_t seed = 11;

KernelShape zen4_d() { return choose_shape(microarchs::zen4, false, Type::d, "avx512-d24x8-by-columns"); }

/// A machine on which what a row chooses is the fastest, and everything else takes `other` times as long;
/// figures scatter by so much.
class MadeUp {
 public:
  MadeUp(const Microarch& microarch, double other, double noise)
      : microarch_(microarch), other_(other), noise_(0, noise) {}

  double operator()(const Call& call, const Choice& choice) {
    KernelShape kernel = zen4_d();
    kernel.microarch = &microarch_;
    const double right = choose(call, kernel) == choice ? 1 : other_;
    return 1e-6 * right * std::exp(noise_(random_));
  }

 private:
  const Microarch microarch_;
  const double other_;
  std::normal_distribution<double> noise_;
  std::mt19937_64 random_{seed};
};

std::vector<TimedCall> timed(const ChoiceClock& clock, int calls = 400) {
  return time_calls(zen4_d(), {}, seed, calls, clock, {}).calls;
}

double figure(const Fit& fit, const char* name, const Microarch& microarch) {
  const auto found = fit.figures.find(name);
  return found != fit.figures.end() ? found->second : microarch_figure_named(name)->get(microarch);
}

TEST(TuneFit, FindsPlantedLimits) {
  for (const double most_bytes : {256 << 10, 2 << 20}) {
    const Microarch planted = with_figures(microarchs::zen4, {{"in_place.most_bytes", most_bytes}});
    const Fit fit = fit_part(MicroarchPart::in_place, timed(MadeUp(planted, 1.3, 0)), zen4_d(), {}, seed);
    EXPECT_GT(fit.before, 0.01);
    EXPECT_LT(fit.after, 0.15 * fit.before);
    const double found = figure(fit, "in_place.most_bytes", microarchs::zen4);
    EXPECT_GT(found, 0.75 * most_bytes);
    EXPECT_LT(found, 1.35 * most_bytes);
  }
}

TEST(TuneFit, FindsPlantedCycles) {
  const Microarch planted =
      with_figures(microarchs::zen4,
                   {{"cycles.dot", 4}, {"cycles.copy", 3}, {"cycles.near_add", 0.6}, {"cycles.scatter", 4}});
  const Fit fit = fit_part(MicroarchPart::cycles, timed(MadeUp(planted, 1.4, 0)), zen4_d(), {}, seed);
  EXPECT_GT(fit.before, 0.01);
  EXPECT_LT(fit.after, 0.25 * fit.before);
}

TEST(TuneFit, KeepsTheRowWhereItIsRight) {
  for (const MicroarchPart part : {MicroarchPart::in_place, MicroarchPart::cycles}) {
    const Fit fit = fit_part(part, timed(MadeUp(microarchs::zen4, 1.3, 0.002)), zen4_d(), {}, seed);
    EXPECT_TRUE(fit.figures.empty());
    EXPECT_EQ(fit.before, fit.after);
  }
}

TEST(TuneFit, TheSameSeedFindsTheSame) {
  const Microarch planted = with_figures(microarchs::zen4, {{"in_place.most_bytes", 1 << 20}});
  const std::vector<TimedCall> calls = timed(MadeUp(planted, 1.3, 0.05), 200);
  const Fit one = fit_part(MicroarchPart::in_place, calls, zen4_d(), {}, seed);
  EXPECT_EQ(one.figures, fit_part(MicroarchPart::in_place, calls, zen4_d(), {}, seed).figures);
}

TEST(TuneFit, OnlyAllowsWhatAProfileMayHold) {
  const Microarch planted =
      with_figures(microarchs::zen4, {{"in_place.most_bytes", 256 << 10}, {"cycles.dot", 0.05}});
  for (const MicroarchPart part : {MicroarchPart::in_place, MicroarchPart::cycles}) {
    const Fit fit = fit_part(part, timed(MadeUp(planted, 1.5, 0.1), 150), zen4_d(), {}, seed);
    for (const auto& [name, value] : fit.figures) {
      ASSERT_NE(microarch_figure_named(name), nullptr);
      EXPECT_TRUE(microarch_figure_named(name)->allows(value)) << name << " " << value;
      EXPECT_EQ(microarch_figure_named(name)->part, part);
    }
  }
}

TEST(TuneFit, NothingComesOfNothing) {
  const Fit fit = fit_part(MicroarchPart::cycles, {}, zen4_d(), {}, seed);
  EXPECT_TRUE(fit.figures.empty());
  EXPECT_EQ(fit.before, 0);
}

TEST(TunePart, TakesWhatIsBetterOnOtherCalls) {
  const Microarch planted = with_figures(microarchs::zen4, {{"in_place.most_bytes", 2 << 20}});
  MadeUp machine(planted, 1.2, 0.03);
  const std::vector<TimedCall> calls = timed(std::ref(machine));
  const PartResult result =
      tune_part(MicroarchPart::in_place, zen4_d(), {}, calls, seed + 1, std::ref(machine), {});
  EXPECT_TRUE(result.taken);
  EXPECT_GE(result.differing, 8);
  EXPECT_NEAR(result.gain, 1.2, 0.06);
  EXPECT_EQ(result.ratios.size(), 9U);
}

TEST(TunePart, KeepsTheRowWhereAllIsNoise) {
  // All ways are as fast; what looks better on the calls measured is luck.
  MadeUp machine(microarchs::zen4, 1, 0.08);
  const std::vector<TimedCall> calls = timed(std::ref(machine), 150);
  for (const MicroarchPart part : {MicroarchPart::in_place, MicroarchPart::cycles}) {
    const PartResult result = tune_part(part, zen4_d(), {}, calls, seed + 1, std::ref(machine), {});
    EXPECT_FALSE(result.taken);
    EXPECT_EQ(result.gain, 1);
  }
}

TEST(TunePart, AnInterruptTakesNothing) {
  const Microarch planted = with_figures(microarchs::zen4, {{"in_place.most_bytes", 2 << 20}});
  MadeUp machine(planted, 1.2, 0);
  const std::vector<TimedCall> calls = timed(std::ref(machine));
  bool interrupted = false;
  TuneOptions options;
  options.progress = [&](const std::string& what) { interrupted = what == "in_place, round 6 of 9"; };
  options.interrupted = [&] { return interrupted; };
  const PartResult result =
      tune_part(MicroarchPart::in_place, zen4_d(), {}, calls, seed + 1, std::ref(machine), options);
  EXPECT_TRUE(result.interrupted);
  EXPECT_FALSE(result.taken);
}

TEST(TunePart, CallsEndWhenTheTimeIsUp) {
  int asked = 0;
  TuneOptions options;
  options.enough = [&] { return ++asked > 20; };
  const TimedCalls calls = time_calls(zen4_d(), {}, seed, 400, MadeUp(microarchs::zen4, 1, 0), options);
  EXPECT_LE(calls.calls.size(), 20U);
  EXPECT_FALSE(calls.interrupted);
}

TEST(TuneShapes, AreTheSameFromTheSameSeedAndBounded) {
  for (const Type type : {Type::s, Type::d, Type::c, Type::z}) {
    TuneShapes one(type, seed), two(type, seed), other(type, seed + 1);
    int equal = 0, skinny = 0;
    for (int i = 0; i < 500; ++i) {
      const Call call = one.next();
      EXPECT_EQ(call, two.next());
      equal += call == other.next();
      skinny += std::min({call.m, call.n, call.k}) <= 96;
      EXPECT_LE(call.flops(), TuneShapes::most_flops);
      EXPECT_LE(call.lda() * call.columns_of_a(), TuneShapes::most_elements);
      EXPECT_LE(call.ldb() * call.columns_of_b(), TuneShapes::most_elements);
      EXPECT_LE(call.c.leading * call.n, TuneShapes::most_elements);
      EXPECT_GE(std::min({call.m, call.n, call.k}), 2);
      EXPECT_GE(call.lda(), transposes(call.a.op) ? call.k : call.m);
    }
    EXPECT_LT(equal, 5);
    EXPECT_GT(skinny, 200);
  }
}

}  // namespace
}  // namespace numapack::probe
