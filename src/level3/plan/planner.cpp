// SPDX-License-Identifier: BSD-3-Clause
#include "level3/plan/planner.hpp"

#include "level3/nodes/cost_model.hpp"
#include "level3/plan/allowed_workers.hpp"
#include "machine/cpu_of.hpp"
#include "machine/here.hpp"
#include "memory/homes/home_samples.hpp"
#include "memory/pages/census.hpp"
#include "runtime/watch.hpp"

namespace numapack {

template <class T>
std::vector<MatrixAt> operands_of(const Problem<T>& p) {
  const auto stored = [](const T* data, Transpose op, Index rows, Index columns, Index leading) {
    return transposes(op) ? MatrixAt{data, columns, rows, leading} : MatrixAt{data, rows, columns, leading};
  };
  return {stored(p.a, p.trans_a, p.m, p.k, p.lda), stored(p.b, p.trans_b, p.k, p.n, p.ldb),
          stored(p.c, Transpose::none, p.m, p.n, p.ldc)};
}

namespace {

constexpr int samples_each = 256;  // of an operand

/// `samples` 0: homes are not looked up; everything counts as at home on the caller's node.
template <class T>
Homes homes_of_operands(const Problem<T>& problem, const Machine& machine, int samples, Probes* probes) {
  const std::vector<HomeMap> maps =
      sample_homes(operands_of(problem), sizeof(T), machine, memory_here(machine), samples, probes);
  return {maps[0], maps[1], maps[2]};
}

/// A matrix that is two operands counts once.
template <class T>
std::vector<OperandHome> homes_in_plan(const Problem<T>& problem, const Homes& homes) {
  std::vector<OperandHome> in_plan{operand_home(homes.a, sizeof(T)), operand_home(homes.c, sizeof(T))};
  if (problem.b != problem.a) in_plan.push_back(operand_home(homes.b, sizeof(T)));
  return in_plan;
}

Planner::Caller caller_of(const Runtime& runtime) {
  const auto worker = allowed_workers(runtime.machine(), runtime.layout(), {}).front();
  return {{worker.team, worker.node, worker.memory_node, 1},
          facts_at_home(runtime.machine(), worker.core, worker.cores, 1)};
}

bool has_one_thread(const std::vector<TeamLayout>& teams) {
  return teams.size() == 1 && teams.front().cores.size() == 1;
}

}  // namespace

/// A tuned row is a copy: calls without one keep what they always had.
template <class T>
void Planner::set_kernel() {
  const Kernel<T>& built_in = default_kernel<T>();
  const KernelShape shape = microarchs_.of(built_in.shape);
  auto& own = std::get<std::optional<Kernel<T>>>(tuned_kernels_);
  if (shape.microarch != built_in.shape.microarch) own = kernel_of<T>(shape);
  std::get<const Kernel<T>*>(kernels_) = own ? &*own : &built_in;
}

KernelShape Planner::default_shape(Type type) const {
  return with_type(type, [&]<class T>() { return kernel<T>().shape; });
}

KernelShape Planner::shape_for(Type type, const Options& options) const {
  if (options.kernel.empty() && options.cpu.empty()) return default_shape(type);
  return microarchs_.of(
      choose_shape(*microarch_of(runtime_.machine(), options.cpu).microarch, true, type, options.kernel));
}

Planner::Planner(Runtime& runtime)
    : runtime_(runtime),
      caller_(caller_of(runtime)),
      microarchs_(runtime.profile().tuned_figures),
      least_parallel_flops_(numapack::least_parallel_flops(runtime.profile())),
      one_thread_(has_one_thread(runtime.layout())) {
  for (const Type type : {Type::s, Type::d, Type::c, Type::z}) {
    with_type(type, [&]<class T>() { set_kernel<T>(); });
    tuned_[static_cast<std::size_t>(type)] = tuned_blocking(runtime.profile(), default_shape(type).name);
  }
}

template <class T>
std::shared_ptr<const Plan> Planner::plan(const Problem<T>& problem, const Options& options,
                                          const std::vector<TeamLayout>& layout) {
  if (options.workspace_limit == 0) {
    if (const std::size_t allowance = runtime_.workspace_allowance(); allowance > 0) {
      Options limited = options;
      limited.workspace_limit = allowance;
      return plan(problem, limited, layout);
    }
  }
  const Call call = problem.call();
  const Machine& machine = runtime_.machine();
  const bool homes_matter = !one_node() && !is_small(call, runtime_.profile(), options);
  PlanCache::Key key{call, options, {}, &layout};
  if (homes_matter) key.operands = {problem.a, problem.b, problem.c};
  return plans_.get(
      key,
      [&](const Probes& probes) {
        return probes.addresses.empty() || homes_of(probes.addresses, machine) == probes.homes;
      },
      [&] {
        PlanCache::Made made;
        const Homes homes =
            homes_of_operands(problem, machine, homes_matter ? samples_each : 0, &made.probes);
        made.plan = make_plan(call, shape_for(call.type, options), homes, machine, runtime_.profile(), layout,
                              options);
        if (homes_matter && watched_call() != nullptr)
          made.plan.operand_homes = homes_in_plan(problem, homes);
        return made;
      });
}

template <class T>
Plan Planner::make(const Problem<T>& problem, Options options, const std::vector<TeamLayout>& layout) {
  if (options.workspace_limit == 0) options.workspace_limit = runtime_.workspace_allowance();
  const Call call = problem.call();
  const Homes homes = homes_of_operands(problem, runtime_.machine(), samples_each, nullptr);
  Plan plan = make_plan(call, shape_for(call.type, options), homes, runtime_.machine(), runtime_.profile(),
                        layout, options);
  if (!one_node() && watched_call() != nullptr) plan.operand_homes = homes_in_plan(problem, homes);
  return plan;
}

template std::shared_ptr<const Plan> Planner::plan(const Problem<float>&, const Options&,
                                                   const std::vector<TeamLayout>&);
template std::shared_ptr<const Plan> Planner::plan(const Problem<double>&, const Options&,
                                                   const std::vector<TeamLayout>&);
template std::shared_ptr<const Plan> Planner::plan(const Problem<std::complex<float>>&, const Options&,
                                                   const std::vector<TeamLayout>&);
template std::shared_ptr<const Plan> Planner::plan(const Problem<std::complex<double>>&, const Options&,
                                                   const std::vector<TeamLayout>&);
template Plan Planner::make(const Problem<float>&, Options, const std::vector<TeamLayout>&);
template std::vector<MatrixAt> operands_of(const Problem<float>&);
template Plan Planner::make(const Problem<double>&, Options, const std::vector<TeamLayout>&);
template std::vector<MatrixAt> operands_of(const Problem<double>&);
template Plan Planner::make(const Problem<std::complex<float>>&, Options, const std::vector<TeamLayout>&);
template std::vector<MatrixAt> operands_of(const Problem<std::complex<float>>&);
template Plan Planner::make(const Problem<std::complex<double>>&, Options, const std::vector<TeamLayout>&);
template std::vector<MatrixAt> operands_of(const Problem<std::complex<double>>&);

}  // namespace numapack
