// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "base/unless_denied.hpp"
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

/// That of the CPU. Small matrices of whole numbers that are singular get an exact zero on the diagonal of R,
/// by which gels knows them, more often where nothing is fused, as LAPACK has it. Columns behind a square
/// change nothing of it.
template <class T>
const FactorKernel<T>& kernel_for(const QrProblem<T>& p) {
  constexpr Index most_rows = 32;
  return p.m <= most_rows && std::min(p.m, p.n) <= QrPanel<T>::leaf ? unfused_factor_kernel<T>()
                                                                    : default_factor_kernel<T>();
}

template <class T>
void factor_by_panels(const QrProblem<T>& p) {
  const Index reflectors = std::min(p.m, p.n), width = panel_width(reflectors);
  const QrScratch<T> scratch(p.m, width, p.n - width);
  QrPanel<T> panel(kernel_for(p), scratch.v, scratch.ldv, scratch.t, scratch.ldt, scratch.w);
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
  if (!unless_denied([&] { factor_by_panels(p); })) PlainQr<T>(p.m, p.a, 1, p.lda, p.tau).factor(p.n, p.tau);
}

template void factor(const QrProblem<float>&);
template void factor(const QrProblem<double>&);
template void factor(const QrProblem<std::complex<float>>&);
template void factor(const QrProblem<std::complex<double>>&);

}  // namespace numapack
