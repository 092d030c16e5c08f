// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "base/unless_denied.hpp"
#include "level3/call/plain_product.hpp"
#include "qr/panel.hpp"
#include "qr/plain_qr.hpp"
#include "qr/qr.hpp"
#include "qr/scratch.hpp"
#include "qr/validate.hpp"
#include "qr/widths.hpp"
#include "runtime/process.hpp"
#include "team/cancellation.hpp"

namespace numapack {

namespace {

/// FactorKernel::dots in the order of LAPACK's geqr2.
template <class T>
void dots_in_order(Index rows, const T* v, const T* x, Index leading, Index columns, T* out) {
  for (Index c = 0; c < columns; ++c) {
    T sum{0};
    for (Index i = 0; i < rows; ++i) sum += plain_product(conjugate_of(v[i]), x[i + c * leading]);
    out[c] = sum;
  }
}

/// That of the CPU. Small matrices of whole numbers that are singular get an exact zero on the diagonal of R,
/// by which gels knows them, as often as LAPACK's only where nothing is fused and sums have its order.
template <class T>
FactorKernel<T> kernel_for(const QrProblem<T>& p) {
  constexpr Index most_rows = 32;
  if (p.m > most_rows || p.n > QrPanel<T>::leaf) return default_factor_kernel<T>();
  FactorKernel<T> kernel = unfused_factor_kernel<T>();
  kernel.dots = dots_in_order<T>;
  return kernel;
}

template <class T>
void factor_by_panels(const QrProblem<T>& p) {
  const Index reflectors = std::min(p.m, p.n), width = panel_width(reflectors);
  const QrScratch<T> scratch(p.m, width, p.n - width);
  const FactorKernel<T> kernel = kernel_for(p);
  QrPanel<T> panel(kernel, scratch.v, scratch.ldv, scratch.t, scratch.ldt, scratch.w);
  each_panel(reflectors, [&](Range at) {
    const BlockReflector<T> block =
        panel.factor(p.m - at.begin, at.size(), p.a + at.begin * (p.lda + 1), p.lda, p.tau + at.begin);
    if (at.end < p.n)
      block.apply_left(adjoint<T>, p.a + at.begin + at.end * p.lda, p.lda, p.n - at.end, scratch.w,
                       scratch.ldt);
  });
}

}  // namespace

template <class T>
void factor(const QrProblem<T>& p) {
  if (!has_work(p)) return;
  // A cancelled caller finishes the call first.
  const CancellationOff until_done;
  if (!unless_denied([&] { return factor_by_panels(p), true; }))
    PlainQr<T>(p.m, p.a, 1, p.lda, p.tau).factor(p.n, p.tau);
}

template void factor(const QrProblem<float>&);
template void factor(const QrProblem<double>&);
template void factor(const QrProblem<std::complex<float>>&);
template void factor(const QrProblem<std::complex<double>>&);

}  // namespace numapack
