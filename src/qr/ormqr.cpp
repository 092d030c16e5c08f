// SPDX-License-Identifier: BSD-3-Clause
#include "base/unless_denied.hpp"
#include "panels/by_columns.hpp"
#include "qr/plain_qr.hpp"
#include "qr/qr.hpp"
#include "qr/reflectors/block_reflector.hpp"
#include "qr/reflectors/scratch.hpp"
#include "qr/reflectors/widths.hpp"
#include "qr/validate.hpp"
#include "team/cancellation.hpp"

namespace numapack {

namespace {

template <class T>
void multiply_by_panels(const QrProduct<T>& p) {
  const bool left = p.side == Side::left, plain = p.trans == Transpose::none;
  const Index width = panel_width(p.k);
  // From the right, V^H is met by the rows of C: its product is the other way round, as wide as V.
  const Index ldw = left ? spread_leading<T>(width) : spread_leading<T>(p.m);
  const QrScratch<T> scratch(p.order(), width, left ? p.n : divide_up(ldw * width, spread_leading<T>(width)));
  const Transpose op = plain ? Transpose::none : adjoint<T>;
  // Q C = H_1 ... (H_k C) begins with the last reflectors.
  each_panel(p.k, left == plain, [&](Range at) {
    const BlockReflector<T> block =
        block_of(p.a + at.begin * (p.lda + 1), p.lda, p.order() - at.begin, at.size(), p.tau + at.begin,
                 scratch.v, scratch.ldv, scratch.t, scratch.ldt);
    if (left)
      block.larfb_left(op, p.c + at.begin, p.ldc, p.n, scratch.w, ldw);
    else
      block.apply_right(op, p.c + at.begin * p.ldc, p.ldc, p.m, scratch.w, ldw);
  });
}

}  // namespace

template <class T>
void multiply_by_q(const QrProduct<T>& p) {
  if (!has_work(p)) return;
  const CancellationOff until_done;
  if (p.layout == Layout::row_major) {
    const ByColumns<T> a(p.order(), p.k), c(p.m, p.n);
    a.take(p.a, p.lda, p.order());
    c.take(p.c, p.ldc, p.m);
    multiply_by_q(QrProduct<T>{p.side, p.trans, p.m, p.n, p.k, a.data, a.leading, p.tau, c.data, c.leading});
    return c.give(p.c, p.ldc, p.m);
  }
  if (!unless_denied([&] { multiply_by_panels(p); }))
    PlainQr<T, const T>(p.order(), p.a, 1, p.lda, p.tau)
        .multiply(p.side, p.trans, p.k, p.c, p.ldc, p.side == Side::left ? p.n : p.m);
}

template void multiply_by_q(const QrProduct<float>&);
template void multiply_by_q(const QrProduct<double>&);
template void multiply_by_q(const QrProduct<std::complex<float>>&);
template void multiply_by_q(const QrProduct<std::complex<double>>&);

}  // namespace numapack
