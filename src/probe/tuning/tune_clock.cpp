// SPDX-License-Identifier: BSD-3-Clause
#include "probe/tuning/tune_clock.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <memory>

#include "base/clock.hpp"
#include "level3/plan/planner.hpp"
#include "level3/run/execute.hpp"
#include "level3/tasks/task.hpp"
#include "machine/here.hpp"
#include "memory/buffer.hpp"
#include "probe/tuning/tune_shapes.hpp"

namespace numapack::probe {

namespace {

template <class T>
class Clock {
 public:
  Clock(const KernelShape& kernel, const Blocking& wanted) : kernel_(*kernel_of<T>(kernel)), wanted_(wanted) {
    for (Buffer& operand : operands_) {
      operand = Buffer(std::size_t(TuneShapes::most_elements) * sizeof(T), runtime_.machine());
      // Small enough for C to stay finite however often it is added to.
      std::fill_n(operand.template as<T>(), TuneShapes::most_elements, T{0.015625F});
    }
  }

  double seconds(const Call& call, const Choice& choice) {
    constexpr double least = 5e-5, long_call = 1e-3;
    constexpr int most_calls = 1000, times = 3;
    Problem<T> problem;
    problem.trans_a = call.a.op;
    problem.trans_b = call.b.op;
    problem.m = call.m;
    problem.n = call.n;
    problem.k = call.k;
    problem.a = operands_[0].template as<T>();
    problem.lda = call.lda();
    problem.b = operands_[1].template as<T>();
    problem.ldb = call.ldb();
    problem.beta = call.reads_c ? T{1} : T{0};
    problem.c = operands_[2].template as<T>();
    problem.ldc = call.c.leading;
    const Planner::Caller& caller = Planner::get(runtime_).caller();
    NodeTask task =
        task_of(problem.call(), kernel_.shape, wanted_, choice, {0, call.m}, {0, call.n}, caller.facts);
    static_cast<TeamShare&>(task) = caller.share;
    task.memory_node = memory_here(runtime_.machine());
    const auto run = [&](int calls) {
      const double begin = seconds_now();
      for (int i = 0; i < calls; ++i) execute_alone(task, problem, kernel_, runtime_.workspaces());
      return (seconds_now() - begin) / calls;
    };
    run(1);
    const double once = run(1);
    const int calls = std::clamp(static_cast<int>(std::ceil(least / std::max(once, 1e-8))), 1, most_calls);
    // The least: other processes can only add to it.
    if (once >= long_call) return once;
    double took = run(calls);
    for (int again = 1; again < times; ++again) took = std::min(took, run(calls));
    return took;
  }

 private:
  Runtime& runtime_ = Runtime::get();
  const Kernel<T> kernel_;
  const Blocking wanted_;
  std::array<Buffer, 3> operands_;
};

template <class T>
ChoiceClock clock_of(const KernelShape& kernel, const Blocking& wanted) {
  return [clock = std::make_shared<Clock<T>>(kernel, wanted)](const Call& call, const Choice& choice) {
    return clock->seconds(call, choice);
  };
}

}  // namespace

ChoiceClock choice_clock(const KernelShape& kernel, const Blocking& wanted) {
  return with_type(kernel.type, [&]<class T>() { return clock_of<T>(kernel, wanted); });
}

}  // namespace numapack::probe
