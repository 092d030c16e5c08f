// SPDX-License-Identifier: BSD-3-Clause
#include "level3/run/trace.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <complex>
#include <vector>

#include "level3/algorithms/skinny_choice.hpp"
#include "level3/explain/explain.hpp"
#include "level3/gemm.hpp"
#include "level3/plan/planner.hpp"
#include "level3/run/execute.hpp"
#include "level3/tasks/task.hpp"
#include "level3/trace/comparison.hpp"
#include "level3/trace/random_problems.hpp"
#include "runtime/process.hpp"
#include "runtime/runtime.hpp"
#include "support/machines.hpp"
#include "support/planning.hpp"

// What runs is what the plan says: traces of random calls against their plans.
namespace numapack {
namespace {

using namespace testing;  // NOLINT

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int share = 40;  // of the calls that a release tries
#else
constexpr int share = 1;
#endif

/// Traces go to it while it lives.
struct Tracing {
  Trace trace;
  Tracing() { Runtime::get().trace_to(&trace); }
  ~Tracing() { Runtime::get().trace_to(nullptr); }
};

template <class T>
class TraceOf : public ::testing::Test {
 protected:
  Generator generator{test_seed()};
  Store<T> store;

  /// Calls as programs make them, through gemm().
  void expect_plans_kept(int calls, Index most_side) {
    Tracing tracing;
    int traced = 0, ahead = 0;
    std::array<int, 3> algorithms{};
    for (int i = 0; i < calls; ++i) {
      const Problem<T> problem = pick_problem(generator, store, most_side);
      Options options;
      options.threads = int(pick(generator, 0, Runtime::get().machine().usable_threads()));
      options.collapse = pick(generator, 0, 2) > 0;
      options.localise = pick(generator, 0, 5) > 0;
      if (pick(generator, 0, 7) == 0)
        options.workspace_limit = std::size_t(pick_size(generator, Index{1} << 24));
      if (pick(generator, 0, 9) == 0) options.blocking = {48, 8 * pick(generator, 4, 40), 96};
      const Plan plan = plan_for(problem, options);
      gemm(problem, options);
      const std::vector<TraceRecord> trace = tracing.trace.take();
      if (trace.empty() && is_tiny(problem)) continue;  // see TinyProducts
      ++traced;
      ++algorithms[plan.tasks.front().algorithm.index()];
      ahead += std::any_of(trace.begin(), trace.end(), [](const TraceRecord& record) {
        return record.what == TraceRecord::What::pack_a_ahead;
      });
      const std::string found = difference(plan, trace);
      ASSERT_EQ(found, "") << told(problem, options) << "\n" << explain(plan, Runtime::get().machine());
    }
    EXPECT_GT(traced, calls / 3);
    if (share > 1 || most_side <= 100) return;                    // too few calls for all ways
    if (!Runtime::get().profile().tuned_figures.empty()) return;  // a row tuned to extremes lacks some
    EXPECT_TRUE(ahead > 0 || !default_kernel<T>().shape.packs_ahead());
    for (const int count : algorithms) EXPECT_TRUE(count > 0 || !default_kernel<T>().shape.in_place);
  }
};
using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(TraceOf, Types);

TYPED_TEST(TraceOf, OfSmallCallsIsTheirPlans) { this->expect_plans_kept(4000 / share, 100); }
TYPED_TEST(TraceOf, OfCallsOfAllSizesIsTheirPlans) { this->expect_plans_kept(1500 / share, 600); }

/// Several nodes' teams on this machine, whose memory is one: everything of their plans but the homes.
/// Threads are not bound.
TYPED_TEST(TraceOf, OfCallsOnSeveralNodesIsTheirPlans) {
  using T = TypeParam;
  Machine machine = flat_machine(4, 2);
  const Machine host = host_machine();
  machine.is_this_machine = machine.runs_here = true;
  machine.architecture = host.architecture;
  Teams teams{machine, lay_out_teams(machine), Binding::none};
  WorkspacePool pool{host};
  const KernelShape kernel = choose_shape("", true, type_of<T>());
  const Profile profile = estimate_profile(machine);
  Trace trace;
  for (int i = 0; i < 300 / share; ++i) {
    const Problem<T> problem = pick_problem(this->generator, this->store, 600);
    Options options;
    options.collapse = pick(this->generator, 0, 3) == 0;
    options.localise = pick(this->generator, 0, 4) > 0;
    options.threads = int(pick(this->generator, 0, 8));
    if (pick(this->generator, 0, 5) == 0)
      options.workspace_limit = std::size_t(pick_size(this->generator, Index{1} << 24));
    const Call call = problem.call();
    const auto home = [&](Index rows, Index columns) {
      return HomeMap::on_node(rows, columns, int(pick(this->generator, 0, 3)), 4);
    };
    Plan plan =
        make_plan(call, kernel, homes_for(call, home), machine, profile, lay_out_teams(machine), options);
    for (NodeTask& task : plan.tasks) task.memory_node = 0;
    ASSERT_TRUE(execute(plan, problem, &teams, pool, &trace));
    ASSERT_EQ(difference(plan, trace.take()), "") << told(problem, options) << "\n" << explain(plan, machine);
  }
}

/// The one lane without a plan does what there would be in it.
TYPED_TEST(TraceOf, OfTinyProductsWouldBeOneCallOfTheLoop) {
  using T = TypeParam;
  const KernelShape& kernel = Planner::get(Runtime::get()).kernel<T>().shape;
  int tiny = 0;
  for (int i = 0; i < 20000; ++i) {
    const Problem<T> problem = pick_problem(this->generator, this->store, 40);
    if (!is_tiny(problem) || !prefers_in_place(problem.m, problem.n, problem.k, problem.trans_a, kernel))
      continue;
    ++tiny;
    const Call call = problem.call();
    const Choice choice = choose(call, kernel);
    ASSERT_EQ(choice.kind, Choice::Kind::in_place) << told(problem, Options{});
    ASSERT_EQ(choice.order, (Order{Form::in_steps, call.k})) << told(problem, Options{});
    const NodeTask task = task_of(call, kernel, {}, choice, {0, call.m}, {0, call.n}, {});
    ASSERT_EQ(*task.in_place(), (InPlaceAlgorithm{call.k, call.n})) << told(problem, Options{});
    ASSERT_EQ(task.workspace_bytes, 0U);
    if (i % 50 == 0) {
      ASSERT_TRUE(plan_for(problem).caller_only);
    }
  }
  EXPECT_TRUE(tiny > 1000 || !kernel.in_place);
}

}  // namespace
}  // namespace numapack
