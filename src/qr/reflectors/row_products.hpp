// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include "kernel/choices.hpp"
#include "kernel/triangle/factor_kernel.hpp"
#include "level3/run/macro_kernel.hpp"
#include "qr/reflectors/widths.hpp"

namespace numapack {

/// What some columns of V do to others in some rows that stay in a cache: one thread's. As they lie where the
/// kernel can; else in micro-panels, or, few columns of V, one by one.
template <class T>
class RowProducts {
 public:
  /// Of V, C, or W.
  struct Columns {
    const T* data = nullptr;
    Index leading = 0, width = 0;
  };

  /// packed_a, packed_b: room for `depth` rows of V, and of C, or W, in micro-panels.
  RowProducts(const Kernel<T>& kernel, const FactorKernel<T>& factor, Index depth, T* packed_a, T* packed_b)
      : kernel_(kernel), factor_(factor), depth_(depth), packed_a_(packed_a), packed_b_(packed_b) {}

  /// out = V^H C.
  void dots(Index rows, const Columns& v, const Columns& c, T* out, Index ldo) const {
    const bool fixed = in_fixed_order(kernel_.shape),
               in_place = kernel_.in_place != nullptr && kernel_.shape.transposes_a;
    if ((!in_place || fixed) && v.width <= unblocked_columns) return few_dots(rows, v, c, out, ldo);
    const Index depth = in_place && !fixed ? most_strip_depth(kernel_.shape) : depth_;
    for (Index i = 0; i < rows; i += depth) {
      const Index now = std::min(depth, rows - i);
      const PackSource<T> adjoint{v.data + i, v.leading, 1, !std::is_floating_point_v<T>};
      const PackSource<T> others{c.data + i, c.leading, 1};
      const T beta = i == 0 ? T{0} : T{1};
      if (in_place) {
        kernel_.in_place(v.width, c.width, now, T{1}, adjoint, others, beta, out, ldo, nullptr);
        continue;
      }
      kernel_.pack_a(adjoint, v.width, now, packed_a_);
      kernel_.pack_b(others, c.width, now, packed_b_);
      macro_kernel(kernel_,
                   {v.width, c.width, now, packed_a_, packed_b_, T{1}, beta, out, ldo, kernel_.shape.mr});
    }
  }

  /// To be called before subtract() with a W.
  void take(const Columns& w, Index width_of_v) const {
    if (kernel_.in_place == nullptr && !goes_by_columns(width_of_v))
      kernel_.pack_b({w.data, w.leading, 1}, w.width, width_of_v, packed_b_);
  }

  /// C -= V W.
  void subtract(Index rows, const Columns& v, const Columns& w, T* c, Index ldc) const {
    if (kernel_.in_place != nullptr)
      return kernel_.in_place(rows, w.width, v.width, T{-1}, {v.data, 1, v.leading}, {w.data, w.leading, 1},
                              T{1}, c, ldc, nullptr);
    if (goes_by_columns(v.width)) return few_subtractions(rows, v, w, c, ldc);
    for (Index i = 0; i < rows; i += depth_) {
      const Index now = std::min(depth_, rows - i);
      kernel_.pack_a({v.data + i, 1, v.leading}, now, v.width, packed_a_);
      macro_kernel(kernel_,
                   {now, w.width, v.width, packed_a_, packed_b_, T{-1}, T{1}, c + i, ldc, kernel_.shape.mr});
    }
  }

 private:
  static constexpr Index together = 16;

  /// Columns of V are subtracted one by one, which rounds more often than in fixed order.
  bool goes_by_columns(Index width) const {
    return width <= unblocked_columns && !in_fixed_order(kernel_.shape);
  }

  void few_dots(Index rows, const Columns& v, const Columns& c, T* out, Index ldo) const {
    T of_v[together];
    for (Index first = 0; first < c.width; first += together) {
      const Index count = std::min(together, c.width - first);
      for (Index i = 0; i < v.width; ++i) {
        factor_.dots(rows, v.data + i * v.leading, c.data + first * c.leading, c.leading, count, of_v);
        for (Index j = 0; j < count; ++j) out[i + (first + j) * ldo] = of_v[j];
      }
    }
  }

  void few_subtractions(Index rows, const Columns& v, const Columns& w, T* c, Index ldc) const {
    T of_v[together];
    for (Index first = 0; first < w.width; first += together) {
      const Index count = std::min(together, w.width - first);
      for (Index i = 0; i < v.width; ++i) {
        for (Index j = 0; j < count; ++j) of_v[j] = w.data[i + (first + j) * w.leading];
        factor_.subtract(rows, v.data + i * v.leading, c + first * ldc, ldc, count, of_v);
      }
    }
  }

  const Kernel<T>& kernel_;
  const FactorKernel<T>& factor_;
  const Index depth_;
  T *const packed_a_, *const packed_b_;
};

}  // namespace numapack
