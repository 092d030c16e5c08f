// SPDX-License-Identifier: BSD-3-Clause
#include "level3/call/routines.hpp"

#include "base/error.hpp"

namespace numapack {

namespace {

constexpr RoutineNames symm_left = RoutineNames::transposed_by_rows("symm", "m", "n", "a", "b"),
                       symm_right = RoutineNames::transposed_by_rows("symm", "m", "n", "b", "a"),
                       hemm_left = RoutineNames::transposed_by_rows("hemm", "m", "n", "a", "b"),
                       hemm_right = RoutineNames::transposed_by_rows("hemm", "m", "n", "b", "a"),
                       gemmt_routine = RoutineNames::transposed_by_rows("gemmt", "n", "n", "a", "b");

}  // namespace

template <class T>
Problem<T> symm_problem(Structure structure, Layout layout, Side side, Uplo uplo, Index m, Index n, T alpha,
                        const T* a, Index lda, const T* b, Index ldb, T beta, T* c, Index ldc) {
  const bool hermitian = structure == Structure::hermitian;
  const RoutineNames& names = hermitian ? (side == Side::left ? hemm_left : hemm_right)
                                        : (side == Side::left ? symm_left : symm_right);
  const char* const routine = names.by_columns.routine;
  const bool by_rows = is_by_rows(routine, layout);
  require_side(routine, side);
  const Pattern pattern{structure, triangle_of_uplo(routine, uplo, by_rows)};
  Problem<T> problem;
  problem.names = &names.in(layout);
  problem.m = by_rows ? n : m;
  problem.n = by_rows ? m : n;
  problem.alpha = alpha, problem.beta = beta;
  problem.c = c, problem.ldc = ldc;
  const bool first = (side == Side::left) != by_rows;
  problem.k = first ? problem.m : problem.n;
  (first ? problem.pattern_a : problem.pattern_b) = pattern;
  problem.a = first ? a : b, problem.lda = first ? lda : ldb;
  problem.b = first ? b : a, problem.ldb = first ? ldb : lda;
  return problem;
}

template <class T>
Problem<T> rank_k_problem(const RoutineNames& names, Structure structure, Layout layout, Uplo uplo,
                          Transpose trans, Index n, Index k, T alpha, const T* a, Index lda, const T* b,
                          Index ldb, T beta, T* c, Index ldc) {
  const char* const routine = names.by_columns.routine;
  const bool by_rows = is_by_rows(routine, layout), hermitian = structure == Structure::hermitian;
  const bool real = !is_complex(type_of<T>());
  const Transpose transposed = hermitian ? Transpose::conjugate_transpose : Transpose::transpose;
  const bool known = trans == Transpose::none || trans == transposed ||
                     (real && (trans == Transpose::transpose || trans == Transpose::conjugate_transpose));
  if (!known)
    invalid(routine, "transposition " + std::to_string(static_cast<int>(trans)) + " is not possible",
            hermitian ? "use N or C" : (real ? "use N, T or C" : "use N or T"));
  Problem<T> problem;
  problem.names = &names.in(layout);
  const bool plain = (trans == Transpose::none) != by_rows;
  problem.trans_a = plain ? Transpose::none : transposed;
  problem.trans_b = plain ? transposed : Transpose::none;
  problem.m = problem.n = n, problem.k = k;
  problem.alpha = alpha, problem.beta = beta;
  problem.a = a, problem.lda = lda;
  problem.b = b, problem.ldb = ldb;
  problem.c = c, problem.ldc = ldc;
  problem.region = matrix_type_of(triangle_of_uplo(routine, uplo, by_rows));
  return problem;
}

template <class T>
Problem<T> gemmt_problem(Layout layout, Uplo uplo, Transpose trans_a, Transpose trans_b, Index n, Index k,
                         T alpha, const T* a, Index lda, const T* b, Index ldb, T beta, T* c, Index ldc) {
  const bool by_rows = is_by_rows("gemmt", layout);
  Problem<T> problem{trans_a, trans_b, n, n, k, alpha, a, lda, b, ldb, beta, c, ldc};
  if (by_rows) problem = {trans_b, trans_a, n, n, k, alpha, b, ldb, a, lda, beta, c, ldc};
  problem.names = &gemmt_routine.in(layout);
  problem.region = matrix_type_of(triangle_of_uplo("gemmt", uplo, by_rows));
  return problem;
}

template Problem<float> symm_problem(Structure, Layout, Side, Uplo, Index, Index, float, const float*, Index,
                                     const float*, Index, float, float*, Index);
template Problem<float> rank_k_problem(const RoutineNames&, Structure, Layout, Uplo, Transpose, Index, Index,
                                       float, const float*, Index, const float*, Index, float, float*, Index);
template Problem<float> gemmt_problem(Layout, Uplo, Transpose, Transpose, Index, Index, float, const float*,
                                      Index, const float*, Index, float, float*, Index);
template Problem<double> symm_problem(Structure, Layout, Side, Uplo, Index, Index, double, const double*,
                                      Index, const double*, Index, double, double*, Index);
template Problem<double> rank_k_problem(const RoutineNames&, Structure, Layout, Uplo, Transpose, Index, Index,
                                        double, const double*, Index, const double*, Index, double, double*,
                                        Index);
template Problem<double> gemmt_problem(Layout, Uplo, Transpose, Transpose, Index, Index, double,
                                       const double*, Index, const double*, Index, double, double*, Index);
template Problem<std::complex<float>> symm_problem(Structure, Layout, Side, Uplo, Index, Index,
                                                   std::complex<float>, const std::complex<float>*, Index,
                                                   const std::complex<float>*, Index, std::complex<float>,
                                                   std::complex<float>*, Index);
template Problem<std::complex<float>> rank_k_problem(const RoutineNames&, Structure, Layout, Uplo, Transpose,
                                                     Index, Index, std::complex<float>,
                                                     const std::complex<float>*, Index,
                                                     const std::complex<float>*, Index, std::complex<float>,
                                                     std::complex<float>*, Index);
template Problem<std::complex<float>> gemmt_problem(Layout, Uplo, Transpose, Transpose, Index, Index,
                                                    std::complex<float>, const std::complex<float>*, Index,
                                                    const std::complex<float>*, Index, std::complex<float>,
                                                    std::complex<float>*, Index);
template Problem<std::complex<double>> symm_problem(Structure, Layout, Side, Uplo, Index, Index,
                                                    std::complex<double>, const std::complex<double>*, Index,
                                                    const std::complex<double>*, Index, std::complex<double>,
                                                    std::complex<double>*, Index);
template Problem<std::complex<double>> rank_k_problem(const RoutineNames&, Structure, Layout, Uplo, Transpose,
                                                      Index, Index, std::complex<double>,
                                                      const std::complex<double>*, Index,
                                                      const std::complex<double>*, Index,
                                                      std::complex<double>, std::complex<double>*, Index);
template Problem<std::complex<double>> gemmt_problem(Layout, Uplo, Transpose, Transpose, Index, Index,
                                                     std::complex<double>, const std::complex<double>*, Index,
                                                     const std::complex<double>*, Index, std::complex<double>,
                                                     std::complex<double>*, Index);

}  // namespace numapack
