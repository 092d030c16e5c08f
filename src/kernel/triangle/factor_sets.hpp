// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernel/shapes.hpp"
#include "kernel/triangle/factor_kernel.hpp"

namespace numapack {

/// Factor kernels of one instruction set and type: a view of a constant table (see KernelRows).
template <class T>
struct FactorRows {
  const FactorKernel<T>* rows = nullptr;
  int count = 0;
};

template <class T>
FactorRows<T> factors_portable();
template <class T>
FactorRows<T> factors_avx2();
template <class T>
FactorRows<T> factors_avx512();
template <class T>
FactorRows<T> factors_neon();
template <class T>
FactorRows<T> factors_sve();

// Known before they are used: sources compiled as one (cmake/unity.cmake) use them above where they are
// defined.
template <>
FactorRows<float> factors_portable<float>();
template <>
FactorRows<double> factors_portable<double>();
template <>
FactorRows<std::complex<float>> factors_portable<std::complex<float>>();
template <>
FactorRows<std::complex<double>> factors_portable<std::complex<double>>();

}  // namespace numapack
