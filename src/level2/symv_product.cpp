// SPDX-License-Identifier: BSD-3-Clause
#include "level2/symv_product.hpp"

#include <algorithm>

#include "base/unless_denied.hpp"
#include "kernel/triangle/factor_kernel.hpp"
#include "level2/symv_plan.hpp"
#include "level2/symv_teams.hpp"
#include "level3/call/plain_product.hpp"
#include "level3/plan/planner.hpp"
#include "runtime/lab_marks.hpp"

namespace numapack {

namespace {

/// y is not read if beta is 0.
template <class T>
void scale(T* y, Range rows, T beta) {
  if (beta == T{0})
    std::fill(y + rows.begin, y + rows.end, T{0});
  else if (beta != T{1})
    for (Index i = rows.begin; i < rows.end; ++i) y[i] = plain_product(beta, y[i]);
}

/// sum += what these columns give, for all rows of y.
template <class T>
void add_columns(const TriangleVectorProduct<T>& p, Range columns, T* sum) {
  const TriangleUse of_triangle = p.transposed ? TriangleUse::columns : TriangleUse::rows;
  MirrorPass<T> pass;
  pass.lower = p.pattern.stored == Triangle::lower;
  pass.hermitian = p.pattern.structure == Structure::hermitian;
  pass.conjugate = p.conjugate;
  pass.use = p.pattern.is_triangular() ? of_triangle : TriangleUse::both;
  pass.strict = p.pattern.unit_diagonal;
  pass.n = p.n;
  pass.a = p.a, pass.leading = p.lda;
  pass.begin = columns.begin, pass.end = columns.end;
  pass.alpha = p.alpha;
  pass.x = p.x, pass.y = sum;
  default_factor_kernel<T>().mirror(pass);
}

/// All pieces, each with a sum of its own, which is zero where it adds nothing.
template <class T>
class Pieces {
 public:
  Pieces(const TriangleVectorProduct<T>& product, const std::vector<Range>& pieces, T* sums)
      : p_(product), pieces_(pieces), sums_(sums) {}

  void sum(int piece) const {
    const Range columns = pieces_[static_cast<std::size_t>(piece)];
    const Range rows = rows_of_piece(p_.pattern.stored, p_.n, columns);
    T* const sum = sums_ + piece * p_.n;
    std::fill(sum + rows.begin, sum + rows.end, T{0});
    add_columns(p_, columns, sum);
  }

  /// Adds them up for these rows of y, in their order. Nothing is written to y before.
  void finish(Range rows) const {
    scale(p_.y, rows, p_.beta);
    for (std::size_t piece = 0; piece < pieces_.size(); ++piece) {
      const Range has = rows_of_piece(p_.pattern.stored, p_.n, pieces_[piece]);
      const T* const sum = sums_ + static_cast<Index>(piece) * p_.n;
      for (Index i = std::max(rows.begin, has.begin); i < std::min(rows.end, has.end); ++i) p_.y[i] += sum[i];
    }
  }

 private:
  const TriangleVectorProduct<T>& p_;
  const std::vector<Range>& pieces_;
  T* const sums_;
};

/// In pieces, by all threads that the call may have, or by the caller.
template <class T>
void multiply_pieces(const TriangleVectorProduct<T>& product, const std::vector<Range>& columns) {
  const CancellationOff until_done;
  Runtime& runtime = Runtime::get();
  const auto sums = static_cast<Index>(columns.size()) * product.n;
  const WorkspacePool::Lease lease(runtime.workspaces(), Planner::get(runtime).caller().share.node,
                                   static_cast<std::size_t>(sums) * sizeof(T));
  const Pieces<T> pieces(product, columns, static_cast<T*>(lease.data()));
  for_pieces(
      {product.pattern.stored, product.n, product.a, product.lda, sizeof(T),
       flops_each(type_of<T>()) * double(product.n) * double(product.n), columns},
      [&](int piece) { pieces.sum(piece); }, [&](Range rows) { pieces.finish(rows); });
}

}  // namespace

template <class T>
void multiply(const TriangleVectorProduct<T>& product) {
  const LabMarks marks;
  const bool adds = product.alpha != T{0};
  const auto in_pieces = [&] {
    multiply_pieces(product, triangle_pieces(product.pattern.stored, product.n));
  };
  // Without memory for their sums: y is as it was.
  if (adds && !is_in_one_piece(product.n) && unless_denied(in_pieces)) return;
  const Range all{0, product.n};
  // What may fail comes before y is written.
  if (adds) default_factor_kernel<T>();
  scale(product.y, all, product.beta);
  if (adds) add_columns(product, all, product.y);
}

template void multiply(const TriangleVectorProduct<float>&);
template void multiply(const TriangleVectorProduct<double>&);
template void multiply(const TriangleVectorProduct<std::complex<float>>&);
template void multiply(const TriangleVectorProduct<std::complex<double>>&);

}  // namespace numapack
