// SPDX-License-Identifier: BSD-3-Clause
#include "gemm/planner.hpp"

#include "gemm/allowed_workers.hpp"
#include "gemm/home_samples.hpp"
#include "machine/cpu_of.hpp"
#include "machine/here.hpp"
#include "memory/census.hpp"
#include "runtime/process.hpp"

namespace numapack {

namespace {

KernelShape default_shape(Type type) {
  switch (type) {
    case Type::s:
      return default_kernel<float>().shape;
    case Type::d:
      return default_kernel<double>().shape;
    case Type::c:
      return default_kernel<std::complex<float>>().shape;
    case Type::z:
      return default_kernel<std::complex<double>>().shape;
  }
  return {};
}

KernelShape shape_for(Type type, const PlanOptions& options, const Machine& machine) {
  if (options.kernel.empty() && options.cpu.empty()) return default_shape(type);
  return choose_shape(*row_of(machine, options.cpu).row, true, type, options.kernel);
}

/// A matrix as it is stored.
struct OperandMemory {
  const void* data;
  Index rows, columns, leading;
};

template <class T>
std::array<OperandMemory, 3> operands_of(const Problem<T>& p) {
  const auto stored = [](const T* data, Transpose op, Index rows, Index columns, Index leading) {
    return transposes(op) ? OperandMemory{data, columns, rows, leading}
                          : OperandMemory{data, rows, columns, leading};
  };
  return {stored(p.a, p.trans_a, p.m, p.k, p.lda), stored(p.b, p.trans_b, p.k, p.n, p.ldb),
          stored(p.c, Transpose::none, p.m, p.n, p.ldc)};
}

bool is_empty(const OperandMemory& operand) {
  return operand.data == nullptr || operand.rows <= 0 || operand.columns <= 0;
}

Homes all_at(const std::array<OperandMemory, 3>& operands, int node, const Machine& machine) {
  const auto map = [&](const OperandMemory& operand) {
    return HomeMap::on_node(operand.rows, operand.columns, node, int(machine.nodes.size()));
  };
  return {map(operands[0]), map(operands[1]), map(operands[2])};
}

/// Where all operands are, by one question to the kernel; some of the answers are kept as probes.
Homes ask_for_homes(const std::array<OperandMemory, 3>& operands, std::size_t element, const Machine& machine,
                    Probes& probes) {
  constexpr int samples = 256;
  constexpr std::size_t kept = 16;  // of an operand
  const int fallback = memory_here(machine);
  Homes homes = all_at(operands, fallback, machine);
  if (machine.nodes.size() < 2) return homes;
  std::array<HomeSamples, 3> chosen;
  std::vector<const void*> addresses;
  for (std::size_t i = 0; i < 3; ++i) {
    if (is_empty(operands[i])) continue;
    const OperandMemory& of = operands[i];
    chosen[i] =
        choose_samples(of.data, of.rows, of.columns, of.leading, element, machine.page_bytes, samples);
    addresses.insert(addresses.end(), chosen[i].addresses.begin(), chosen[i].addresses.end());
  }
  const std::vector<int> answers = homes_of(addresses, machine);
  HomeMap* const maps[] = {&homes.a, &homes.b, &homes.c};
  auto at = answers.begin();
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t count = chosen[i].addresses.size();
    if (count == 0) continue;
    const std::vector<int> own(at, at + std::ptrdiff_t(count));
    *maps[i] = homes_from_samples(operands[i].rows, operands[i].columns, chosen[i], own,
                                  int(machine.nodes.size()), fallback);
    for (std::size_t probe = 0; probe < std::min(kept, count); ++probe) {
      const std::size_t sample = probe * count / std::min(kept, count);
      probes.addresses.push_back(chosen[i].addresses[sample]);
      probes.homes.push_back(own[sample]);
    }
    at += std::ptrdiff_t(count);
  }
  return homes;
}

Planner::Caller caller_of(const Runtime& runtime) {
  const auto worker = allowed_workers(runtime.machine(), runtime.layout(), {}).front();
  return {worker.team, worker.node, facts_at_home(runtime.machine(), worker.core, worker.cores, 1)};
}

bool has_one_thread(const std::vector<TeamLayout>& teams) {
  return teams.size() == 1 && teams.front().cores.size() == 1;
}

}  // namespace

Planner::Planner(Runtime& runtime)
    : runtime_(runtime),
      caller_(caller_of(runtime)),
      least_parallel_flops_(numapack::least_parallel_flops(runtime.profile())),
      one_thread_(has_one_thread(runtime.layout())) {
  for (const Type type : {Type::s, Type::d, Type::c, Type::z})
    tuned_[static_cast<std::size_t>(type)] = tuned_blocking(runtime.profile(), default_shape(type).name);
}

template <class T>
std::shared_ptr<const Plan> Planner::plan(const Problem<T>& problem, const PlanOptions& options) {
  if (options.workspace_limit == 0 && runtime_.workspace_limit() > 0) {
    PlanOptions limited = options;
    limited.workspace_limit = runtime_.workspace_limit();
    return plan(problem, limited);
  }
  const Call call = problem.call();
  const Machine& machine = runtime_.machine();
  const bool homes_matter = !one_node() && !is_small(call, runtime_.profile(), options);
  PlanCache::Key key{call, options, {}};
  if (homes_matter) key.operands = {problem.a, problem.b, problem.c};
  return plans_.get(
      key,
      [&](const Probes& probes) {
        return probes.addresses.empty() || homes_of(probes.addresses, machine) == probes.homes;
      },
      [&] {
        PlanCache::Made made;
        const std::array<OperandMemory, 3> operands = operands_of(problem);
        const Homes homes = homes_matter ? ask_for_homes(operands, sizeof(T), machine, made.probes)
                                         : all_at(operands, memory_here(machine), machine);
        made.plan = make_plan(call, shape_for(call.type, options, machine), homes, machine,
                              runtime_.profile(), runtime_.layout(), options);
        return made;
      });
}

template <class T>
Plan Planner::make(const Problem<T>& problem, PlanOptions options) {
  if (options.workspace_limit == 0) options.workspace_limit = runtime_.workspace_limit();
  Probes unused;
  const Call call = problem.call();
  return make_plan(call, shape_for(call.type, options, runtime_.machine()),
                   ask_for_homes(operands_of(problem), sizeof(T), runtime_.machine(), unused),
                   runtime_.machine(), runtime_.profile(), runtime_.layout(), options);
}

template std::shared_ptr<const Plan> Planner::plan(const Problem<float>&, const PlanOptions&);
template std::shared_ptr<const Plan> Planner::plan(const Problem<double>&, const PlanOptions&);
template std::shared_ptr<const Plan> Planner::plan(const Problem<std::complex<float>>&, const PlanOptions&);
template std::shared_ptr<const Plan> Planner::plan(const Problem<std::complex<double>>&, const PlanOptions&);
template Plan Planner::make(const Problem<float>&, PlanOptions);
template Plan Planner::make(const Problem<double>&, PlanOptions);
template Plan Planner::make(const Problem<std::complex<float>>&, PlanOptions);
template Plan Planner::make(const Problem<std::complex<double>>&, PlanOptions);

}  // namespace numapack
