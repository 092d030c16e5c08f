/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef NUMAPACK_H
#define NUMAPACK_H

#include <stddef.h>
#include <stdint.h>

#include "numapack/export.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Values as in CBLAS. */
typedef enum { NUMAPACK_ROW_MAJOR = 101, NUMAPACK_COLUMN_MAJOR = 102 } numapack_layout;

/* What a call returns; the message says which argument, its value and what is allowed. */
typedef enum {
  NUMAPACK_OK = 0,
  NUMAPACK_INVALID_ARGUMENT = 1,
  NUMAPACK_OUT_OF_MEMORY = 2,
  NUMAPACK_NOT_SUPPORTED = 3,
  NUMAPACK_SYSTEM = 4
} numapack_status;

/* C = alpha op(A) op(B) + beta C; op(A) is m x k, op(B) is k x n, C is m x n; leading dimensions in elements.
 * trans: 'N' as it is, 'T' transposed, 'C' conjugated and transposed, 'R' conjugated; either case.
 * beta == 0 does not read C. Nothing is written unless NUMAPACK_OK is returned. Thread-safe.
 * Complex scalars and matrices are pairs of reals (C99 complex, std::complex), passed by address as in CBLAS.
 */
NUMAPACK_API numapack_status numapack_sgemm(numapack_layout layout, char trans_a, char trans_b, int64_t m,
                                            int64_t n, int64_t k, float alpha, const float* a, int64_t lda,
                                            const float* b, int64_t ldb, float beta, float* c, int64_t ldc);
NUMAPACK_API numapack_status numapack_dgemm(numapack_layout layout, char trans_a, char trans_b, int64_t m,
                                            int64_t n, int64_t k, double alpha, const double* a, int64_t lda,
                                            const double* b, int64_t ldb, double beta, double* c,
                                            int64_t ldc);
NUMAPACK_API numapack_status numapack_cgemm(numapack_layout layout, char trans_a, char trans_b, int64_t m,
                                            int64_t n, int64_t k, const void* alpha, const void* a,
                                            int64_t lda, const void* b, int64_t ldb, const void* beta,
                                            void* c, int64_t ldc);
NUMAPACK_API numapack_status numapack_zgemm(numapack_layout layout, char trans_a, char trans_b, int64_t m,
                                            int64_t n, int64_t k, const void* alpha, const void* a,
                                            int64_t lda, const void* b, int64_t ldb, const void* beta,
                                            void* c, int64_t ldc);

/* gemm; the name under which other libraries trade accuracy for fewer multiplications, which this one does
 * not. */
NUMAPACK_API numapack_status numapack_cgemm3m(numapack_layout layout, char trans_a, char trans_b, int64_t m,
                                              int64_t n, int64_t k, const void* alpha, const void* a,
                                              int64_t lda, const void* b, int64_t ldb, const void* beta,
                                              void* c, int64_t ldc);
NUMAPACK_API numapack_status numapack_zgemm3m(numapack_layout layout, char trans_a, char trans_b, int64_t m,
                                              int64_t n, int64_t k, const void* alpha, const void* a,
                                              int64_t lda, const void* b, int64_t ldb, const void* beta,
                                              void* c, int64_t ldc);

/* Products with structure: BLAS's symm, hemm, syrk, herk, syr2k, her2k, and gemmt, which is gemm with a half
 * of C. side: 'L' (A stands left of B) or 'R'. uplo: 'U' or 'L', the half of the structured matrix, with the
 * diagonal, that is read (A of symm and hemm) or read and written (C of the others); the other half is not
 * touched. trans of syrk and syr2k: 'N', or 'T' (real: also 'C'); of herk and her2k 'N' or 'C'. Everything
 * else as for gemm; sizes are those of BLAS. The diagonal of a Hermitian matrix is taken and left as real.
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
 * diag: 'U' (ones, which are not read) or 'N'. trsm does not look for zeros on the diagonal. Everything else
 * as above.
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

/* BLAS's gemv, ger (complex: geru and gerc), symv and hemv. Vectors as in BLAS: a negative step counts from
 * the end, 0 is refused. A matrix that is spread over nodes is read by all of them at once. Else as gemm.
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

/* A or B of products that stays: laid out once, each node's part on its node, in the format that the kernel
 * reads. From then on it is neither packed nor moved again, however often it is multiplied with. Any number
 * of threads may use one at once.
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

/* The same elements in memory of its own. */
NUMAPACK_API numapack_status numapack_packed_copy(numapack_packed** copy, const numapack_packed* packed);
NUMAPACK_API void numapack_packed_free(numapack_packed* packed); /* null: nothing */
NUMAPACK_API size_t numapack_packed_bytes(const numapack_packed* packed);
/* Its pages by node, as numapack_where() has them. */
NUMAPACK_API numapack_status numapack_packed_where(const numapack_packed* packed, int64_t* pages_by_node);

/* Memory with a placement. A placement is text, with the kernel's node numbers: "first-touch", "0" (bind to
 * node 0), "preferred:0", "interleave", "interleave:0-2,5", "weighted" (by bandwidth), "weighted:0=2,1=1",
 * "cyclic:64" (blocks of columns), "rows:64", "tiles:64x64:2x2", "replicated"; the last four also with nodes,
 * "cyclic:64:0-3". docs/placement.md explains them. The matrix starts as zeros.
 */
typedef struct numapack_matrix numapack_matrix;
typedef enum {
  NUMAPACK_PAGES_AUTOMATIC = 0,
  NUMAPACK_PAGES_ORDINARY = 1,
  NUMAPACK_PAGES_HUGE = 2
} numapack_pages;

/* leading 0: the least. Pages of block placements are made at once, on their nodes. *matrix is null on
 * failure. */
NUMAPACK_API numapack_status numapack_matrix_create(numapack_matrix** matrix, numapack_layout layout,
                                                    int64_t rows, int64_t columns, int64_t leading,
                                                    size_t element_bytes, const char* placement,
                                                    numapack_pages pages);
NUMAPACK_API void numapack_matrix_free(numapack_matrix* matrix); /* null: nothing */
/* Of a replicated matrix copy 0, 1, …; of any other copy 0. Null beyond. */
NUMAPACK_API void* numapack_matrix_data(const numapack_matrix* matrix, int copy);
NUMAPACK_API int numapack_matrix_copies(const numapack_matrix* matrix);
NUMAPACK_API int64_t numapack_matrix_leading(const numapack_matrix* matrix);

/* Fills a block of rows x columns elements that starts at element (row, column) of the whole, both from 0. */
typedef void (*numapack_write)(void* context, int64_t rows, int64_t columns, void* block, int64_t leading,
                               int64_t row, int64_t column);

/* Fills a matrix in anybody's memory in parallel; pages that nobody has touched before come where the
 * placement says. write is called from several threads at once with blocks that together are the whole
 * matrix.
 */
NUMAPACK_API numapack_status numapack_distribute(numapack_layout layout, int64_t rows, int64_t columns,
                                                 void* data, int64_t leading, size_t element_bytes,
                                                 const char* placement, numapack_write write, void* context);

/* to = from, in parallel, likewise. They must not overlap. */
NUMAPACK_API numapack_status numapack_copy(numapack_layout layout, int64_t rows, int64_t columns,
                                           const void* from, int64_t from_leading, void* to,
                                           int64_t to_leading, size_t element_bytes, const char* placement);

/* Moves the pages of a matrix that anybody allocated. *moved: pages on another node than before; *refused:
 * pages that stayed elsewhere: the kernel would not move them, or they are part of a huge page, which moves
 * whole, to where most of its pages belong. Either may be null.
 */
NUMAPACK_API numapack_status numapack_migrate(numapack_layout layout, int64_t rows, int64_t columns,
                                              void* data, int64_t leading, size_t element_bytes,
                                              const char* placement, int64_t* moved, int64_t* refused);

/* Nodes of the machine, and the kernel's number of each. -1 if the machine cannot be read. */
NUMAPACK_API int numapack_nodes(void);
NUMAPACK_API int numapack_node_number(int node);

/* Pages of a stretch by node (numapack_nodes() counts), those never written, and bytes in huge pages. Touches
 * nothing. The last two may be null. NUMAPACK_NOT_SUPPORTED if the kernel refuses to say.
 */
NUMAPACK_API numapack_status numapack_where(const void* data, size_t bytes, int64_t* pages_by_node,
                                            int64_t* untouched, int64_t* huge_bytes);

/* The kernel's counts of pages handed out, six a node: hit, miss, foreign, interleave, local, other. Of all
 * processes, since the start: call it before and after, and subtract.
 */
NUMAPACK_API numapack_status numapack_numastat(int64_t* counts);

/* LAPACK's getrf, getrs and gesv: A = P L U in place of A (m x n) with partial pivoting; op(A) X = B from the
 * factors, in place of B (n x nrhs); both at once. trans: 'N', 'T' or 'C'. ipiv: min(m, n) rows counted
 * from 1. Where info is not null it gets LAPACK's: 0; i > 0 if pivot i is exactly zero (getrf has finished,
 * gesv has not touched B; the status is NUMAPACK_OK); -i if argument i, not counting the layout, is wrong.
 * Row-major: lda >= n, ldb >= nrhs. Nothing but info is written unless NUMAPACK_OK is returned. Thread-safe.
 */
NUMAPACK_API numapack_status numapack_sgetrf(numapack_layout layout, int64_t m, int64_t n, float* a,
                                             int64_t lda, int64_t* ipiv, int64_t* info);
NUMAPACK_API numapack_status numapack_dgetrf(numapack_layout layout, int64_t m, int64_t n, double* a,
                                             int64_t lda, int64_t* ipiv, int64_t* info);
NUMAPACK_API numapack_status numapack_cgetrf(numapack_layout layout, int64_t m, int64_t n, void* a,
                                             int64_t lda, int64_t* ipiv, int64_t* info);
NUMAPACK_API numapack_status numapack_zgetrf(numapack_layout layout, int64_t m, int64_t n, void* a,
                                             int64_t lda, int64_t* ipiv, int64_t* info);
NUMAPACK_API numapack_status numapack_sgetrs(numapack_layout layout, char trans, int64_t n, int64_t nrhs,
                                             const float* a, int64_t lda, const int64_t* ipiv, float* b,
                                             int64_t ldb, int64_t* info);
NUMAPACK_API numapack_status numapack_dgetrs(numapack_layout layout, char trans, int64_t n, int64_t nrhs,
                                             const double* a, int64_t lda, const int64_t* ipiv, double* b,
                                             int64_t ldb, int64_t* info);
NUMAPACK_API numapack_status numapack_cgetrs(numapack_layout layout, char trans, int64_t n, int64_t nrhs,
                                             const void* a, int64_t lda, const int64_t* ipiv, void* b,
                                             int64_t ldb, int64_t* info);
NUMAPACK_API numapack_status numapack_zgetrs(numapack_layout layout, char trans, int64_t n, int64_t nrhs,
                                             const void* a, int64_t lda, const int64_t* ipiv, void* b,
                                             int64_t ldb, int64_t* info);
NUMAPACK_API numapack_status numapack_sgesv(numapack_layout layout, int64_t n, int64_t nrhs, float* a,
                                            int64_t lda, int64_t* ipiv, float* b, int64_t ldb, int64_t* info);
NUMAPACK_API numapack_status numapack_dgesv(numapack_layout layout, int64_t n, int64_t nrhs, double* a,
                                            int64_t lda, int64_t* ipiv, double* b, int64_t ldb,
                                            int64_t* info);
NUMAPACK_API numapack_status numapack_cgesv(numapack_layout layout, int64_t n, int64_t nrhs, void* a,
                                            int64_t lda, int64_t* ipiv, void* b, int64_t ldb, int64_t* info);
NUMAPACK_API numapack_status numapack_zgesv(numapack_layout layout, int64_t n, int64_t nrhs, void* a,
                                            int64_t lda, int64_t* ipiv, void* b, int64_t ldb, int64_t* info);

/* LAPACK's Cholesky factorisation and inverses. potrf: A = L L^H (uplo 'L') or U^H U ('U') in place of the
 * Hermitian (real: symmetric) A, n x n; potrs: A X = B from that, in place of B (n x nrhs); posv: both;
 * potri: the inverse of A from that; trtri: the inverse of a triangle (diag 'N', or 'U' for ones on the
 * diagonal, which is not read); lauum: L^H L or U U^H in place of a triangle; getri: the inverse of A from
 * what getrf made of it. The half that uplo does not name is neither read nor written. Imaginary parts of a
 * Hermitian diagonal are not read, and zero in results. Where info is not null it gets LAPACK's: 0; i > 0,
 * with the status NUMAPACK_OK, if the leading minor of order i is not positive definite (potrf, posv, which
 * leaves B alone) or element i of the diagonal is zero (potri, trtri, getri; nothing was written); -i if
 * argument i, not counting the layout, is wrong (nothing was written). Row-major: ldb >= nrhs. Thread-safe.
 */
NUMAPACK_API numapack_status numapack_spotrf(numapack_layout layout, char uplo, int64_t n, float* a,
                                             int64_t lda, int64_t* info);
NUMAPACK_API numapack_status numapack_dpotrf(numapack_layout layout, char uplo, int64_t n, double* a,
                                             int64_t lda, int64_t* info);
NUMAPACK_API numapack_status numapack_cpotrf(numapack_layout layout, char uplo, int64_t n, void* a,
                                             int64_t lda, int64_t* info);
NUMAPACK_API numapack_status numapack_zpotrf(numapack_layout layout, char uplo, int64_t n, void* a,
                                             int64_t lda, int64_t* info);
NUMAPACK_API numapack_status numapack_spotrs(numapack_layout layout, char uplo, int64_t n, int64_t nrhs,
                                             const float* a, int64_t lda, float* b, int64_t ldb,
                                             int64_t* info);
NUMAPACK_API numapack_status numapack_dpotrs(numapack_layout layout, char uplo, int64_t n, int64_t nrhs,
                                             const double* a, int64_t lda, double* b, int64_t ldb,
                                             int64_t* info);
NUMAPACK_API numapack_status numapack_cpotrs(numapack_layout layout, char uplo, int64_t n, int64_t nrhs,
                                             const void* a, int64_t lda, void* b, int64_t ldb, int64_t* info);
NUMAPACK_API numapack_status numapack_zpotrs(numapack_layout layout, char uplo, int64_t n, int64_t nrhs,
                                             const void* a, int64_t lda, void* b, int64_t ldb, int64_t* info);
NUMAPACK_API numapack_status numapack_sposv(numapack_layout layout, char uplo, int64_t n, int64_t nrhs,
                                            float* a, int64_t lda, float* b, int64_t ldb, int64_t* info);
NUMAPACK_API numapack_status numapack_dposv(numapack_layout layout, char uplo, int64_t n, int64_t nrhs,
                                            double* a, int64_t lda, double* b, int64_t ldb, int64_t* info);
NUMAPACK_API numapack_status numapack_cposv(numapack_layout layout, char uplo, int64_t n, int64_t nrhs,
                                            void* a, int64_t lda, void* b, int64_t ldb, int64_t* info);
NUMAPACK_API numapack_status numapack_zposv(numapack_layout layout, char uplo, int64_t n, int64_t nrhs,
                                            void* a, int64_t lda, void* b, int64_t ldb, int64_t* info);
NUMAPACK_API numapack_status numapack_spotri(numapack_layout layout, char uplo, int64_t n, float* a,
                                             int64_t lda, int64_t* info);
NUMAPACK_API numapack_status numapack_dpotri(numapack_layout layout, char uplo, int64_t n, double* a,
                                             int64_t lda, int64_t* info);
NUMAPACK_API numapack_status numapack_cpotri(numapack_layout layout, char uplo, int64_t n, void* a,
                                             int64_t lda, int64_t* info);
NUMAPACK_API numapack_status numapack_zpotri(numapack_layout layout, char uplo, int64_t n, void* a,
                                             int64_t lda, int64_t* info);
NUMAPACK_API numapack_status numapack_strtri(numapack_layout layout, char uplo, char diag, int64_t n,
                                             float* a, int64_t lda, int64_t* info);
NUMAPACK_API numapack_status numapack_dtrtri(numapack_layout layout, char uplo, char diag, int64_t n,
                                             double* a, int64_t lda, int64_t* info);
NUMAPACK_API numapack_status numapack_ctrtri(numapack_layout layout, char uplo, char diag, int64_t n, void* a,
                                             int64_t lda, int64_t* info);
NUMAPACK_API numapack_status numapack_ztrtri(numapack_layout layout, char uplo, char diag, int64_t n, void* a,
                                             int64_t lda, int64_t* info);
NUMAPACK_API numapack_status numapack_slauum(numapack_layout layout, char uplo, int64_t n, float* a,
                                             int64_t lda, int64_t* info);
NUMAPACK_API numapack_status numapack_dlauum(numapack_layout layout, char uplo, int64_t n, double* a,
                                             int64_t lda, int64_t* info);
NUMAPACK_API numapack_status numapack_clauum(numapack_layout layout, char uplo, int64_t n, void* a,
                                             int64_t lda, int64_t* info);
NUMAPACK_API numapack_status numapack_zlauum(numapack_layout layout, char uplo, int64_t n, void* a,
                                             int64_t lda, int64_t* info);
NUMAPACK_API numapack_status numapack_sgetri(numapack_layout layout, int64_t n, float* a, int64_t lda,
                                             const int64_t* ipiv, int64_t* info);
NUMAPACK_API numapack_status numapack_dgetri(numapack_layout layout, int64_t n, double* a, int64_t lda,
                                             const int64_t* ipiv, int64_t* info);
NUMAPACK_API numapack_status numapack_cgetri(numapack_layout layout, int64_t n, void* a, int64_t lda,
                                             const int64_t* ipiv, int64_t* info);
NUMAPACK_API numapack_status numapack_zgetri(numapack_layout layout, int64_t n, void* a, int64_t lda,
                                             const int64_t* ipiv, int64_t* info);
/* LAPACK's geqrf: A = Q R in place of A (m x n), R on and above the diagonal, the min(m, n) reflectors below,
 * their factors in tau. ormqr (unmqr for c and z): op(Q) C (side 'L') or C op(Q) ('R') in place of C (m x n)
 * with the Q of the first k of them; trans: 'N', 'C', for s and d also 'T'. orgqr (ungqr): the first n
 * columns of that Q in place of A (m x n, k <= n <= m). gels: op(A) X = B for A (m x n) of full rank, least
 * squares or the solution of least norm, in place of B (max(m, n) x nrhs); A becomes its factors. info as for
 * getrf; gels: i > 0 if diagonal element i of the triangle is exactly zero (B is not touched; the status is
 * NUMAPACK_OK). Row-major: the least leading dimensions are those of rows, and a copy of each matrix is made.
 * Nothing but info is written unless NUMAPACK_OK is returned, but if a product between finds no memory to
 * pack into (NUMAPACK_OUT_OF_MEMORY), what was to be written is half done. Thread-safe.
 */
NUMAPACK_API numapack_status numapack_sgeqrf(numapack_layout layout, int64_t m, int64_t n, float* a,
                                             int64_t lda, float* tau, int64_t* info);
NUMAPACK_API numapack_status numapack_dgeqrf(numapack_layout layout, int64_t m, int64_t n, double* a,
                                             int64_t lda, double* tau, int64_t* info);
NUMAPACK_API numapack_status numapack_cgeqrf(numapack_layout layout, int64_t m, int64_t n, void* a,
                                             int64_t lda, void* tau, int64_t* info);
NUMAPACK_API numapack_status numapack_zgeqrf(numapack_layout layout, int64_t m, int64_t n, void* a,
                                             int64_t lda, void* tau, int64_t* info);
NUMAPACK_API numapack_status numapack_sormqr(numapack_layout layout, char side, char trans, int64_t m,
                                             int64_t n, int64_t k, const float* a, int64_t lda,
                                             const float* tau, float* c, int64_t ldc, int64_t* info);
NUMAPACK_API numapack_status numapack_dormqr(numapack_layout layout, char side, char trans, int64_t m,
                                             int64_t n, int64_t k, const double* a, int64_t lda,
                                             const double* tau, double* c, int64_t ldc, int64_t* info);
NUMAPACK_API numapack_status numapack_cunmqr(numapack_layout layout, char side, char trans, int64_t m,
                                             int64_t n, int64_t k, const void* a, int64_t lda,
                                             const void* tau, void* c, int64_t ldc, int64_t* info);
NUMAPACK_API numapack_status numapack_zunmqr(numapack_layout layout, char side, char trans, int64_t m,
                                             int64_t n, int64_t k, const void* a, int64_t lda,
                                             const void* tau, void* c, int64_t ldc, int64_t* info);
NUMAPACK_API numapack_status numapack_sorgqr(numapack_layout layout, int64_t m, int64_t n, int64_t k,
                                             float* a, int64_t lda, const float* tau, int64_t* info);
NUMAPACK_API numapack_status numapack_dorgqr(numapack_layout layout, int64_t m, int64_t n, int64_t k,
                                             double* a, int64_t lda, const double* tau, int64_t* info);
NUMAPACK_API numapack_status numapack_cungqr(numapack_layout layout, int64_t m, int64_t n, int64_t k, void* a,
                                             int64_t lda, const void* tau, int64_t* info);
NUMAPACK_API numapack_status numapack_zungqr(numapack_layout layout, int64_t m, int64_t n, int64_t k, void* a,
                                             int64_t lda, const void* tau, int64_t* info);
NUMAPACK_API numapack_status numapack_sgels(numapack_layout layout, char trans, int64_t m, int64_t n,
                                            int64_t nrhs, float* a, int64_t lda, float* b, int64_t ldb,
                                            int64_t* info);
NUMAPACK_API numapack_status numapack_dgels(numapack_layout layout, char trans, int64_t m, int64_t n,
                                            int64_t nrhs, double* a, int64_t lda, double* b, int64_t ldb,
                                            int64_t* info);
NUMAPACK_API numapack_status numapack_cgels(numapack_layout layout, char trans, int64_t m, int64_t n,
                                            int64_t nrhs, void* a, int64_t lda, void* b, int64_t ldb,
                                            int64_t* info);
NUMAPACK_API numapack_status numapack_zgels(numapack_layout layout, char trans, int64_t m, int64_t n,
                                            int64_t nrhs, void* a, int64_t lda, void* b, int64_t ldb,
                                            int64_t* info);

/* Why the calling thread's last call failed: one line, valid until its next call; "" if it did not. */
NUMAPACK_API const char* numapack_error_message(void);

/* Gives idle packing buffers back to the system. numapack_error_message() says why it could not. */
NUMAPACK_API void numapack_release_workspace(void);

/* "0.1.0" */
NUMAPACK_API const char* numapack_version(void);

#ifdef __cplusplus
}
#endif

#endif
