// SPDX-License-Identifier: BSD-3-Clause
#include "kernel/triangle/factor.hpp"

namespace numapack {
namespace {

constexpr FactorKernel<float> table_s[] = {
    factor_kernel_of<float, 48, 8>(shapes::avx512_s.name),
    factor_kernel_of<float, 48, 8>(shapes::avx512_s_by_columns.name),
    factor_kernel_of<float, 48, 8, true>(shapes::avx512_s.name),
    factor_kernel_of<float, 48, 8, true>(shapes::avx512_s_by_columns.name)};
constexpr FactorKernel<double> table_d[] = {
    factor_kernel_of<double, 24, 8>(shapes::avx512_d.name),
    factor_kernel_of<double, 24, 8>(shapes::avx512_d_by_columns.name),
    factor_kernel_of<double, 24, 8, true>(shapes::avx512_d.name),
    factor_kernel_of<double, 24, 8, true>(shapes::avx512_d_by_columns.name)};
constexpr FactorKernel<std::complex<float>> table_c[] = {
    factor_kernel_of<std::complex<float>, 24, 4>(shapes::avx512_c.name),
    factor_kernel_of<std::complex<float>, 24, 4>(shapes::avx512_c_by_columns.name),
    factor_kernel_of<std::complex<float>, 24, 4, true>(shapes::avx512_c.name),
    factor_kernel_of<std::complex<float>, 24, 4, true>(shapes::avx512_c_by_columns.name)};
constexpr FactorKernel<std::complex<double>> table_z[] = {
    factor_kernel_of<std::complex<double>, 12, 4>(shapes::avx512_z.name),
    factor_kernel_of<std::complex<double>, 12, 4>(shapes::avx512_z_by_columns.name),
    factor_kernel_of<std::complex<double>, 12, 4, true>(shapes::avx512_z.name),
    factor_kernel_of<std::complex<double>, 12, 4, true>(shapes::avx512_z_by_columns.name)};

}  // namespace

template <>
FactorRows<float> factors_avx512() {
  return {table_s, 4};
}
template <>
FactorRows<double> factors_avx512() {
  return {table_d, 4};
}
template <>
FactorRows<std::complex<float>> factors_avx512() {
  return {table_c, 4};
}
template <>
FactorRows<std::complex<double>> factors_avx512() {
  return {table_z, 4};
}

}  // namespace numapack
