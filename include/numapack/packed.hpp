// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>

#include "numapack/memory.hpp"
#include "numapack/types.hpp"

namespace numapack {

template <class T>
class PackedOperand;

/// Which operand of a product.
enum class Factor { a, b };

/// A or B of products, laid out once: each node's part on its node, in the format that the kernel reads. From
/// then on it is neither packed nor moved again, however often it is multiplied with. T is float, double,
/// std::complex<float> or std::complex<double>. Any number of threads may use one at once.
template <class T>
class NUMAPACK_API Packed {
 public:
  /// op(A) or op(B) is rows x columns; `data` with leading dimension `leading` is A or B as stored, and may
  /// be changed or freed afterwards. The layout is that of all matrices of the products. Throws Error.
  Packed(Layout layout, Factor factor, Transpose op, std::int64_t rows, std::int64_t columns, const T* data,
         std::int64_t leading);
  Packed(Packed&&) noexcept;
  Packed& operator=(Packed&&) noexcept;
  ~Packed();

  /// The same elements in memory of its own.
  Packed copy() const;

  Layout layout() const { return layout_; }
  Factor factor() const { return factor_; }
  std::int64_t rows() const { return rows_; }
  std::int64_t columns() const { return columns_; }
  std::size_t bytes() const;

  /// Which nodes its pages are on.
  Census where() const;

  const PackedOperand<T>& panels() const { return *panels_; }

 private:
  Packed(const Packed& like, std::unique_ptr<PackedOperand<T>> panels);

  Layout layout_;
  Factor factor_;
  std::int64_t rows_, columns_;
  std::unique_ptr<PackedOperand<T>> panels_;
};

/// C = alpha op(A) op(X) + beta C, where A is packed: C is rows x `others`. Or C = alpha op(X) op(B) + beta
/// C, where B is: C is `others` x columns. `op` and `ldx` are X's. Else as gemm().
template <class T>
NUMAPACK_API void gemm(const Packed<T>& packed, Transpose op, std::int64_t others, T alpha, const T* x,
                       std::int64_t ldx, T beta, T* c, std::int64_t ldc);

}  // namespace numapack
