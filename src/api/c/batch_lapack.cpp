// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <complex>

#include "api/c/letters.hpp"
#include "api/c/status.hpp"
#include "numapack/batch.h"
#include "numapack/batch.hpp"

namespace {

using numapack::c_interface::call;
using numapack::c_interface::layout_of;
using numapack::c_interface::uplo_of;

constexpr const char* no_batch_memory = "batch: no memory for the plan; free some";

/// A list of addresses, whatever C calls what is there.
template <class T, class Named>
T* const* list_of(Named* const* addresses) {
  return reinterpret_cast<T* const*>(addresses);
}

void no_infos(int64_t batch, int64_t* info) {
  if (info != nullptr && batch > 0) std::fill_n(info, batch, 0);
}

}  // namespace

numapack_status numapack_spotrf_batch(numapack_layout layout, char uplo, int64_t n, float* const* a,
                                      int64_t lda, int64_t batch, int64_t* info) {
  return call(no_batch_memory, [&] {
    numapack::potrf_batch(layout_of(layout), uplo_of("potrf_batch", uplo), n, a, lda, batch, info);
  });
}
numapack_status numapack_spotrf_batch_strided(numapack_layout layout, char uplo, int64_t n, float* a,
                                              int64_t lda, int64_t stride_a, int64_t batch, int64_t* info) {
  return call(no_batch_memory, [&] {
    numapack::potrf_batch_strided(layout_of(layout), uplo_of("potrf_batch", uplo), n, a, lda, stride_a, batch,
                                  info);
  });
}
numapack_status numapack_sgetrf_batch(numapack_layout layout, int64_t m, int64_t n, float* const* a,
                                      int64_t lda, int64_t* const* ipiv, int64_t batch, int64_t* info) {
  return call(no_batch_memory,
              [&] { numapack::getrf_batch(layout_of(layout), m, n, a, lda, ipiv, batch, info); });
}
numapack_status numapack_sgetrf_batch_strided(numapack_layout layout, int64_t m, int64_t n, float* a,
                                              int64_t lda, int64_t stride_a, int64_t* ipiv,
                                              int64_t stride_ipiv, int64_t batch, int64_t* info) {
  return call(no_batch_memory, [&] {
    numapack::getrf_batch_strided(layout_of(layout), m, n, a, lda, stride_a, ipiv, stride_ipiv, batch, info);
  });
}
numapack_status numapack_sgeqrf_batch(numapack_layout layout, int64_t m, int64_t n, float* const* a,
                                      int64_t lda, float* const* tau, int64_t batch, int64_t* info) {
  return call(no_batch_memory, [&] {
    numapack::geqrf_batch(layout_of(layout), m, n, a, lda, tau, batch);
    no_infos(batch, info);
  });
}
numapack_status numapack_sgeqrf_batch_strided(numapack_layout layout, int64_t m, int64_t n, float* a,
                                              int64_t lda, int64_t stride_a, float* tau, int64_t stride_tau,
                                              int64_t batch, int64_t* info) {
  return call(no_batch_memory, [&] {
    numapack::geqrf_batch_strided(layout_of(layout), m, n, a, lda, stride_a, tau, stride_tau, batch);
    no_infos(batch, info);
  });
}
numapack_status numapack_dpotrf_batch(numapack_layout layout, char uplo, int64_t n, double* const* a,
                                      int64_t lda, int64_t batch, int64_t* info) {
  return call(no_batch_memory, [&] {
    numapack::potrf_batch(layout_of(layout), uplo_of("potrf_batch", uplo), n, a, lda, batch, info);
  });
}
numapack_status numapack_dpotrf_batch_strided(numapack_layout layout, char uplo, int64_t n, double* a,
                                              int64_t lda, int64_t stride_a, int64_t batch, int64_t* info) {
  return call(no_batch_memory, [&] {
    numapack::potrf_batch_strided(layout_of(layout), uplo_of("potrf_batch", uplo), n, a, lda, stride_a, batch,
                                  info);
  });
}
numapack_status numapack_dgetrf_batch(numapack_layout layout, int64_t m, int64_t n, double* const* a,
                                      int64_t lda, int64_t* const* ipiv, int64_t batch, int64_t* info) {
  return call(no_batch_memory,
              [&] { numapack::getrf_batch(layout_of(layout), m, n, a, lda, ipiv, batch, info); });
}
numapack_status numapack_dgetrf_batch_strided(numapack_layout layout, int64_t m, int64_t n, double* a,
                                              int64_t lda, int64_t stride_a, int64_t* ipiv,
                                              int64_t stride_ipiv, int64_t batch, int64_t* info) {
  return call(no_batch_memory, [&] {
    numapack::getrf_batch_strided(layout_of(layout), m, n, a, lda, stride_a, ipiv, stride_ipiv, batch, info);
  });
}
numapack_status numapack_dgeqrf_batch(numapack_layout layout, int64_t m, int64_t n, double* const* a,
                                      int64_t lda, double* const* tau, int64_t batch, int64_t* info) {
  return call(no_batch_memory, [&] {
    numapack::geqrf_batch(layout_of(layout), m, n, a, lda, tau, batch);
    no_infos(batch, info);
  });
}
numapack_status numapack_dgeqrf_batch_strided(numapack_layout layout, int64_t m, int64_t n, double* a,
                                              int64_t lda, int64_t stride_a, double* tau, int64_t stride_tau,
                                              int64_t batch, int64_t* info) {
  return call(no_batch_memory, [&] {
    numapack::geqrf_batch_strided(layout_of(layout), m, n, a, lda, stride_a, tau, stride_tau, batch);
    no_infos(batch, info);
  });
}
numapack_status numapack_cpotrf_batch(numapack_layout layout, char uplo, int64_t n, void* const* a,
                                      int64_t lda, int64_t batch, int64_t* info) {
  return call(no_batch_memory, [&] {
    numapack::potrf_batch(layout_of(layout), uplo_of("potrf_batch", uplo), n, list_of<std::complex<float>>(a),
                          lda, batch, info);
  });
}
numapack_status numapack_cpotrf_batch_strided(numapack_layout layout, char uplo, int64_t n, void* a,
                                              int64_t lda, int64_t stride_a, int64_t batch, int64_t* info) {
  return call(no_batch_memory, [&] {
    numapack::potrf_batch_strided(layout_of(layout), uplo_of("potrf_batch", uplo), n,
                                  static_cast<std::complex<float>*>(a), lda, stride_a, batch, info);
  });
}
numapack_status numapack_cgetrf_batch(numapack_layout layout, int64_t m, int64_t n, void* const* a,
                                      int64_t lda, int64_t* const* ipiv, int64_t batch, int64_t* info) {
  return call(no_batch_memory, [&] {
    numapack::getrf_batch(layout_of(layout), m, n, list_of<std::complex<float>>(a), lda, ipiv, batch, info);
  });
}
numapack_status numapack_cgetrf_batch_strided(numapack_layout layout, int64_t m, int64_t n, void* a,
                                              int64_t lda, int64_t stride_a, int64_t* ipiv,
                                              int64_t stride_ipiv, int64_t batch, int64_t* info) {
  return call(no_batch_memory, [&] {
    numapack::getrf_batch_strided(layout_of(layout), m, n, static_cast<std::complex<float>*>(a), lda,
                                  stride_a, ipiv, stride_ipiv, batch, info);
  });
}
numapack_status numapack_cgeqrf_batch(numapack_layout layout, int64_t m, int64_t n, void* const* a,
                                      int64_t lda, void* const* tau, int64_t batch, int64_t* info) {
  return call(no_batch_memory, [&] {
    numapack::geqrf_batch(layout_of(layout), m, n, list_of<std::complex<float>>(a), lda,
                          list_of<std::complex<float>>(tau), batch);
    no_infos(batch, info);
  });
}
numapack_status numapack_cgeqrf_batch_strided(numapack_layout layout, int64_t m, int64_t n, void* a,
                                              int64_t lda, int64_t stride_a, void* tau, int64_t stride_tau,
                                              int64_t batch, int64_t* info) {
  return call(no_batch_memory, [&] {
    numapack::geqrf_batch_strided(layout_of(layout), m, n, static_cast<std::complex<float>*>(a), lda,
                                  stride_a, static_cast<std::complex<float>*>(tau), stride_tau, batch);
    no_infos(batch, info);
  });
}
numapack_status numapack_zpotrf_batch(numapack_layout layout, char uplo, int64_t n, void* const* a,
                                      int64_t lda, int64_t batch, int64_t* info) {
  return call(no_batch_memory, [&] {
    numapack::potrf_batch(layout_of(layout), uplo_of("potrf_batch", uplo), n,
                          list_of<std::complex<double>>(a), lda, batch, info);
  });
}
numapack_status numapack_zpotrf_batch_strided(numapack_layout layout, char uplo, int64_t n, void* a,
                                              int64_t lda, int64_t stride_a, int64_t batch, int64_t* info) {
  return call(no_batch_memory, [&] {
    numapack::potrf_batch_strided(layout_of(layout), uplo_of("potrf_batch", uplo), n,
                                  static_cast<std::complex<double>*>(a), lda, stride_a, batch, info);
  });
}
numapack_status numapack_zgetrf_batch(numapack_layout layout, int64_t m, int64_t n, void* const* a,
                                      int64_t lda, int64_t* const* ipiv, int64_t batch, int64_t* info) {
  return call(no_batch_memory, [&] {
    numapack::getrf_batch(layout_of(layout), m, n, list_of<std::complex<double>>(a), lda, ipiv, batch, info);
  });
}
numapack_status numapack_zgetrf_batch_strided(numapack_layout layout, int64_t m, int64_t n, void* a,
                                              int64_t lda, int64_t stride_a, int64_t* ipiv,
                                              int64_t stride_ipiv, int64_t batch, int64_t* info) {
  return call(no_batch_memory, [&] {
    numapack::getrf_batch_strided(layout_of(layout), m, n, static_cast<std::complex<double>*>(a), lda,
                                  stride_a, ipiv, stride_ipiv, batch, info);
  });
}
numapack_status numapack_zgeqrf_batch(numapack_layout layout, int64_t m, int64_t n, void* const* a,
                                      int64_t lda, void* const* tau, int64_t batch, int64_t* info) {
  return call(no_batch_memory, [&] {
    numapack::geqrf_batch(layout_of(layout), m, n, list_of<std::complex<double>>(a), lda,
                          list_of<std::complex<double>>(tau), batch);
    no_infos(batch, info);
  });
}
numapack_status numapack_zgeqrf_batch_strided(numapack_layout layout, int64_t m, int64_t n, void* a,
                                              int64_t lda, int64_t stride_a, void* tau, int64_t stride_tau,
                                              int64_t batch, int64_t* info) {
  return call(no_batch_memory, [&] {
    numapack::geqrf_batch_strided(layout_of(layout), m, n, static_cast<std::complex<double>*>(a), lda,
                                  stride_a, static_cast<std::complex<double>*>(tau), stride_tau, batch);
    no_infos(batch, info);
  });
}
