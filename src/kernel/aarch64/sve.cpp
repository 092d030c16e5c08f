// SPDX-License-Identifier: BSD-3-Clause
#include "kernel/table.hpp"

extern "C" {
void numapack_sve_s(const numapack::LoopArguments<float>*);
void numapack_sve_d(const numapack::LoopArguments<double>*);
}

namespace numapack {
namespace {

// One loop for all lengths of a vector, one row for each length that there is. None for 128 bits: NEON has
// those.
constexpr Kernel<float> s256 = real_kernel<float, 32, 6, numapack_sve_s>(shapes::sve256_s);
constexpr Kernel<float> s512 = real_kernel<float, 64, 6, numapack_sve_s>(shapes::sve512_s);
constexpr Kernel<double> d256 = real_kernel<double, 16, 6, numapack_sve_d>(shapes::sve256_d);
constexpr Kernel<double> d512 = real_kernel<double, 32, 6, numapack_sve_d>(shapes::sve512_d);
constexpr Kernel<std::complex<float>> c256 = complex_kernel<float, 32, 6, numapack_sve_s>(shapes::sve256_c);
constexpr Kernel<std::complex<float>> c512 = complex_kernel<float, 64, 6, numapack_sve_s>(shapes::sve512_c);
constexpr Kernel<std::complex<double>> z256 = complex_kernel<double, 16, 6, numapack_sve_d>(shapes::sve256_z);
constexpr Kernel<std::complex<double>> z512 = complex_kernel<double, 32, 6, numapack_sve_d>(shapes::sve512_z);

template <class T>
KernelRows<T> by_vector_length(const Kernel<T>& bits256, const Kernel<T>& bits512) {
  Index bytes = 0;
  asm("rdvl %0, #1" : "=r"(bytes));
  if (bytes == 32) return {&bits256, 1};
  if (bytes == 64) return {&bits512, 1};
  return {};
}

}  // namespace

template <>
KernelRows<float> kernels_sve() {
  return by_vector_length(s256, s512);
}
template <>
KernelRows<double> kernels_sve() {
  return by_vector_length(d256, d512);
}
template <>
KernelRows<std::complex<float>> kernels_sve() {
  return by_vector_length(c256, c512);
}
template <>
KernelRows<std::complex<double>> kernels_sve() {
  return by_vector_length(z256, z512);
}

}  // namespace numapack
