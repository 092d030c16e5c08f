// SPDX-License-Identifier: BSD-3-Clause
#include "level3/run/execute.hpp"

#include <deque>
#include <variant>

#include "base/split.hpp"
#include "level3/run/in_place.hpp"
#include "level3/run/node_run.hpp"
#include "level3/run/skinny.hpp"
#include "level3/run/split_k_run.hpp"
#include "schedule/run.hpp"

namespace numapack {
namespace {

/// A node's part of a product without packing: each thread computes its part of C, so that none waits for
/// anybody.
template <class T>
class UnpackedRun {
 public:
  UnpackedRun(const NodeTask& task, const Problem<T>& problem, const Kernel<T>& kernel, const Tracer& tracer)
      : task_(task), problem_(problem), kernel_(kernel), tracer_(tracer) {}

  void work(int thread) const {
    const Grid grid = task_.thread_grid;
    const int row = thread / grid.columns, column = thread - row * grid.columns;
    const Range columns = split(task_.columns, grid.columns, kernel_.shape.nr, column);
    if (const InPlaceAlgorithm* const algorithm = task_.in_place())
      return multiply_in_place(problem_, kernel_, *algorithm,
                               split(task_.rows, grid.rows, kernel_.shape.mr, row), columns, tracer_, thread);
    // Rows in whole lines of C, not in tiles, by which shares would be less even (CL-162).
    multiply_skinny(problem_, kernel_, *task_.skinny(),
                    split(task_.rows, grid.rows, line_of(type_of<T>()), row), columns, tracer_, thread);
  }

 private:
  const NodeTask& task_;
  const Problem<T>& problem_;
  const Kernel<T>& kernel_;
  const Tracer tracer_;
};

/// A node's part, by the algorithm that the plan has for it.
template <class T>
class TaskRun {
 public:
  TaskRun(const NodeTask& task, const Problem<T>& problem, const Kernel<T>& kernel, WorkspacePool& workspaces,
          const Tracer& tracer, Patience patience = {}) {
    if (task.order.pieces > 1)
      run_.template emplace<SplitKRun<T>>(task, problem, kernel, workspaces, tracer, patience);
    else if (task.panels() != nullptr)
      run_.template emplace<NodeRun<T>>(task, problem, kernel, workspaces, tracer, patience);
    else
      run_.template emplace<UnpackedRun<T>>(task, problem, kernel, tracer);
  }

  /// The whole part of one thread.
  void work(int thread) {
    if (auto* const unpacked = std::get_if<UnpackedRun<T>>(&run_)) return unpacked->work(thread);
    if (auto* const pieces = std::get_if<SplitKRun<T>>(&run_)) return pieces->work(thread);
    std::get<NodeRun<T>>(run_).work(thread);
  }

 private:
  std::variant<std::monostate, UnpackedRun<T>, SplitKRun<T>, NodeRun<T>> run_;
};

/// True if the task needs something that its threads share.
bool leases(const NodeTask& task) { return task.order.pieces > 1 || task.panels() != nullptr; }

/// Every task on its team, each thread its part.
template <class T>
bool run_tasks(const Plan& plan, const Problem<T>& problem, const Kernel<T>& kernel, Teams& teams,
               WorkspacePool& workspaces, Trace* trace) {
  if (const NodeTask& only = plan.tasks.front(); plan.tasks.size() == 1 && !leases(only)) {
    // Nothing to be made first (two threads, n = 100 1.04 of the rate).
    const UnpackedRun<T> unpacked(only, problem, kernel, Tracer{trace, only.node});
    return run(plan.schedule, teams, [&](const Step&, const StepPart& part) { unpacked.work(part.thread); });
  }
  std::deque<TaskRun<T>> runs;
  for (const NodeTask& task : plan.tasks)
    runs.emplace_back(task, problem, kernel, workspaces, Tracer{trace, task.node}, teams.patience());
  return run(plan.schedule, teams, [&](const Step& step, const StepPart& part) {
    runs[static_cast<std::size_t>(step.detail[0])].work(part.thread);
  });
}

}  // namespace

template <class T>
bool execute(const Plan& plan, const Problem<T>& problem, Teams* teams, WorkspacePool& workspaces,
             Trace* trace) {
  const std::optional<Kernel<T>> kernel = kernel_of<T>(plan.kernel);
  if (!kernel)
    throw Error(ErrorCode::not_supported, "gemm",
                std::string("this CPU cannot run kernel ") + plan.kernel.name, "plan for this machine");
  if (!plan.caller_only) return run_tasks(plan, problem, *kernel, *teams, workspaces, trace);
  for (const NodeTask& task : plan.tasks) execute_alone(task, problem, *kernel, workspaces, trace);
  return true;
}

template <class T>
void execute_alone(const NodeTask& task, const Problem<T>& problem, const Kernel<T>& kernel,
                   WorkspacePool& workspaces, Trace* trace) {
  const Tracer tracer{trace, task.node};
  if (!leases(task)) return UnpackedRun<T>(task, problem, kernel, tracer).work(0);
  TaskRun<T>(task, problem, kernel, workspaces, tracer).work(0);
}

template <class T>
void scale(const Problem<T>& problem) {
  if (problem.beta == T{1}) return;
  for (Index j = 0; j < problem.n; ++j) {
    const Range rows = rows_in(problem.region, {0, problem.m}, j);
    T* const column = problem.c + j * problem.ldc;
    if (problem.beta == T{0}) {
      std::fill_n(column + rows.begin, rows.size(), T{0});
    } else {
      for (Index i = rows.begin; i < rows.end; ++i) column[i] *= problem.beta;
    }
  }
}

template bool execute(const Plan&, const Problem<float>&, Teams*, WorkspacePool&, Trace*);
template bool execute(const Plan&, const Problem<double>&, Teams*, WorkspacePool&, Trace*);
template bool execute(const Plan&, const Problem<std::complex<float>>&, Teams*, WorkspacePool&, Trace*);
template bool execute(const Plan&, const Problem<std::complex<double>>&, Teams*, WorkspacePool&, Trace*);
template void execute_alone(const NodeTask&, const Problem<float>&, const Kernel<float>&, WorkspacePool&,
                            Trace*);
template void execute_alone(const NodeTask&, const Problem<double>&, const Kernel<double>&, WorkspacePool&,
                            Trace*);
template void execute_alone(const NodeTask&, const Problem<std::complex<float>>&,
                            const Kernel<std::complex<float>>&, WorkspacePool&, Trace*);
template void execute_alone(const NodeTask&, const Problem<std::complex<double>>&,
                            const Kernel<std::complex<double>>&, WorkspacePool&, Trace*);
template void scale(const Problem<float>&);
template void scale(const Problem<double>&);
template void scale(const Problem<std::complex<float>>&);
template void scale(const Problem<std::complex<double>>&);

}  // namespace numapack
