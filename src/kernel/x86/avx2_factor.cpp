// SPDX-License-Identifier: BSD-3-Clause
#include "kernel/triangle/factor.hpp"

namespace numapack {
namespace {

constexpr FactorKernel<float> table_s[] = {factor_kernel_of<float, 16, 6>(shapes::avx2_s.name),
                                           factor_kernel_of<float, 16, 6, true>(shapes::avx2_s.name)};
constexpr FactorKernel<double> table_d[] = {factor_kernel_of<double, 8, 6>(shapes::avx2_d.name),
                                            factor_kernel_of<double, 8, 6, true>(shapes::avx2_d.name)};
constexpr FactorKernel<std::complex<float>> table_c[] = {
    factor_kernel_of<std::complex<float>, 8, 3>(shapes::avx2_c.name),
    factor_kernel_of<std::complex<float>, 8, 3, true>(shapes::avx2_c.name)};
constexpr FactorKernel<std::complex<double>> table_z[] = {
    factor_kernel_of<std::complex<double>, 4, 3>(shapes::avx2_z.name),
    factor_kernel_of<std::complex<double>, 4, 3, true>(shapes::avx2_z.name)};

}  // namespace

template <>
FactorRows<float> factors_avx2() {
  return {table_s, 2};
}
template <>
FactorRows<double> factors_avx2() {
  return {table_d, 2};
}
template <>
FactorRows<std::complex<float>> factors_avx2() {
  return {table_c, 2};
}
template <>
FactorRows<std::complex<double>> factors_avx2() {
  return {table_z, 2};
}

}  // namespace numapack
