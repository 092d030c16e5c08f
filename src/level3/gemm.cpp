// SPDX-License-Identifier: BSD-3-Clause
#include "level3/gemm.hpp"

#include "base/made_once.hpp"
#include "base/unless_denied.hpp"
#include "level3/algorithms/in_place_algorithm.hpp"
#include "level3/call/packing.hpp"
#include "level3/call/plain.hpp"
#include "level3/nodes/cost_model.hpp"
#include "level3/plan/planner.hpp"
#include "level3/plan/watched_plan.hpp"
#include "level3/run/execute.hpp"
#include "level3/run/in_place.hpp"
#include "machine/here.hpp"
#include "runtime/concurrent_calls.hpp"
#include "runtime/lab_marks.hpp"
#include "runtime/thread_limit.hpp"
#include "team/cancellation.hpp"

namespace numapack {
namespace {

/// True if no setting needs attention that a call on one thread would have to obey.
bool leaves_the_choice(const Options& options) {
  return options.nodes.empty() && !options.grid && options.collapse && options.workspace_limit == 0 &&
         options.cpu.empty() && options.kernel.empty() && options.blocking.kc == 0;
}

/// A product that choose() would have in place in one call of the loop, if one look shows that it is, and is
/// right: choosing takes much of such a product's time (Z4-006).
template <class T>
[[gnu::always_inline]] inline bool multiply_tiny(const Problem<T>& problem) {
  if (!is_tiny(problem) || problem.is_structured() || !plainly_right(problem) || problem.alpha == T{0})
    return false;
  const Kernel<T>& kernel = default_kernel<T>();
  if (!prefers_in_place(problem.m, problem.n, problem.k, problem.trans_a, kernel.shape)) return false;
  const LabMarks marks;
  kernel.in_place(problem.m, problem.n, problem.k, problem.alpha, source_of_a(problem, 0, 0),
                  source_of_b(problem, 0, 0), problem.beta, problem.c, problem.ldc, nullptr);
  return true;
}

/// A plan for the calling thread alone, with the workspace where that thread is now.
template <class T>
void execute_here(const Plan& plan, const Problem<T>& problem, Runtime& runtime) {
  const Kernel<T> kernel = *kernel_of<T>(plan.kernel);
  for (NodeTask task : plan.tasks) {
    task.memory_node = memory_here(runtime.machine());
    execute_alone(task, problem, kernel, runtime.workspaces(), runtime.trace());
  }
}

/// On this thread: as planned, with the least workspace, or with none. May be denied even that.
template <class T>
void gemm_on_caller(const Problem<T>& problem, const Options& options, Runtime& runtime) {
  Options alone = options;
  alone.threads = 1;
  alone.nodes.clear();
  alone.grid.reset();
  const auto as_planned = [&] {
    const std::shared_ptr<const Plan> plan = Planner::get(runtime).plan(problem, alone, runtime.layout());
    execute_here(*plan, problem, runtime);
    note(*plan, static_cast<int>(runtime.layout().size()));
  };
  if (unless_denied(as_planned)) return;
  alone.workspace_limit = 1;
  const Call call = problem.call();
  const Planner& planner = Planner::get(runtime);
  const Kernel<T>& kernel = planner.kernel<T>();
  const Index kc = choose(call, kernel.shape, planner.tuned(call.type)).order.kc;
  // In place everything is read and written as if it had no structure.
  if (call.is_structured() || !can_go_in_place(call, kernel.shape, kc)) {
    as_planned();
  } else if (!unless_denied(as_planned)) {
    multiply_in_place(problem, kernel, in_place_algorithm(call, kernel.shape, call.m, call.n, kc),
                      {0, call.m}, {0, call.n}, Tracer{runtime.trace(), planner.caller().share.node}, 0);
  }
}

/// Obeys a plan, if need be on the calling thread. False: the teams are taken.
template <class T>
bool execute_on_teams(const Plan& plan, const Problem<T>& problem, Runtime& runtime) {
  if (plan.caller_only)
    execute_here(plan, problem, runtime);
  else if (!execute(plan, problem, &runtime.teams(), runtime.workspaces(), runtime.trace()))
    return false;
  note(plan, static_cast<int>(runtime.layout().size()));
  return true;
}

/// What make_plan() would have the calling thread do, without a plan around it, if the call is small, or if
/// no other thread could take part and nothing is packed. Returns false, having done nothing, for other
/// products.
template <class T>
bool multiply_alone(const Problem<T>& problem, const Options& options, Runtime& runtime) {
  const Planner& planner = Planner::get(runtime);
  const bool small = problem.flops() < planner.least_parallel_flops();
  const bool alone = small || (planner.one_node() && (options.threads == 1 || planner.one_thread()));
  if (!alone || !leaves_the_choice(options)) return false;
  const Call call = problem.call();
  const Kernel<T>& kernel = planner.kernel<T>();
  const Blocking& tuned = planner.tuned(call.type);
  const Choice choice = choose(call, kernel.shape, tuned);
  const Planner::Caller& caller = planner.caller();
  if (choice.kind == Choice::Kind::in_place && choice.order.pieces == 1) {
    // The algorithm that the task would have, without the task: n = 40 1.03 of the rate.
    multiply_in_place(problem, kernel,
                      in_place_algorithm(call, kernel.shape, call.m, call.n, choice.order.kc), {0, call.m},
                      {0, call.n}, Tracer{runtime.trace(), caller.share.node}, 0);
    return true;
  }
  const bool leases = choice.kind == Choice::Kind::panels || choice.order.pieces > 1;
  if (leases && (!small || runtime.workspace_limit() > 0)) return false;
  NodeTask task = task_of(call, kernel.shape, tuned, choice, {0, call.m}, {0, call.n}, caller.facts);
  static_cast<TeamShare&>(task) = caller.share;
  if (!leases) {
    execute_alone(task, problem, kernel, runtime.workspaces(), runtime.trace());
    return true;
  }
  const Runtime::CallScope scope(runtime, Runtime::CallScope::Wants::own_thread);
  task.memory_node = memory_here(runtime.machine());
  execute_alone(task, problem, kernel, runtime.workspaces(), runtime.trace());
  return true;
}

template <class T>
void multiply_by_plan(const Problem<T>& problem, const Options& options) {
  if (const int threads = within_thread_limit(options.threads); threads != options.threads) [[unlikely]] {
    Options bounded = options;
    bounded.threads = threads;
    return multiply_by_plan(problem, bounded);
  }
  // A cancelled caller finishes the call first, so that C is complete and its workspace is released.
  const CancellationOff until_done;
  Runtime& runtime = Runtime::get();
  if (unless_denied([&] { return multiply_alone(problem, options, runtime); })) return;

  const Runtime::CallScope scope(runtime);
  const auto work = [&] { return CallDemand{problem.flops(), sizeof(T), operands_of(problem)}; };
  const auto on_teams = [&](const std::vector<TeamLayout>& layout) {
    if (&layout == &scope.layout())
      return execute_on_teams(*Planner::get(runtime).plan(problem, options, layout), problem, runtime);
    // Whoever names nodes or a grid means all of them: a part would be another product.
    if (!options.nodes.empty() || options.grid) {
      gemm_on_caller(problem, options, runtime);
      return true;
    }
    return execute_on_teams(Planner::get(runtime).make(problem, options, layout), problem, runtime);
  };
  if (!unless_denied([&] { return with_teams(runtime, scope, work, on_teams); }))
    gemm_on_caller(problem, options, runtime);
}

/// multiply_tiny(), unless there is no memory to find its kernel.
template <class T>
[[gnu::always_inline]] inline bool is_multiplied_tiny(const Problem<T>& problem) {
  return unless_denied([&] { return multiply_tiny(problem); });
}

}  // namespace

template <class T>
Plan plan_for(const Problem<T>& problem, const Options& options) {
  validate(problem);
  Runtime& runtime = Runtime::get();
  Planner& planner = Planner::get(runtime);
  const std::vector<TeamLayout>& layout = runtime.chosen().now();
  if (is_small(problem.call(), runtime.profile(), options)) return planner.make(problem, options, layout);
  return *planner.plan(problem, options, layout);
}

template <class T>
[[gnu::noinline]] void multiply(const Problem<T>& problem, const Options& options) {
  if (!unless_denied([&] { multiply_by_plan(problem, options); })) multiply_plainly(problem);
}

template <class T>
void gemm(const Problem<T>& problem, const Options& options) {
  if (leaves_the_choice(options) && is_multiplied_tiny(problem)) return;
  check(problem);
  if (problem.m == 0 || problem.n == 0) return;
  if (problem.k == 0 || problem.alpha == T{0}) return scale(problem);
  const LabMarks marks;
  multiply(problem, options);
}

template <class T>
void gemm(const Problem<T>& problem) {
  if (is_multiplied_tiny(problem)) return;
  static constinit MadeOnce<Options> open;  // making them takes a tenth of what n = 8 takes
  gemm(problem, open.get([] { return Options(); }));
}

template Plan plan_for(const Problem<float>&, const Options&);
template Plan plan_for(const Problem<double>&, const Options&);
template Plan plan_for(const Problem<std::complex<float>>&, const Options&);
template Plan plan_for(const Problem<std::complex<double>>&, const Options&);
template void multiply(const Problem<float>&, const Options&);
template void multiply(const Problem<double>&, const Options&);
template void multiply(const Problem<std::complex<float>>&, const Options&);
template void multiply(const Problem<std::complex<double>>&, const Options&);
template void gemm(const Problem<float>&);
template void gemm(const Problem<double>&);
template void gemm(const Problem<std::complex<float>>&);
template void gemm(const Problem<std::complex<double>>&);
template void gemm(const Problem<float>&, const Options&);
template void gemm(const Problem<double>&, const Options&);
template void gemm(const Problem<std::complex<float>>&, const Options&);
template void gemm(const Problem<std::complex<double>>&, const Options&);

}  // namespace numapack
