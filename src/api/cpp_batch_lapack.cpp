// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <vector>

#include "api/group_lists.hpp"
#include "api/triangle_of_layout.hpp"
#include "batch/lapack_batch.hpp"
#include "numapack/batch.hpp"

namespace numapack {

template <class T>
void trsm_batch(Layout layout, const Side* side, const Uplo* uplo, const Transpose* trans, const Diag* diag,
                const std::int64_t* m, const std::int64_t* n, const T* alpha, const T* const* a,
                const std::int64_t* lda, T* const* b, const std::int64_t* ldb, std::int64_t groups,
                const std::int64_t* group_size) {
  require_groups("trsm_batch", groups, side, uplo, trans, diag, m, n, alpha, lda, ldb, group_size);
  std::vector<TrsmGroup<T>> list;
  list.reserve(static_cast<std::size_t>(groups));
  Index begin = 0;
  for (Index g = 0; g < groups; ++g) {
    const T* const no_triangle = nullptr;
    T* const no_lines = nullptr;
    list.push_back({triangle_of_layout("trsm_batch", layout, side[g], uplo[g], trans[g], diag[g], m[g], n[g],
                                       alpha[g], no_triangle, lda[g], no_lines, ldb[g]),
                    {from_problem(a, begin)},
                    {from_problem(b, begin)},
                    group_size[g]});
    begin += std::max<Index>(0, group_size[g]);
  }
  trsm_batch(std::span<const TrsmGroup<T>>(list));
}

template <class T>
void trsm_batch_strided(Layout layout, Side side, Uplo uplo, Transpose trans, Diag diag, std::int64_t m,
                        std::int64_t n, T alpha, const T* a, std::int64_t lda, std::int64_t stride_a, T* b,
                        std::int64_t ldb, std::int64_t stride_b, std::int64_t batch) {
  const TrsmGroup<T> group{
      triangle_of_layout("trsm_batch", layout, side, uplo, trans, diag, m, n, alpha, a, lda, b, ldb),
      {nullptr, a, stride_a},
      {nullptr, b, stride_b},
      batch};
  trsm_batch(std::span<const TrsmGroup<T>>(&group, 1));
}

template <class T>
void potrf_batch(Layout layout, Uplo uplo, std::int64_t n, T* const* a, std::int64_t lda, std::int64_t batch,
                 std::int64_t* infos) {
  potrf_batch(stored_triangle("potrf_batch", layout, uplo, n, static_cast<T*>(nullptr), lda),
              MatrixList<T>{a}, batch, infos);
}

template <class T>
void potrf_batch_strided(Layout layout, Uplo uplo, std::int64_t n, T* a, std::int64_t lda,
                         std::int64_t stride_a, std::int64_t batch, std::int64_t* infos) {
  potrf_batch(stored_triangle("potrf_batch", layout, uplo, n, a, lda), MatrixList<T>{nullptr, a, stride_a},
              batch, infos);
}

template <class T>
void getrf_batch(Layout layout, std::int64_t m, std::int64_t n, T* const* a, std::int64_t lda,
                 std::int64_t* const* pivots, std::int64_t batch, std::int64_t* infos) {
  getrf_batch(PanelBatch<T>{layout, m, n, {a}, lda, batch}, {pivots}, infos);
}

template <class T>
void getrf_batch_strided(Layout layout, std::int64_t m, std::int64_t n, T* a, std::int64_t lda,
                         std::int64_t stride_a, std::int64_t* pivots, std::int64_t stride_pivots,
                         std::int64_t batch, std::int64_t* infos) {
  getrf_batch(PanelBatch<T>{layout, m, n, {nullptr, a, stride_a}, lda, batch},
              {nullptr, pivots, stride_pivots}, infos);
}

template <class T>
void geqrf_batch(Layout layout, std::int64_t m, std::int64_t n, T* const* a, std::int64_t lda, T* const* tau,
                 std::int64_t batch) {
  geqrf_batch(PanelBatch<T>{layout, m, n, {a}, lda, batch}, MatrixList<T>{tau});
}

template <class T>
void geqrf_batch_strided(Layout layout, std::int64_t m, std::int64_t n, T* a, std::int64_t lda,
                         std::int64_t stride_a, T* tau, std::int64_t stride_tau, std::int64_t batch) {
  geqrf_batch(PanelBatch<T>{layout, m, n, {nullptr, a, stride_a}, lda, batch},
              MatrixList<T>{nullptr, tau, stride_tau});
}

template void trsm_batch(Layout, const Side*, const Uplo*, const Transpose*, const Diag*, const std::int64_t*,
                         const std::int64_t*, const float*, const float* const*, const std::int64_t*,
                         float* const*, const std::int64_t*, std::int64_t, const std::int64_t*);
template void trsm_batch_strided(Layout, Side, Uplo, Transpose, Diag, std::int64_t, std::int64_t, float,
                                 const float*, std::int64_t, std::int64_t, float*, std::int64_t, std::int64_t,
                                 std::int64_t);
template void potrf_batch(Layout, Uplo, std::int64_t, float* const*, std::int64_t, std::int64_t,
                          std::int64_t*);
template void potrf_batch_strided(Layout, Uplo, std::int64_t, float*, std::int64_t, std::int64_t,
                                  std::int64_t, std::int64_t*);
template void getrf_batch(Layout, std::int64_t, std::int64_t, float* const*, std::int64_t,
                          std::int64_t* const*, std::int64_t, std::int64_t*);
template void getrf_batch_strided(Layout, std::int64_t, std::int64_t, float*, std::int64_t, std::int64_t,
                                  std::int64_t*, std::int64_t, std::int64_t, std::int64_t*);
template void geqrf_batch(Layout, std::int64_t, std::int64_t, float* const*, std::int64_t, float* const*,
                          std::int64_t);
template void geqrf_batch_strided(Layout, std::int64_t, std::int64_t, float*, std::int64_t, std::int64_t,
                                  float*, std::int64_t, std::int64_t);
template void trsm_batch(Layout, const Side*, const Uplo*, const Transpose*, const Diag*, const std::int64_t*,
                         const std::int64_t*, const double*, const double* const*, const std::int64_t*,
                         double* const*, const std::int64_t*, std::int64_t, const std::int64_t*);
template void trsm_batch_strided(Layout, Side, Uplo, Transpose, Diag, std::int64_t, std::int64_t, double,
                                 const double*, std::int64_t, std::int64_t, double*, std::int64_t,
                                 std::int64_t, std::int64_t);
template void potrf_batch(Layout, Uplo, std::int64_t, double* const*, std::int64_t, std::int64_t,
                          std::int64_t*);
template void potrf_batch_strided(Layout, Uplo, std::int64_t, double*, std::int64_t, std::int64_t,
                                  std::int64_t, std::int64_t*);
template void getrf_batch(Layout, std::int64_t, std::int64_t, double* const*, std::int64_t,
                          std::int64_t* const*, std::int64_t, std::int64_t*);
template void getrf_batch_strided(Layout, std::int64_t, std::int64_t, double*, std::int64_t, std::int64_t,
                                  std::int64_t*, std::int64_t, std::int64_t, std::int64_t*);
template void geqrf_batch(Layout, std::int64_t, std::int64_t, double* const*, std::int64_t, double* const*,
                          std::int64_t);
template void geqrf_batch_strided(Layout, std::int64_t, std::int64_t, double*, std::int64_t, std::int64_t,
                                  double*, std::int64_t, std::int64_t);
template void trsm_batch(Layout, const Side*, const Uplo*, const Transpose*, const Diag*, const std::int64_t*,
                         const std::int64_t*, const std::complex<float>*, const std::complex<float>* const*,
                         const std::int64_t*, std::complex<float>* const*, const std::int64_t*, std::int64_t,
                         const std::int64_t*);
template void trsm_batch_strided(Layout, Side, Uplo, Transpose, Diag, std::int64_t, std::int64_t,
                                 std::complex<float>, const std::complex<float>*, std::int64_t, std::int64_t,
                                 std::complex<float>*, std::int64_t, std::int64_t, std::int64_t);
template void potrf_batch(Layout, Uplo, std::int64_t, std::complex<float>* const*, std::int64_t, std::int64_t,
                          std::int64_t*);
template void potrf_batch_strided(Layout, Uplo, std::int64_t, std::complex<float>*, std::int64_t,
                                  std::int64_t, std::int64_t, std::int64_t*);
template void getrf_batch(Layout, std::int64_t, std::int64_t, std::complex<float>* const*, std::int64_t,
                          std::int64_t* const*, std::int64_t, std::int64_t*);
template void getrf_batch_strided(Layout, std::int64_t, std::int64_t, std::complex<float>*, std::int64_t,
                                  std::int64_t, std::int64_t*, std::int64_t, std::int64_t, std::int64_t*);
template void geqrf_batch(Layout, std::int64_t, std::int64_t, std::complex<float>* const*, std::int64_t,
                          std::complex<float>* const*, std::int64_t);
template void geqrf_batch_strided(Layout, std::int64_t, std::int64_t, std::complex<float>*, std::int64_t,
                                  std::int64_t, std::complex<float>*, std::int64_t, std::int64_t);
template void trsm_batch(Layout, const Side*, const Uplo*, const Transpose*, const Diag*, const std::int64_t*,
                         const std::int64_t*, const std::complex<double>*, const std::complex<double>* const*,
                         const std::int64_t*, std::complex<double>* const*, const std::int64_t*, std::int64_t,
                         const std::int64_t*);
template void trsm_batch_strided(Layout, Side, Uplo, Transpose, Diag, std::int64_t, std::int64_t,
                                 std::complex<double>, const std::complex<double>*, std::int64_t,
                                 std::int64_t, std::complex<double>*, std::int64_t, std::int64_t,
                                 std::int64_t);
template void potrf_batch(Layout, Uplo, std::int64_t, std::complex<double>* const*, std::int64_t,
                          std::int64_t, std::int64_t*);
template void potrf_batch_strided(Layout, Uplo, std::int64_t, std::complex<double>*, std::int64_t,
                                  std::int64_t, std::int64_t, std::int64_t*);
template void getrf_batch(Layout, std::int64_t, std::int64_t, std::complex<double>* const*, std::int64_t,
                          std::int64_t* const*, std::int64_t, std::int64_t*);
template void getrf_batch_strided(Layout, std::int64_t, std::int64_t, std::complex<double>*, std::int64_t,
                                  std::int64_t, std::int64_t*, std::int64_t, std::int64_t, std::int64_t*);
template void geqrf_batch(Layout, std::int64_t, std::int64_t, std::complex<double>* const*, std::int64_t,
                          std::complex<double>* const*, std::int64_t);
template void geqrf_batch_strided(Layout, std::int64_t, std::int64_t, std::complex<double>*, std::int64_t,
                                  std::int64_t, std::complex<double>*, std::int64_t, std::int64_t);

}  // namespace numapack
