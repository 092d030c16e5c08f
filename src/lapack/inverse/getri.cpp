// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "base/error.hpp"
#include "base/unless_denied.hpp"
#include "lapack/inverse/inverse.hpp"
#include "lapack/inverse/inverse_run.hpp"
#include "level3/gemm.hpp"
#include "lu/plain_lu.hpp"
#include "machine/here.hpp"
#include "panels/shared_lines.hpp"
#include "runtime/runtime.hpp"
#include "team/cancellation.hpp"

namespace numapack {

namespace {

template <class T>
void validate(const LuInverse<T>& p) {
  require_size("getri", "n", p.n);
  require_matrix("getri", "a", "lda", p.n, p.n, p.lda, sizeof(T));
  if (p.n == 0) return;
  require_address("getri", "a", p.a);
  require_address("getri", "ipiv", p.pivots);
  require_pivots("getri", p.pivots, p.n);
}

/// From the inverse of U to that of L U. What is stored is column-major, or its transpose: then everything is
/// as well, blocks of columns are blocks of rows, and L stands left.
template <class T>
class DividedByL {
 public:
  /// `work`: n x block.
  DividedByL(const LuInverse<T>& p, Index block, T* work)
      : p_(p), by_rows_(p.layout == Layout::row_major), block_(block), work_(work) {}

  void run() const {
    steps_of_division(p_.n, block_, [&](const InverseStep& step) { divide_block(step.first); });
    for_lines(!by_rows_, {p_.a, p_.n, p_.n, p_.lda}, sizeof(T),
              [&](Range lines) { by_rows_ ? interchange_rows(lines) : interchange_columns(lines); });
  }

 private:
  /// Of some columns, one at a time, while it is near.
  void interchange_rows(Range columns) const {
    RowInterchanges{p_.pivots, false}.apply(false, p_.n, columns.size(), p_.a + columns.begin * p_.lda,
                                            p_.lda);
  }
  /// In some rows, so many at a time that all columns' stay near.
  void interchange_columns(Range rows) const {
    constexpr Index together = 512 / static_cast<Index>(sizeof(T));
    for (Index first = rows.begin; first < rows.end; first += together) {
      const Index count = std::min(together, rows.end - first);
      T* const a = p_.a + first;
      for (Index i = p_.n - 1; i >= 0; --i)
        if (const Index other = p_.pivots[i] - 1; other != i)
          std::swap_ranges(a + i * p_.lda, a + i * p_.lda + count, a + other * p_.lda);
    }
  }

  /// Columns of L leave the room of those of X, of which those behind are known: X[block] = (U^-1[block] -
  /// X[behind] L[behind, block]) L[block, block]^-1.
  void divide_block(Range block) const {
    take_out(block);
    const Index size = block.size(), behind = p_.n - block.end;
    T* const x = p_.a + block.begin * (by_rows_ ? 1 : p_.lda);
    const T* const known = p_.a + block.end * (by_rows_ ? 1 : p_.lda);
    const T* const l = work_ + size * (by_rows_ ? size : 1);
    if (behind > 0 && by_rows_)
      gemm(Problem<T>{Transpose::none, Transpose::none, size, p_.n, behind, T{-1}, l, size, known, p_.lda,
                      T{1}, x, p_.lda});
    else if (behind > 0)
      gemm(Problem<T>{Transpose::none, Transpose::none, p_.n, size, behind, T{-1}, known, p_.lda, l,
                      leading(block), T{1}, x, p_.lda});
    TriangularProblem<T> triangle;
    triangle.routine = "getri";
    triangle.side = by_rows_ ? Side::left : Side::right;
    triangle.stored = by_rows_ ? Triangle::upper : Triangle::lower;
    triangle.unit_diagonal = true;
    triangle.m = by_rows_ ? size : p_.n;
    triangle.n = by_rows_ ? p_.n : size;
    triangle.a = work_, triangle.lda = leading(block);
    triangle.b = x, triangle.ldb = p_.lda;
    solve_triangle(triangle);
  }

  Index leading(Range block) const { return by_rows_ ? block.size() : p_.n - block.begin; }

  /// L[from the block on, block], without its diagonal, to the work memory; zeros in its place.
  void take_out(Range block) const {
    const Range down = by_rows_ ? block : Range{block.begin, p_.n},
                across = by_rows_ ? Range{block.begin, p_.n} : block;
    T* const corner = p_.a + block.begin * (p_.lda + 1);
    for_lines(false, {corner, down.size(), across.size(), p_.lda}, sizeof(T), [&](Range columns) {
      for (Index j = columns.begin; j < columns.end; ++j) {
        const Index begin = by_rows_ ? 0 : j + 1, end = by_rows_ ? std::min(j, down.size()) : down.size();
        T* const from = corner + j * p_.lda;
        std::copy(from + begin, from + end, work_ + begin + j * leading(block));
        std::fill(from + begin, from + end, T{0});
      }
    });
  }

  const LuInverse<T>& p_;
  const bool by_rows_;
  const Index block_;
  T* const work_;
};

}  // namespace

template <class T>
Index invert(const LuInverse<T>& p) {
  validate(p);
  if (p.n == 0) return 0;
  const CancellationOff until_done;
  const bool by_rows = p.layout == Layout::row_major;
  const StoredTriangle<T> u{"getri", by_rows ? Triangle::lower : Triangle::upper, p.n, p.a, p.lda};
  const Index block = std::min(p.n, p.block);
  Index info = 0;
  const auto by_blocks = [&] {
    Runtime& runtime = Runtime::get();
    const WorkspacePool::Lease work(runtime.workspaces(), memory_here(runtime.machine()),
                                    static_cast<std::size_t>(p.n * block) * sizeof(T));
    info = invert_checked(u, false, by_rows ? Side::right : Side::left);
    if (info == 0) DividedByL<T>(p, block, static_cast<T*>(work.data())).run();
  };
  if (unless_denied(by_blocks)) return info;
  return PlainLu(p.n, p.n, p.a, by_rows ? p.lda : 1, by_rows ? 1 : p.lda, p.pivots).invert();
}

template Index invert(const LuInverse<float>&);
template Index invert(const LuInverse<double>&);
template Index invert(const LuInverse<std::complex<float>>&);
template Index invert(const LuInverse<std::complex<double>>&);

}  // namespace numapack
