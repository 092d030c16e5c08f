#pragma once

#include "gemm/k_pieces.hpp"
#include "gemm/pack_and_multiply.hpp"
#include "gemm/workspace_layout.hpp"
#include "kernel/choices.hpp"
#include "runtime/workspace.hpp"
#include "team/claims.hpp"
#include "team/teams.hpp"

namespace numapack {

/// One node's part of a multiplication whose C is so small that threads share K: each takes pieces of it as
/// they come and sums them where nobody else writes; then all add up the pieces in their order, each some
/// columns of C. A and B pass by once, without a barrier but that one. Made by the caller before the region,
/// worked at by every thread of the team.
template <class T>
class PiecesRun {
 public:
  PiecesRun(const NodeTask& task, const Problem<T>& problem, const Kernel<T>& kernel,
            WorkspacePool& workspaces, Patience patience = {})
      : task_(task),
        problem_(problem),
        kernel_(kernel),
        layout_(workspace_of(task, problem.shape(), kernel.shape)),
        lease_(workspaces, task.memory_node, layout_.total),
        patience_(patience),
        lies_well_(lies_well(problem, kernel)) {
    pieces_.set_pieces(static_cast<std::uint32_t>(task.k_pieces));
  }

  /// The whole part of one thread.
  void work(const Seat& seat) {
    for (int taken = pieces_.take(); taken >= 0; taken = pieces_.take()) {
      multiply(seat, taken);
      pieces_.finish();
    }
    pieces_.wait(patience_);
    add_up(split(task_.columns, seat.threads, 1, seat.thread));
  }

 private:
  static constexpr Index line = 64 / sizeof(T);

  /// sums = A[my rows, piece] B[piece, my columns]
  void multiply(const Seat& seat, Index number) {
    const Range piece = piece_of(number), after = piece_of(number + seat.threads);
    const Index kc = task_.blocking.kc, most = lies_well_ ? std::min(in_place_depth, kc) : kc;
    for (Index p = piece.begin; p < piece.end; p += most) {
      const Range slab{p, std::min(p + most, piece.end)};
      const T beta = p == piece.begin ? T{0} : T{1};
      if (lies_well_) {
        // What this thread reads next, if the threads keep step.
        const Index next = slab.end < piece.end ? slab.end : after.begin;
        multiply_in_place(slab, {next, std::min(next + most, problem_.k)}, beta, seat, sums_of(number));
      } else {
        multiply_packed(slab, beta, seat, sums_of(number));
      }
    }
  }

  Range piece_of(Index number) const {
    return number < task_.k_pieces ? k_piece(problem_.k, task_.blocking.kc, task_.k_pieces, number)
                                   : Range{problem_.k, problem_.k};
  }

  /// A as it lies and B by columns that do not share sets of L1. Meanwhile the next columns of B and a share
  /// of the next slab of A come nearer.
  void multiply_in_place(Range slab, Range next, T beta, const Seat& seat, T* sums) const {
    const Index rows = task_.rows.size(), depth = slab.size(), nr = kernel_.shape.nr;
    const Index ld = depth + line;
    T* const b = at(layout_.b_offset(seat.thread));
    const T* const a = problem_.a + task_.rows.begin;
    for (Index j = task_.columns.begin; j < task_.columns.end; j += nr) {
      const Index columns = std::min(nr, task_.columns.end - j), done = j - task_.columns.begin;
      copy_block(depth, columns, problem_.b + slab.begin + j * problem_.ldb, problem_.ldb, b, ld);
      const bool last = j + nr >= task_.columns.end;
      const Range share = split(next, divide_up(task_.columns.size(), nr), 1, divide(done, nr));
      const Index left = std::min(nr, last ? task_.columns.size() : task_.columns.end - j - nr);
      const Following<T> following{{{last ? problem_.b + next.begin + task_.columns.begin * problem_.ldb
                                          : problem_.b + slab.begin + (j + nr) * problem_.ldb,
                                     problem_.ldb, last ? next.size() : depth, left},
                                    {a + share.begin * problem_.lda, problem_.lda, rows, share.size()}}};
      kernel_.in_place(rows, columns, depth, T{1}, a + slab.begin * problem_.lda, problem_.lda, {b, ld, 1},
                       beta, sums + done * leading(), leading(), &following);
    }
  }

  void multiply_packed(Range slab, T beta, const Seat& seat, T* sums) const {
    const Index rows = task_.rows.size();
    T* const a = at(layout_.a_offset(seat.thread));
    kernel_.pack_a(source_of_a(problem_, task_.rows.begin, slab.begin), rows, slab.size(), a);
    pack_and_multiply(kernel_, problem_, rows, task_.columns, slab, a, at(layout_.b_offset(seat.thread)),
                      T{1}, beta, sums, leading());
  }

  /// C[my rows, columns] = alpha (the pieces' sums) + beta C
  void add_up(Range columns) const {
    const Index rows = task_.rows.size();
    for (Index j = columns.begin; j < columns.end; ++j) {
      T* const total = sums_of(0) + (j - task_.columns.begin) * leading();
      for (Index piece = 1; piece < task_.k_pieces; ++piece) {
        const T* const sums = total + piece * static_cast<Index>(layout_.c_bytes_each / sizeof(T));
        for (Index i = 0; i < rows; ++i) total[i] += sums[i];
      }
      T* const c = problem_.c + task_.rows.begin + j * problem_.ldc;
      if (problem_.beta == T{0}) {
        for (Index i = 0; i < rows; ++i) c[i] = problem_.alpha * total[i];
      } else {
        for (Index i = 0; i < rows; ++i) c[i] = problem_.alpha * total[i] + problem_.beta * c[i];
      }
    }
  }

  /// True if A's columns are near each other and B's run along K. Follows from the call alone, as the bits
  /// do.
  static bool lies_well(const Problem<T>& problem, const Kernel<T>& kernel) {
    return kernel.in_place != nullptr && !transposes(problem.trans_a) && !transposes(problem.trans_b) &&
           problem.lda * static_cast<Index>(sizeof(T)) <= most_pieced_leading_bytes;
  }

  Index leading() const { return round_up(task_.rows.size(), Index{kernel_.shape.mr}); }
  T* sums_of(Index piece) const { return at(layout_.c_offset(piece)); }
  T* at(std::size_t offset) const { return reinterpret_cast<T*>(static_cast<char*>(lease_.data()) + offset); }

  const NodeTask& task_;
  const Problem<T>& problem_;
  const Kernel<T>& kernel_;
  const WorkspaceLayout layout_;
  const WorkspacePool::Lease lease_;
  const Patience patience_;
  const bool lies_well_;
  Claims pieces_;
};

}  // namespace numapack
