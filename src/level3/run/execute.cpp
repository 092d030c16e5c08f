// SPDX-License-Identifier: BSD-3-Clause
#include "level3/run/execute.hpp"

#include <deque>
#include <variant>

#include "base/split.hpp"
#include "level3/run/in_place.hpp"
#include "level3/run/node_run.hpp"
#include "level3/run/pieces_run.hpp"
#include "level3/run/thin.hpp"
#include "team/run_tasks.hpp"

namespace numapack {
namespace {

/// A node's part of a product of which nothing is packed: each thread its part of C, so that nobody waits for
/// anybody.
template <class T>
class UnpackedRun {
 public:
  UnpackedRun(const NodeTask& task, const Problem<T>& problem, const Kernel<T>& kernel, const Tracer& tracer)
      : task_(task), problem_(problem), kernel_(kernel), tracer_(tracer) {}

  void work(const Seat& seat) const {
    const Grid grid = task_.thread_grid;
    const int row = seat.thread / grid.columns, column = seat.thread - row * grid.columns;
    const Range columns = split(task_.columns, grid.columns, kernel_.shape.nr, column);
    if (const InPlaceWay* const way = task_.in_place())
      return multiply_in_place(problem_, kernel_, *way, split(task_.rows, grid.rows, kernel_.shape.mr, row),
                               columns, tracer_, seat.thread);
    // Rows in whole lines of C, not in tiles, by which shares would be less even (CL-162).
    multiply_thin(problem_, kernel_, *task_.skinny(),
                  split(task_.rows, grid.rows, line_of(type_of<T>()), row), columns, tracer_, seat.thread);
  }

 private:
  const NodeTask& task_;
  const Problem<T>& problem_;
  const Kernel<T>& kernel_;
  const Tracer tracer_;
};

/// A node's part, whichever way the plan has for it.
template <class T>
class TaskRun {
 public:
  TaskRun(const NodeTask& task, const Problem<T>& problem, const Kernel<T>& kernel, WorkspacePool& workspaces,
          const Tracer& tracer, Patience patience = {}) {
    if (task.order.pieces > 1)
      run_.template emplace<PiecesRun<T>>(task, problem, kernel, workspaces, tracer, patience);
    else if (task.panels() != nullptr)
      run_.template emplace<NodeRun<T>>(task, problem, kernel, workspaces, tracer, patience);
    else
      run_.template emplace<UnpackedRun<T>>(task, problem, kernel, tracer);
  }

  /// The whole part of one thread.
  void work(const Seat& seat) {
    if (auto* const unpacked = std::get_if<UnpackedRun<T>>(&run_)) return unpacked->work(seat);
    if (auto* const pieces = std::get_if<PiecesRun<T>>(&run_)) return pieces->work(seat);
    std::get<NodeRun<T>>(run_).work(seat);
  }

 private:
  std::variant<std::monostate, UnpackedRun<T>, PiecesRun<T>, NodeRun<T>> run_;
};

/// True if the task needs something that its threads share.
bool leases(const NodeTask& task) { return task.order.pieces > 1 || task.panels() != nullptr; }

/// A single task of which nothing is packed: nothing to be made first (two threads, n = 100 1.04 of the
/// rate).
template <class T>
bool run_unpacked(const NodeTask& task, const Problem<T>& problem, const Kernel<T>& kernel, Teams& teams,
                  Trace* trace) {
  Crew crew{std::vector<int>(teams.layout().size(), 0)};
  crew.threads[static_cast<std::size_t>(task.team)] = task.threads;
  const UnpackedRun<T> run(task, problem, kernel, Tracer{trace, task.node});
  return teams.try_run(crew, [&](const Seat& seat) { run.work(seat); });
}

/// Every task on its team, each thread at its seat.
template <class T>
bool run_tasks(const Plan& plan, const Problem<T>& problem, const Kernel<T>& kernel, Teams& teams,
               WorkspacePool& workspaces, Trace* trace) {
  std::deque<TaskRun<T>> runs;
  for (const NodeTask& task : plan.tasks)
    runs.emplace_back(task, problem, kernel, workspaces, Tracer{trace, task.node}, teams.patience());
  return try_run_tasks(teams, plan.tasks, [&](std::size_t task, const Seat& seat) { runs[task].work(seat); });
}

}  // namespace

template <class T>
bool execute(const Plan& plan, const Problem<T>& problem, Teams* teams, WorkspacePool& workspaces,
             Trace* trace) {
  const std::optional<Kernel<T>> kernel = kernel_of<T>(plan.kernel);
  if (!kernel)
    throw Error(ErrorCode::not_supported, "gemm",
                std::string("this CPU cannot run kernel ") + plan.kernel.name, "plan for this machine");
  if (!plan.caller_only) {
    const NodeTask& only = plan.tasks.front();
    return plan.tasks.size() == 1 && !leases(only)
               ? run_unpacked(only, problem, *kernel, *teams, trace)
               : run_tasks(plan, problem, *kernel, *teams, workspaces, trace);
  }
  for (const NodeTask& task : plan.tasks) execute_alone(task, problem, *kernel, workspaces, trace);
  return true;
}

template <class T>
void execute_alone(const NodeTask& task, const Problem<T>& problem, const Kernel<T>& kernel,
                   WorkspacePool& workspaces, Trace* trace) {
  // A region of one: what a thread of the teams would see.
  const Seat seat{task.team, 0, 1};
  const Tracer tracer{trace, task.node};
  if (!leases(task)) return UnpackedRun<T>(task, problem, kernel, tracer).work(seat);
  TaskRun<T>(task, problem, kernel, workspaces, tracer).work(seat);
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
