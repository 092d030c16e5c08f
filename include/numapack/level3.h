/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef NUMAPACK_LEVEL3_H
#define NUMAPACK_LEVEL3_H

/* Level 3 beyond gemm, level 2, and prepacked operands. Part of numapack.h. */

#include "numapack/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* For all of them: the layout is that of all matrices of a call, leading dimensions are in elements, letters
 * in either case. With beta 0 the result is not read, with alpha 0 the other operands are not. Complex
 * numbers are pairs of reals, their scalars passed by address. What a call writes must share no element with
 * what else it reads: products refuse such a C. The same call has the same bits wherever the pages are and
 * however many threads work. NUMAPACK_INVALID_ARGUMENT: letters that do not exist, sizes below 0, leading
 * dimensions below the stored rows (row-major: columns), steps of 0, null pointers; NUMAPACK_OUT_OF_MEMORY:
 * none to pack into. Nothing is written unless NUMAPACK_OK is returned. Thread-safe.
 */

/* Products with structure: BLAS's symm, hemm, syrk, herk, syr2k, her2k, and gemmt, which is gemm with one
 * triangle of C. side: 'L' (A stands left of B) or 'R'. uplo: 'U' or 'L', the triangle of the structured
 * matrix, with the diagonal, that is read (A of symm and hemm) or read and written (C of the others); the
 * other triangle is not touched. trans of syrk and syr2k: 'N', or 'T' (real: also 'C'); of herk and her2k 'N'
 * or 'C'. Everything else as for gemm; sizes are those of BLAS. The diagonal of a Hermitian matrix is taken
 * and left as real.
 */
NUMAPACK_API numapack_status numapack_ssymm(numapack_layout layout, char side, char uplo, int64_t m,
                                            int64_t n, float alpha, const float* a, int64_t lda,
                                            const float* b, int64_t ldb, float beta, float* c, int64_t ldc);
NUMAPACK_API numapack_status numapack_ssyrk(numapack_layout layout, char uplo, char trans, int64_t n,
                                            int64_t k, float alpha, const float* a, int64_t lda, float beta,
                                            float* c, int64_t ldc);
NUMAPACK_API numapack_status numapack_ssyr2k(numapack_layout layout, char uplo, char trans, int64_t n,
                                             int64_t k, float alpha, const float* a, int64_t lda,
                                             const float* b, int64_t ldb, float beta, float* c, int64_t ldc);
NUMAPACK_API numapack_status numapack_sgemmt(numapack_layout layout, char uplo, char trans_a, char trans_b,
                                             int64_t n, int64_t k, float alpha, const float* a, int64_t lda,
                                             const float* b, int64_t ldb, float beta, float* c, int64_t ldc);
NUMAPACK_API numapack_status numapack_dsymm(numapack_layout layout, char side, char uplo, int64_t m,
                                            int64_t n, double alpha, const double* a, int64_t lda,
                                            const double* b, int64_t ldb, double beta, double* c,
                                            int64_t ldc);
NUMAPACK_API numapack_status numapack_dsyrk(numapack_layout layout, char uplo, char trans, int64_t n,
                                            int64_t k, double alpha, const double* a, int64_t lda,
                                            double beta, double* c, int64_t ldc);
NUMAPACK_API numapack_status numapack_dsyr2k(numapack_layout layout, char uplo, char trans, int64_t n,
                                             int64_t k, double alpha, const double* a, int64_t lda,
                                             const double* b, int64_t ldb, double beta, double* c,
                                             int64_t ldc);
NUMAPACK_API numapack_status numapack_dgemmt(numapack_layout layout, char uplo, char trans_a, char trans_b,
                                             int64_t n, int64_t k, double alpha, const double* a, int64_t lda,
                                             const double* b, int64_t ldb, double beta, double* c,
                                             int64_t ldc);
NUMAPACK_API numapack_status numapack_csymm(numapack_layout layout, char side, char uplo, int64_t m,
                                            int64_t n, const void* alpha, const void* a, int64_t lda,
                                            const void* b, int64_t ldb, const void* beta, void* c,
                                            int64_t ldc);
NUMAPACK_API numapack_status numapack_chemm(numapack_layout layout, char side, char uplo, int64_t m,
                                            int64_t n, const void* alpha, const void* a, int64_t lda,
                                            const void* b, int64_t ldb, const void* beta, void* c,
                                            int64_t ldc);
NUMAPACK_API numapack_status numapack_csyrk(numapack_layout layout, char uplo, char trans, int64_t n,
                                            int64_t k, const void* alpha, const void* a, int64_t lda,
                                            const void* beta, void* c, int64_t ldc);
NUMAPACK_API numapack_status numapack_cherk(numapack_layout layout, char uplo, char trans, int64_t n,
                                            int64_t k, float alpha, const void* a, int64_t lda, float beta,
                                            void* c, int64_t ldc);
NUMAPACK_API numapack_status numapack_csyr2k(numapack_layout layout, char uplo, char trans, int64_t n,
                                             int64_t k, const void* alpha, const void* a, int64_t lda,
                                             const void* b, int64_t ldb, const void* beta, void* c,
                                             int64_t ldc);
NUMAPACK_API numapack_status numapack_cher2k(numapack_layout layout, char uplo, char trans, int64_t n,
                                             int64_t k, const void* alpha, const void* a, int64_t lda,
                                             const void* b, int64_t ldb, float beta, void* c, int64_t ldc);
NUMAPACK_API numapack_status numapack_cgemmt(numapack_layout layout, char uplo, char trans_a, char trans_b,
                                             int64_t n, int64_t k, const void* alpha, const void* a,
                                             int64_t lda, const void* b, int64_t ldb, const void* beta,
                                             void* c, int64_t ldc);
NUMAPACK_API numapack_status numapack_zsymm(numapack_layout layout, char side, char uplo, int64_t m,
                                            int64_t n, const void* alpha, const void* a, int64_t lda,
                                            const void* b, int64_t ldb, const void* beta, void* c,
                                            int64_t ldc);
NUMAPACK_API numapack_status numapack_zhemm(numapack_layout layout, char side, char uplo, int64_t m,
                                            int64_t n, const void* alpha, const void* a, int64_t lda,
                                            const void* b, int64_t ldb, const void* beta, void* c,
                                            int64_t ldc);
NUMAPACK_API numapack_status numapack_zsyrk(numapack_layout layout, char uplo, char trans, int64_t n,
                                            int64_t k, const void* alpha, const void* a, int64_t lda,
                                            const void* beta, void* c, int64_t ldc);
NUMAPACK_API numapack_status numapack_zherk(numapack_layout layout, char uplo, char trans, int64_t n,
                                            int64_t k, double alpha, const void* a, int64_t lda, double beta,
                                            void* c, int64_t ldc);
NUMAPACK_API numapack_status numapack_zsyr2k(numapack_layout layout, char uplo, char trans, int64_t n,
                                             int64_t k, const void* alpha, const void* a, int64_t lda,
                                             const void* b, int64_t ldb, const void* beta, void* c,
                                             int64_t ldc);
NUMAPACK_API numapack_status numapack_zher2k(numapack_layout layout, char uplo, char trans, int64_t n,
                                             int64_t k, const void* alpha, const void* a, int64_t lda,
                                             const void* b, int64_t ldb, double beta, void* c, int64_t ldc);
NUMAPACK_API numapack_status numapack_zgemmt(numapack_layout layout, char uplo, char trans_a, char trans_b,
                                             int64_t n, int64_t k, const void* alpha, const void* a,
                                             int64_t lda, const void* b, int64_t ldb, const void* beta,
                                             void* c, int64_t ldc);

/* BLAS's trmm, B = alpha op(A) B ('L') or alpha B op(A) ('R'), and trsm, op(A) X = alpha B ('L') or X op(A) =
 * alpha B ('R'), in place of B (m x n). A is triangular, m x m ('L') or n x n ('R'). trans: 'N', 'T' or 'C'.
 * diag: 'U' (ones, which are not read) or 'N'. trsm does not look for zeros on the diagonal.
 */
NUMAPACK_API numapack_status numapack_strmm(numapack_layout layout, char side, char uplo, char trans,
                                            char diag, int64_t m, int64_t n, float alpha, const float* a,
                                            int64_t lda, float* b, int64_t ldb);
NUMAPACK_API numapack_status numapack_strsm(numapack_layout layout, char side, char uplo, char trans,
                                            char diag, int64_t m, int64_t n, float alpha, const float* a,
                                            int64_t lda, float* b, int64_t ldb);
NUMAPACK_API numapack_status numapack_dtrmm(numapack_layout layout, char side, char uplo, char trans,
                                            char diag, int64_t m, int64_t n, double alpha, const double* a,
                                            int64_t lda, double* b, int64_t ldb);
NUMAPACK_API numapack_status numapack_dtrsm(numapack_layout layout, char side, char uplo, char trans,
                                            char diag, int64_t m, int64_t n, double alpha, const double* a,
                                            int64_t lda, double* b, int64_t ldb);
NUMAPACK_API numapack_status numapack_ctrmm(numapack_layout layout, char side, char uplo, char trans,
                                            char diag, int64_t m, int64_t n, const void* alpha, const void* a,
                                            int64_t lda, void* b, int64_t ldb);
NUMAPACK_API numapack_status numapack_ctrsm(numapack_layout layout, char side, char uplo, char trans,
                                            char diag, int64_t m, int64_t n, const void* alpha, const void* a,
                                            int64_t lda, void* b, int64_t ldb);
NUMAPACK_API numapack_status numapack_ztrmm(numapack_layout layout, char side, char uplo, char trans,
                                            char diag, int64_t m, int64_t n, const void* alpha, const void* a,
                                            int64_t lda, void* b, int64_t ldb);
NUMAPACK_API numapack_status numapack_ztrsm(numapack_layout layout, char side, char uplo, char trans,
                                            char diag, int64_t m, int64_t n, const void* alpha, const void* a,
                                            int64_t lda, void* b, int64_t ldb);

/* BLAS's gemv (y = alpha op(A) x + beta y), ger (A = alpha x y^T + A; complex: geru, and gerc with y^H),
 * where A is m x n, and symv and hemv (y = alpha A x + beta y), where it is n x n. Vectors as in BLAS: a
 * negative step counts from the end, 0 is refused. A matrix that is spread over nodes is read by all of them
 * at once.
 */
NUMAPACK_API numapack_status numapack_sgemv(numapack_layout layout, char trans, int64_t m, int64_t n,
                                            float alpha, const float* a, int64_t lda, const float* x,
                                            int64_t incx, float beta, float* y, int64_t incy);
NUMAPACK_API numapack_status numapack_sger(numapack_layout layout, int64_t m, int64_t n, float alpha,
                                           const float* x, int64_t incx, const float* y, int64_t incy,
                                           float* a, int64_t lda);
NUMAPACK_API numapack_status numapack_ssymv(numapack_layout layout, char uplo, int64_t n, float alpha,
                                            const float* a, int64_t lda, const float* x, int64_t incx,
                                            float beta, float* y, int64_t incy);
NUMAPACK_API numapack_status numapack_dgemv(numapack_layout layout, char trans, int64_t m, int64_t n,
                                            double alpha, const double* a, int64_t lda, const double* x,
                                            int64_t incx, double beta, double* y, int64_t incy);
NUMAPACK_API numapack_status numapack_dger(numapack_layout layout, int64_t m, int64_t n, double alpha,
                                           const double* x, int64_t incx, const double* y, int64_t incy,
                                           double* a, int64_t lda);
NUMAPACK_API numapack_status numapack_dsymv(numapack_layout layout, char uplo, int64_t n, double alpha,
                                            const double* a, int64_t lda, const double* x, int64_t incx,
                                            double beta, double* y, int64_t incy);
NUMAPACK_API numapack_status numapack_cgemv(numapack_layout layout, char trans, int64_t m, int64_t n,
                                            const void* alpha, const void* a, int64_t lda, const void* x,
                                            int64_t incx, const void* beta, void* y, int64_t incy);
NUMAPACK_API numapack_status numapack_cgeru(numapack_layout layout, int64_t m, int64_t n, const void* alpha,
                                            const void* x, int64_t incx, const void* y, int64_t incy, void* a,
                                            int64_t lda);
NUMAPACK_API numapack_status numapack_cgerc(numapack_layout layout, int64_t m, int64_t n, const void* alpha,
                                            const void* x, int64_t incx, const void* y, int64_t incy, void* a,
                                            int64_t lda);
NUMAPACK_API numapack_status numapack_csymv(numapack_layout layout, char uplo, int64_t n, const void* alpha,
                                            const void* a, int64_t lda, const void* x, int64_t incx,
                                            const void* beta, void* y, int64_t incy);
NUMAPACK_API numapack_status numapack_chemv(numapack_layout layout, char uplo, int64_t n, const void* alpha,
                                            const void* a, int64_t lda, const void* x, int64_t incx,
                                            const void* beta, void* y, int64_t incy);
NUMAPACK_API numapack_status numapack_zgemv(numapack_layout layout, char trans, int64_t m, int64_t n,
                                            const void* alpha, const void* a, int64_t lda, const void* x,
                                            int64_t incx, const void* beta, void* y, int64_t incy);
NUMAPACK_API numapack_status numapack_zgeru(numapack_layout layout, int64_t m, int64_t n, const void* alpha,
                                            const void* x, int64_t incx, const void* y, int64_t incy, void* a,
                                            int64_t lda);
NUMAPACK_API numapack_status numapack_zgerc(numapack_layout layout, int64_t m, int64_t n, const void* alpha,
                                            const void* x, int64_t incx, const void* y, int64_t incy, void* a,
                                            int64_t lda);
NUMAPACK_API numapack_status numapack_zsymv(numapack_layout layout, char uplo, int64_t n, const void* alpha,
                                            const void* a, int64_t lda, const void* x, int64_t incx,
                                            const void* beta, void* y, int64_t incy);
NUMAPACK_API numapack_status numapack_zhemv(numapack_layout layout, char uplo, int64_t n, const void* alpha,
                                            const void* a, int64_t lda, const void* x, int64_t incx,
                                            const void* beta, void* y, int64_t incy);

/* BLAS's trmv (x = op(A) x), trsv (op(A) x = b in place of b), syr (A = alpha x x^T + A) and syr2 (A = alpha
 * x y^T + alpha y x^T + A; complex: her and her2, with x^H and y^H), where A is n x n. Of its other triangle
 * nothing is read or written. Vectors as for gemv. */
NUMAPACK_API numapack_status numapack_strmv(numapack_layout layout, char uplo, char trans, char diag,
                                            int64_t n, const float* a, int64_t lda, float* x, int64_t incx);
NUMAPACK_API numapack_status numapack_strsv(numapack_layout layout, char uplo, char trans, char diag,
                                            int64_t n, const float* a, int64_t lda, float* x, int64_t incx);
NUMAPACK_API numapack_status numapack_ssyr(numapack_layout layout, char uplo, int64_t n, float alpha,
                                           const float* x, int64_t incx, float* a, int64_t lda);
NUMAPACK_API numapack_status numapack_ssyr2(numapack_layout layout, char uplo, int64_t n, float alpha,
                                            const float* x, int64_t incx, const float* y, int64_t incy,
                                            float* a, int64_t lda);
NUMAPACK_API numapack_status numapack_dtrmv(numapack_layout layout, char uplo, char trans, char diag,
                                            int64_t n, const double* a, int64_t lda, double* x, int64_t incx);
NUMAPACK_API numapack_status numapack_dtrsv(numapack_layout layout, char uplo, char trans, char diag,
                                            int64_t n, const double* a, int64_t lda, double* x, int64_t incx);
NUMAPACK_API numapack_status numapack_dsyr(numapack_layout layout, char uplo, int64_t n, double alpha,
                                           const double* x, int64_t incx, double* a, int64_t lda);
NUMAPACK_API numapack_status numapack_dsyr2(numapack_layout layout, char uplo, int64_t n, double alpha,
                                            const double* x, int64_t incx, const double* y, int64_t incy,
                                            double* a, int64_t lda);
NUMAPACK_API numapack_status numapack_ctrmv(numapack_layout layout, char uplo, char trans, char diag,
                                            int64_t n, const void* a, int64_t lda, void* x, int64_t incx);
NUMAPACK_API numapack_status numapack_ctrsv(numapack_layout layout, char uplo, char trans, char diag,
                                            int64_t n, const void* a, int64_t lda, void* x, int64_t incx);
NUMAPACK_API numapack_status numapack_cher(numapack_layout layout, char uplo, int64_t n, float alpha,
                                           const void* x, int64_t incx, void* a, int64_t lda);
NUMAPACK_API numapack_status numapack_cher2(numapack_layout layout, char uplo, int64_t n, const void* alpha,
                                            const void* x, int64_t incx, const void* y, int64_t incy, void* a,
                                            int64_t lda);
NUMAPACK_API numapack_status numapack_ztrmv(numapack_layout layout, char uplo, char trans, char diag,
                                            int64_t n, const void* a, int64_t lda, void* x, int64_t incx);
NUMAPACK_API numapack_status numapack_ztrsv(numapack_layout layout, char uplo, char trans, char diag,
                                            int64_t n, const void* a, int64_t lda, void* x, int64_t incx);
NUMAPACK_API numapack_status numapack_zher(numapack_layout layout, char uplo, int64_t n, double alpha,
                                           const void* x, int64_t incx, void* a, int64_t lda);
NUMAPACK_API numapack_status numapack_zher2(numapack_layout layout, char uplo, int64_t n, const void* alpha,
                                            const void* x, int64_t incx, const void* y, int64_t incy, void* a,
                                            int64_t lda);

/* A prepacked A or B: packed once, each node's part on its node, in the format that the kernel reads. It is
 * neither packed nor moved again, however many products use it. Any number of threads may use one at once.
 */
typedef struct numapack_packed numapack_packed;

/* factor: 'A' or 'B'. op(A) or op(B) is rows x columns; data with leading dimension ld is A or B as stored,
 * and may be changed or freed afterwards. The layout is that of all matrices of the products. *packed is null
 * unless NUMAPACK_OK is returned.
 */
NUMAPACK_API numapack_status numapack_spack(numapack_packed** packed, numapack_layout layout, char factor,
                                            char trans, int64_t rows, int64_t columns, const float* data,
                                            int64_t ld);
NUMAPACK_API numapack_status numapack_dpack(numapack_packed** packed, numapack_layout layout, char factor,
                                            char trans, int64_t rows, int64_t columns, const double* data,
                                            int64_t ld);
NUMAPACK_API numapack_status numapack_cpack(numapack_packed** packed, numapack_layout layout, char factor,
                                            char trans, int64_t rows, int64_t columns, const void* data,
                                            int64_t ld);
NUMAPACK_API numapack_status numapack_zpack(numapack_packed** packed, numapack_layout layout, char factor,
                                            char trans, int64_t rows, int64_t columns, const void* data,
                                            int64_t ld);

/* C = alpha op(A) op(X) + beta C, where A is packed: C is rows x others. Or C = alpha op(X) op(B) + beta C,
 * where B is: C is others x columns. trans and ldx are X's. Else as gemm; the type must be that of the pack.
 */
NUMAPACK_API numapack_status numapack_sgemm_packed(const numapack_packed* packed, char trans, int64_t others,
                                                   float alpha, const float* x, int64_t ldx, float beta,
                                                   float* c, int64_t ldc);
NUMAPACK_API numapack_status numapack_dgemm_packed(const numapack_packed* packed, char trans, int64_t others,
                                                   double alpha, const double* x, int64_t ldx, double beta,
                                                   double* c, int64_t ldc);
NUMAPACK_API numapack_status numapack_cgemm_packed(const numapack_packed* packed, char trans, int64_t others,
                                                   const void* alpha, const void* x, int64_t ldx,
                                                   const void* beta, void* c, int64_t ldc);
NUMAPACK_API numapack_status numapack_zgemm_packed(const numapack_packed* packed, char trans, int64_t others,
                                                   const void* alpha, const void* x, int64_t ldx,
                                                   const void* beta, void* c, int64_t ldc);

/* The same elements in memory of its own; *copy is null unless NUMAPACK_OK is returned. Bytes of null: 0. */
NUMAPACK_API numapack_status numapack_packed_copy(numapack_packed** copy, const numapack_packed* packed);
NUMAPACK_API void numapack_packed_free(numapack_packed* packed); /* null: nothing */
NUMAPACK_API size_t numapack_packed_bytes(const numapack_packed* packed);
/* Its pages by node, as numapack_where() has them. NUMAPACK_NOT_SUPPORTED if the kernel refuses to say. */
NUMAPACK_API numapack_status numapack_packed_where(const numapack_packed* packed, int64_t* pages_by_node);

#ifdef __cplusplus
}
#endif

#endif
