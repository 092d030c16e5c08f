// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>

#include "base/integer.hpp"
#include "kernel/kernel.hpp"
#include "level3/call/structure.hpp"
#include "numapack/types.hpp"

namespace numapack {

inline bool transposes(Transpose op) {
  return op == Transpose::transpose || op == Transpose::conjugate_transpose;
}
inline bool conjugates(Transpose op) {
  return op == Transpose::conjugate || op == Transpose::conjugate_transpose;
}

/// op() of a matrix is this of its transpose.
constexpr Transpose transposed(Transpose op) {
  constexpr Transpose of[] = {Transpose::transpose, Transpose::none, Transpose::conjugate,
                              Transpose::conjugate_transpose};
  return of[static_cast<int>(op)];
}

/// True for an A that all in-place loops take: its stored columns are those of op(A).
inline bool is_plain(Type type, Transpose op) {
  return op == Transpose::none || (op == Transpose::conjugate && !is_complex(type));
}

/// Elements of a cache line.
inline Index line_of(Type type) { return 64 / static_cast<Index>(bytes_of(type)); }

/// How columns map to cache sets, by the bytes from one to the next.
enum class ColumnStep {
  whole_lines,
  other,
  shares_sets  ///< a first-level cache repeats every 4 KiB: the columns share few of its sets
};

constexpr ColumnStep column_step(Index bytes) {
  constexpr Index way = 4096, near = 32, line = 64;
  for (Index columns = 1; columns <= 3; ++columns)  // that come back to nearly the same set
    if ((columns * bytes + near) % way < 2 * near) return ColumnStep::shares_sets;
  return bytes % line == 0 ? ColumnStep::whole_lines : ColumnStep::other;
}

/// Of a multiply-add.
inline double flops_each(Type type) { return is_complex(type) ? 8.0 : 2.0; }

inline double flops_of(Type type, Index m, Index n, Index k) {
  return flops_each(type) * double(m) * double(n) * double(k);
}

/// A matrix as the call has it stored, column-major.
struct Operand {
  Transpose op = Transpose::none;
  Index leading = 0;  ///< from one column to the next, in elements; 0: no gaps
  Pattern pattern = {};
  /// Of a structured one, as op() presents it.
  Triangle triangle() const { return transposes(op) ? other(pattern.stored) : pattern.stored; }
  bool operator==(const Operand&) const = default;
};

/// Everything about a multiplication that may influence a decision: C (m x n) = alpha op(A) (m x k) op(B) (k
/// x n) + beta C, everything column-major (row-major callers swap A and B first). No pointers. Sizes in
/// elements.
struct Call {
  Type type = Type::d;
  Index m = 0, n = 0, k = 0;
  Operand a = {}, b = {};
  bool reads_c = true;  ///< beta != 0
  Operand c = {};       ///< whose op is none
  /// Bytes from the beginning of a 4 KiB page to each column of C, where all columns agree; -1: they do not,
  /// or it is not known.
  Index c_in_page = -1;
  MatrixType region = MatrixType::general;  ///< of C
  /// The product with A and B exchanged is added to the same C: syr2k and her2k, which write one triangle of
  /// C. Its steps of K follow those of the first product, from k on.
  bool twofold = false;

  Index steps() const { return twofold ? 2 * k : k; }
  /// Of some steps up to `end` those from `begin` on that are multiplied at once, `most` at most: of one
  /// product.
  Range block_of_steps(Index begin, Index most, Index end) const {
    return {begin, std::min({begin + most, end, begin < k ? k : end})};
  }
  /// The number of kc blocks of `depth` steps in which K is packed, and one of those blocks.
  Index kc_blocks(Index depth) const {
    return depth >= steps() ? 1 : (twofold ? 2 : 1) * divide_up(k, depth);
  }
  Range kc_block(Index number, Index depth) const {
    if (depth >= steps()) return {0, steps()};
    const Index each = divide_up(k, depth), product = number < each ? 0 : 1;
    return block_of_steps(product * k + (number - product * each) * depth, depth, steps());
  }

  bool is_structured() const { return has_structure(a.pattern, b.pattern, region); }
  /// Steps of K for which these rows of op(A), or columns of op(B), are not all zero.
  Range steps_of_a(Range rows) const {
    return a.pattern.is_triangular() ? steps_of_rows(a.triangle(), rows, k) : Range{0, steps()};
  }
  Range steps_of_b(Range columns) const {
    return b.pattern.is_triangular() ? steps_of_rows(other(b.triangle()), columns, k) : Range{0, steps()};
  }
  /// What it takes to multiply a part of C.
  double multiply_adds(Range rows, Range columns) const;

  double flops() const {
    return is_structured() ? flops_each(type) * multiply_adds({0, m}, {0, n}) : flops_of(type, m, n, k);
  }
  std::size_t element_bytes() const { return bytes_of(type); }
  Index columns_of_a() const { return transposes(a.op) ? m : k; }  ///< as stored
  Index columns_of_b() const { return transposes(b.op) ? k : n; }
  Index lda() const { return a.leading > 0 ? a.leading : transposes(a.op) ? k : m; }
  Index ldb() const { return b.leading > 0 ? b.leading : transposes(b.op) ? n : k; }
  bool has_gaps() const {
    return (a.leading > 0 && a.leading != (transposes(a.op) ? k : m)) ||
           (b.leading > 0 && b.leading != (transposes(b.op) ? n : k));
  }
  /// The same as if A and B had no gaps between their columns: the bits of the answer follow from this alone.
  Call without_gaps() const {
    Call call = *this;
    call.a.leading = call.b.leading = 0;
    return call;
  }
  ColumnStep step_of_a() const { return column_step(lda() * static_cast<Index>(element_bytes())); }
  bool operator==(const Call&) const = default;
};

}  // namespace numapack
