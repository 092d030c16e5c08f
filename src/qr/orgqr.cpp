// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

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

/// The same one after the other, where a reflector is not finite: those before it do not depend on it.
template <class T>
void make_own_columns_alone(const BlockReflector<T>& block, T* a, Index lda, T* w, Index ldw) {
  for (Index j = block.width - 1; j >= 0; --j) {
    const BlockReflector<T> alone = block.alone(j);
    const T tau = *alone.t;
    T* const corner = a + j * (lda + 1);
    if (tau != T{0}) alone.larfb_left(Transpose::none, corner + lda, lda, block.width - 1 - j, w, ldw);
    std::fill_n(a + j * lda, block.rows, T{0});
    for (Index i = 0; i < alone.rows; ++i) corner[i] = -plain_product(tau, alone.v[i]);
    corner[0] += T{1};
  }
}

/// The block's own columns of H, rows x width: the identity's less V (T V1^H), V1 being V's triangle.
template <class T>
void make_own_columns(const BlockReflector<T>& block, T* a, Index lda, T* w, Index ldw) {
  if (!block.is_finite()) return make_own_columns_alone(block, a, lda, w, ldw);
  for (Index j = 0; j < block.width; ++j) {
    for (Index i = 0; i <= j; ++i) w[i + j * ldw] = conjugate_of(block.v[j + i * block.ldv]);
    std::fill(w + j * ldw + j + 1, w + j * ldw + block.width, T{0});
  }
  block.multiply_by_t(Side::left, Transpose::none, block.width, block.width, w, ldw);
  gemm(Problem<T>{Transpose::none, Transpose::none, block.rows, block.width, block.width, T{-1}, block.v,
                  block.ldv, w, ldw, T{0}, a, lda});
  for (Index j = 0; j < block.width; ++j) a[j * (lda + 1)] += T{1};
}

template <class T>
void make_q_by_panels(const QrColumns<T>& p) {
  // Columns behind the reflectors start as the identity's.
  const auto start = [&] {
    for (Index j = p.k; j < p.n; ++j) {
      std::fill_n(p.a + j * p.lda, p.m, T{0});
      p.a[j * (p.lda + 1)] = T{1};
    }
  };
  if (p.k == 0) return start();
  const QrScratch<T> scratch(p.m, panel_width(p.k), p.n);
  start();
  each_panel(p.k, true, [&](Range at) {
    T* const own = p.a + at.begin * (p.lda + 1);
    const BlockReflector<T> block = block_of<T>(own, p.lda, p.m - at.begin, at.size(), p.tau + at.begin,
                                                scratch.v, scratch.ldv, scratch.t, scratch.ldt);
    if (at.end < p.n)
      block.larfb_left(Transpose::none, p.a + at.begin + at.end * p.lda, p.lda, p.n - at.end, scratch.w,
                       scratch.ldt);
    make_own_columns(block, own, p.lda, scratch.w, scratch.ldt);
    for (Index j = at.begin; j < at.end; ++j) std::fill_n(p.a + j * p.lda, at.begin, T{0});
  });
}

}  // namespace

template <class T>
void make_q(const QrColumns<T>& p) {
  if (!has_work(p)) return;
  const CancellationOff until_done;
  if (p.layout == Layout::row_major) {
    const ByColumns<T> a(p.m, p.n);
    a.take(p.a, p.lda, p.m);
    make_q(QrColumns<T>{p.m, p.n, p.k, a.data, a.leading, p.tau});
    return a.give(p.a, p.lda, p.m);
  }
  if (!unless_denied([&] { make_q_by_panels(p); })) PlainQr<T>(p.m, p.a, 1, p.lda, p.tau).make_q(p.n, p.k);
}

template void make_q(const QrColumns<float>&);
template void make_q(const QrColumns<double>&);
template void make_q(const QrColumns<std::complex<float>>&);
template void make_q(const QrColumns<std::complex<double>>&);

}  // namespace numapack
