#pragma once

#include "gemm/k_pieces.hpp"
#include "gemm/node_part.hpp"
#include "gemm/thin.hpp"
#include "kernel/choices.hpp"
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
      : part_(task, problem, kernel, workspaces),
        patience_(patience),
        lies_well_(lies_well(problem, kernel)),
        choice_(in_place_choice(kernel.shape)) {
    pieces_.set_pieces(static_cast<std::uint32_t>(task.k_pieces));
  }

  /// The whole part of one thread.
  void work(const Seat& seat) {
    for (int taken = pieces_.take(); taken >= 0; taken = pieces_.take()) {
      multiply(seat, taken);
      pieces_.finish();
    }
    pieces_.wait(patience_);
    add_up(split(part_.task.columns, seat.threads, 1, seat.thread));
  }

 private:
  static constexpr Index line = 64 / sizeof(T);

  /// sums = A[my rows, piece] B[piece, my columns]
  void multiply(const Seat& seat, Index number) {
    if (part_.task.thin.is_thin()) return multiply_thin_piece(piece_of(number), sums_of(number));
    const Range piece = piece_of(number), after = piece_of(number + seat.threads);
    const Index kc = part_.task.blocking.kc, most = lies_well_ ? std::min(depth_in_place(), kc) : kc;
    for (Index p = piece.begin; p < piece.end; p += most) {
      const Range slab{p, std::min(p + most, piece.end)};
      const T beta = p == piece.begin ? T{0} : T{1};
      if (lies_well_) {
        // What this thread reads next, if the threads keep step.
        const Index next = slab.end < piece.end ? slab.end : after.begin;
        multiply_in_place(slab, {next, std::min(next + most, part_.problem.k)}, beta, seat, sums_of(number));
      } else {
        multiply_packed(slab, beta, seat, sums_of(number));
      }
    }
  }

  Range piece_of(Index number) const {
    return number < part_.task.k_pieces
               ? k_piece(part_.problem.k, part_.task.blocking.kc, part_.task.k_pieces, number)
               : Range{part_.problem.k, part_.problem.k};
  }

  /// Of a slab. By the call alone, as the bits are.
  Index depth_in_place() const {
    const auto step_bytes = static_cast<std::size_t>(part_.problem.m) * sizeof(T);
    return std::max(least_pieced_depth, static_cast<Index>(choice_.pieced_slab_bytes / step_bytes) / 8 * 8);
  }

  /// A as it lies and B, too, or by columns that do not share sets of L1. Meanwhile the next columns of B and
  /// a share of the next slab of A come nearer.
  void multiply_in_place(Range slab, Range next, T beta, const Seat& seat, T* sums) const {
    const Index rows = part_.task.rows.size(), depth = slab.size(), nr = part_.kernel.shape.nr;
    T* const copied = part_.at(part_.layout.b_offset(seat.thread));
    const T* const a = part_.problem.a + part_.task.rows.begin;
    for (Index j = part_.task.columns.begin; j < part_.task.columns.end; j += nr) {
      const Index columns = std::min(nr, part_.task.columns.end - j), done = j - part_.task.columns.begin;
      PackSource<T> b = source_of_b(part_.problem, j, slab.begin);
      if (choice_.copies_pieced_b) {
        copy_block(depth, columns, b.data, b.along, copied, depth + line);
        b = {copied, depth + line, 1, b.conjugate};
      }
      const bool last = j + nr >= part_.task.columns.end;
      const Range share = split(next, divide_up(part_.task.columns.size(), nr), 1, divide(done, nr));
      const Index left = std::min(nr, last ? part_.task.columns.size() : part_.task.columns.end - j - nr);
      const Following<T> following{
          {{last ? part_.problem.b + next.begin + part_.task.columns.begin * part_.problem.ldb
                 : part_.problem.b + slab.begin + (j + nr) * part_.problem.ldb,
            part_.problem.ldb, last ? next.size() : depth, left},
           {a + share.begin * part_.problem.lda, part_.problem.lda, rows, share.size()}}};
      part_.kernel.in_place(rows, columns, depth, T{1},
                            source_of_a(part_.problem, part_.task.rows.begin, slab.begin), b, beta,
                            sums + done * leading(), leading(), &following);
    }
  }

  void multiply_thin_piece(Range piece, T* sums) const {
    const NodeTask& task = part_.task;
    ThinProduct<T> product =
        thin_product(part_.problem, part_.kernel.shape, task.thin, task.rows, task.columns, piece);
    product.alpha = T{1};
    product.beta = T{0};
    product.c = sums;
    (task.thin.longer == ThinOperand::a ? product.c_across : product.c_along) = leading();
    part_.kernel.thin(product);
  }

  void multiply_packed(Range slab, T beta, const Seat& seat, T* sums) const {
    const Index rows = part_.task.rows.size();
    T* const a = part_.at(part_.layout.a_offset(seat.thread));
    part_.kernel.pack_a(source_of_a(part_.problem, part_.task.rows.begin, slab.begin), rows, slab.size(), a);
    pack_and_multiply(part_.kernel, part_.problem, rows, part_.task.columns, slab, a,
                      part_.at(part_.layout.b_offset(seat.thread)), T{1}, beta, sums, leading());
  }

  /// C[my rows, columns] = alpha (the pieces' sums) + beta C
  void add_up(Range columns) const {
    const Index rows = part_.task.rows.size();
    for (Index j = columns.begin; j < columns.end; ++j) {
      T* const total = sums_of(0) + (j - part_.task.columns.begin) * leading();
      for (Index piece = 1; piece < part_.task.k_pieces; ++piece) {
        const T* const sums = total + piece * static_cast<Index>(part_.layout.c_bytes_each / sizeof(T));
        for (Index i = 0; i < rows; ++i) total[i] += sums[i];
      }
      T* const c = part_.problem.c + part_.task.rows.begin + j * part_.problem.ldc;
      if (part_.problem.beta == T{0}) {
        for (Index i = 0; i < rows; ++i) c[i] = part_.problem.alpha * total[i];
      } else {
        for (Index i = 0; i < rows; ++i) c[i] = part_.problem.alpha * total[i] + part_.problem.beta * c[i];
      }
    }
  }

  /// True if A's columns are near each other and B's run along K. Follows from the call alone, as the bits
  /// do.
  static bool lies_well(const Problem<T>& problem, const Kernel<T>& kernel) {
    return kernel.in_place != nullptr && is_plain(type_of<T>(), problem.trans_a) &&
           !transposes(problem.trans_b) &&
           problem.lda * static_cast<Index>(sizeof(T)) <= most_pieced_leading_bytes;
  }

  Index leading() const { return round_up(part_.task.rows.size(), Index{part_.kernel.shape.mr}); }
  T* sums_of(Index piece) const { return part_.at(part_.layout.c_offset(piece)); }

  const NodePart<T> part_;
  const Patience patience_;
  const bool lies_well_;
  const InPlaceChoice choice_;
  Claims pieces_;
};

}  // namespace numapack
