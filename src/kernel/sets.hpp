// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernel/kernel.hpp"

namespace numapack {

/// Kernels of one instruction set and type, best first: a view of a constant table. A plain struct: the
/// sources that fill it in are compiled for one instruction set and must not instantiate shared inline code.
template <class T>
struct KernelRows {
  const Kernel<T>* rows = nullptr;
  int count = 0;
};

template <class T>
KernelRows<T> kernels_portable();
template <class T>
KernelRows<T> kernels_avx2();
template <class T>
KernelRows<T> kernels_avx512();
template <class T>
KernelRows<T> kernels_neon();
template <class T>
KernelRows<T> kernels_sve();

// Known before they are used: sources compiled as one (cmake/unity.cmake) use them above where they are
// defined.
template <>
KernelRows<float> kernels_portable<float>();
template <>
KernelRows<double> kernels_portable<double>();
template <>
KernelRows<std::complex<float>> kernels_portable<std::complex<float>>();
template <>
KernelRows<std::complex<double>> kernels_portable<std::complex<double>>();

}  // namespace numapack
