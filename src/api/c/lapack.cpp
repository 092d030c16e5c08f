// SPDX-License-Identifier: BSD-3-Clause
#include "numapack/lapack.hpp"
#include "api/c/info.hpp"
#include "api/c/letters.hpp"

namespace {

using namespace numapack::c_interface;  // NOLINT

constexpr const char* no_memory_on_the_way = "no memory for the plan; free some";

bool is_triangle(char uplo) { return is_one_of(uplo, 'U', 'L'); }

/// potrf, potri and lauum: `in_place` a triangle.
template <class T, class Routine>
numapack_status of_triangle(const char* routine, Routine in_place, numapack_layout layout, char uplo,
                            int64_t n, void* a, int64_t lda, int64_t* info) {
  return with_info(
      no_memory_on_the_way, info,
      [&] { return in_place(layout_of(layout), uplo_of(routine, uplo), n, static_cast<T*>(a), lda); },
      [&] {
        return first_wrong_info({is_triangle(uplo), n >= 0, a != nullptr, lda >= at_least_one(n)});
      });
}

template <class T>
numapack_status potrf(numapack_layout layout, char uplo, int64_t n, void* a, int64_t lda, int64_t* info) {
  return of_triangle<T>("potrf", numapack::potrf<T>, layout, uplo, n, a, lda, info);
}

template <class T>
numapack_status potri(numapack_layout layout, char uplo, int64_t n, void* a, int64_t lda, int64_t* info) {
  return of_triangle<T>("potri", numapack::potri<T>, layout, uplo, n, a, lda, info);
}

template <class T>
numapack_status lauum(numapack_layout layout, char uplo, int64_t n, void* a, int64_t lda, int64_t* info) {
  const auto in_place = [](auto... arguments) {
    numapack::lauum(arguments...);
    return int64_t{0};
  };
  return of_triangle<T>("lauum", in_place, layout, uplo, n, a, lda, info);
}

/// potrs and posv.
template <class T, class Routine>
numapack_status solving(const char* routine, Routine solve, numapack_layout layout, char uplo, int64_t n,
                        int64_t nrhs, const void* a, int64_t lda, void* b, int64_t ldb, int64_t* info) {
  return with_info(
      no_memory_on_the_way, info, [&] { return solve(layout_of(layout), uplo_of(routine, uplo)); },
      [&] {
        const int64_t stored = layout == NUMAPACK_ROW_MAJOR ? nrhs : n;
        return first_wrong_info({is_triangle(uplo), n >= 0, nrhs >= 0, a != nullptr, lda >= at_least_one(n),
                                 b != nullptr, ldb >= at_least_one(stored)});
      });
}

template <class T>
numapack_status potrs(numapack_layout layout, char uplo, int64_t n, int64_t nrhs, const void* a, int64_t lda,
                      void* b, int64_t ldb, int64_t* info) {
  const auto solve = [&](numapack::Layout as, numapack::Uplo triangle) {
    numapack::potrs(as, triangle, n, nrhs, static_cast<const T*>(a), lda, static_cast<T*>(b), ldb);
    return int64_t{0};
  };
  return solving<T>("potrs", solve, layout, uplo, n, nrhs, a, lda, b, ldb, info);
}

template <class T>
numapack_status posv(numapack_layout layout, char uplo, int64_t n, int64_t nrhs, void* a, int64_t lda,
                     void* b, int64_t ldb, int64_t* info) {
  const auto solve = [&](numapack::Layout as, numapack::Uplo triangle) {
    return numapack::posv(as, triangle, n, nrhs, static_cast<T*>(a), lda, static_cast<T*>(b), ldb);
  };
  return solving<T>("posv", solve, layout, uplo, n, nrhs, a, lda, b, ldb, info);
}

template <class T>
numapack_status trtri(numapack_layout layout, char uplo, char diag, int64_t n, void* a, int64_t lda,
                      int64_t* info) {
  return with_info(
      no_memory_on_the_way, info,
      [&] {
        return numapack::trtri(layout_of(layout), uplo_of("trtri", uplo), diag_of("trtri", diag), n,
                               static_cast<T*>(a), lda);
      },
      [&] {
        return first_wrong_info(
            {is_triangle(uplo), is_one_of(diag, 'N', 'U'), n >= 0, a != nullptr, lda >= at_least_one(n)});
      });
}

template <class T>
numapack_status getri(numapack_layout layout, int64_t n, void* a, int64_t lda, const int64_t* ipiv,
                      int64_t* info) {
  return with_info(
      no_memory_on_the_way, info,
      [&] { return numapack::getri(layout_of(layout), n, static_cast<T*>(a), lda, ipiv); },
      [&] {
        return first_wrong_info({n >= 0, a != nullptr, lda >= at_least_one(n), are_rows(ipiv, n)});
      });
}

}  // namespace

numapack_status numapack_spotrf(numapack_layout layout, char uplo, int64_t n, float* a, int64_t lda,
                                int64_t* info) {
  return potrf<float>(layout, uplo, n, a, lda, info);
}
numapack_status numapack_dpotrf(numapack_layout layout, char uplo, int64_t n, double* a, int64_t lda,
                                int64_t* info) {
  return potrf<double>(layout, uplo, n, a, lda, info);
}
numapack_status numapack_cpotrf(numapack_layout layout, char uplo, int64_t n, void* a, int64_t lda,
                                int64_t* info) {
  return potrf<std::complex<float>>(layout, uplo, n, a, lda, info);
}
numapack_status numapack_zpotrf(numapack_layout layout, char uplo, int64_t n, void* a, int64_t lda,
                                int64_t* info) {
  return potrf<std::complex<double>>(layout, uplo, n, a, lda, info);
}
numapack_status numapack_spotrs(numapack_layout layout, char uplo, int64_t n, int64_t nrhs, const float* a,
                                int64_t lda, float* b, int64_t ldb, int64_t* info) {
  return potrs<float>(layout, uplo, n, nrhs, a, lda, b, ldb, info);
}
numapack_status numapack_dpotrs(numapack_layout layout, char uplo, int64_t n, int64_t nrhs, const double* a,
                                int64_t lda, double* b, int64_t ldb, int64_t* info) {
  return potrs<double>(layout, uplo, n, nrhs, a, lda, b, ldb, info);
}
numapack_status numapack_cpotrs(numapack_layout layout, char uplo, int64_t n, int64_t nrhs, const void* a,
                                int64_t lda, void* b, int64_t ldb, int64_t* info) {
  return potrs<std::complex<float>>(layout, uplo, n, nrhs, a, lda, b, ldb, info);
}
numapack_status numapack_zpotrs(numapack_layout layout, char uplo, int64_t n, int64_t nrhs, const void* a,
                                int64_t lda, void* b, int64_t ldb, int64_t* info) {
  return potrs<std::complex<double>>(layout, uplo, n, nrhs, a, lda, b, ldb, info);
}
numapack_status numapack_sposv(numapack_layout layout, char uplo, int64_t n, int64_t nrhs, float* a,
                               int64_t lda, float* b, int64_t ldb, int64_t* info) {
  return posv<float>(layout, uplo, n, nrhs, a, lda, b, ldb, info);
}
numapack_status numapack_dposv(numapack_layout layout, char uplo, int64_t n, int64_t nrhs, double* a,
                               int64_t lda, double* b, int64_t ldb, int64_t* info) {
  return posv<double>(layout, uplo, n, nrhs, a, lda, b, ldb, info);
}
numapack_status numapack_cposv(numapack_layout layout, char uplo, int64_t n, int64_t nrhs, void* a,
                               int64_t lda, void* b, int64_t ldb, int64_t* info) {
  return posv<std::complex<float>>(layout, uplo, n, nrhs, a, lda, b, ldb, info);
}
numapack_status numapack_zposv(numapack_layout layout, char uplo, int64_t n, int64_t nrhs, void* a,
                               int64_t lda, void* b, int64_t ldb, int64_t* info) {
  return posv<std::complex<double>>(layout, uplo, n, nrhs, a, lda, b, ldb, info);
}
numapack_status numapack_spotri(numapack_layout layout, char uplo, int64_t n, float* a, int64_t lda,
                                int64_t* info) {
  return potri<float>(layout, uplo, n, a, lda, info);
}
numapack_status numapack_dpotri(numapack_layout layout, char uplo, int64_t n, double* a, int64_t lda,
                                int64_t* info) {
  return potri<double>(layout, uplo, n, a, lda, info);
}
numapack_status numapack_cpotri(numapack_layout layout, char uplo, int64_t n, void* a, int64_t lda,
                                int64_t* info) {
  return potri<std::complex<float>>(layout, uplo, n, a, lda, info);
}
numapack_status numapack_zpotri(numapack_layout layout, char uplo, int64_t n, void* a, int64_t lda,
                                int64_t* info) {
  return potri<std::complex<double>>(layout, uplo, n, a, lda, info);
}
numapack_status numapack_strtri(numapack_layout layout, char uplo, char diag, int64_t n, float* a,
                                int64_t lda, int64_t* info) {
  return trtri<float>(layout, uplo, diag, n, a, lda, info);
}
numapack_status numapack_dtrtri(numapack_layout layout, char uplo, char diag, int64_t n, double* a,
                                int64_t lda, int64_t* info) {
  return trtri<double>(layout, uplo, diag, n, a, lda, info);
}
numapack_status numapack_ctrtri(numapack_layout layout, char uplo, char diag, int64_t n, void* a, int64_t lda,
                                int64_t* info) {
  return trtri<std::complex<float>>(layout, uplo, diag, n, a, lda, info);
}
numapack_status numapack_ztrtri(numapack_layout layout, char uplo, char diag, int64_t n, void* a, int64_t lda,
                                int64_t* info) {
  return trtri<std::complex<double>>(layout, uplo, diag, n, a, lda, info);
}
numapack_status numapack_slauum(numapack_layout layout, char uplo, int64_t n, float* a, int64_t lda,
                                int64_t* info) {
  return lauum<float>(layout, uplo, n, a, lda, info);
}
numapack_status numapack_dlauum(numapack_layout layout, char uplo, int64_t n, double* a, int64_t lda,
                                int64_t* info) {
  return lauum<double>(layout, uplo, n, a, lda, info);
}
numapack_status numapack_clauum(numapack_layout layout, char uplo, int64_t n, void* a, int64_t lda,
                                int64_t* info) {
  return lauum<std::complex<float>>(layout, uplo, n, a, lda, info);
}
numapack_status numapack_zlauum(numapack_layout layout, char uplo, int64_t n, void* a, int64_t lda,
                                int64_t* info) {
  return lauum<std::complex<double>>(layout, uplo, n, a, lda, info);
}
numapack_status numapack_sgetri(numapack_layout layout, int64_t n, float* a, int64_t lda, const int64_t* ipiv,
                                int64_t* info) {
  return getri<float>(layout, n, a, lda, ipiv, info);
}
numapack_status numapack_dgetri(numapack_layout layout, int64_t n, double* a, int64_t lda,
                                const int64_t* ipiv, int64_t* info) {
  return getri<double>(layout, n, a, lda, ipiv, info);
}
numapack_status numapack_cgetri(numapack_layout layout, int64_t n, void* a, int64_t lda, const int64_t* ipiv,
                                int64_t* info) {
  return getri<std::complex<float>>(layout, n, a, lda, ipiv, info);
}
numapack_status numapack_zgetri(numapack_layout layout, int64_t n, void* a, int64_t lda, const int64_t* ipiv,
                                int64_t* info) {
  return getri<std::complex<double>>(layout, n, a, lda, ipiv, info);
}
