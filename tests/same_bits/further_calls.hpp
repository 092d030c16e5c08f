// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstring>
#include <vector>

#include "calls_base.hpp"
#include "numapack/batch.hpp"
#include "numapack/lapack.hpp"
#include "numapack/level3.hpp"
#include "numapack/packed.hpp"
#include "numapack/qr.hpp"

namespace numapack::same_bits {

/// Routines that Calls does not have, among them batches and products with a prepacked operand.
template <class T>
class FurtherCalls : CallsBase<T> {
  using Base = CallsBase<T>;
  using Base::coin, Base::diagonal, Base::draw_, Base::factor, Base::triangle, Base::k, Base::m, Base::matrix,
      Base::n, Base::op, Base::side, Base::stored;
  using Base::is_real, Base::layout;
  using R = decltype(std::real(T{}));
  static constexpr Transpose adjoint = is_real ? Transpose::transpose : Transpose::conjugate_transpose;

 public:
  using Base::Base;
  void one(const char* type) { this->print_one(type, kinds, *this); }

 private:
  Transpose none_or_adjoint() { return coin() ? Transpose::none : adjoint; }

  std::uint64_t her2k_call() {
    const Transpose trans = none_or_adjoint();
    const Uplo uplo = triangle();
    PlacedMatrix<T> a = stored(trans, n, k), b = stored(trans, n, k), c = matrix(n, n);
    her2k(layout, uplo, trans, n, k, factor(), a.data(), a.leading(), b.data(), b.leading(), R{1}, c.data(),
          c.leading());
    return c.digest(basis);
  }
  std::uint64_t gemmt_call() {
    const Transpose of_a = op(), of_b = op();
    const Uplo uplo = triangle();
    PlacedMatrix<T> a = stored(of_a, n, k), b = stored(of_b, k, n), c = matrix(n, n);
    const T alpha = factor(), beta = factor();
    gemmt(layout, uplo, of_a, of_b, n, k, alpha, a.data(), a.leading(), b.data(), b.leading(), beta, c.data(),
          c.leading());
    return c.digest(basis);
  }
  std::uint64_t hemm_call() { return this->call_with_triangle(hemm<T>); }
  std::uint64_t posv_call() {
    const Uplo uplo = triangle();
    PlacedMatrix<T> a = matrix(n, n), b = matrix(n, k = draw_.side(40));
    a.dominate(n);
    posv(layout, uplo, n, k, a.data(), a.leading(), b.data(), b.leading());
    return b.digest(a.digest(basis));
  }
  std::uint64_t triangle_call() {
    const Uplo uplo = triangle();
    const Diag diag = diagonal();
    PlacedMatrix<T> a = matrix(n, n), b = matrix(n, n);
    a.dominate(n);
    trtri(layout, uplo, diag, n, a.data(), a.leading());
    lauum(layout, uplo, n, b.data(), b.leading());
    return b.digest(a.digest(basis));
  }
  std::uint64_t ormqr_call() {
    const Side where = side();
    const Transpose trans = none_or_adjoint();
    const Index rows = where == Side::left ? m : n;
    k = std::min(k, rows);
    PlacedMatrix<T> a = matrix(rows, k), tau = matrix(k, 1), c = matrix(m, n);
    geqrf(layout, rows, k, a.data(), a.leading(), tau.data());
    if constexpr (is_real)
      ormqr(layout, where, trans, m, n, k, a.data(), a.leading(), tau.data(), c.data(), c.leading());
    else
      unmqr(layout, where, trans, m, n, k, a.data(), a.leading(), tau.data(), c.data(), c.leading());
    return c.digest(tau.digest(a.digest(basis)));
  }

  /// Small ones, side by side in the columns of one matrix.
  std::uint64_t gemm_batch_call() {
    m = draw_.side(60), n = draw_.side(60), k = draw_.side(60);
    const Index batch = draw_.side(50);
    PlacedMatrix<T> a = matrix(m, k * batch), b = matrix(k, n * batch), c = matrix(m, n * batch);
    const T alpha = factor(), beta = factor();
    gemm_batch_strided(layout, Transpose::none, Transpose::none, m, n, k, alpha, a.data(), a.leading(),
                       k * a.leading(), b.data(), b.leading(), n * b.leading(), beta, c.data(), c.leading(),
                       n * c.leading(), batch);
    return c.digest(basis);
  }
  std::uint64_t lapack_batch_call() {
    n = draw_.side(60), k = draw_.side(20);
    const Index batch = draw_.side(30);
    const Uplo uplo = triangle();
    PlacedMatrix<T> a = matrix(n, n * batch), b = matrix(n, k * batch);
    for (Index i = 0; i < batch; ++i) a.dominate(n, i * n);
    const Index stride = n * a.leading();
    std::vector<Index> infos(static_cast<std::size_t>(batch)), pivots(static_cast<std::size_t>(n * batch));
    trsm_batch_strided(layout, Side::left, uplo, Transpose::none, Diag::non_unit, n, k, T{1}, a.data(),
                       a.leading(), stride, b.data(), b.leading(), k * b.leading(), batch);
    PlacedMatrix<T> lu = a, qr = a;
    potrf_batch_strided(layout, uplo, n, a.data(), a.leading(), stride, batch, infos.data());
    getrf_batch_strided(layout, n, n, lu.data(), lu.leading(), stride, pivots.data(), n, batch, infos.data());
    std::vector<T> tau(static_cast<std::size_t>(n * batch));
    geqrf_batch_strided(layout, n, n, qr.data(), qr.leading(), stride, tau.data(), n, batch);
    return qr.digest(lu.digest(a.digest(b.digest(basis))));
  }

  std::uint64_t packed_a_call() { return packed_call(Factor::a); }
  std::uint64_t packed_b_call() { return packed_call(Factor::b); }
  /// At the level "fma" a prepacked product has gemm's bits, at others its own.
  std::uint64_t packed_call(Factor which) {
    PlacedMatrix<T> a = matrix(m, k), b = matrix(k, n), c = matrix(m, n), own = c;
    const T alpha = factor(), beta = factor();
    PlacedMatrix<T>& other = which == Factor::a ? b : a;
    const Packed<T> packed = which == Factor::a
                                 ? Packed<T>(layout, which, Transpose::none, m, k, a.data(), a.leading())
                                 : Packed<T>(layout, which, Transpose::none, k, n, b.data(), b.leading());
    gemm(packed, Transpose::none, which == Factor::a ? n : m, alpha, other.data(), other.leading(), beta,
         c.data(), c.leading());
    gemm(layout, Transpose::none, Transpose::none, m, n, k, alpha, a.data(), a.leading(), b.data(),
         b.leading(), beta, own.data(), own.leading());
    const std::uint64_t digest = c.digest(basis);
    if (digest != own.digest(basis)) std::printf("not gemm's own: ");
    return digest;
  }

  struct Kind {
    const char* name;
    std::uint64_t (FurtherCalls::*call)();
  };
  static constexpr Kind kinds[] = {
      {"her2k", &FurtherCalls::her2k_call},
      {"gemmt", &FurtherCalls::gemmt_call},
      {"hemm", &FurtherCalls::hemm_call},
      {"posv", &FurtherCalls::posv_call},
      {"trtri lauum", &FurtherCalls::triangle_call},
      {"geqrf ormqr", &FurtherCalls::ormqr_call},
      {"gemm_batch", &FurtherCalls::gemm_batch_call},
      {"trsm_batch potrf_batch getrf_batch geqrf_batch", &FurtherCalls::lapack_batch_call},
      {"packed a", &FurtherCalls::packed_a_call},
      {"packed b", &FurtherCalls::packed_b_call}};
};

}  // namespace numapack::same_bits
