// SPDX-License-Identifier: BSD-3-Clause
#include "lu/lu.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/integer.hpp"
#include "lu/lu_execute.hpp"
#include "machine/here.hpp"
#include "memory/homes/home_samples.hpp"
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

template <class T>
LuPlan make_plan_here(const LuProblem<T>& problem, const LuOptions& options, Runtime& runtime) {
  const Machine& machine = runtime.machine();
  const LuShape shape = problem.shape();
  const Index nb = options.nb > 0
                       ? options.nb
                       : choose_lu_block(shape, choose_shape("", true, shape.type, options.kernel));
  const HomeMap homes = sample_homes_of_columns({problem.a, problem.m, problem.n, problem.lda}, sizeof(T),
                                                machine, memory_here(machine), 2 * divide_up(problem.n, nb));
  return make_lu_plan(shape, homes, machine, runtime.profile(), runtime.layout(), options);
}

template <class T>
Index factor_on_caller(const LuProblem<T>& problem, const LuOptions& options, Runtime& runtime) {
  LuOptions alone = options;
  alone.threads = 1;
  alone.nodes.clear();
  LuPlan plan = make_plan_here(problem, alone, runtime);
  for (LuTask& task : plan.tasks) task.memory_node = memory_here(runtime.machine());
  return *execute(plan, problem, nullptr, runtime.workspaces(), runtime.trace());
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
  if (!scope.may_use_teams()) return factor_on_caller(problem, options, runtime);
  const LuPlan plan = make_plan_here(problem, options, runtime);
  if (plan.caller_only) return factor_on_caller(problem, options, runtime);
  const std::optional<Index> info =
      execute(plan, problem, &runtime.teams(), runtime.workspaces(), runtime.trace());
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
