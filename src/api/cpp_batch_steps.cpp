// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "batch/lapack_batch.hpp"
#include "batch/overlap.hpp"
#include "level3/call/arguments.hpp"
#include "numapack/batch.hpp"
#include "numapack/lapack.hpp"
#include "numapack/qr.hpp"

namespace numapack {

namespace {

/// As for factorisations (batch/lapack_batch.cpp).
double cost_of_steps(double pairs, Type type) { return 4 * flops_each(type) * pairs + 2000; }

/// one(i) for all of them; what each checks is the same for all but its addresses. `overlap(operands)` adds
/// what problems read and write, for the checked mode.
template <class T, class Overlap, class One>
void each_strided(const char* routine, Index batch, double pairs, Index elements,
                  const MatrixList<T>& written, const Overlap& overlap, const One& one) {
  require_size(routine, "the number of problems", batch);
  if (batch == 0) return;
  if (elements > 0) require_address(routine, "what is to be written", written.first);
  // Senseless sizes are the first call's to refuse.
  if (elements > 0 && batches_are_checked()) {
    BatchOperands operands(routine, batch);
    overlap(operands);
    operands.require_apart();
  }
  each_of_batch<T>(batch, cost_of_steps(pairs, type_of<T>()), elements, written, one);
}

template <class T>
MatrixList<T> strided(T* first, Index stride) {
  return {nullptr, first, stride};
}

/// How many stretches a matrix is stored in, and how many elements each has.
Index stretches(Layout layout, Index rows, Index columns) {
  return layout == Layout::row_major ? rows : columns;
}
Index stretch(Layout layout, Index rows, Index columns) { return stretches(layout, columns, rows); }

}  // namespace

template <class T>
void getrs_batch_strided(Layout layout, Transpose trans, std::int64_t n, std::int64_t nrhs, const T* lu,
                         std::int64_t lda, std::int64_t stride_lu, const std::int64_t* pivots,
                         std::int64_t stride_pivots, T* b, std::int64_t ldb, std::int64_t stride_b,
                         std::int64_t batch) {
  const MatrixList<T> right = strided(b, stride_b);
  const auto overlap = [&](BatchOperands& operands) {
    operands.write("b", right, stretch(layout, n, nrhs), stretches(layout, n, nrhs), ldb)
        .read("lu", strided(lu, stride_lu), n, n, lda)
        .read("ipiv", strided(pivots, stride_pivots), n, 1, n);
  };
  each_strided("getrs_batch", batch, double(n) * double(n) * double(nrhs), n * nrhs, right, overlap,
               [&](Index i) {
                 getrs(layout, trans, n, nrhs, lu + i * stride_lu, lda, pivots + i * stride_pivots,
                       b + i * stride_b, ldb);
               });
}

template <class T>
void potrs_batch_strided(Layout layout, Uplo uplo, std::int64_t n, std::int64_t nrhs, const T* a,
                         std::int64_t lda, std::int64_t stride_a, T* b, std::int64_t ldb,
                         std::int64_t stride_b, std::int64_t batch) {
  const MatrixList<T> right = strided(b, stride_b);
  const auto overlap = [&](BatchOperands& operands) {
    operands.write("b", right, stretch(layout, n, nrhs), stretches(layout, n, nrhs), ldb)
        .read("a", strided(a, stride_a), n, n, lda);
  };
  each_strided("potrs_batch", batch, double(n) * double(n) * double(nrhs), n * nrhs, right, overlap,
               [&](Index i) { potrs(layout, uplo, n, nrhs, a + i * stride_a, lda, b + i * stride_b, ldb); });
}

template <class T>
void getri_batch_strided(Layout layout, std::int64_t n, T* a, std::int64_t lda, std::int64_t stride_a,
                         const std::int64_t* pivots, std::int64_t stride_pivots, std::int64_t batch,
                         std::int64_t* infos) {
  if (batch > 0) require_address("getri_batch", "info", infos, "pass room for one number a problem");
  const MatrixList<T> lu = strided(a, stride_a);
  const auto overlap = [&](BatchOperands& operands) {
    operands.write("a", lu, n, n, lda).read("ipiv", strided(pivots, stride_pivots), n, 1, n).infos(infos);
  };
  each_strided(
      "getri_batch", batch, 2.0 / 3 * double(n) * double(n) * double(n), n * n, lu, overlap,
      [&](Index i) { infos[i] = getri(layout, n, a + i * stride_a, lda, pivots + i * stride_pivots); });
}

template <class T>
void orgqr_batch_strided(Layout layout, std::int64_t m, std::int64_t n, std::int64_t k, T* a,
                         std::int64_t lda, std::int64_t stride_a, const T* tau, std::int64_t stride_tau,
                         std::int64_t batch) {
  const MatrixList<T> qr = strided(a, stride_a);
  const auto overlap = [&](BatchOperands& operands) {
    operands.write("a", qr, stretch(layout, m, n), stretches(layout, m, n), lda)
        .read("tau", strided(tau, stride_tau), k, 1, k);
  };
  each_strided("orgqr_batch", batch, double(m) * double(n) * double(k), m * n, qr, overlap,
               [&](Index i) { orgqr(layout, m, n, k, a + i * stride_a, lda, tau + i * stride_tau); });
}

template void getrs_batch_strided(Layout, Transpose, std::int64_t, std::int64_t, const float*, std::int64_t,
                                  std::int64_t, const std::int64_t*, std::int64_t, float*, std::int64_t,
                                  std::int64_t, std::int64_t);
template void potrs_batch_strided(Layout, Uplo, std::int64_t, std::int64_t, const float*, std::int64_t,
                                  std::int64_t, float*, std::int64_t, std::int64_t, std::int64_t);
template void getri_batch_strided(Layout, std::int64_t, float*, std::int64_t, std::int64_t,
                                  const std::int64_t*, std::int64_t, std::int64_t, std::int64_t*);
template void orgqr_batch_strided(Layout, std::int64_t, std::int64_t, std::int64_t, float*, std::int64_t,
                                  std::int64_t, const float*, std::int64_t, std::int64_t);
template void getrs_batch_strided(Layout, Transpose, std::int64_t, std::int64_t, const double*, std::int64_t,
                                  std::int64_t, const std::int64_t*, std::int64_t, double*, std::int64_t,
                                  std::int64_t, std::int64_t);
template void potrs_batch_strided(Layout, Uplo, std::int64_t, std::int64_t, const double*, std::int64_t,
                                  std::int64_t, double*, std::int64_t, std::int64_t, std::int64_t);
template void getri_batch_strided(Layout, std::int64_t, double*, std::int64_t, std::int64_t,
                                  const std::int64_t*, std::int64_t, std::int64_t, std::int64_t*);
template void orgqr_batch_strided(Layout, std::int64_t, std::int64_t, std::int64_t, double*, std::int64_t,
                                  std::int64_t, const double*, std::int64_t, std::int64_t);
template void getrs_batch_strided(Layout, Transpose, std::int64_t, std::int64_t, const std::complex<float>*,
                                  std::int64_t, std::int64_t, const std::int64_t*, std::int64_t,
                                  std::complex<float>*, std::int64_t, std::int64_t, std::int64_t);
template void potrs_batch_strided(Layout, Uplo, std::int64_t, std::int64_t, const std::complex<float>*,
                                  std::int64_t, std::int64_t, std::complex<float>*, std::int64_t,
                                  std::int64_t, std::int64_t);
template void getri_batch_strided(Layout, std::int64_t, std::complex<float>*, std::int64_t, std::int64_t,
                                  const std::int64_t*, std::int64_t, std::int64_t, std::int64_t*);
template void orgqr_batch_strided(Layout, std::int64_t, std::int64_t, std::int64_t, std::complex<float>*,
                                  std::int64_t, std::int64_t, const std::complex<float>*, std::int64_t,
                                  std::int64_t);
template void getrs_batch_strided(Layout, Transpose, std::int64_t, std::int64_t, const std::complex<double>*,
                                  std::int64_t, std::int64_t, const std::int64_t*, std::int64_t,
                                  std::complex<double>*, std::int64_t, std::int64_t, std::int64_t);
template void potrs_batch_strided(Layout, Uplo, std::int64_t, std::int64_t, const std::complex<double>*,
                                  std::int64_t, std::int64_t, std::complex<double>*, std::int64_t,
                                  std::int64_t, std::int64_t);
template void getri_batch_strided(Layout, std::int64_t, std::complex<double>*, std::int64_t, std::int64_t,
                                  const std::int64_t*, std::int64_t, std::int64_t, std::int64_t*);
template void orgqr_batch_strided(Layout, std::int64_t, std::int64_t, std::int64_t, std::complex<double>*,
                                  std::int64_t, std::int64_t, const std::complex<double>*, std::int64_t,
                                  std::int64_t);

}  // namespace numapack
