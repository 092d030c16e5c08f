// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <vector>

#include "blas/batch/serve_batch.hpp"
#include "blas/names.hpp"
#include "numapack/batch.hpp"

// The names that MKL and OpenBLAS have for batches of products, each once for every type and width of
// integers. In a library of their own: a program that is given numapack's BLAS from outside may have meant
// another's.
namespace numapack::standard {

namespace {

/// A transposition by Fortran's letter or CBLAS's number; -1: it is none.
int transposition(char letter) {
  switch (letter & ~0x20) {
    case 'N':
      return static_cast<int>(Transpose::none);
    case 'T':
      return static_cast<int>(Transpose::transpose);
    case 'C':
      return static_cast<int>(Transpose::conjugate_transpose);
    default:
      return -1;
  }
}
int transposition(int number) {
  return number < 111 || number > 113 ? -1 : transposition("NTC"[number - 111]);
}

/// One product's arguments but its addresses.
struct Shape {
  int trans_a = 0, trans_b = 0;
  std::int64_t m = 0, n = 0, k = 0, lda = 1, ldb = 1, ldc = 1;

  /// The first that is wrong, by its place in cblas_dgemm_batch(); `strides`: how many come before others.
  int first_wrong(bool by_rows, bool strided) const {
    const auto least = [&](int trans, std::int64_t rows, std::int64_t columns) {
      return std::max<std::int64_t>(1, (trans == 0) != by_rows ? rows : columns);
    };
    if (trans_a < 0) return 2;
    if (trans_b < 0) return 3;
    if (m < 0) return 4;
    if (n < 0) return 5;
    if (k < 0) return 6;
    if (lda < least(trans_a, m, k)) return 9;
    if (ldb < least(trans_b, k, n)) return strided ? 12 : 11;
    if (ldc < least(0, m, n)) return strided ? 16 : 14;
    return 0;
  }
};

/// Runs body() if no argument is wrong; else tells the program which. `shift`: Fortran's have no layout
/// before them. What body() refuses is C's fault.
template <class Call>
void run_or_report(const char* routine, int shift, int wrong, int place_of_c, const Call& body) {
  if (wrong > 0) return report_wrong_argument(routine, wrong - shift);
  serve_batch(routine, place_of_c - shift, Body(body));
}

bool is_layout(int layout) { return layout == 101 || layout == 102; }

template <class Letter>
void gemm_groups(const char* routine, int layout, int shift, const Letter* trans_a, const Letter* trans_b,
                 const Int* m, const Int* n, const Int* k, const T* alpha, const T* const* a, const Int* lda,
                 const T* const* b, const Int* ldb, const T* beta, T* const* c, const Int* ldc, Int groups,
                 const Int* group_size) {
  constexpr int place_of_groups = 15, place_of_c = 13;
  const auto shape_of = [&](Int g) {
    return Shape{
        transposition(trans_a[g]), transposition(trans_b[g]), m[g], n[g], k[g], lda[g], ldb[g], ldc[g]};
  };
  int wrong = !is_layout(layout) ? 1 : groups < 0 ? place_of_groups : 0;
  for (Int g = 0; g < groups && wrong == 0; ++g)
    wrong = group_size[g] < 0 ? place_of_groups + 1 : shape_of(g).first_wrong(layout == 101, false);
  run_or_report(routine, shift, wrong, place_of_c, [&] {
    std::vector<Transpose> of_a, of_b;
    std::vector<std::int64_t> sizes[7];
    for (Int g = 0; g < groups; ++g) {
      const Shape shape = shape_of(g);
      of_a.push_back(static_cast<Transpose>(shape.trans_a));
      of_b.push_back(static_cast<Transpose>(shape.trans_b));
      const std::int64_t of_group[] = {m[g], n[g], k[g], lda[g], ldb[g], ldc[g], group_size[g]};
      for (int i = 0; i < 7; ++i) sizes[i].push_back(of_group[i]);
    }
    gemm_batch(static_cast<Layout>(layout), of_a.data(), of_b.data(), sizes[0].data(), sizes[1].data(),
               sizes[2].data(), alpha, a, sizes[3].data(), b, sizes[4].data(), beta, c, sizes[5].data(),
               std::int64_t{groups}, sizes[6].data());
  });
}

template <class Letter>
void gemm_strided(const char* routine, int layout, int shift, Letter trans_a, Letter trans_b, Int m, Int n,
                  Int k, T alpha, const T* a, Int lda, Int stride_a, const T* b, Int ldb, Int stride_b,
                  T beta, T* c, Int ldc, Int stride_c, Int batch) {
  constexpr int place_of_c = 15, place_of_batch = 18;
  const Shape shape{transposition(trans_a), transposition(trans_b), m, n, k, lda, ldb, ldc};
  const int wrong = !is_layout(layout) ? 1
                    : batch < 0        ? place_of_batch
                                       : shape.first_wrong(layout == 101, true);
  run_or_report(routine, shift, wrong, place_of_c, [&] {
    gemm_batch_strided<T>(static_cast<Layout>(layout), static_cast<Transpose>(shape.trans_a),
                          static_cast<Transpose>(shape.trans_b), m, n, k, alpha, a, lda, stride_a, b, ldb,
                          stride_b, beta, c, ldc, stride_c, batch);
  });
}

}  // namespace

extern "C" {

NUMAPACK_API void FORTRAN(gemm_batch)(const char* trans_a, const char* trans_b, const Int* m, const Int* n,
                                      const Int* k, const T* alpha, const T* const* a, const Int* lda,
                                      const T* const* b, const Int* ldb, const T* beta, T* const* c,
                                      const Int* ldc, const Int* groups, const Int* group_size) {
  gemm_groups(FORTRAN_NAME(GEMM_BATCH), 102, 1, trans_a, trans_b, m, n, k, alpha, a, lda, b, ldb, beta, c,
              ldc, *groups, group_size);
}

NUMAPACK_API void FORTRAN(gemm_batch_strided)(const char* trans_a, const char* trans_b, const Int* m,
                                              const Int* n, const Int* k, const T* alpha, const T* a,
                                              const Int* lda, const Int* stride_a, const T* b, const Int* ldb,
                                              const Int* stride_b, const T* beta, T* c, const Int* ldc,
                                              const Int* stride_c, const Int* batch) {
  gemm_strided(FORTRAN_NAME(GEMM_BATCH_STRIDED), 102, 1, *trans_a, *trans_b, *m, *n, *k, *alpha, a, *lda,
               *stride_a, b, *ldb, *stride_b, *beta, c, *ldc, *stride_c, *batch);
}

NUMAPACK_API void CBLAS(gemm_batch)(int layout, const int* trans_a, const int* trans_b, const Int* m,
                                    const Int* n, const Int* k, const InC* alpha, const InC* const* a,
                                    const Int* lda, const InC* const* b, const Int* ldb, const InC* beta,
                                    InC* const* c, const Int* ldc, Int groups, const Int* group_size) {
  gemm_groups(CBLAS_NAME(gemm_batch), layout, 0, trans_a, trans_b, m, n, k, in(alpha),
              reinterpret_cast<const T* const*>(a), lda, reinterpret_cast<const T* const*>(b), ldb, in(beta),
              reinterpret_cast<T* const*>(c), ldc, groups, group_size);
}

NUMAPACK_API void CBLAS(gemm_batch_strided)(int layout, int trans_a, int trans_b, Int m, Int n, Int k,
                                            ScalarInC alpha, const InC* a, Int lda, Int stride_a,
                                            const InC* b, Int ldb, Int stride_b, ScalarInC beta, InC* c,
                                            Int ldc, Int stride_c, Int batch) {
  gemm_strided(CBLAS_NAME(gemm_batch_strided), layout, 0, trans_a, trans_b, m, n, k, scalar(alpha), in(a),
               lda, stride_a, in(b), ldb, stride_b, scalar(beta), out(c), ldc, stride_c, batch);
}
}

}  // namespace numapack::standard
