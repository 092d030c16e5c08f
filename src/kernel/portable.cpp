// SPDX-License-Identifier: BSD-3-Clause
#include "kernel/table.hpp"

namespace numapack {
namespace {

/// Plain C++ of fixed size, vectorised as far as the compiler's baseline allows. Correct everywhere, fast
/// nowhere.
template <class R, int MR, int NR>
void portable_loop(const LoopArguments<R>* arguments) {
  R sums[NR][MR] = {};
  const R* a = arguments->a;
  const R* b = arguments->b;
  for (Index p = 0; p < arguments->k; ++p, a += MR, b += NR)
    for (int j = 0; j < NR; ++j)
      for (int i = 0; i < MR; ++i) sums[j][i] = multiply_add(a[i], b[j], sums[j][i]);
  for (int j = 0; j < NR; ++j) {
    R* const c = arguments->c + j * arguments->ldc;
    if (arguments->ending == Ending::add) {
      for (int i = 0; i < MR; ++i) c[i] = multiply_add(arguments->alpha, sums[j][i], c[i]);
    } else {
      for (int i = 0; i < MR; ++i) c[i] = arguments->alpha * sums[j][i];
    }
  }
}

constexpr Kernel<float> table_s[] = {
    real_kernel<float, 8, 4, portable_loop<float, 8, 4>>(shapes::portable_s)};
constexpr Kernel<double> table_d[] = {
    real_kernel<double, 4, 4, portable_loop<double, 4, 4>>(shapes::portable_d)};
constexpr Kernel<std::complex<float>> table_c[] = {
    complex_kernel<float, 8, 4, portable_loop<float, 8, 4>>(shapes::portable_c)};
constexpr Kernel<std::complex<double>> table_z[] = {
    complex_kernel<double, 4, 4, portable_loop<double, 4, 4>>(shapes::portable_z)};

}  // namespace

template <>
KernelRows<float> kernels_portable() {
  return {table_s, 1};
}
template <>
KernelRows<double> kernels_portable() {
  return {table_d, 1};
}
template <>
KernelRows<std::complex<float>> kernels_portable() {
  return {table_c, 1};
}
template <>
KernelRows<std::complex<double>> kernels_portable() {
  return {table_z, 1};
}

}  // namespace numapack
