// SPDX-License-Identifier: BSD-3-Clause
#include "level2/symmetric_product.hpp"

#include <algorithm>
#include <atomic>
#include <memory>

#include "kernel/triangle/factor_kernel.hpp"
#include "level2/symmetric_plan.hpp"
#include "level3/call/plain_product.hpp"
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

/// A piece's sum.
template <class T>
class Columns {
 public:
  explicit Columns(const SymmetricVectorProduct<T>& product)
      : p_(product), mirror_(default_factor_kernel<T>().mirror) {}

  /// sum += what these columns give, for all rows of y.
  void add_to(T* sum, Range columns) const {
    constexpr int together = MirrorPass<T>::most_columns;
    Index j = columns.begin;
    for (; j + together <= columns.end; j += together) add_some<together>(sum, j);
    for (; j < columns.end; ++j) add_some<1>(sum, j);
  }

 private:
  template <int width>
  void add_some(T* sum, Index first) const {
    const bool lower = p_.pattern.stored == Half::lower;
    const bool hermitian = p_.pattern.structure == Structure::hermitian;
    const Range rows = lower ? Range{first + width, p_.n} : Range{0, first};
    T factors[width], dots[width];
    for (int c = 0; c < width; ++c) factors[c] = p_.alpha * p_.x[first + c];
    if (rows.size() > 0) {
      mirror_({rows.size(), p_.a + rows.begin + first * p_.lda, p_.lda, width, hermitian && p_.conjugate,
               hermitian && !p_.conjugate, factors, sum + rows.begin, p_.x + rows.begin, dots});
      for (int c = 0; c < width; ++c) sum[first + c] += p_.alpha * dots[c];
    }
    add_square<width>(sum + first, p_.a + first * (p_.lda + 1), factors);
  }

  /// A square on the diagonal, each element beside it twice, too.
  template <int width>
  void add_square(T* sum, const T* square, const T* factors) const {
    const bool lower = p_.pattern.stored == Half::lower;
    const bool hermitian = p_.pattern.structure == Structure::hermitian;
    // A lower half has the element of row i, an upper one that of row j.
    const bool turned = hermitian && lower == p_.conjugate;
    T added[width]{};
#pragma GCC unroll 4
    for (int j = 0; j < width; ++j) {
      const T diagonal = square[j * (p_.lda + 1)];
      added[j] += (hermitian ? T{std::real(diagonal)} : diagonal) * factors[j];
#pragma GCC unroll 4
      for (int i = j + 1; i < width; ++i) {
        const T value = lower ? square[i + j * p_.lda] : square[j + i * p_.lda];
        const T other = hermitian ? conjugate_of(value) : value;
        added[i] += (turned ? other : value) * factors[j];
        added[j] += (turned ? value : other) * factors[i];
      }
    }
    for (int j = 0; j < width; ++j) sum[j] += added[j];
  }

  const SymmetricVectorProduct<T>& p_;
  void (*const mirror_)(const MirrorPass<T>&);
};

/// All pieces, each with a sum of its own, which is zero where it adds nothing.
template <class T>
class Pieces {
 public:
  Pieces(const SymmetricVectorProduct<T>& product, const std::vector<Range>& pieces, T* sums)
      : p_(product), pieces_(pieces), columns_(product), sums_(sums) {}

  void sum(int piece) const {
    const Range columns = pieces_[static_cast<std::size_t>(piece)];
    const Range rows = rows_of_piece(p_.pattern.stored, p_.n, columns);
    T* const sum = sums_ + piece * p_.n;
    std::fill(sum + rows.begin, sum + rows.end, T{0});
    columns_.add_to(sum, columns);
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
  const Columns<T> columns_;
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
  const std::vector<Range> columns = symmetric_pieces(product.pattern.stored, product.n);
  if (columns.size() == 1) return Columns<T>(product).add_to(product.y, columns.front());
  add_pieces(product, columns);
}

template void add(const SymmetricVectorProduct<float>&);
template void add(const SymmetricVectorProduct<double>&);
template void add(const SymmetricVectorProduct<std::complex<float>>&);
template void add(const SymmetricVectorProduct<std::complex<double>>&);

}  // namespace numapack
