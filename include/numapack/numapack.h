/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef NUMAPACK_H
#define NUMAPACK_H

#include "numapack/batch.h"
#include "numapack/lapack.h"
#include "numapack/level3.h"
#include "numapack/sparse.h"
#include "numapack/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* C = alpha op(A) op(B) + beta C; op(A) is m x k, op(B) is k x n, C is m x n; leading dimensions in elements.
 * trans: 'N' as it is, 'T' transposed, 'C' conjugated and transposed, 'R' conjugated; either case.
 * beta == 0 does not read C, which must share no element with A or B. Nothing is written unless NUMAPACK_OK
 * is returned. Thread-safe.
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

/* Memory with a placement. A placement is text, with the kernel's node numbers: "first-touch", "0" (bind to
 * node 0), "preferred:0", "interleave", "interleave:0-2,5", "weighted" (by bandwidth), "weighted:0=2,1=1",
 * "cyclic:64" (blocks of columns), "rows:64", "tiles:64x64:2x2", "replicated"; the last four also with nodes,
 * "cyclic:64:0-3". docs/explanation/placement.md explains them. The matrix starts as zeros.
 */
typedef struct numapack_matrix numapack_matrix;
typedef enum {
  NUMAPACK_PAGES_AUTOMATIC = 0,
  NUMAPACK_PAGES_ORDINARY = 1,
  NUMAPACK_PAGES_HUGE = 2
} numapack_pages;

/* rows x columns elements; leading 0: the least. Pages of block placements are made at once, on their nodes.
 * *matrix is null on failure. NUMAPACK_INVALID_ARGUMENT: sizes, a leading dimension or a placement that
 * cannot be; NUMAPACK_OUT_OF_MEMORY, also if a node to bind to is full. */
NUMAPACK_API numapack_status numapack_matrix_create(numapack_matrix** matrix, numapack_layout layout,
                                                    int64_t rows, int64_t columns, int64_t leading,
                                                    size_t element_bytes, const char* placement,
                                                    numapack_pages pages);
NUMAPACK_API void numapack_matrix_free(numapack_matrix* matrix); /* null: nothing */
/* Where its elements begin, of a replicated matrix those of copy 0, 1, …, of any other those of copy 0, null
 * beyond; how many copies there are; the leading dimension. Of null: null, 0, 0. */
NUMAPACK_API void* numapack_matrix_data(const numapack_matrix* matrix, int copy);
NUMAPACK_API int numapack_matrix_copies(const numapack_matrix* matrix);
NUMAPACK_API int64_t numapack_matrix_leading(const numapack_matrix* matrix);

/* Fills a block of rows x columns elements that starts at element (row, column) of the whole, both from 0. */
typedef void (*numapack_write)(void* context, int64_t rows, int64_t columns, void* block, int64_t leading,
                               int64_t row, int64_t column);

/* Fills a matrix in any memory in parallel; pages not touched before are allocated where the placement says.
 * write is called from several threads at once, with blocks that together are the whole matrix.
 * NUMAPACK_INVALID_ARGUMENT: invalid sizes or an invalid placement.
 */
NUMAPACK_API numapack_status numapack_distribute(numapack_layout layout, int64_t rows, int64_t columns,
                                                 void* data, int64_t leading, size_t element_bytes,
                                                 const char* placement, numapack_write write, void* context);

/* to = from, in parallel; pages of `to` not touched before are allocated where the placement says. The
 * matrices must not overlap. NUMAPACK_INVALID_ARGUMENT: invalid sizes or an invalid placement. */
NUMAPACK_API numapack_status numapack_copy(numapack_layout layout, int64_t rows, int64_t columns,
                                           const void* from, int64_t from_leading, void* to,
                                           int64_t to_leading, size_t element_bytes, const char* placement);

/* Moves the pages of a matrix in any memory. *moved: pages on another node than before; *refused:
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

/* The kernel's counts of allocated pages, six per node: hit, miss, foreign, interleave, local, other. They
 * cover all processes since boot: call it before and after, and subtract.
 */
NUMAPACK_API numapack_status numapack_numastat(int64_t* counts);

/* Why the calling thread's last call failed: one line, valid until its next call; "" if it did not. */
NUMAPACK_API const char* numapack_error_message(void);

/* Limits later calls to this many threads (symmetric matrix-vector products use either one or all); less than
 * 1: no limit. The limits of the environment, the affinity mask and the quota hold as well. It applies to the
 * whole process, and a forked child inherits it. Thread-safe.
 */
NUMAPACK_API void numapack_set_num_threads(int threads);
/* How many a call may have now; 1 if the runtime cannot start (numapack_error_message() says why). */
NUMAPACK_API int numapack_get_num_threads(void);

/* Calls that begin later use threads of these nodes only: a list of the kernel's numbers, such as "0-1,3";
 * null or "": all. What a call does on its caller's own thread stays there, wherever that is; while the
 * nodes' threads work, a caller on another node waits. Bits do not depend on it. Of the whole process; a
 * forked child has it, too, or all nodes if it may use none of these. NUMAPACK_INVALID_ARGUMENT for text that
 * is no list and for nodes that do not exist or have no thread; then all is as it was. Thread-safe.
 */
NUMAPACK_API numapack_status numapack_set_nodes(const char* nodes);
/* How many nodes have threads that a call may use now; the kernel's numbers of the first `room` of them go to
 * nodes. -1 if the runtime cannot start (numapack_error_message() says why).
 */
NUMAPACK_API int numapack_get_nodes(int* nodes, int room);

/* The same bits on every CPU that has these instructions: "fma" for all with FMA, each by its own fastest
 * kernels; "avx512", "avx2", "sve512", "sve256", "neon"; or "portable" for all CPUs. In place of
 * NUMAPACK_BITS, of the whole process, before its first computation: NUMAPACK_INVALID_ARGUMENT afterwards,
 * unless the level is the one in use, and for null or a level that this CPU cannot give. Thread-safe.
 */
NUMAPACK_API numapack_status numapack_set_bits(const char* level);

/* Gives idle packing buffers back to the system. numapack_error_message() says why it could not. */
NUMAPACK_API void numapack_release_workspace(void);

/* The version as text: "MAJOR.MINOR.PATCH". */
NUMAPACK_API const char* numapack_version(void);

#ifdef __cplusplus
}
#endif

#endif
