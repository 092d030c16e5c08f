// SPDX-License-Identifier: BSD-3-Clause
#include "api/c/info.hpp"
#include "level3/call/problem.hpp"
#include "numapack/lapack.hpp"

namespace {

using numapack::Layout;
using numapack::c_interface::are_rows;
using numapack::c_interface::at_least_one;
using numapack::c_interface::first_wrong_info;
using numapack::c_interface::with_info;

template <class T>
numapack_status getrf(numapack_layout layout, int64_t m, int64_t n, void* a, int64_t lda, int64_t* ipiv,
                      int64_t* info) {
  return with_info(
      "getrf: no memory for the plan; free some", info,
      [&] { return numapack::getrf(static_cast<Layout>(layout), m, n, static_cast<T*>(a), lda, ipiv); },
      [&] {
        const int64_t stored = layout == NUMAPACK_ROW_MAJOR ? n : m;
        return first_wrong_info({m >= 0, n >= 0, a != nullptr, lda >= at_least_one(stored), ipiv != nullptr});
      });
}

template <class T>
numapack_status getrs(numapack_layout layout, char trans, int64_t n, int64_t nrhs, const void* a, int64_t lda,
                      const int64_t* ipiv, void* b, int64_t ldb, int64_t* info) {
  return with_info(
      "getrs: no memory for the plan; free some", info,
      [&] {
        numapack::getrs(static_cast<Layout>(layout), numapack::parse_transpose(trans), n, nrhs,
                        static_cast<const T*>(a), lda, ipiv, static_cast<T*>(b), ldb);
        return int64_t{0};
      },
      [&] {
        const int64_t stored = layout == NUMAPACK_ROW_MAJOR ? nrhs : n;
        const bool known = trans != '\0' && std::string("NTCntc").find(trans) != std::string::npos;
        return first_wrong_info({known, n >= 0, nrhs >= 0, a != nullptr, lda >= at_least_one(n),
                                 are_rows(ipiv, n), b != nullptr, ldb >= at_least_one(stored)});
      });
}

template <class T>
numapack_status gesv(numapack_layout layout, int64_t n, int64_t nrhs, void* a, int64_t lda, int64_t* ipiv,
                     void* b, int64_t ldb, int64_t* info) {
  return with_info(
      "gesv: no memory for the plan; free some", info,
      [&] {
        return numapack::gesv(static_cast<Layout>(layout), n, nrhs, static_cast<T*>(a), lda, ipiv,
                              static_cast<T*>(b), ldb);
      },
      [&] {
        const int64_t stored = layout == NUMAPACK_ROW_MAJOR ? nrhs : n;
        return first_wrong_info({n >= 0, nrhs >= 0, a != nullptr, lda >= at_least_one(n), ipiv != nullptr,
                                 b != nullptr, ldb >= at_least_one(stored)});
      });
}

}  // namespace

numapack_status numapack_sgetrf(numapack_layout layout, int64_t m, int64_t n, float* a, int64_t lda,
                                int64_t* ipiv, int64_t* info) {
  return getrf<float>(layout, m, n, a, lda, ipiv, info);
}
numapack_status numapack_sgetrs(numapack_layout layout, char trans, int64_t n, int64_t nrhs, const float* a,
                                int64_t lda, const int64_t* ipiv, float* b, int64_t ldb, int64_t* info) {
  return getrs<float>(layout, trans, n, nrhs, a, lda, ipiv, b, ldb, info);
}
numapack_status numapack_sgesv(numapack_layout layout, int64_t n, int64_t nrhs, float* a, int64_t lda,
                               int64_t* ipiv, float* b, int64_t ldb, int64_t* info) {
  return gesv<float>(layout, n, nrhs, a, lda, ipiv, b, ldb, info);
}
numapack_status numapack_dgetrf(numapack_layout layout, int64_t m, int64_t n, double* a, int64_t lda,
                                int64_t* ipiv, int64_t* info) {
  return getrf<double>(layout, m, n, a, lda, ipiv, info);
}
numapack_status numapack_dgetrs(numapack_layout layout, char trans, int64_t n, int64_t nrhs, const double* a,
                                int64_t lda, const int64_t* ipiv, double* b, int64_t ldb, int64_t* info) {
  return getrs<double>(layout, trans, n, nrhs, a, lda, ipiv, b, ldb, info);
}
numapack_status numapack_dgesv(numapack_layout layout, int64_t n, int64_t nrhs, double* a, int64_t lda,
                               int64_t* ipiv, double* b, int64_t ldb, int64_t* info) {
  return gesv<double>(layout, n, nrhs, a, lda, ipiv, b, ldb, info);
}
numapack_status numapack_cgetrf(numapack_layout layout, int64_t m, int64_t n, void* a, int64_t lda,
                                int64_t* ipiv, int64_t* info) {
  return getrf<std::complex<float>>(layout, m, n, a, lda, ipiv, info);
}
numapack_status numapack_cgetrs(numapack_layout layout, char trans, int64_t n, int64_t nrhs, const void* a,
                                int64_t lda, const int64_t* ipiv, void* b, int64_t ldb, int64_t* info) {
  return getrs<std::complex<float>>(layout, trans, n, nrhs, a, lda, ipiv, b, ldb, info);
}
numapack_status numapack_cgesv(numapack_layout layout, int64_t n, int64_t nrhs, void* a, int64_t lda,
                               int64_t* ipiv, void* b, int64_t ldb, int64_t* info) {
  return gesv<std::complex<float>>(layout, n, nrhs, a, lda, ipiv, b, ldb, info);
}
numapack_status numapack_zgetrf(numapack_layout layout, int64_t m, int64_t n, void* a, int64_t lda,
                                int64_t* ipiv, int64_t* info) {
  return getrf<std::complex<double>>(layout, m, n, a, lda, ipiv, info);
}
numapack_status numapack_zgetrs(numapack_layout layout, char trans, int64_t n, int64_t nrhs, const void* a,
                                int64_t lda, const int64_t* ipiv, void* b, int64_t ldb, int64_t* info) {
  return getrs<std::complex<double>>(layout, trans, n, nrhs, a, lda, ipiv, b, ldb, info);
}
numapack_status numapack_zgesv(numapack_layout layout, int64_t n, int64_t nrhs, void* a, int64_t lda,
                               int64_t* ipiv, void* b, int64_t ldb, int64_t* info) {
  return gesv<std::complex<double>>(layout, n, nrhs, a, lda, ipiv, b, ldb, info);
}
