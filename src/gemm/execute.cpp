#include "gemm/execute.hpp"

#include <deque>
#include <memory>
#include <variant>

#include "gemm/in_place.hpp"
#include "gemm/node_run.hpp"
#include "gemm/pieces_run.hpp"
#include "gemm/split.hpp"
#include "gemm/thin.hpp"

namespace numapack {
namespace {

/// A node's part of a thin product: each thread its part of C, so that nobody waits for anybody.
template <class T>
class ThinTask {
 public:
  ThinTask(const NodeTask& task, const Problem<T>& problem, const Kernel<T>& kernel)
      : task_(task), problem_(problem), kernel_(kernel) {}

  void work(const Seat& seat) const {
    // Rows in whole lines of C, not in tiles: two threads, 100 x 8, k = 1000 1.13 of the rate.
    constexpr Index line = 64 / Index{sizeof(T)};
    const int columns = task_.thread_grid.columns, row = seat.thread / columns;
    multiply_thin(problem_, kernel_, task_.thin, split(task_.rows, task_.thread_grid.rows, line, row),
                  split(task_.columns, columns, kernel_.shape.nr, seat.thread - row * columns));
  }

 private:
  const NodeTask& task_;
  const Problem<T>& problem_;
  const Kernel<T>& kernel_;
};

/// A node's part, whichever way the plan has for it.
template <class T>
class TaskRun {
 public:
  TaskRun(const NodeTask& task, const Problem<T>& problem, const Kernel<T>& kernel, WorkspacePool& workspaces,
          Patience patience = {}) {
    if (task.k_pieces > 1)
      run_.template emplace<PiecesRun<T>>(task, problem, kernel, workspaces, patience);
    else if (task.thin.is_thin())
      run_.template emplace<ThinTask<T>>(task, problem, kernel);
    else
      run_.template emplace<NodeRun<T>>(task, problem, kernel, workspaces, patience);
  }

  /// The whole part of one thread.
  void work(const Seat& seat) {
    if (auto* const pieces = std::get_if<PiecesRun<T>>(&run_)) return pieces->work(seat);
    if (auto* const thin = std::get_if<ThinTask<T>>(&run_)) return thin->work(seat);
    std::get<NodeRun<T>>(run_).work(seat);
  }

 private:
  std::variant<std::monostate, PiecesRun<T>, ThinTask<T>, NodeRun<T>> run_;
};

/// A region of one: what a thread of the teams would see, for a caller who works alone.
template <class T>
void run_alone(const NodeTask& task, const Problem<T>& problem, const Kernel<T>& kernel,
               WorkspacePool& workspaces) {
  if (!task.thin.is_thin() && !task.streams_c && multiply_in_place(problem, kernel, task.blocking.kc)) return;
  TaskRun<T>(task, problem, kernel, workspaces).work(Seat{task.team, 0, 1});
}

/// Each thread a stretch of C's columns, or a rectangle of C where there are too few: nothing is packed, so
/// nobody waits for anybody.
template <class T>
void work_in_place(const NodeTask& task, const Problem<T>& problem, const Kernel<T>& kernel,
                   const Seat& seat) {
  const Index nr = kernel.shape.nr, mr = kernel.shape.mr;
  // Strips of a transposed A are made once for all columns.
  const bool by_rows = !is_plain(type_of<T>(), problem.trans_a) && problem.m >= problem.n &&
                       divide_up(problem.m, mr) >= seat.threads;
  const bool by_columns = divide_up(problem.n, nr) >= seat.threads;
  const Grid grid = by_rows ? Grid{seat.threads, 1} : by_columns ? Grid{1, seat.threads} : task.thread_grid;
  const int row = seat.thread / grid.columns, column = seat.thread - row * grid.columns;
  multiply_in_place(problem, kernel, split({0, problem.m}, grid.rows, mr, row),
                    split({0, problem.n}, grid.columns, nr, column), task.blocking.kc);
}

/// Every task on its team, each thread at its seat.
template <class T>
bool run_tasks(const Plan& plan, const Problem<T>& problem, const Kernel<T>& kernel, Teams& teams,
               WorkspacePool& workspaces) {
  Crew crew{std::vector<int>(teams.layout().size(), 0)};
  std::deque<TaskRun<T>> runs;
  std::vector<TaskRun<T>*> of_team(crew.threads.size(), nullptr);
  for (const NodeTask& task : plan.tasks) {
    crew.threads[static_cast<std::size_t>(task.team)] = task.threads;
    runs.emplace_back(task, problem, kernel, workspaces, teams.patience());
    of_team[static_cast<std::size_t>(task.team)] = &runs.back();
  }
  return teams.try_run(crew,
                       [&](const Seat& seat) { of_team[static_cast<std::size_t>(seat.team)]->work(seat); });
}

}  // namespace

template <class T>
bool execute(const Plan& plan, const Problem<T>& problem, Teams* teams, WorkspacePool& workspaces) {
  const std::optional<Kernel<T>> kernel = kernel_of<T>(plan.kernel);
  if (!kernel)
    throw Error(ErrorCode::not_supported, "gemm",
                std::string("this CPU cannot run kernel ") + plan.kernel.name, "plan for this machine");
  if (plan.caller_only) {
    for (const NodeTask& task : plan.tasks) run_alone(task, problem, *kernel, workspaces);
    return true;
  }

  const NodeTask& task = plan.tasks.front();
  if (plan.tasks.size() == 1 && !task.thin.is_thin() && !task.streams_c &&
      fits_in_place(problem, *kernel, task.blocking.kc)) {
    Crew crew{std::vector<int>(teams->layout().size(), 0)};
    crew.threads[static_cast<std::size_t>(task.team)] = task.threads;
    return teams->try_run(crew, [&](const Seat& seat) { work_in_place(task, problem, *kernel, seat); });
  }
  return run_tasks(plan, problem, *kernel, *teams, workspaces);
}

template <class T>
void execute_alone(const NodeTask& task, const Problem<T>& problem, const Kernel<T>& kernel,
                   WorkspacePool& workspaces) {
  run_alone(task, problem, kernel, workspaces);
}

template <class T>
void scale(const Problem<T>& problem) {
  if (problem.beta == T{1}) return;
  for (Index j = 0; j < problem.n; ++j) {
    T* const column = problem.c + j * problem.ldc;
    if (problem.beta == T{0}) {
      std::fill_n(column, problem.m, T{0});
    } else {
      for (Index i = 0; i < problem.m; ++i) column[i] *= problem.beta;
    }
  }
}

template bool execute(const Plan&, const Problem<float>&, Teams*, WorkspacePool&);
template bool execute(const Plan&, const Problem<double>&, Teams*, WorkspacePool&);
template bool execute(const Plan&, const Problem<std::complex<float>>&, Teams*, WorkspacePool&);
template bool execute(const Plan&, const Problem<std::complex<double>>&, Teams*, WorkspacePool&);
template void execute_alone(const NodeTask&, const Problem<float>&, const Kernel<float>&, WorkspacePool&);
template void execute_alone(const NodeTask&, const Problem<double>&, const Kernel<double>&, WorkspacePool&);
template void execute_alone(const NodeTask&, const Problem<std::complex<float>>&,
                            const Kernel<std::complex<float>>&, WorkspacePool&);
template void execute_alone(const NodeTask&, const Problem<std::complex<double>>&,
                            const Kernel<std::complex<double>>&, WorkspacePool&);
template void scale(const Problem<float>&);
template void scale(const Problem<double>&);
template void scale(const Problem<std::complex<float>>&);
template void scale(const Problem<std::complex<double>>&);

}  // namespace numapack
