// SPDX-License-Identifier: BSD-3-Clause
#include "kernel/triangle/factor.hpp"

namespace numapack {
namespace {

constexpr FactorKernel<float> table_s[] = {factor_kernel_of<float, 16, 6>(shapes::neon_s16x6.name),
                                           factor_kernel_of<float, 16, 4>(shapes::neon_s16x4.name),
                                           factor_kernel_of<float, 8, 4>(shapes::neon_s8x4.name),
                                           factor_kernel_of<float, 16, 6, true>(shapes::neon_s16x6.name)};
constexpr FactorKernel<double> table_d[] = {factor_kernel_of<double, 8, 6>(shapes::neon_d8x6.name),
                                            factor_kernel_of<double, 8, 4>(shapes::neon_d8x4.name),
                                            factor_kernel_of<double, 4, 4>(shapes::neon_d4x4.name),
                                            factor_kernel_of<double, 8, 6, true>(shapes::neon_d8x6.name)};
constexpr FactorKernel<std::complex<float>> table_c[] = {
    factor_kernel_of<std::complex<float>, 8, 3>(shapes::neon_c8x3.name),
    factor_kernel_of<std::complex<float>, 8, 2>(shapes::neon_c8x2.name),
    factor_kernel_of<std::complex<float>, 4, 2>(shapes::neon_c4x2.name),
    factor_kernel_of<std::complex<float>, 8, 3, true>(shapes::neon_c8x3.name)};
constexpr FactorKernel<std::complex<double>> table_z[] = {
    factor_kernel_of<std::complex<double>, 4, 3>(shapes::neon_z4x3.name),
    factor_kernel_of<std::complex<double>, 4, 2>(shapes::neon_z4x2.name),
    factor_kernel_of<std::complex<double>, 2, 2>(shapes::neon_z2x2.name),
    factor_kernel_of<std::complex<double>, 4, 3, true>(shapes::neon_z4x3.name)};

}  // namespace

template <>
FactorRows<float> factors_neon() {
  return {table_s, 4};
}
template <>
FactorRows<double> factors_neon() {
  return {table_d, 4};
}
template <>
FactorRows<std::complex<float>> factors_neon() {
  return {table_c, 4};
}
template <>
FactorRows<std::complex<double>> factors_neon() {
  return {table_z, 4};
}

}  // namespace numapack
