// SPDX-License-Identifier: BSD-3-Clause
#include "numapack/qr.hpp"

#include <algorithm>
#include <string>
#include <type_traits>

#include "api/c/info.hpp"
#include "api/c/letters.hpp"
#include "level3/call/problem.hpp"

namespace {

using namespace numapack::c_interface;  // NOLINT

constexpr const char* no_memory_for_panels = "no memory for panels; free some";

bool is_one_of(const char* letters, char letter) {
  return letter != '\0' && std::string(letters).find(letter) != std::string::npos;
}
template <class T>
constexpr const char* known_trans = std::is_floating_point_v<T> ? "NTCntc" : "NCnc";

template <class T>
numapack_status qr_geqrf(numapack_layout layout, int64_t m, int64_t n, void* a, int64_t lda, void* tau,
                         int64_t* info) {
  return with_info(
      no_memory_for_panels, info,
      [&] {
        numapack::geqrf(layout_of(layout), m, n, static_cast<T*>(a), lda, static_cast<T*>(tau));
        return int64_t{0};
      },
      [&] {
        const int64_t stored = layout == NUMAPACK_ROW_MAJOR ? n : m;
        return first_wrong_info({m >= 0, n >= 0, a != nullptr, lda >= at_least_one(stored), tau != nullptr});
      });
}

template <class T>
numapack_status qr_ormqr(numapack_layout layout, char side, char trans, int64_t m, int64_t n, int64_t k,
                         const void* a, int64_t lda, const void* tau, void* c, int64_t ldc, int64_t* info) {
  return with_info(
      no_memory_for_panels, info,
      [&] {
        numapack::ormqr(layout_of(layout), side_of(std::is_floating_point_v<T> ? "ormqr" : "unmqr", side),
                        numapack::parse_transpose(trans), m, n, k, input<T>(a), lda, input<T>(tau),
                        static_cast<T*>(c), ldc);
        return int64_t{0};
      },
      [&] {
        const bool by_rows = layout == NUMAPACK_ROW_MAJOR;
        const int64_t order = is_one_of("Ll", side) ? m : n;
        return first_wrong_info({is_one_of("LRlr", side), is_one_of(known_trans<T>, trans), m >= 0, n >= 0,
                                 k >= 0 && k <= order, a != nullptr, lda >= at_least_one(by_rows ? k : order),
                                 tau != nullptr, c != nullptr, ldc >= at_least_one(by_rows ? n : m)});
      });
}

template <class T>
numapack_status qr_orgqr(numapack_layout layout, int64_t m, int64_t n, int64_t k, void* a, int64_t lda,
                         const void* tau, int64_t* info) {
  return with_info(
      no_memory_for_panels, info,
      [&] {
        numapack::orgqr(layout_of(layout), m, n, k, static_cast<T*>(a), lda, input<T>(tau));
        return int64_t{0};
      },
      [&] {
        const int64_t stored = layout == NUMAPACK_ROW_MAJOR ? n : m;
        return first_wrong_info({m >= 0, n >= 0 && n <= m, k >= 0 && k <= n, a != nullptr,
                                 lda >= at_least_one(stored), tau != nullptr});
      });
}

template <class T>
numapack_status qr_gels(numapack_layout layout, char trans, int64_t m, int64_t n, int64_t nrhs, void* a,
                        int64_t lda, void* b, int64_t ldb, int64_t* info) {
  return with_info(
      no_memory_for_panels, info,
      [&] {
        return numapack::gels(layout_of(layout), numapack::parse_transpose(trans), m, n, nrhs,
                              static_cast<T*>(a), lda, static_cast<T*>(b), ldb);
      },
      [&] {
        const bool by_rows = layout == NUMAPACK_ROW_MAJOR;
        return first_wrong_info({is_one_of(known_trans<T>, trans), m >= 0, n >= 0, nrhs >= 0, a != nullptr,
                                 lda >= at_least_one(by_rows ? n : m), b != nullptr,
                                 ldb >= at_least_one(by_rows ? nrhs : std::max(m, n))});
      });
}

}  // namespace

numapack_status numapack_sgeqrf(numapack_layout layout, int64_t m, int64_t n, float* a, int64_t lda,
                                float* tau, int64_t* info) {
  return qr_geqrf<float>(layout, m, n, a, lda, tau, info);
}
numapack_status numapack_dgeqrf(numapack_layout layout, int64_t m, int64_t n, double* a, int64_t lda,
                                double* tau, int64_t* info) {
  return qr_geqrf<double>(layout, m, n, a, lda, tau, info);
}
numapack_status numapack_cgeqrf(numapack_layout layout, int64_t m, int64_t n, void* a, int64_t lda, void* tau,
                                int64_t* info) {
  return qr_geqrf<std::complex<float>>(layout, m, n, a, lda, tau, info);
}
numapack_status numapack_zgeqrf(numapack_layout layout, int64_t m, int64_t n, void* a, int64_t lda, void* tau,
                                int64_t* info) {
  return qr_geqrf<std::complex<double>>(layout, m, n, a, lda, tau, info);
}
numapack_status numapack_sormqr(numapack_layout layout, char side, char trans, int64_t m, int64_t n,
                                int64_t k, const float* a, int64_t lda, const float* tau, float* c,
                                int64_t ldc, int64_t* info) {
  return qr_ormqr<float>(layout, side, trans, m, n, k, a, lda, tau, c, ldc, info);
}
numapack_status numapack_dormqr(numapack_layout layout, char side, char trans, int64_t m, int64_t n,
                                int64_t k, const double* a, int64_t lda, const double* tau, double* c,
                                int64_t ldc, int64_t* info) {
  return qr_ormqr<double>(layout, side, trans, m, n, k, a, lda, tau, c, ldc, info);
}
numapack_status numapack_cunmqr(numapack_layout layout, char side, char trans, int64_t m, int64_t n,
                                int64_t k, const void* a, int64_t lda, const void* tau, void* c, int64_t ldc,
                                int64_t* info) {
  return qr_ormqr<std::complex<float>>(layout, side, trans, m, n, k, a, lda, tau, c, ldc, info);
}
numapack_status numapack_zunmqr(numapack_layout layout, char side, char trans, int64_t m, int64_t n,
                                int64_t k, const void* a, int64_t lda, const void* tau, void* c, int64_t ldc,
                                int64_t* info) {
  return qr_ormqr<std::complex<double>>(layout, side, trans, m, n, k, a, lda, tau, c, ldc, info);
}
numapack_status numapack_sorgqr(numapack_layout layout, int64_t m, int64_t n, int64_t k, float* a,
                                int64_t lda, const float* tau, int64_t* info) {
  return qr_orgqr<float>(layout, m, n, k, a, lda, tau, info);
}
numapack_status numapack_dorgqr(numapack_layout layout, int64_t m, int64_t n, int64_t k, double* a,
                                int64_t lda, const double* tau, int64_t* info) {
  return qr_orgqr<double>(layout, m, n, k, a, lda, tau, info);
}
numapack_status numapack_cungqr(numapack_layout layout, int64_t m, int64_t n, int64_t k, void* a, int64_t lda,
                                const void* tau, int64_t* info) {
  return qr_orgqr<std::complex<float>>(layout, m, n, k, a, lda, tau, info);
}
numapack_status numapack_zungqr(numapack_layout layout, int64_t m, int64_t n, int64_t k, void* a, int64_t lda,
                                const void* tau, int64_t* info) {
  return qr_orgqr<std::complex<double>>(layout, m, n, k, a, lda, tau, info);
}
numapack_status numapack_sgels(numapack_layout layout, char trans, int64_t m, int64_t n, int64_t nrhs,
                               float* a, int64_t lda, float* b, int64_t ldb, int64_t* info) {
  return qr_gels<float>(layout, trans, m, n, nrhs, a, lda, b, ldb, info);
}
numapack_status numapack_dgels(numapack_layout layout, char trans, int64_t m, int64_t n, int64_t nrhs,
                               double* a, int64_t lda, double* b, int64_t ldb, int64_t* info) {
  return qr_gels<double>(layout, trans, m, n, nrhs, a, lda, b, ldb, info);
}
numapack_status numapack_cgels(numapack_layout layout, char trans, int64_t m, int64_t n, int64_t nrhs,
                               void* a, int64_t lda, void* b, int64_t ldb, int64_t* info) {
  return qr_gels<std::complex<float>>(layout, trans, m, n, nrhs, a, lda, b, ldb, info);
}
numapack_status numapack_zgels(numapack_layout layout, char trans, int64_t m, int64_t n, int64_t nrhs,
                               void* a, int64_t lda, void* b, int64_t ldb, int64_t* info) {
  return qr_gels<std::complex<double>>(layout, trans, m, n, nrhs, a, lda, b, ldb, info);
}
