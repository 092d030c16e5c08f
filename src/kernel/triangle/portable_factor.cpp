// SPDX-License-Identifier: BSD-3-Clause
#include "kernel/triangle/factor.hpp"

namespace numapack {
namespace {

constexpr FactorKernel<float> factors_s[] = {factor_kernel_of<float, 8, 4>(shapes::portable_s.name)};
constexpr FactorKernel<double> factors_d[] = {factor_kernel_of<double, 4, 4>(shapes::portable_d.name)};
constexpr FactorKernel<std::complex<float>> factors_c[] = {
    factor_kernel_of<std::complex<float>, 4, 2>(shapes::portable_c.name)};
constexpr FactorKernel<std::complex<double>> factors_z[] = {
    factor_kernel_of<std::complex<double>, 2, 2>(shapes::portable_z.name)};

}  // namespace

template <>
FactorRows<float> factors_portable() {
  return {factors_s, 1};
}
template <>
FactorRows<double> factors_portable() {
  return {factors_d, 1};
}
template <>
FactorRows<std::complex<float>> factors_portable() {
  return {factors_c, 1};
}
template <>
FactorRows<std::complex<double>> factors_portable() {
  return {factors_z, 1};
}

}  // namespace numapack
