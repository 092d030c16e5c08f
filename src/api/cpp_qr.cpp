// SPDX-License-Identifier: BSD-3-Clause
#include "numapack/qr.hpp"

#include "qr/qr.hpp"

namespace numapack {

template <class T>
void geqrf(Layout layout, std::int64_t m, std::int64_t n, T* a, std::int64_t lda, T* tau) {
  factor(QrProblem<T>{m, n, a, lda, tau, layout});
}

template <class T>
void ormqr(Layout layout, Side side, Transpose trans, std::int64_t m, std::int64_t n, std::int64_t k,
           const T* a, std::int64_t lda, const T* tau, T* c, std::int64_t ldc) {
  multiply_by_q(QrProduct<T>{side, trans, m, n, k, a, lda, tau, c, ldc, layout});
}

template <class T>
void unmqr(Layout layout, Side side, Transpose trans, std::int64_t m, std::int64_t n, std::int64_t k,
           const T* a, std::int64_t lda, const T* tau, T* c, std::int64_t ldc) {
  ormqr(layout, side, trans, m, n, k, a, lda, tau, c, ldc);
}

template <class T>
void orgqr(Layout layout, std::int64_t m, std::int64_t n, std::int64_t k, T* a, std::int64_t lda,
           const T* tau) {
  make_q(QrColumns<T>{m, n, k, a, lda, tau, layout});
}

template <class T>
void ungqr(Layout layout, std::int64_t m, std::int64_t n, std::int64_t k, T* a, std::int64_t lda,
           const T* tau) {
  orgqr(layout, m, n, k, a, lda, tau);
}

template <class T>
std::int64_t gels(Layout layout, Transpose trans, std::int64_t m, std::int64_t n, std::int64_t nrhs, T* a,
                  std::int64_t lda, T* b, std::int64_t ldb) {
  return solve(LeastSquares<T>{trans, m, n, nrhs, a, lda, b, ldb, layout});
}

template void geqrf(Layout, std::int64_t, std::int64_t, float*, std::int64_t, float*);
template void ormqr(Layout, Side, Transpose, std::int64_t, std::int64_t, std::int64_t, const float*,
                    std::int64_t, const float*, float*, std::int64_t);
template void orgqr(Layout, std::int64_t, std::int64_t, std::int64_t, float*, std::int64_t, const float*);
template std::int64_t gels(Layout, Transpose, std::int64_t, std::int64_t, std::int64_t, float*, std::int64_t,
                           float*, std::int64_t);
template void geqrf(Layout, std::int64_t, std::int64_t, double*, std::int64_t, double*);
template void ormqr(Layout, Side, Transpose, std::int64_t, std::int64_t, std::int64_t, const double*,
                    std::int64_t, const double*, double*, std::int64_t);
template void orgqr(Layout, std::int64_t, std::int64_t, std::int64_t, double*, std::int64_t, const double*);
template std::int64_t gels(Layout, Transpose, std::int64_t, std::int64_t, std::int64_t, double*, std::int64_t,
                           double*, std::int64_t);
template void geqrf(Layout, std::int64_t, std::int64_t, std::complex<float>*, std::int64_t,
                    std::complex<float>*);
template void ormqr(Layout, Side, Transpose, std::int64_t, std::int64_t, std::int64_t,
                    const std::complex<float>*, std::int64_t, const std::complex<float>*,
                    std::complex<float>*, std::int64_t);
template void unmqr(Layout, Side, Transpose, std::int64_t, std::int64_t, std::int64_t,
                    const std::complex<float>*, std::int64_t, const std::complex<float>*,
                    std::complex<float>*, std::int64_t);
template void orgqr(Layout, std::int64_t, std::int64_t, std::int64_t, std::complex<float>*, std::int64_t,
                    const std::complex<float>*);
template void ungqr(Layout, std::int64_t, std::int64_t, std::int64_t, std::complex<float>*, std::int64_t,
                    const std::complex<float>*);
template std::int64_t gels(Layout, Transpose, std::int64_t, std::int64_t, std::int64_t, std::complex<float>*,
                           std::int64_t, std::complex<float>*, std::int64_t);
template void geqrf(Layout, std::int64_t, std::int64_t, std::complex<double>*, std::int64_t,
                    std::complex<double>*);
template void ormqr(Layout, Side, Transpose, std::int64_t, std::int64_t, std::int64_t,
                    const std::complex<double>*, std::int64_t, const std::complex<double>*,
                    std::complex<double>*, std::int64_t);
template void unmqr(Layout, Side, Transpose, std::int64_t, std::int64_t, std::int64_t,
                    const std::complex<double>*, std::int64_t, const std::complex<double>*,
                    std::complex<double>*, std::int64_t);
template void orgqr(Layout, std::int64_t, std::int64_t, std::int64_t, std::complex<double>*, std::int64_t,
                    const std::complex<double>*);
template void ungqr(Layout, std::int64_t, std::int64_t, std::int64_t, std::complex<double>*, std::int64_t,
                    const std::complex<double>*);
template std::int64_t gels(Layout, Transpose, std::int64_t, std::int64_t, std::int64_t, std::complex<double>*,
                           std::int64_t, std::complex<double>*, std::int64_t);

}  // namespace numapack
