// SPDX-License-Identifier: BSD-3-Clause
#include "peer/routines/own_call.hpp"

#include <type_traits>

#include "base/error.hpp"
#include "peer/routines/vector_call.hpp"

namespace numapack {

namespace {

template <class T>
void call_hermitian(const RoutineProblem<T>& p) {
  constexpr Layout layout = Layout::column_major;
  const RoutineForm& f = p.form;
  if (f.routine->id == BlasName::hemm)
    return hemm(layout, f.side(), f.uplo(), p.m, p.n, p.alpha, p.a, p.lda, p.b, p.ldb, p.beta, p.c, p.ldc);
  if (f.routine->id == BlasName::herk)
    return herk(layout, f.uplo(), f.trans(), p.n, p.k, std::real(p.alpha), p.a, p.lda, std::real(p.beta), p.c,
                p.ldc);
  her2k(layout, f.uplo(), f.trans(), p.n, p.k, p.alpha, p.a, p.lda, p.b, p.ldb, std::real(p.beta), p.c,
        p.ldc);
}

}  // namespace

template <class T>
void call_own(const RoutineProblem<T>& p) {
  constexpr Layout layout = Layout::column_major;
  const RoutineForm& f = p.form;
  if (f.routine->is_level_2()) return call_own_vector(p);
  switch (f.routine->id) {
    case BlasName::gemm:
      return gemm(layout, f.trans('a'), f.trans('b'), p.m, p.n, p.k, p.alpha, p.a, p.lda, p.b, p.ldb, p.beta,
                  p.c, p.ldc);
    case BlasName::symm:
      return symm(layout, f.side(), f.uplo(), p.m, p.n, p.alpha, p.a, p.lda, p.b, p.ldb, p.beta, p.c, p.ldc);
    case BlasName::syrk:
      return syrk(layout, f.uplo(), f.trans(), p.n, p.k, p.alpha, p.a, p.lda, p.beta, p.c, p.ldc);
    case BlasName::syr2k:
      return syr2k(layout, f.uplo(), f.trans(), p.n, p.k, p.alpha, p.a, p.lda, p.b, p.ldb, p.beta, p.c,
                   p.ldc);
    case BlasName::gemmt:
      return gemmt(layout, f.uplo(), f.trans('a'), f.trans('b'), p.n, p.k, p.alpha, p.a, p.lda, p.b, p.ldb,
                   p.beta, p.c, p.ldc);
    case BlasName::trmm:
      return trmm(layout, f.side(), f.uplo(), f.trans(), f.diag(), p.m, p.n, p.alpha, p.a, p.lda, p.b, p.ldb);
    case BlasName::trsm:
      return trsm(layout, f.side(), f.uplo(), f.trans(), f.diag(), p.m, p.n, p.alpha, p.a, p.lda, p.b, p.ldb);
    case BlasName::hemm:
    case BlasName::herk:
    case BlasName::her2k:
      if constexpr (!std::is_floating_point_v<T>) return call_hermitian(p);
      invalid(std::string(f.routine->name), "of a real type", "use c or z");
    default:
      invalid(std::string(f.routine->name), "is no routine of BLAS", "use LapackProblem");
  }
}

template void call_own(const RoutineProblem<float>&);
template void call_own(const RoutineProblem<double>&);
template void call_own(const RoutineProblem<std::complex<float>>&);
template void call_own(const RoutineProblem<std::complex<double>>&);

}  // namespace numapack
