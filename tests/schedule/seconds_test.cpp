// SPDX-License-Identifier: BSD-3-Clause
#include "schedule/seconds.hpp"

#include <gtest/gtest.h>

#include <random>

#include "schedule/placed_schedule.hpp"
#include "schedule/recorder.hpp"

namespace numapack {
namespace {

/// Two nodes of equal memory; a core moves 1e9 bytes a second of its own node's and half of it of the
/// other's.
TimeModel two_nodes() {
  TimeModel model;
  model.costs.flop_ns = 1;
  model.core_bytes_per_s = {{1e9, 0.5e9}, {0.5e9, 1e9}};
  model.link_bytes_per_s = {{4e9, 1e9}, {1e9, 4e9}};
  model.memory_bytes_per_s = {4e9, 4e9};
  return model;
}

/// A second of arithmetic each.
void one_second(const Step&, StepLoad& load) { load.work.flops = 1e9; }

Schedule independent_steps(std::vector<int> threads, int steps) {
  Recorder recorder(std::move(threads));
  recorder.matrix(Tiling::regular(steps, 1, 1, 1), {0});
  for (Index i = 0; i < steps; ++i) recorder.step(0, {{0, {i, i + 1}, {0, 1}}});
  return recorder.finish();
}

TEST(Seconds, OfOneThreadAreTheSumOfItsSteps) {
  const Seconds s = seconds_of(independent_steps({1}, 5), std::vector{0}, one_second, two_nodes());
  EXPECT_NEAR(s.total, 5, 1e-9);
  EXPECT_NEAR(s.arithmetic, 5, 1e-9);
  EXPECT_NEAR(s.critical_path, 1, 1e-9);
  EXPECT_EQ(s.threads, 1);
}

TEST(Seconds, StepsThatDoNotWaitAreShared) {
  const Seconds s = seconds_of(independent_steps({3}, 7), std::vector{0}, one_second, two_nodes());
  EXPECT_NEAR(s.total, 3, 1e-9);
  EXPECT_NEAR(s.busiest, 3, 1e-9);
  EXPECT_NEAR(s.arithmetic, 7.0 / 3, 1e-9);
  EXPECT_NEAR(s.waiting, 2.0 / 3, 1e-9);
}

TEST(Seconds, AChainTakesAsLongOnAnyThreads) {
  Recorder recorder({4});
  recorder.matrix(Tiling::regular(1, 1, 1, 1), {0});
  for (int i = 0; i < 6; ++i) recorder.step(0, {{0, {0, 1}, {0, 1}}});
  const Seconds s = seconds_of(recorder.finish(), std::vector{0}, one_second, two_nodes());
  EXPECT_NEAR(s.total, 6, 1e-9);
  EXPECT_NEAR(s.critical_path, 6, 1e-9);
  EXPECT_NEAR(s.waiting, 6 - 6.0 / 4, 1e-9);
}

TEST(Seconds, AGangBeginsWhenAllOfItAreThere) {
  Recorder recorder({2});
  recorder.matrix(Tiling::regular(2, 1, 1, 1), {0});
  recorder.step(0, {{0, {0, 1}, {0, 1}}});
  Recorder::Rest together;
  together.width = 2;
  recorder.step(1, {{0, {1, 2}, {0, 1}}}, {}, together);
  TimeModel model = two_nodes();
  model.barrier_s = 0.25;
  const auto load = [](const Step& step, StepLoad& of) {
    of.work.flops = step.kernel == 1 ? 4e9 : 1e9;
    of.work.meetings = step.kernel == 1 ? 2 : 0;
  };
  // One second until both are there, two of the gang and two barriers, one barrier at the end.
  EXPECT_NEAR(seconds_of(recorder.finish(), std::vector{0}, load, model).total, 1 + 2 + 0.5 + 0.25, 1e-9);
}

TEST(Seconds, OwnMemoryIsBehindArithmeticAndOthersIsNot) {
  const auto load = [](double of_0, double of_1) {
    return [=](const Step&, StepLoad& of) {
      of.work.flops = 1e9;
      of.bytes[0] = of_0;
      of.bytes[1] = of_1;
    };
  };
  const Schedule schedule = independent_steps({1}, 1);
  EXPECT_NEAR(seconds_of(schedule, std::vector{0}, load(0.9e9, 0), two_nodes()).total, 1, 1e-9);
  EXPECT_NEAR(seconds_of(schedule, std::vector{0}, load(3e9, 0), two_nodes()).total, 3, 1e-9);
  const Seconds remote = seconds_of(schedule, std::vector{0}, load(0, 1e9), two_nodes());
  EXPECT_NEAR(remote.total, 1 + 2, 1e-9);
  EXPECT_NEAR(remote.remote_memory, 2, 1e-9);
  EXPECT_NEAR(remote.remote_by_link[0][1], 2, 1e-9);
}

TEST(Seconds, AByteWrittenTakesAsLongAsTheModelSays) {
  const PlacedSchedule placed{independent_steps({1}, 1), {Storage::on(0)}, {0}, 1000, 2};
  const auto no_work = [](const Step&, const Region&) { return StepWork{}; };
  TimeModel model = two_nodes();
  EXPECT_NEAR(placed.seconds(no_work, model).total, 2e-6, 1e-12);  // read and written
  model.bytes_a_written_byte = 3;
  EXPECT_NEAR(placed.seconds(no_work, model).total, 4e-6, 1e-12);
}

TEST(Seconds, WhoSharesALinkIsSlowedDownFairly) {
  const auto load = [](const Step&, StepLoad& of) { of.bytes[1] = 1e9; };
  // Each by itself asks for half of what the link gives: four take twice as long as two.
  EXPECT_NEAR(seconds_of(independent_steps({2}, 2), std::vector{0}, load, two_nodes()).total, 2, 1e-9);
  EXPECT_NEAR(seconds_of(independent_steps({4}, 4), std::vector{0}, load, two_nodes()).total, 4, 1e-9);
}

TEST(Seconds, WhoComesLaterIsFasterWhenOthersAreDone) {
  // Four on the link; two of them have half as much to do.
  const auto load = [](const Step& step, StepLoad& of) { of.bytes[1] = step.detail[0] == 1 ? 0.5e9 : 1e9; };
  Recorder recorder({4});
  recorder.matrix(Tiling::regular(4, 1, 1, 1), {0});
  for (Index i = 0; i < 4; ++i) {
    Recorder::Rest rest;
    rest.detail[0] = i < 2 ? 1 : 0;
    recorder.step(0, {{0, {i, i + 1}, {0, 1}}}, {}, rest);
  }
  // All four at half speed for two seconds; then two at full speed for the other half: one second.
  EXPECT_NEAR(seconds_of(recorder.finish(), std::vector{0}, load, two_nodes()).total, 3, 1e-9);
}

TEST(Seconds, ThreadsThatSleepBeginLater) {
  TimeModel model = two_nodes();
  model.wake_s = {{0.5, 2}, {2, 0.5}};
  // The caller does the first from 0 to 1, the other thread the second from 0.5 on.
  const Seconds s = seconds_of(independent_steps({2}, 2), std::vector{0}, one_second, model);
  EXPECT_NEAR(s.total, 1.5, 1e-9);
  EXPECT_NEAR(s.waking, 0.25, 1e-9);
  // With a thread of the other node all begin when that one can: the caller has done both by then.
  EXPECT_NEAR(seconds_of(independent_steps({2, 1}, 2), std::vector{0, 1}, one_second, model).total, 2, 1e-9);
}

TEST(Seconds, PartsOfAThreadsTimeAddUp) {
  constexpr unsigned seed = 11;
  std::mt19937 random(seed);
  SCOPED_TRACE(::testing::Message() << "seed " << seed);
  for (int round = 0; round < 50; ++round) {
    Recorder recorder({1 + int(random() % 3), 1 + int(random() % 3)});
    constexpr Index tiles = 6;
    std::vector<int> owners;
    for (Index i = 0; i < tiles; ++i) owners.push_back(int(random() % 2));
    recorder.matrix(Tiling::regular(tiles, 1, 1, 1), owners);
    for (int i = 0; i < 40; ++i) {
      const auto tile = [&] {
        const auto at = Index(random() % tiles);
        return Region{0, {at, at + 1}, {0, 1}};
      };
      recorder.step(0, {tile()}, {tile()});
    }
    const auto load = [&](const Step&, StepLoad& of) {
      of.work.flops = double(random() % 1000) * 1e6;
      of.bytes = {double(random() % 1000) * 1e6, double(random() % 1000) * 1e6};
    };
    TimeModel model = two_nodes();
    model.wake_s = {{0.1, 0.3}, {0.3, 0.1}}, model.barrier_s = 0.01;
    const Seconds s = seconds_of(recorder.finish(), std::vector{0, 1}, load, model);
    EXPECT_NEAR(s.total, s.arithmetic + s.local_memory + s.remote_memory + s.waiting + s.waking, 1e-9);
    EXPECT_GE(s.waiting, -1e-9);
    EXPECT_GE(s.total, s.busiest - 1e-9);
    EXPECT_GT(s.total, s.critical_path * 0.999);
  }
}

TEST(Seconds, RoundingOfTheClockIsNoWaitingForMemory) {
  TimeModel model = two_nodes();
  model.costs.flop_ns = 1.0 / 3;
  const Seconds s = seconds_of(
      independent_steps({5, 2}, 1000), std::vector{0, 1},
      [](const Step&, StepLoad& load) {
        load.work.flops = 1e5 / 7;
        load.bytes = {1, 0};
      },
      model);
  EXPECT_EQ(s.local_memory, 0);
  EXPECT_EQ(s.remote_memory, 0);
  EXPECT_EQ(s.nodes, 2);
}

}  // namespace
}  // namespace numapack
