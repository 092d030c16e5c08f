// SPDX-License-Identifier: BSD-3-Clause
#include "base/unless_denied.hpp"
#include "kernel/triangle/factor_kernel.hpp"
#include "level2/level2.hpp"
#include "level2/symv_plan.hpp"
#include "level2/symv_teams.hpp"
#include "level2/vectors.hpp"
#include "level3/call/problem.hpp"
#include "runtime/lab_marks.hpp"
#include "runtime/process.hpp"

namespace numapack {

namespace {

/// All columns, on the calling thread or by all nodes that have a part of a large A.
template <class T>
void add_columns(UpdatePass<T> pass) {
  const LabMarks marks;
  // What may fail comes before A is written.
  const FactorKernel<T>& kernel = default_factor_kernel<T>();
  const auto add = [&](Range columns) {
    UpdatePass<T> part = pass;
    part.begin = columns.begin, part.end = columns.end;
    kernel.update(part);
  };
  const auto in_pieces = [&] {
    const Triangle stored = pass.lower ? Triangle::lower : Triangle::upper;
    const std::vector<Range> pieces = triangle_pieces(stored, pass.n);
    const double sums = pass.y == nullptr ? 0.5 : 1;
    for_pieces(
        {stored, pass.n, pass.a, pass.leading, sizeof(T),
         sums * flops_each(type_of<T>()) * double(pass.n) * double(pass.n), pieces, PiecesUse::update},
        [&](int piece) { add(pieces[static_cast<std::size_t>(piece)]); }, [](Range) {});
  };
  if (is_in_one_piece(pass.n) || !unless_denied(in_pieces)) add({0, pass.n});
}

/// The product of level 3 that an outer product is, for its checks.
template <class T>
Problem<T> outer_problem(Index n, T alpha, const T* x, const T* y, T* a, Index lda) {
  return {Transpose::none, Transpose::transpose, n, n, 1, alpha, x, n, y, n, T{1}, a, lda};
}

/// The same without memory for what has gaps.
template <class T>
void update_plainly(const Pattern& pattern, bool conjugate, T alpha, const Vector<const T>& x,
                    const Vector<const T>* y, T* a, Index lda) {
  const bool hermitian = pattern.structure == Structure::hermitian;
  const auto add = [&](T factor, const Vector<const T>& down, const Vector<const T>& across) {
    add_outer_product_plainly(factor, down, conjugate, across, conjugate != hermitian,
                              matrix_type_of(pattern.stored), a, lda);
  };
  const T factor = conjugate ? conjugate_of(alpha) : alpha;
  add(factor, x, y == nullptr ? x : *y);
  if (y != nullptr) add(hermitian ? conjugate_of(factor) : factor, *y, x);
  for (Index i = 0; hermitian && i < x.size; ++i) a[i * (lda + 1)] = std::real(a[i * (lda + 1)]);
}

/// By x and y, or, without a y, by x alone.
template <class T>
void update(const char* routine, const Pattern& pattern, bool conjugate, T alpha, const Vector<const T>& x,
            const Vector<const T>* y, T* a, Index lda) {
  const Index n = x.size;
  const auto add = [&](const T* of_x, const T* of_y) {
    add_columns<T>({pattern.stored == Triangle::lower, pattern.structure == Structure::hermitian, n, a, lda,
                    0, n, conjugate ? conjugate_of(alpha) : alpha, of_x, y == nullptr ? nullptr : of_y});
  };
  const Vector<const T>& across = y == nullptr ? x : *y;
  const bool plain = x.step == 1 && across.step == 1 && !conjugate && alpha != T{0};
  if (plain && plainly_right(outer_problem(n, alpha, x.data, across.data, a, lda)) &&
      unless_denied([&] { add(x.data, across.data); }))
    return;
  check_matrix(routine, n, n, a, lda);
  check_vector(routine, "x", x);
  if (y != nullptr) check_vector(routine, "y", *y);
  if (n == 0 || alpha == T{0}) return;
  const auto add_copies = [&] {
    const Neighbours<T> of_x(x, conjugate);
    const Neighbours<T> of_y(y == nullptr ? Vector<const T>{of_x.data(), n, 1} : *y,
                             y != nullptr && conjugate);
    validate(outer_problem(n, alpha, of_x.data(), of_y.data(), a, lda));
    add(of_x.data(), of_y.data());
  };
  if (!unless_denied(add_copies)) update_plainly(pattern, conjugate, alpha, x, y, a, lda);
}

}  // namespace

template <class T>
void update_symmetric(const char* routine, const Pattern& pattern, bool conjugate, T alpha,
                      const Vector<const T>& x, T* a, Index lda) {
  update<T>(routine, pattern, conjugate, alpha, x, nullptr, a, lda);
}

template <class T>
void update_symmetric(const char* routine, const Pattern& pattern, bool conjugate, T alpha,
                      const Vector<const T>& x, const Vector<const T>& y, T* a, Index lda) {
  update<T>(routine, pattern, conjugate, alpha, x, &y, a, lda);
}

template void update_symmetric(const char*, const Pattern&, bool, float, const Vector<const float>&, float*,
                               Index);
template void update_symmetric(const char*, const Pattern&, bool, float, const Vector<const float>&,
                               const Vector<const float>&, float*, Index);
template void update_symmetric(const char*, const Pattern&, bool, double, const Vector<const double>&,
                               double*, Index);
template void update_symmetric(const char*, const Pattern&, bool, double, const Vector<const double>&,
                               const Vector<const double>&, double*, Index);
template void update_symmetric(const char*, const Pattern&, bool, std::complex<float>,
                               const Vector<const std::complex<float>>&, std::complex<float>*, Index);
template void update_symmetric(const char*, const Pattern&, bool, std::complex<float>,
                               const Vector<const std::complex<float>>&,
                               const Vector<const std::complex<float>>&, std::complex<float>*, Index);
template void update_symmetric(const char*, const Pattern&, bool, std::complex<double>,
                               const Vector<const std::complex<double>>&, std::complex<double>*, Index);
template void update_symmetric(const char*, const Pattern&, bool, std::complex<double>,
                               const Vector<const std::complex<double>>&,
                               const Vector<const std::complex<double>>&, std::complex<double>*, Index);

}  // namespace numapack
