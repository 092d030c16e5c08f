// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "base/error.hpp"
#include "kernel/triangle/factor_kernel.hpp"

namespace numapack {

/// The code of a shape, for products and for triangles.
template <class T>
struct TriangleKernels {
  Kernel<T> product;
  const FactorKernel<T>& triangle;
};

/// Throws Error(not_supported) if this CPU lacks it.
template <class T>
TriangleKernels<T> triangle_kernels_of(const KernelShape& shape, const char* routine) {
  const std::optional<Kernel<T>> kernel = kernel_of<T>(shape);
  const FactorKernel<T>* const factor = find_factor_kernel<T>(shape);
  if (!kernel || factor == nullptr)
    throw Error(ErrorCode::not_supported, routine, std::string("this CPU cannot run kernel ") + shape.name,
                "plan for this machine");
  return {*kernel, *factor};
}

}  // namespace numapack
