// SPDX-License-Identifier: BSD-3-Clause
#include "triangle/triangle.hpp"

#include <algorithm>

#include "level3/gemm.hpp"

namespace numapack {

namespace {

constexpr Index few = 24;

template <class T>
T element(const TriangularProblem<T>& p, Index i, Index j) {
  T value = transposes(p.trans) ? p.a[j + i * p.lda] : p.a[i + j * p.lda];
  if constexpr (!std::is_floating_point_v<T>)
    if (conjugates(p.trans)) value = std::conj(value);
  return value;
}

template <class T>
TriangularProblem<T> part(const TriangularProblem<T>& p, Range range) {
  TriangularProblem<T> of = p;
  of.a = p.a + range.begin * (p.lda + 1);
  if (p.side == Side::left)
    of.b = p.b + range.begin, of.m = range.size();
  else
    of.b = p.b + range.begin * p.ldb, of.n = range.size();
  return of;
}

/// B[to] = factor op(A)[to, from] B[from] + beta B[to].
template <class T>
void add(const TriangularProblem<T>& p, Range to, Range from, T factor, T beta) {
  const bool left = p.side == Side::left, turned = transposes(p.trans);
  const Index row = left ? to.begin : from.begin, column = left ? from.begin : to.begin;
  const T* const a = turned ? p.a + column + row * p.lda : p.a + row + column * p.lda;
  if (left)
    gemm(Problem<T>{p.trans, Transpose::none, to.size(), p.n, from.size(), factor, a, p.lda, p.b + from.begin,
                    p.ldb, beta, p.b + to.begin, p.ldb});
  else
    gemm(Problem<T>{Transpose::none, p.trans, p.m, to.size(), from.size(), factor, p.b + from.begin * p.ldb,
                    p.ldb, a, p.lda, beta, p.b + to.begin * p.ldb, p.ldb});
}

template <class T>
void run(const TriangularProblem<T>& p, bool solves) {
  const Index n = p.order();
  const bool left = p.side == Side::left;
  // Whether what is first in order decides what is behind it.
  const bool down = (p.half() == Half::lower) == left;
  if (n <= few) {
    for (Index line = 0; line < (left ? p.n : p.m); ++line) {
      const auto x = [&](Index i) -> T& { return left ? p.b[i + line * p.ldb] : p.b[line + i * p.ldb]; };
      for (Index turn = 0; turn < n; ++turn) {
        const Index i = down == solves ? turn : n - 1 - turn;
        T sum = solves ? p.alpha * x(i) : p.unit_diagonal ? x(i) : element(p, i, i) * x(i);
        for (Index k = down ? 0 : i + 1; k < (down ? i : n); ++k)
          sum += (solves ? T{-1} : T{1}) * (left ? element(p, i, k) : element(p, k, i)) * x(k);
        x(i) = !solves ? p.alpha * sum : p.unit_diagonal ? sum : sum / element(p, i, i);
      }
    }
    return;
  }
  const Index half = n / 2;
  const Range first{0, half}, second{half, n}, decides = down ? first : second, other = down ? second : first;
  if (solves) {
    run(part(p, decides), true);
    add(p, other, decides, T{-1}, p.alpha);
    TriangularProblem<T> rest = part(p, other);
    rest.alpha = T{1};
    run(rest, true);
  } else {
    run(part(p, other), false);
    add(p, other, decides, p.alpha, T{1});
    run(part(p, decides), false);
  }
}

template <class T>
void start(const TriangularProblem<T>& p, bool solves) {
  if (p.m == 0 || p.n == 0) return;
  if (p.alpha == T{0}) {
    for (Index j = 0; j < p.n; ++j) std::fill_n(p.b + j * p.ldb, p.m, T{0});
    return;
  }
  run(p, solves);
}

}  // namespace

template <class T>
void multiply_by_triangle(const TriangularProblem<T>& problem) {
  start(problem, false);
}

template <class T>
void solve_triangle(const TriangularProblem<T>& problem) {
  start(problem, true);
}

template void multiply_by_triangle(const TriangularProblem<float>&);
template void multiply_by_triangle(const TriangularProblem<double>&);
template void multiply_by_triangle(const TriangularProblem<std::complex<float>>&);
template void multiply_by_triangle(const TriangularProblem<std::complex<double>>&);
template void solve_triangle(const TriangularProblem<float>&);
template void solve_triangle(const TriangularProblem<double>&);
template void solve_triangle(const TriangularProblem<std::complex<float>>&);
template void solve_triangle(const TriangularProblem<std::complex<double>>&);

}  // namespace numapack
