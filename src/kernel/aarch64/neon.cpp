// SPDX-License-Identifier: BSD-3-Clause
#include "kernel/table.hpp"

extern "C" {
void numapack_neon_s16x6(const numapack::LoopArguments<float>*);
void numapack_neon_s16x4(const numapack::LoopArguments<float>*);
void numapack_neon_s8x4(const numapack::LoopArguments<float>*);
void numapack_neon_d8x6(const numapack::LoopArguments<double>*);
void numapack_neon_d8x4(const numapack::LoopArguments<double>*);
void numapack_neon_d4x4(const numapack::LoopArguments<double>*);
}

namespace numapack {
namespace {

constexpr Kernel<float> table_s[] = {
    real_kernel<float, 16, 6, numapack_neon_s16x6>(shapes::neon_s16x6),
    real_kernel<float, 16, 4, numapack_neon_s16x4>(shapes::neon_s16x4),
    real_kernel<float, 8, 4, numapack_neon_s8x4>(shapes::neon_s8x4),
};
constexpr Kernel<double> table_d[] = {
    real_kernel<double, 8, 6, numapack_neon_d8x6>(shapes::neon_d8x6),
    real_kernel<double, 8, 4, numapack_neon_d8x4>(shapes::neon_d8x4),
    real_kernel<double, 4, 4, numapack_neon_d4x4>(shapes::neon_d4x4),
};
constexpr Kernel<std::complex<float>> table_c[] = {
    complex_kernel<float, 16, 6, numapack_neon_s16x6>(shapes::neon_c8x3),
    complex_kernel<float, 16, 4, numapack_neon_s16x4>(shapes::neon_c8x2),
    complex_kernel<float, 8, 4, numapack_neon_s8x4>(shapes::neon_c4x2),
};
constexpr Kernel<std::complex<double>> table_z[] = {
    complex_kernel<double, 8, 6, numapack_neon_d8x6>(shapes::neon_z4x3),
    complex_kernel<double, 8, 4, numapack_neon_d8x4>(shapes::neon_z4x2),
    complex_kernel<double, 4, 4, numapack_neon_d4x4>(shapes::neon_z2x2),
};

}  // namespace

template <>
KernelRows<float> kernels_neon() {
  return {table_s, 3};
}
template <>
KernelRows<double> kernels_neon() {
  return {table_d, 3};
}
template <>
KernelRows<std::complex<float>> kernels_neon() {
  return {table_c, 3};
}
template <>
KernelRows<std::complex<double>> kernels_neon() {
  return {table_z, 3};
}

}  // namespace numapack
