// SPDX-License-Identifier: BSD-3-Clause
#include "lu/lu.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/integer.hpp"
#include "lu/lu_execute.hpp"
#include "machine/here.hpp"
#include "memory/census.hpp"
#include "runtime/runtime.hpp"
#include "team/cancellation.hpp"

namespace numapack {

namespace {

template <class T>
void validate(const LuProblem<T>& problem) {
  const auto check_size = [](const char* name, Index size) {
    if (size < 0) invalid("getrf", std::string(name) + " is " + std::to_string(size), "sizes start at 0");
  };
  check_size("m", problem.m);
  check_size("n", problem.n);
  if (problem.lda < std::max<Index>(1, problem.m))
    invalid("getrf", "lda is " + std::to_string(problem.lda),
            "at least " + std::to_string(std::max<Index>(1, problem.m)) + " is needed");
  Index bytes = 0;
  if (__builtin_mul_overflow(problem.lda, problem.n, &bytes) ||
      __builtin_mul_overflow(bytes, static_cast<Index>(sizeof(T)), &bytes))
    invalid("getrf", "the bytes of a exceed the address space", "use smaller sizes");
  if (problem.m == 0 || problem.n == 0) return;
  if (problem.a == nullptr) invalid("getrf", "a is a null pointer", "pass the address of its first element");
  if (problem.pivots == nullptr)
    invalid("getrf", "ipiv is a null pointer", "pass room for min(m, n) row numbers");
}

/// Where the columns are: one tile for each of at most 1024 stretches of columns, eight pages of each asked.
template <class T>
HomeMap homes_of_columns(const LuProblem<T>& problem, Index nb, const Machine& machine, int fallback) {
  const auto nodes = static_cast<int>(machine.nodes.size());
  if (nodes < 2) return HomeMap::on_node(problem.m, problem.n, 0, nodes);
  constexpr Index drawn = 8, most_tiles = 1024;
  const Index tiles = std::clamp<Index>(divide_up(problem.n, nb) * 2, 1, std::min(most_tiles, problem.n));
  std::vector<const void*> addresses;
  for (Index tile = 0; tile < tiles; ++tile) {
    const Index begin = problem.n * tile / tiles, width = problem.n * (tile + 1) / tiles - begin;
    for (Index i = 0; i < drawn; ++i)  // irrational steps: pages are interleaved in regular ones
      addresses.push_back(
          problem.a + (begin + width * i / drawn) * problem.lda +
          static_cast<Index>(double(problem.m) * (0.618034 * double(i + tile * drawn) -
                                                  std::floor(0.618034 * double(i + tile * drawn)))));
  }
  const std::vector<int> answers = homes_of(addresses, machine);
  HomeMap map{problem.m, problem.n, 1, static_cast<int>(tiles), {}};
  for (Index tile = 0; tile < tiles; ++tile) {
    std::vector<double>& share = map.share.emplace_back(static_cast<std::size_t>(nodes), 0.0);
    for (Index i = 0; i < drawn; ++i) {
      const int node = answers[static_cast<std::size_t>(tile * drawn + i)];
      share[static_cast<std::size_t>(node < 0 ? fallback : node)] += 1.0 / drawn;
    }
  }
  return map;
}

template <class T>
LuPlan make_plan_here(const LuProblem<T>& problem, const LuOptions& options, Runtime& runtime) {
  const Machine& machine = runtime.machine();
  const LuShape shape = problem.shape();
  const Index nb = options.nb > 0
                       ? options.nb
                       : choose_lu_block(shape, choose_shape("", true, shape.type, options.kernel));
  return make_lu_plan(shape, homes_of_columns(problem, nb, machine, memory_here(machine)), machine,
                      runtime.profile(), runtime.layout(), options);
}

template <class T>
Index factor_on_caller(const LuProblem<T>& problem, const LuOptions& options, Runtime& runtime) {
  LuOptions alone = options;
  alone.threads = 1;
  alone.nodes.clear();
  LuPlan plan = make_plan_here(problem, alone, runtime);
  for (LuTask& task : plan.tasks) task.memory_node = memory_here(runtime.machine());
  return *execute(plan, problem, nullptr, runtime.workspaces());
}

}  // namespace

template <class T>
LuPlan plan_for(const LuProblem<T>& problem, const LuOptions& options) {
  validate(problem);
  return make_plan_here(problem, options, Runtime::get());
}

template <class T>
Index factor(const LuProblem<T>& problem, const LuOptions& options) {
  validate(problem);
  if (problem.m == 0 || problem.n == 0) return 0;
  // A cancelled caller finishes the call first.
  const CancellationOff until_done;
  Runtime& runtime = Runtime::get();
  const Runtime::CallScope scope(runtime);
  if (!scope.alone() || Teams::inside_region()) return factor_on_caller(problem, options, runtime);
  const LuPlan plan = make_plan_here(problem, options, runtime);
  if (plan.caller_only) return factor_on_caller(problem, options, runtime);
  const std::optional<Index> info = execute(plan, problem, &runtime.teams(), runtime.workspaces());
  return info ? *info : factor_on_caller(problem, options, runtime);
}

template LuPlan plan_for(const LuProblem<float>&, const LuOptions&);
template LuPlan plan_for(const LuProblem<double>&, const LuOptions&);
template LuPlan plan_for(const LuProblem<std::complex<float>>&, const LuOptions&);
template LuPlan plan_for(const LuProblem<std::complex<double>>&, const LuOptions&);
template Index factor(const LuProblem<float>&, const LuOptions&);
template Index factor(const LuProblem<double>&, const LuOptions&);
template Index factor(const LuProblem<std::complex<float>>&, const LuOptions&);
template Index factor(const LuProblem<std::complex<double>>&, const LuOptions&);

}  // namespace numapack
