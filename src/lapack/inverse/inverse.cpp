// SPDX-License-Identifier: BSD-3-Clause
#include "lapack/inverse/inverse.hpp"

#include "lapack/arguments.hpp"
#include "lapack/inverse/inverse_run.hpp"
#include "runtime/runtime.hpp"
#include "team/cancellation.hpp"

namespace numapack {

template <class T>
Index invert_triangle(const StoredTriangle<T>& a, bool unit_diagonal, Side close) {
  require(a);
  const CancellationOff until_done;
  return invert_checked(a, unit_diagonal, close);
}

template <class T>
void multiply_by_adjoint(const StoredTriangle<T>& a) {
  require(a);
  require_settings_of(a.n);
  const CancellationOff until_done;
  InverseRun<T>(a, false).multiply_by_adjoint();
}

template <class T>
Index invert_from_cholesky(const StoredTriangle<T>& a) {
  require(a);
  const CancellationOff until_done;
  // With L L^H the inverse is X^H X, and A X^H X = L (X L)^H X: what is between must be close to the
  // identity, or its error is multiplied by the condition of A and not of L. With U^H U it is U X.
  const Index info = invert_checked(a, false, a.is_lower() ? Side::left : Side::right);
  if (info > 0) return info;
  InverseRun<T>(a, false).multiply_by_adjoint();
  return 0;
}

template Index invert_triangle(const StoredTriangle<float>&, bool, Side);
template Index invert_triangle(const StoredTriangle<double>&, bool, Side);
template Index invert_triangle(const StoredTriangle<std::complex<float>>&, bool, Side);
template Index invert_triangle(const StoredTriangle<std::complex<double>>&, bool, Side);
template void multiply_by_adjoint(const StoredTriangle<float>&);
template void multiply_by_adjoint(const StoredTriangle<double>&);
template void multiply_by_adjoint(const StoredTriangle<std::complex<float>>&);
template void multiply_by_adjoint(const StoredTriangle<std::complex<double>>&);
template Index invert_from_cholesky(const StoredTriangle<float>&);
template Index invert_from_cholesky(const StoredTriangle<double>&);
template Index invert_from_cholesky(const StoredTriangle<std::complex<float>>&);
template Index invert_from_cholesky(const StoredTriangle<std::complex<double>>&);

}  // namespace numapack
