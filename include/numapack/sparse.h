/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef NUMAPACK_SPARSE_H
#define NUMAPACK_SPARSE_H

/* Sparse matrices times vectors. Part of numapack.h. */

#include "numapack/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A sparse matrix compressed by rows, for many products: the rows of each node's threads on their node. On
 * several nodes each gathers the elements of x that its rows use once a product, and reads nothing else from
 * elsewhere. Any number of threads may use one at once. */
typedef struct numapack_csr numapack_csr;

/* A sparse matrix from arrays. Row i has elements starts[i] to before starts[i + 1], element e is values[e]
 * in column indices[e]; everything counts from 0. starts has rows + 1 numbers; it and indices are int32_t
 * (index_bytes 4) or int64_t (8). Rows may be empty, their columns in any order; elements with the same place
 * add up. What is passed may be changed or freed afterwards. *csr is null unless NUMAPACK_OK is returned.
 * NUMAPACK_INVALID_ARGUMENT: sizes below 0, null pointers, starts that do not begin with 0 or fall, columns
 * that do not exist; NUMAPACK_NOT_SUPPORTED: more than 2^31 - 1 columns; NUMAPACK_OUT_OF_MEMORY. Complex
 * values are pairs of reals. Thread-safe. */
NUMAPACK_API numapack_status numapack_scsr(numapack_csr** csr, int64_t rows, int64_t columns, int index_bytes,
                                           const void* starts, const void* indices, const float* values);
NUMAPACK_API numapack_status numapack_dcsr(numapack_csr** csr, int64_t rows, int64_t columns, int index_bytes,
                                           const void* starts, const void* indices, const double* values);
NUMAPACK_API numapack_status numapack_ccsr(numapack_csr** csr, int64_t rows, int64_t columns, int index_bytes,
                                           const void* starts, const void* indices, const void* values);
NUMAPACK_API numapack_status numapack_zcsr(numapack_csr** csr, int64_t rows, int64_t columns, int index_bytes,
                                           const void* starts, const void* indices, const void* values);
NUMAPACK_API void numapack_csr_free(numapack_csr* csr);

/* Bytes of its memory; of null: 0. */
NUMAPACK_API size_t numapack_csr_bytes(const numapack_csr* csr);

/* Its pages on each node, numapack_nodes() counts. NUMAPACK_NOT_SUPPORTED if the kernel refuses to say. */
NUMAPACK_API numapack_status numapack_csr_where(const numapack_csr* csr, int64_t* pages_by_node);

/* The first row and the number of rows of each node: arrays of numapack_nodes() elements each; a null pointer
 * is ignored. If each node fills these rows of x and y, only those elements of x cross that a node's rows use
 * and another node holds.
 */
NUMAPACK_API numapack_status numapack_csr_rows(const numapack_csr* csr, int64_t* first_row, int64_t* rows);

/* y = alpha A x + beta y with x of A's columns and y of its rows, which must not overlap. With beta 0, y is
 * not read; with alpha 0, A and x are not. The same call gives the same bits however many threads work. Pages
 * of y that nobody has touched are made on the node of their rows. Nothing is written unless NUMAPACK_OK is
 * returned; the type is that of the csr. Thread-safe. */
NUMAPACK_API numapack_status numapack_sspmv(const numapack_csr* csr, float alpha, const float* x, float beta,
                                            float* y);
NUMAPACK_API numapack_status numapack_dspmv(const numapack_csr* csr, double alpha, const double* x,
                                            double beta, double* y);
NUMAPACK_API numapack_status numapack_cspmv(const numapack_csr* csr, const void* alpha, const void* x,
                                            const void* beta, void* y);
NUMAPACK_API numapack_status numapack_zspmv(const numapack_csr* csr, const void* alpha, const void* x,
                                            const void* beta, void* y);

/* y = alpha A x + beta y for a matrix that is multiplied once, in place: the same bits as by
 * numapack_dspmv(). Its arrays are those of numapack_dcsr(), and are checked each time. Else as
 * numapack_dspmv(). */
NUMAPACK_API numapack_status numapack_sspmv_once(int64_t rows, int64_t columns, int index_bytes,
                                                 const void* starts, const void* indices, const float* values,
                                                 float alpha, const float* x, float beta, float* y);
NUMAPACK_API numapack_status numapack_dspmv_once(int64_t rows, int64_t columns, int index_bytes,
                                                 const void* starts, const void* indices,
                                                 const double* values, double alpha, const double* x,
                                                 double beta, double* y);
NUMAPACK_API numapack_status numapack_cspmv_once(int64_t rows, int64_t columns, int index_bytes,
                                                 const void* starts, const void* indices, const void* values,
                                                 const void* alpha, const void* x, const void* beta, void* y);
NUMAPACK_API numapack_status numapack_zspmv_once(int64_t rows, int64_t columns, int index_bytes,
                                                 const void* starts, const void* indices, const void* values,
                                                 const void* alpha, const void* x, const void* beta, void* y);

#ifdef __cplusplus
}
#endif

#endif
