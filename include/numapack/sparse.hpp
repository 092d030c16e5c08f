// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "numapack/memory.hpp"
#include "numapack/types.hpp"

/// Sparse matrices times vectors.
namespace numapack {

template <class T>
class PlacedCsr;

/// A sparse matrix in the caller's memory, in compressed rows: row i has elements starts[i] to before
/// starts[i + 1], element e is `values[e]` in column indices[e]. Everything counts from 0. Rows may be empty
/// and of any length, their columns in any order; elements with the same place add up. I is std::int32_t or
/// std::int64_t. (scipy.sparse.csr_array's indptr, indices and data.)
template <class T, class I>
struct CsrView {
  std::int64_t rows = 0, columns = 0;
  const I* starts = nullptr;  ///< rows + 1 of them
  const I* indices = nullptr;
  const T* values = nullptr;
};

/// One node's rows of a Csr.
struct CsrPart {
  int node = 0;  ///< index into node_numbers()
  std::int64_t first_row = 0, rows = 0, elements = 0;
  std::int64_t columns = 0;  ///< elements of x that the node gathers; 0: it reads x in place
};

/// A sparse matrix for many products: the rows of each node's threads on their node, with columns in fewer
/// bytes where the pattern allows it. On several nodes each gathers the elements of x that its rows use once
/// a product, and reads nothing else from elsewhere. T is float, double, std::complex<float> or
/// std::complex<double>. Any number of threads may use one at once.
template <class T>
class NUMAPACK_API Csr {
 public:
  /// The arrays of the view may be changed or freed afterwards. Throws Error(invalid_argument) for sizes
  /// below 0, null pointers, starts that do not begin with 0 or fall, and columns that do not exist;
  /// Error(not_supported) for more than 2^31 - 1 columns; Error(out_of_memory).
  explicit Csr(const CsrView<T, std::int32_t>& view);
  explicit Csr(const CsrView<T, std::int64_t>& view);
  Csr(Csr&&) noexcept;
  Csr& operator=(Csr&&) noexcept;
  ~Csr();

  std::int64_t rows() const;
  std::int64_t columns() const;
  std::int64_t elements() const;
  /// Of its memory.
  std::size_t bytes() const;
  /// Which nodes its pages are on.
  Census where() const;
  /// Which rows each node has. If threads of these nodes fill these rows of the vectors, only the elements of
  /// x that belong to other nodes' rows cross.
  std::vector<CsrPart> parts() const;

  const PlacedCsr<T>& placed() const { return *placed_; }

 private:
  std::unique_ptr<PlacedCsr<T>> placed_;
};

/// y = alpha A x + beta y with x of A's columns and y of its rows, which must not overlap. With beta == 0, y
/// is not read; with alpha == 0, A and x are not. Each row's elements are added in their order, in pieces of
/// 256 that are then added: the same call gives the same bits however many threads work and wherever the
/// pages are. Untouched pages of y are allocated on the node of their rows. Thread-safe. Throws Error before
/// anything is written: null pointers, no memory for copies of x.
template <class T>
NUMAPACK_API void spmv(const Csr<T>& a, T alpha, const T* x, T beta, T* y);

/// The same for a matrix that is multiplied once, in place: the same bits. The matrix is checked each time,
/// for what Csr throws.
template <class T>
NUMAPACK_API void spmv(const CsrView<T, std::int32_t>& a, T alpha, const T* x, T beta, T* y);
template <class T>
NUMAPACK_API void spmv(const CsrView<T, std::int64_t>& a, T alpha, const T* x, T beta, T* y);

}  // namespace numapack
