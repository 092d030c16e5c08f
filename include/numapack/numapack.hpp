#pragma once

#include <complex>
#include <cstdint>

#include "numapack/error.hpp"
#include "numapack/export.h"

/// numapack: dense linear algebra for machines whose memory is not uniform.
///
/// Any number of threads may call at once; one of them gets the teams of bound threads, the others work
/// alone. The caller's affinity mask, memory policy and signal mask are never changed, and its pages stay
/// where they are.
namespace numapack {

enum class Layout { row_major = 101, column_major = 102 };

enum class Transpose {
  none,
  transpose,
  conjugate_transpose,
  conjugate,  ///< conjugated, not transposed
};

/// C = alpha op(A) op(B) + beta C, where op(A) is m x k, op(B) is k x n and C is m x n. Leading dimensions in
/// elements, as in BLAS. With beta == 0, C is not read; with alpha == 0 or k == 0, A and B are not. NaN and
/// infinity in A or B reach C. The same call gives the same bits wherever the pages are and however many
/// threads work. T: float, double, std::complex<float>, std::complex<double>. Throws Error before anything is
/// written: negative sizes, a leading dimension below the stored rows (columns in row major), null pointers,
/// C sharing an element with A or B, no memory for packing.
template <class T>
NUMAPACK_API void gemm(Layout layout, Transpose trans_a, Transpose trans_b, std::int64_t m, std::int64_t n,
                       std::int64_t k, T alpha, const T* a, std::int64_t lda, const T* b, std::int64_t ldb,
                       T beta, T* c, std::int64_t ldc);

/// Gives idle packing buffers back to the system; the next large call makes new ones.
NUMAPACK_API void release_workspace();

/// "0.1.0"
NUMAPACK_API const char* version();

}  // namespace numapack
