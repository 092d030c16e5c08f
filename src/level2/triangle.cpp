// SPDX-License-Identifier: BSD-3-Clause
#include "base/unless_denied.hpp"
#include "kernel/triangle/factor_kernel.hpp"
#include "level2/level2.hpp"
#include "level2/near_product.hpp"
#include "level2/symv_product.hpp"
#include "level2/vectors.hpp"
#include "level3/gemm.hpp"
#include "runtime/runtime.hpp"

namespace numapack {

namespace {

/// Rows that the kernel's own loops take: x stays in the nearest cache. What products of squares gain is the
/// other threads and nodes (Z4-066).
constexpr Index most_rows = 512;

template <class T>
struct TriangularMatrix {
  Pattern pattern;
  Transpose op;
  Index n;
  const T* a;
  Index lda;
};

/// x = op(A) x. What a diagonal of ones gives is x as it was.
template <class T>
void multiply_in_place(const TriangularMatrix<T>& triangle, T* x) {
  const auto& [pattern, op, n, a, lda] = triangle;
  const std::vector<T> before(x, x + n);
  multiply(TriangleVectorProduct<T>{pattern, transposes(op), conjugates(op), n, T{1}, a, lda, before.data(),
                                    pattern.unit_diagonal ? T{1} : T{0}, x});
}

/// x = op(A)^-1 x by halves: of the square between two triangles, x of one goes in and that of the other
/// comes out. (Recursive trsv: Peise & Bientinesi, "ReLAPACK", TOMS 44(2), 2017.)
template <class T>
void solve(const TriangularMatrix<T>& triangle, T* x) {
  const auto& [pattern, op, n, a, lda] = triangle;
  const bool lower = pattern.stored == Triangle::lower, across = transposes(op);
  if (n <= most_rows) {
    const LabMarks marks;
    return default_factor_kernel<T>().substitute(
        {lower, across, conjugates(op), pattern.unit_diagonal, n, a, lda, x});
  }
  const Index half = n / 2 / 8 * 8, rest = n - half;
  const TriangularMatrix<T> first{pattern, op, half, a, lda},
      second{pattern, op, rest, a + half * (lda + 1), lda};
  const T* const square = lower ? a + half : a + half * lda;
  const auto subtract = [&](Index rows, Index depth, const T* in, T* out) {
    const Problem<T> product = column_problem(op, rows, depth, T{-1}, square, lda, in, T{1}, out);
    if (!multiply_near(product)) gemm(product);
  };
  if (lower != across) {
    solve(first, x);
    subtract(rest, half, x, x + half);
    solve(second, x + half);
  } else {
    solve(second, x + half);
    subtract(half, rest, x + half, x);
    solve(first, x);
  }
}

/// For whom there is no memory.
template <class T>
PlainTriangle<T> plain(const TriangularMatrix<T>& t) {
  return {t.pattern.stored, t.op, t.pattern.unit_diagonal, t.n, t.a, t.lda};
}

/// The same, of which nothing is done if its products cannot be.
template <class T>
void solve_in_place(const TriangularMatrix<T>& triangle, T* x) {
  if (triangle.n > most_rows) require_runtime();
  solve(triangle, x);
}

/// work(triangle, x without gaps), where all is right. False: there is no memory for it, and x is as it was.
template <class T>
bool checked(const char* routine, const TriangularMatrix<T>& triangle, const Vector<T>& x,
             void (*work)(const TriangularMatrix<T>&, T*)) {
  const auto& [pattern, op, n, a, lda] = triangle;
  // Of the product of level 3 that this would be, the first column of A stands for what is multiplied.
  const auto problem = [&, op = op, n = n, a = a, lda = lda](T* of_x) {
    return column_problem(op, n, n, T{1}, a, lda, a, T{0}, of_x);
  };
  if (x.step == 1 && plainly_right(problem(x.data))) return unless_denied([&] { work(triangle, x.data); });
  check_matrix(routine, n, n, a, lda);
  check_vector(routine, "x", x);
  if (n == 0) return true;
  return unless_denied([&] {
    with_neighbours(x, true, [&](T* of_x) {
      validate(problem(of_x));
      work(triangle, of_x);
    });
  });
}

}  // namespace

template <class T>
void multiply_triangle_vector(const char* routine, const Pattern& pattern, Transpose op, const T* a,
                              Index lda, const Vector<T>& x) {
  const TriangularMatrix<T> triangle{pattern, op, x.size, a, lda};
  if (!checked(routine, triangle, x, multiply_in_place<T>))
    plain(triangle).multiply(T{1}, element(x, 0), x.step);
}

template <class T>
void solve_triangle_vector(const char* routine, const Pattern& pattern, Transpose op, const T* a, Index lda,
                           const Vector<T>& x) {
  const TriangularMatrix<T> triangle{pattern, op, x.size, a, lda};
  if (!checked(routine, triangle, x, solve_in_place<T>)) plain(triangle).solve(T{1}, element(x, 0), x.step);
}

template void multiply_triangle_vector(const char*, const Pattern&, Transpose, const float*, Index,
                                       const Vector<float>&);
template void solve_triangle_vector(const char*, const Pattern&, Transpose, const float*, Index,
                                    const Vector<float>&);
template void multiply_triangle_vector(const char*, const Pattern&, Transpose, const double*, Index,
                                       const Vector<double>&);
template void solve_triangle_vector(const char*, const Pattern&, Transpose, const double*, Index,
                                    const Vector<double>&);
template void multiply_triangle_vector(const char*, const Pattern&, Transpose, const std::complex<float>*,
                                       Index, const Vector<std::complex<float>>&);
template void solve_triangle_vector(const char*, const Pattern&, Transpose, const std::complex<float>*, Index,
                                    const Vector<std::complex<float>>&);
template void multiply_triangle_vector(const char*, const Pattern&, Transpose, const std::complex<double>*,
                                       Index, const Vector<std::complex<double>>&);
template void solve_triangle_vector(const char*, const Pattern&, Transpose, const std::complex<double>*,
                                    Index, const Vector<std::complex<double>>&);

}  // namespace numapack
