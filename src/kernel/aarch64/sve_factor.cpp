// SPDX-License-Identifier: BSD-3-Clause
#include "kernel/triangle/factor.hpp"

namespace numapack {
namespace {

constexpr FactorKernel<float> table_s[] = {factor_kernel_of<float, 32, 6>(shapes::sve256_s.name),
                                           factor_kernel_of<float, 64, 6>(shapes::sve512_s.name)};
constexpr FactorKernel<double> table_d[] = {factor_kernel_of<double, 16, 6>(shapes::sve256_d.name),
                                            factor_kernel_of<double, 32, 6>(shapes::sve512_d.name)};
constexpr FactorKernel<std::complex<float>> table_c[] = {
    factor_kernel_of<std::complex<float>, 16, 3>(shapes::sve256_c.name),
    factor_kernel_of<std::complex<float>, 32, 3>(shapes::sve512_c.name)};
constexpr FactorKernel<std::complex<double>> table_z[] = {
    factor_kernel_of<std::complex<double>, 8, 3>(shapes::sve256_z.name),
    factor_kernel_of<std::complex<double>, 16, 3>(shapes::sve512_z.name)};

}  // namespace

template <>
FactorRows<float> factors_sve() {
  return {table_s, 2};
}
template <>
FactorRows<double> factors_sve() {
  return {table_d, 2};
}
template <>
FactorRows<std::complex<float>> factors_sve() {
  return {table_c, 2};
}
template <>
FactorRows<std::complex<double>> factors_sve() {
  return {table_z, 2};
}

}  // namespace numapack
