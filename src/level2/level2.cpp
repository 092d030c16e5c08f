// SPDX-License-Identifier: BSD-3-Clause
#include "level2/level2.hpp"

#include <algorithm>

#include "base/unless_denied.hpp"
#include "level2/near_product.hpp"
#include "level2/symv_product.hpp"
#include "level2/vectors.hpp"
#include "level3/call/arguments.hpp"
#include "level3/gemm.hpp"

namespace numapack {

namespace {

/// The checks of a product of an m by n matrix and a vector; then multiply(x, y) with vectors whose elements
/// are neighbours. Not asked if y is empty. False: there is no memory for it, and y is as it was.
template <class T, class Multiply>
bool checked_with_neighbours(const char* routine, Index m, Index n, const T* a, Index lda,
                             const Vector<const T>& x, const Vector<T>& y, bool reads_y,
                             const Multiply& multiply) {
  check_matrix(routine, m, n, a, lda);
  check_vector(routine, "x", x);
  check_vector(routine, "y", y);
  if (y.size == 0) return true;
  return unless_denied([&] {
    const Neighbours<T> copy_of_x(x);
    with_neighbours(y, reads_y, [&](T* of_y) { multiply(copy_of_x.data(), of_y); });
  });
}

}  // namespace

template <class T>
void multiply_vector(const char* routine, Transpose op, Index m, Index n, T alpha, const T* a, Index lda,
                     const Vector<const T>& x, T beta, const Vector<T>& y) {
  const auto problem = [&](const T* of_x, T* of_y) {
    return column_problem(op, y.size, x.size, alpha, a, lda, of_x, beta, of_y);
  };
  // One look at what is right says what the checks below say.
  if (x.step == 1 && y.step == 1 && unless_denied([&] { return multiply_near(problem(x.data, y.data)); }))
    return;
  const auto multiply_copies = [&](const T* of_x, T* of_y) {
    const Problem<T> with_copies = problem(of_x, of_y);
    if (!multiply_near(with_copies)) gemm(with_copies);
  };
  if (!checked_with_neighbours(routine, m, n, a, lda, x, y, beta != T{0}, multiply_copies))
    multiply_vector_plainly(op, {}, alpha, a, lda, x, beta, y);
}

template <class T>
void add_outer_product(const char* routine, T alpha, const Vector<const T>& x, bool conjugate_x,
                       const Vector<const T>& y, bool conjugate_y, T* a, Index lda) {
  check_matrix(routine, x.size, y.size, a, lda);
  check_vector(routine, "x", x);
  check_vector(routine, "y", y);
  if (x.size == 0 || y.size == 0 || alpha == T{0}) return;
  const auto add_copies = [&] {
    const Neighbours<T> of_x(x), of_y(y);
    gemm(Problem<T>{conjugate_x ? Transpose::conjugate : Transpose::none,
                    conjugate_y ? Transpose::conjugate_transpose : Transpose::transpose, x.size, y.size, 1,
                    alpha, of_x.data(), x.size, of_y.data(), y.size, T{1}, a, lda});
  };
  if (!unless_denied(add_copies))
    add_outer_product_plainly(alpha, x, conjugate_x, y, conjugate_y, MatrixType::general, a, lda);
}

template <class T>
void multiply_symmetric_vector(const char* routine, const Pattern& pattern, bool conjugate, T alpha,
                               const T* a, Index lda, const Vector<const T>& x, T beta, const Vector<T>& y) {
  const Index n = x.size;
  const auto product = [&](const T* of_x, T* of_y) {
    return TriangleVectorProduct<T>{pattern, false, conjugate, n, alpha, a, lda, of_x, beta, of_y};
  };
  const auto problem = [&](const T* of_x, T* of_y) {
    return column_problem(Transpose::none, n, n, alpha, a, lda, of_x, beta, of_y);
  };
  const auto multiply_checked = [&] {
    if (x.step == 1 && y.step == 1 && plainly_right(problem(x.data, y.data)))
      return unless_denied([&] { multiply(product(x.data, y.data)); });
    return checked_with_neighbours(routine, n, n, a, lda, x, y, beta != T{0}, [&](const T* of_x, T* of_y) {
      validate(problem(of_x, of_y));
      multiply(product(of_x, of_y));
    });
  };
  if (!multiply_checked())
    multiply_vector_plainly(conjugate ? Transpose::conjugate : Transpose::none, pattern, alpha, a, lda, x,
                            beta, y);
}

template void multiply_vector(const char*, Transpose, Index, Index, float, const float*, Index,
                              const Vector<const float>&, float, const Vector<float>&);
template void add_outer_product(const char*, float, const Vector<const float>&, bool,
                                const Vector<const float>&, bool, float*, Index);
template void multiply_symmetric_vector(const char*, const Pattern&, bool, float, const float*, Index,
                                        const Vector<const float>&, float, const Vector<float>&);
template void multiply_vector(const char*, Transpose, Index, Index, double, const double*, Index,
                              const Vector<const double>&, double, const Vector<double>&);
template void add_outer_product(const char*, double, const Vector<const double>&, bool,
                                const Vector<const double>&, bool, double*, Index);
template void multiply_symmetric_vector(const char*, const Pattern&, bool, double, const double*, Index,
                                        const Vector<const double>&, double, const Vector<double>&);
template void multiply_vector(const char*, Transpose, Index, Index, std::complex<float>,
                              const std::complex<float>*, Index, const Vector<const std::complex<float>>&,
                              std::complex<float>, const Vector<std::complex<float>>&);
template void add_outer_product(const char*, std::complex<float>, const Vector<const std::complex<float>>&,
                                bool, const Vector<const std::complex<float>>&, bool, std::complex<float>*,
                                Index);
template void multiply_symmetric_vector(const char*, const Pattern&, bool, std::complex<float>,
                                        const std::complex<float>*, Index,
                                        const Vector<const std::complex<float>>&, std::complex<float>,
                                        const Vector<std::complex<float>>&);
template void multiply_vector(const char*, Transpose, Index, Index, std::complex<double>,
                              const std::complex<double>*, Index, const Vector<const std::complex<double>>&,
                              std::complex<double>, const Vector<std::complex<double>>&);
template void add_outer_product(const char*, std::complex<double>, const Vector<const std::complex<double>>&,
                                bool, const Vector<const std::complex<double>>&, bool, std::complex<double>*,
                                Index);
template void multiply_symmetric_vector(const char*, const Pattern&, bool, std::complex<double>,
                                        const std::complex<double>*, Index,
                                        const Vector<const std::complex<double>>&, std::complex<double>,
                                        const Vector<std::complex<double>>&);

}  // namespace numapack
