#include "gemm/gemm.hpp"

#include "base/environment.hpp"
#include "gemm/cache_sizes.hpp"
#include "gemm/execute.hpp"
#include "runtime/runtime.hpp"

namespace numapack {
namespace {

/// The best kernel, or NUMAPACK_KERNEL's; looked up once, since a call on tiny matrices takes less time than the search.
template <class T> const Kernel<T>& default_kernel() {
  static const Kernel<T>& kernel = *find_kernel<T>(choose_shape("", true, type_of<T>()).name);
  return kernel;
}

int first_home(const Machine& machine) {
  const std::vector<int> nodes = machine.compute_nodes();
  return machine.home_for(nodes.empty() ? 0 : nodes.front());
}

template <class T> Homes homes_of_operands(const Problem<T>& problem, const Machine& machine) {
  const int fallback = first_home(machine);
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

PlanOptions with_environment(PlanOptions options) {
  if (options.workspace_limit == 0)
    if (const auto limit = environment("NUMAPACK_WORKSPACE"))
      options.workspace_limit = parse_bytes(*limit, "NUMAPACK_WORKSPACE");
  return options;
}

bool is_default(const PlanOptions& options) {
  return options.threads == 0 && options.nodes.empty() && !options.grid && options.localise && options.collapse &&
         options.workspace_limit == 0 && options.kernel.empty();
}

}  // namespace

template <class T> Plan plan_for(const Problem<T>& problem, const PlanOptions& options) {
  validate(problem);
  Runtime& runtime = Runtime::get();
  return make_plan(problem.shape(), homes_of_operands(problem, runtime.machine()), runtime.machine(), runtime.profile(),
                   runtime.layout(), with_environment(options));
}

template <class T> void gemm(const Problem<T>& problem, const PlanOptions& given) {
  validate(problem);
  if (problem.m == 0 || problem.n == 0) return;
  if (problem.k == 0 || problem.alpha == T{0}) return scale(problem);

  Runtime& runtime = Runtime::get();
  const Runtime::CallScope scope(runtime);
  PlanOptions options = with_environment(given);
  const bool small = problem.shape().flops() < least_parallel_flops(runtime.profile());
  if (small && is_default(options)) {
    const Kernel<T>& kernel = default_kernel<T>();
    const NodeTask task = caller_task(problem.shape(), kernel.shape, runtime.caches(), 0, 0);
    return execute_alone(task, problem, kernel, runtime.workspaces());
  }
  // Teams serve one call at a time: whoever finds company works alone, on the thread it already has.
  const bool alone = scope.alone() && !Teams::inside_region();
  if (!alone) options = alone_options(options);
  const Homes homes = homes_of_operands(problem, runtime.machine());
  const auto planned = [&] {
    return make_plan(problem.shape(), homes, runtime.machine(), runtime.profile(), runtime.layout(), options);
  };
  Plan plan = planned();
  if (execute(plan, problem, plan.caller_only ? nullptr : &runtime.teams(), runtime.workspaces())) return;
  options = alone_options(options);
  plan = planned();
  execute(plan, problem, nullptr, runtime.workspaces());
}

template Plan plan_for(const Problem<float>&, const PlanOptions&);
template Plan plan_for(const Problem<double>&, const PlanOptions&);
template Plan plan_for(const Problem<std::complex<float>>&, const PlanOptions&);
template Plan plan_for(const Problem<std::complex<double>>&, const PlanOptions&);
template void gemm(const Problem<float>&, const PlanOptions&);
template void gemm(const Problem<double>&, const PlanOptions&);
template void gemm(const Problem<std::complex<float>>&, const PlanOptions&);
template void gemm(const Problem<std::complex<double>>&, const PlanOptions&);

}  // namespace numapack
