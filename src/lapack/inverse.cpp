// SPDX-License-Identifier: BSD-3-Clause
#include "lapack/inverse.hpp"

#include "lapack/arguments.hpp"
#include "lapack/leaf.hpp"
#include "lapack/rank_k.hpp"
#include "lapack/triangle_by_halves.hpp"
#include "runtime/runtime.hpp"
#include "team/cancellation.hpp"

namespace numapack {

namespace {

template <class T>
void multiply_by_halves(const HalfMatrix<T>& a, Leaf<T>& leaf) {
  if (a.n <= leaf.most) return leaf.multiply(a);
  const Halved<T> half(a, leaf.most);
  multiply_by_halves(half.top, leaf);
  // L11^H L11 + L21^H L21 and L22^H L21, or U11 U11^H + U12 U12^H and U12 U22^H.
  add_rank_k(half.top, T{1}, a.is_lower() ? Transpose::conjugate_transpose : Transpose::none, half.beside,
             half.bottom.n);
  multiply_by_triangle(half.with(a.is_lower() ? Side::left : Side::right, Transpose::conjugate_transpose));
  multiply_by_halves(half.bottom, leaf);
}

}  // namespace

template <class T>
Index invert_triangle(const HalfMatrix<T>& a, bool unit_diagonal, Side close) {
  require(a);
  const CancellationOff until_done;
  return invert_checked(a, unit_diagonal, close);
}

template <class T>
void multiply_by_adjoint(const HalfMatrix<T>& a) {
  require(a);
  if (a.n > Leaf<T>::most) require_runtime();
  const CancellationOff until_done;
  Leaf<T> leaf;
  multiply_by_halves(a, leaf);
}

template <class T>
Index invert_from_cholesky(const HalfMatrix<T>& a) {
  require(a);
  const CancellationOff until_done;
  // With L L^H the inverse is X^H X, and A X^H X = L (X L)^H X: what is between must be close to the
  // identity, or its error is multiplied by the condition of A and not of L. With U^H U it is U X.
  const Index info = invert_checked(a, false, a.is_lower() ? Side::left : Side::right);
  if (info > 0) return info;
  Leaf<T> leaf;
  multiply_by_halves(a, leaf);
  return 0;
}

template Index invert_triangle(const HalfMatrix<float>&, bool, Side);
template Index invert_triangle(const HalfMatrix<double>&, bool, Side);
template Index invert_triangle(const HalfMatrix<std::complex<float>>&, bool, Side);
template Index invert_triangle(const HalfMatrix<std::complex<double>>&, bool, Side);
template void multiply_by_adjoint(const HalfMatrix<float>&);
template void multiply_by_adjoint(const HalfMatrix<double>&);
template void multiply_by_adjoint(const HalfMatrix<std::complex<float>>&);
template void multiply_by_adjoint(const HalfMatrix<std::complex<double>>&);
template Index invert_from_cholesky(const HalfMatrix<float>&);
template Index invert_from_cholesky(const HalfMatrix<double>&);
template Index invert_from_cholesky(const HalfMatrix<std::complex<float>>&);
template Index invert_from_cholesky(const HalfMatrix<std::complex<double>>&);

}  // namespace numapack
