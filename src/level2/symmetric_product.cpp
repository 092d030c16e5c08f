// SPDX-License-Identifier: BSD-3-Clause
#include "level2/symmetric_product.hpp"

#include <algorithm>
#include <atomic>
#include <memory>

#include "kernel/triangle/factor_kernel.hpp"
#include "level2/symmetric_plan.hpp"
#include "level3/plan/planner.hpp"
#include "machine/here.hpp"
#include "memory/homes/home_samples.hpp"
#include "runtime/company.hpp"
#include "runtime/lab_marks.hpp"
#include "runtime/thread_limit.hpp"
#include "runtime/watch.hpp"
#include "team/run_tasks.hpp"

namespace numapack {

namespace {

/// sum += what these columns give, for all rows of y.
template <class T>
void add_columns(const SymmetricVectorProduct<T>& p, Range columns, T* sum) {
  default_factor_kernel<T>().mirror({p.pattern.stored == Half::lower,
                                     p.pattern.structure == Structure::hermitian, p.conjugate, p.n, p.a,
                                     p.lda, columns.begin, columns.end, p.alpha, p.x, sum});
}

/// All pieces, each with a sum of its own, which is zero where it adds nothing.
template <class T>
class Pieces {
 public:
  Pieces(const SymmetricVectorProduct<T>& product, const std::vector<Range>& pieces, T* sums)
      : p_(product), pieces_(pieces), sums_(sums) {}

  void sum(int piece) const {
    const Range columns = pieces_[static_cast<std::size_t>(piece)];
    const Range rows = rows_of_piece(p_.pattern.stored, p_.n, columns);
    T* const sum = sums_ + piece * p_.n;
    std::fill(sum + rows.begin, sum + rows.end, T{0});
    add_columns(p_, columns, sum);
  }

  /// Adds them up for these rows of y, in their order.
  void finish(Range rows) const {
    for (std::size_t piece = 0; piece < pieces_.size(); ++piece) {
      const Range has = rows_of_piece(p_.pattern.stored, p_.n, pieces_[piece]);
      const T* const sum = sums_ + static_cast<Index>(piece) * p_.n;
      for (Index i = std::max(rows.begin, has.begin); i < std::min(rows.end, has.end); ++i) p_.y[i] += sum[i];
    }
  }

 private:
  const SymmetricVectorProduct<T>& p_;
  const std::vector<Range>& pieces_;
  T* const sums_;
};

/// What thread `seat` of task `own` does, beside the others.
template <class T>
void work(const Pieces<T>& pieces, const std::vector<SymmetricTask>& tasks, std::size_t own, const Seat& seat,
          std::atomic<std::size_t>& taken, Index n) {
  const SymmetricTask& task = tasks[own];
  for (std::size_t i = taken++; i < task.pieces.size(); i = taken++) pieces.sum(task.pieces[i]);
  seat.wait_for_team();
  if (seat.thread == 0) seat.wait_for_nodes();
  seat.wait_for_team();
  Index before = seat.thread, all = 0;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    if (i < own) before += tasks[i].threads;
    all += tasks[i].threads;
  }
  pieces.finish({n * before / all, n * (before + 1) / all});
}

template <class T>
bool try_teams(const SymmetricVectorProduct<T>& product, const std::vector<Range>& columns,
               const Pieces<T>& pieces, Runtime& runtime, const std::vector<TeamLayout>& layout) {
  const Machine& machine = runtime.machine();
  const HomeMap homes =
      sample_homes({{product.a, product.n, product.n, product.lda}}, sizeof(T), machine, memory_here(machine))
          .front();
  const std::vector<SymmetricTask> tasks =
      symmetric_tasks(columns, product.pattern.stored, homes, machine, layout);
  const auto taken = std::make_unique<std::atomic<std::size_t>[]>(tasks.size());
  const bool done = try_run_tasks(runtime.teams(), tasks, [&](std::size_t task, const Seat& seat) {
    work(pieces, tasks, task, seat, taken[task], product.n);
  });
  if (WatchedCall* const watched = done ? watched_call() : nullptr) {
    watched->add_crew(tasks, "columns");
    if (machine.nodes.size() > 1) watched->add_home(operand_home(homes, sizeof(T)));
  }
  return done;
}

/// In pieces, by all threads that the call may have, or by the caller.
template <class T>
void add_pieces(const SymmetricVectorProduct<T>& product, const std::vector<Range>& columns) {
  const CancellationOff until_done;
  Runtime& runtime = Runtime::get();
  const Planner& planner = Planner::get(runtime);
  const auto sums = static_cast<Index>(columns.size()) * product.n;
  const WorkspacePool::Lease lease(runtime.workspaces(), planner.caller().node,
                                   static_cast<std::size_t>(sums) * sizeof(T));
  const Pieces<T> pieces(product, columns, static_cast<T*>(lease.data()));
  const Runtime::CallScope scope(runtime);
  const auto work = [&] {
    return SharedWork{flops_each(type_of<T>()) * double(product.n) * double(product.n),
                      sizeof(T),
                      {{product.a, product.n, product.n, product.lda}}};
  };
  const auto on_teams = [&](const std::vector<TeamLayout>& layout) {
    return try_teams(product, columns, pieces, runtime, layout);
  };
  if (!planner.one_thread() && !one_thread_set() && with_teams(runtime, scope, work, on_teams)) return;
  for (std::size_t piece = 0; piece < columns.size(); ++piece) pieces.sum(static_cast<int>(piece));
  pieces.finish({0, product.n});
}

}  // namespace

template <class T>
void add(const SymmetricVectorProduct<T>& product) {
  const LabMarks marks;
  if (is_in_one_piece(product.n)) return add_columns(product, {0, product.n}, product.y);
  add_pieces(product, symmetric_pieces(product.pattern.stored, product.n));
}

template void add(const SymmetricVectorProduct<float>&);
template void add(const SymmetricVectorProduct<double>&);
template void add(const SymmetricVectorProduct<std::complex<float>>&);
template void add(const SymmetricVectorProduct<std::complex<double>>&);

}  // namespace numapack
