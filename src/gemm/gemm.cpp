#include "gemm/gemm.hpp"

#include <algorithm>

#include "base/environment.hpp"
#include "gemm/caller_task.hpp"
#include "gemm/execute.hpp"
#include "gemm/in_place.hpp"
#include "gemm/lab_marks.hpp"
#include "gemm/plan_cache.hpp"
#include "gemm/plan_context.hpp"
#include "gemm/thin.hpp"
#include "kernel/choices.hpp"
#include "machine/here.hpp"
#include "runtime/runtime.hpp"
#include "team/cancellation.hpp"

namespace numapack {
namespace {

/// The best kernel, or NUMAPACK_KERNEL's; looked up once, since a call on tiny matrices takes less time than
/// the search.
template <class T>
[[gnu::always_inline]] inline const Kernel<T>& default_kernel() {
  static const Kernel<T> kernel = *kernel_of<T>(choose_shape("", true, type_of<T>()));
  return kernel;
}

template <class T>
Homes homes_of_operands(const Problem<T>& problem, const Machine& machine) {
  const int fallback = memory_here(machine);
  const auto map = [&](const T* data, bool turned, Index rows, Index columns, Index leading) {
    if (turned) std::swap(rows, columns);
    if (machine.nodes.size() < 2 || data == nullptr)
      return HomeMap::on_node(rows, columns, fallback, static_cast<int>(machine.nodes.size()));
    return sample_homes(data, rows, columns, leading, sizeof(T), machine, fallback);
  };
  return {map(problem.a, transposes(problem.trans_a), problem.m, problem.k, problem.lda),
          map(problem.b, transposes(problem.trans_b), problem.k, problem.n, problem.ldb),
          map(problem.c, false, problem.m, problem.n, problem.ldc)};
}

/// NUMAPACK_WORKSPACE in bytes, read at the first call as the runtime reads the others; 0: not set.
std::size_t workspace_limit_from_environment() {
  static const std::size_t limit = [] {
    const auto text = environment("NUMAPACK_WORKSPACE");
    return text ? parse_bytes(*text, "NUMAPACK_WORKSPACE") : 0;
  }();
  return limit;
}

PlanOptions with_environment(PlanOptions options) {
  if (options.workspace_limit == 0) options.workspace_limit = workspace_limit_from_environment();
  return options;
}

/// True if nobody asked for anything that a call on one thread would have to obey.
bool leaves_the_choice(const PlanOptions& options) {
  return options.nodes.empty() && !options.grid && options.collapse && options.workspace_limit == 0 &&
         options.cpu.empty() && options.kernel.empty() && options.blocking.kc == 0;
}

/// A plan for the calling thread alone, with the workspace where that thread is now.
template <class T>
void execute_here(const Plan& plan, const Problem<T>& problem, Runtime& runtime) {
  const Kernel<T> kernel = *kernel_of<T>(plan.kernel);
  const int here = memory_here(runtime.machine());
  for (const NodeTask& task : plan.tasks) {
    if (task.memory_node == here) {
      execute_alone(task, problem, kernel, runtime.workspaces());
    } else {
      NodeTask moved = task;
      moved.memory_node = here;
      execute_alone(moved, problem, kernel, runtime.workspaces());
    }
  }
}

/// A small product without a plan, if it needs none; returns false, having done nothing, for other ones. In
/// line, as the rest is not: n = 8 1.08 of the rate.
template <class T>
[[gnu::always_inline]] inline bool multiply_unpacked(const Problem<T>& problem, const Kernel<T>& kernel) {
  const bool plain = prefers_in_place(problem.m, problem.n, problem.k, problem.trans_a, kernel.shape);
  if (plain && multiply_in_place(problem, kernel)) return true;
  const Shape shape = problem.shape();
  const bool cuts_k =
      may_have_k_pieces(shape) && k_pieces(shape, choose_blocking(kernel.shape, {}, shape.k).kc) > 1;
  return (!cuts_k && multiply_thin(problem, kernel)) || multiply_in_place(problem, kernel);
}

/// A product that goes in place by any count, if one look shows that it is, and is right: with fewer looks
/// than multiply_unpacked() takes. Zen 4, n = 8 1.16 of the rate, 12 1.06, 16 1.05, 32 1.01.
template <class T>
[[gnu::always_inline]] inline bool multiply_tiny(const Problem<T>& problem) {
  constexpr Index most_leading = 256;
  static_assert((most_tiny & (most_tiny - 1)) == 0);
  const bool tiny = ((problem.m - 1) | (problem.n - 1) | (problem.k - 1)) < most_tiny &&
                    (problem.lda | problem.ldb) < most_leading;
  if (!tiny || !plainly_right(problem) || problem.alpha == T{0}) return false;
  const Kernel<T>& kernel = default_kernel<T>();
  if (!prefers_in_place(problem.m, problem.n, problem.k, problem.trans_a, kernel.shape)) return false;
  const LabMarks marks;
  kernel.in_place(problem.m, problem.n, problem.k, problem.alpha, source_of_a(problem, 0, 0),
                  source_of_b(problem, 0, 0), problem.beta, problem.c, problem.ldc, nullptr);
  return true;
}

/// The profile's blocks, looked up once.
template <class T>
const Blocking& tuned_blocks(const Runtime& runtime) {
  static const Blocking tuned = tuned_blocking(runtime.profile(), default_kernel<T>().shape.name);
  return tuned;
}

/// True if any plan would leave the product to the caller's thread and have K in one slab, if it were not
/// packed: multiply_unpacked() has the same bits then, and saves 0.3 us (n = 48 1.07, 64 1.03 of the rate).
template <class T>
bool needs_no_plan(const Problem<T>& problem, const PlanOptions& options, const Runtime& runtime) {
  const std::vector<TeamLayout>& teams = runtime.layout();
  const bool alone = options.threads == 1 || (teams.size() == 1 && teams.front().cores.size() == 1) ||
                     problem.flops() < least_parallel_flops(runtime.profile());
  const Index tuned = tuned_blocks<T>(runtime).kc;
  const Index least_kc = tuned > 0 ? std::min(tuned, least_kc_in_place) : least_kc_in_place;
  return alone && leaves_the_choice(options) && problem.k <= least_kc;
}

template <class T>
void gemm_on_caller(const Problem<T>& problem, const PlanOptions& options, Runtime& runtime) {
  PlanOptions alone = options;
  alone.threads = 1;
  alone.nodes.clear();
  alone.grid.reset();
  execute_here(make_plan(problem.shape(), homes_of_operands(problem, runtime.machine()), runtime.machine(),
                         runtime.profile(), runtime.layout(), alone),
               problem, runtime);
}

template <class T>
std::shared_ptr<const Plan> planned(const Problem<T>& problem, const PlanOptions& options, Runtime& runtime) {
  const auto make = [&] {
    return make_plan(problem.shape(), homes_of_operands(problem, runtime.machine()), runtime.machine(),
                     runtime.profile(), runtime.layout(), options);
  };
  const bool homes_matter = runtime.machine().nodes.size() > 1;
  if (homes_matter) return std::make_shared<const Plan>(make());
  return runtime.plans().get(problem.shape(), options, make);
}

/// Any product.
template <class T>
[[gnu::noinline]] void multiply_with_runtime(const Problem<T>& problem, const PlanOptions& given) {
  // A cancelled caller finishes the call first: half a C and a lease that nobody gives back help no one.
  const CancellationOff until_done;
  Runtime& runtime = Runtime::get();
  if (needs_no_plan(problem, given, runtime) && multiply_unpacked(problem, default_kernel<T>())) return;

  const Runtime::CallScope scope(runtime);
  if (problem.flops() < least_parallel_flops(runtime.profile()) && leaves_the_choice(given) &&
      workspace_limit_from_environment() == 0) {
    static const CacheSizes caches = caches_of_core(runtime.machine(), 0);
    const Kernel<T>& kernel = default_kernel<T>();
    const NodeTask task = caller_task(problem.shape(), kernel.shape, caches, memory_here(runtime.machine()),
                                      tuned_blocks<T>(runtime));
    return execute_alone(task, problem, kernel, runtime.workspaces());
  }

  const PlanOptions options = with_environment(given);
  // The teams serve one call at a time: whoever finds company works alone, on the thread that it has anyway.
  if (!scope.alone() || Teams::inside_region()) return gemm_on_caller(problem, options, runtime);
  const std::shared_ptr<const Plan> plan = planned(problem, options, runtime);
  if (plan->caller_only) return execute_here(*plan, problem, runtime);
  if (!execute(*plan, problem, &runtime.teams(), runtime.workspaces()))
    gemm_on_caller(problem, options, runtime);
}

}  // namespace

template <class T>
Plan plan_for(const Problem<T>& problem, const PlanOptions& options) {
  validate(problem);
  Runtime& runtime = Runtime::get();
  return make_plan(problem.shape(), homes_of_operands(problem, runtime.machine()), runtime.machine(),
                   runtime.profile(), runtime.layout(), with_environment(options));
}

template <class T>
void gemm(const Problem<T>& problem, const PlanOptions& given) {
  if (leaves_the_choice(given) && multiply_tiny(problem)) return;
  check(problem);
  if (problem.m == 0 || problem.n == 0) return;
  if (problem.k == 0 || problem.alpha == T{0}) return scale(problem);

  const LabMarks marks;
  if (problem.flops() < least_planned_flops && leaves_the_choice(given) &&
      multiply_unpacked(problem, default_kernel<T>()))
    return;

  multiply_with_runtime(problem, given);
}

template <class T>
void gemm(const Problem<T>& problem) {
  if (multiply_tiny(problem)) return;
  static const PlanOptions open;  // making them takes a tenth of what n = 8 takes
  gemm(problem, open);
}

std::shared_ptr<PlanCache> make_plan_cache() { return std::make_shared<PlanCache>(); }

template Plan plan_for(const Problem<float>&, const PlanOptions&);
template Plan plan_for(const Problem<double>&, const PlanOptions&);
template Plan plan_for(const Problem<std::complex<float>>&, const PlanOptions&);
template Plan plan_for(const Problem<std::complex<double>>&, const PlanOptions&);
template void gemm(const Problem<float>&);
template void gemm(const Problem<double>&);
template void gemm(const Problem<std::complex<float>>&);
template void gemm(const Problem<std::complex<double>>&);
template void gemm(const Problem<float>&, const PlanOptions&);
template void gemm(const Problem<double>&, const PlanOptions&);
template void gemm(const Problem<std::complex<float>>&, const PlanOptions&);
template void gemm(const Problem<std::complex<double>>&, const PlanOptions&);

}  // namespace numapack
