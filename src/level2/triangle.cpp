// SPDX-License-Identifier: BSD-3-Clause
#include "base/unless_denied.hpp"
#include "kernel/triangle/factor_kernel.hpp"
#include "level2/level2.hpp"
#include "level2/near_product.hpp"
#include "level2/symv_product.hpp"
#include "level2/trsv_steps.hpp"
#include "level2/vectors.hpp"
#include "level3/gemm.hpp"
#include "runtime/runtime.hpp"

namespace numapack {

namespace {

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

/// x = op(A)^-1 x.
template <class T>
void solve(const TriangularMatrix<T>& triangle, T* x) {
  const auto& [pattern, op, n, a, lda] = triangle;
  const bool lower = pattern.stored == Triangle::lower, across = transposes(op);
  // Of op(A): a transpose is stored with rows and columns in each other's place.
  const auto at = [&, a = a, lda = lda](Range rows, Range columns) {
    return a + (across ? columns : rows).begin + (across ? rows : columns).begin * lda;
  };
  steps_of_trsv(lower != across, n,
                [&, op = op, lda = lda, unit = pattern.unit_diagonal](const TrsvStep& step) {
                  const auto& [what, out, in] = step;
                  if (what == TrsvStep::What::substitute) {
                    const LabMarks marks;
                    return default_factor_kernel<T>().substitute(
                        {lower, across, conjugates(op), unit, out.size(), at(out, out), lda, x + out.begin});
                  }
                  const Problem<T> product = column_problem(op, out.size(), in.size(), T{-1}, at(out, in),
                                                            lda, x + in.begin, T{1}, x + out.begin);
                  if (!multiply_near(product)) gemm(product);
                });
}

/// For whom there is no memory.
template <class T>
PlainTriangle<T> plain(const TriangularMatrix<T>& t) {
  return {t.pattern.stored, t.op, t.pattern.unit_diagonal, t.n, t.a, t.lda};
}

/// The same, of which nothing is done if its products cannot be.
template <class T>
void solve_in_place(const TriangularMatrix<T>& triangle, T* x) {
  if (triangle.n > most_substituted_rows) require_runtime();
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
