// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "support/c/operands.hpp"

/// A call of every C function for batches, of one problem by its address and of one by strides.
namespace numapack::testing {

inline Statuses call_s_batches(CallOperands& x, const Shape& s) {
  float *const a = single(x.a), *const b = single(x.b), *const c = single(x.c);
  const float one = 1;
  const float* const of_a[] = {a};
  const float* const of_b[] = {b};
  float* const into_a[] = {a};
  float* const into_b[] = {b};
  float* const into_c[] = {c};
  const int64_t count = 1;
  int64_t info = 0;
  int64_t* const rows = x.rows.data();
  int64_t* const into_rows[] = {rows};
  return {
      {"sgemm_batch", numapack_sgemm_batch(s.layout, &s.trans, &s.other_trans, &s.m, &s.n, &s.k, &one, of_a,
                                           &s.ld, of_b, &s.ld, &one, into_c, &s.ld, 1, &count)},
      {"sgemm_batch_strided", numapack_sgemm_batch_strided(s.layout, s.trans, s.other_trans, s.m, s.n, s.k, 1,
                                                           a, s.ld, 0, b, s.ld, 0, 1, c, s.ld, 0, 1)},
      {"strsm_batch", numapack_strsm_batch(s.layout, &s.side, &s.uplo, &s.trans, &s.diag, &s.m, &s.n, &one,
                                           of_a, &s.ld, into_b, &s.ld, 1, &count)},
      {"strsm_batch_strided", numapack_strsm_batch_strided(s.layout, s.side, s.uplo, s.trans, s.diag, s.m,
                                                           s.n, 1, a, s.ld, 0, b, s.ld, 0, 1)},
      {"spotrf_batch", numapack_spotrf_batch(s.layout, s.uplo, s.n, into_a, s.ld, 1, &info)},
      {"spotrf_batch_strided", numapack_spotrf_batch_strided(s.layout, s.uplo, s.n, a, s.ld, 0, 1, &info)},
      {"sgetrf_batch", numapack_sgetrf_batch(s.layout, s.m, s.n, into_a, s.ld, into_rows, 1, &info)},
      {"sgetrf_batch_strided",
       numapack_sgetrf_batch_strided(s.layout, s.m, s.n, a, s.ld, 0, rows, 0, 1, &info)},
      {"sgeqrf_batch", numapack_sgeqrf_batch(s.layout, s.m, s.n, into_a, s.ld, into_c, 1, &info)},
      {"sgeqrf_batch_strided",
       numapack_sgeqrf_batch_strided(s.layout, s.m, s.n, a, s.ld, 0, c, 0, 1, &info)}};
}

inline Statuses call_d_batches(CallOperands& x, const Shape& s) {
  double *const a = x.a.data(), *const b = x.b.data(), *const c = x.c.data();
  const double* const of_a[] = {a};
  const double* const of_b[] = {b};
  double* const into_a[] = {a};
  double* const into_b[] = {b};
  double* const into_c[] = {c};
  const int64_t count = 1;
  int64_t info = 0;
  int64_t* const rows = x.rows.data();
  int64_t* const into_rows[] = {rows};
  return {
      {"dgemm_batch", numapack_dgemm_batch(s.layout, &s.trans, &s.other_trans, &s.m, &s.n, &s.k, x.one, of_a,
                                           &s.ld, of_b, &s.ld, x.one, into_c, &s.ld, 1, &count)},
      {"dgemm_batch_strided", numapack_dgemm_batch_strided(s.layout, s.trans, s.other_trans, s.m, s.n, s.k, 1,
                                                           a, s.ld, 0, b, s.ld, 0, 1, c, s.ld, 0, 1)},
      {"dtrsm_batch", numapack_dtrsm_batch(s.layout, &s.side, &s.uplo, &s.trans, &s.diag, &s.m, &s.n, x.one,
                                           of_a, &s.ld, into_b, &s.ld, 1, &count)},
      {"dtrsm_batch_strided", numapack_dtrsm_batch_strided(s.layout, s.side, s.uplo, s.trans, s.diag, s.m,
                                                           s.n, 1, a, s.ld, 0, b, s.ld, 0, 1)},
      {"dpotrf_batch", numapack_dpotrf_batch(s.layout, s.uplo, s.n, into_a, s.ld, 1, &info)},
      {"dpotrf_batch_strided", numapack_dpotrf_batch_strided(s.layout, s.uplo, s.n, a, s.ld, 0, 1, &info)},
      {"dgetrf_batch", numapack_dgetrf_batch(s.layout, s.m, s.n, into_a, s.ld, into_rows, 1, &info)},
      {"dgetrf_batch_strided",
       numapack_dgetrf_batch_strided(s.layout, s.m, s.n, a, s.ld, 0, rows, 0, 1, &info)},
      {"dgeqrf_batch", numapack_dgeqrf_batch(s.layout, s.m, s.n, into_a, s.ld, into_c, 1, &info)},
      {"dgeqrf_batch_strided",
       numapack_dgeqrf_batch_strided(s.layout, s.m, s.n, a, s.ld, 0, c, 0, 1, &info)}};
}

inline Statuses call_c_batches(CallOperands& x, const Shape& s) {
  void *const a = x.a.data(), *const b = x.b.data(), *const c = x.c.data();
  const void* const of_a[] = {a};
  const void* const of_b[] = {b};
  void* const into_a[] = {a};
  void* const into_b[] = {b};
  void* const into_c[] = {c};
  const int64_t count = 1;
  int64_t info = 0;
  int64_t* const rows = x.rows.data();
  int64_t* const into_rows[] = {rows};
  return {
      {"cgemm_batch", numapack_cgemm_batch(s.layout, &s.trans, &s.other_trans, &s.m, &s.n, &s.k, x.one, of_a,
                                           &s.ld, of_b, &s.ld, x.one, into_c, &s.ld, 1, &count)},
      {"cgemm_batch_strided",
       numapack_cgemm_batch_strided(s.layout, s.trans, s.other_trans, s.m, s.n, s.k, x.one, a, s.ld, 0, b,
                                    s.ld, 0, x.one, c, s.ld, 0, 1)},
      {"ctrsm_batch", numapack_ctrsm_batch(s.layout, &s.side, &s.uplo, &s.trans, &s.diag, &s.m, &s.n, x.one,
                                           of_a, &s.ld, into_b, &s.ld, 1, &count)},
      {"ctrsm_batch_strided", numapack_ctrsm_batch_strided(s.layout, s.side, s.uplo, s.trans, s.diag, s.m,
                                                           s.n, x.one, a, s.ld, 0, b, s.ld, 0, 1)},
      {"cpotrf_batch", numapack_cpotrf_batch(s.layout, s.uplo, s.n, into_a, s.ld, 1, &info)},
      {"cpotrf_batch_strided", numapack_cpotrf_batch_strided(s.layout, s.uplo, s.n, a, s.ld, 0, 1, &info)},
      {"cgetrf_batch", numapack_cgetrf_batch(s.layout, s.m, s.n, into_a, s.ld, into_rows, 1, &info)},
      {"cgetrf_batch_strided",
       numapack_cgetrf_batch_strided(s.layout, s.m, s.n, a, s.ld, 0, rows, 0, 1, &info)},
      {"cgeqrf_batch", numapack_cgeqrf_batch(s.layout, s.m, s.n, into_a, s.ld, into_c, 1, &info)},
      {"cgeqrf_batch_strided",
       numapack_cgeqrf_batch_strided(s.layout, s.m, s.n, a, s.ld, 0, c, 0, 1, &info)}};
}

inline Statuses call_z_batches(CallOperands& x, const Shape& s) {
  void *const a = x.a.data(), *const b = x.b.data(), *const c = x.c.data();
  const void* const of_a[] = {a};
  const void* const of_b[] = {b};
  void* const into_a[] = {a};
  void* const into_b[] = {b};
  void* const into_c[] = {c};
  const int64_t count = 1;
  int64_t info = 0;
  int64_t* const rows = x.rows.data();
  int64_t* const into_rows[] = {rows};
  return {
      {"zgemm_batch", numapack_zgemm_batch(s.layout, &s.trans, &s.other_trans, &s.m, &s.n, &s.k, x.one, of_a,
                                           &s.ld, of_b, &s.ld, x.one, into_c, &s.ld, 1, &count)},
      {"zgemm_batch_strided",
       numapack_zgemm_batch_strided(s.layout, s.trans, s.other_trans, s.m, s.n, s.k, x.one, a, s.ld, 0, b,
                                    s.ld, 0, x.one, c, s.ld, 0, 1)},
      {"ztrsm_batch", numapack_ztrsm_batch(s.layout, &s.side, &s.uplo, &s.trans, &s.diag, &s.m, &s.n, x.one,
                                           of_a, &s.ld, into_b, &s.ld, 1, &count)},
      {"ztrsm_batch_strided", numapack_ztrsm_batch_strided(s.layout, s.side, s.uplo, s.trans, s.diag, s.m,
                                                           s.n, x.one, a, s.ld, 0, b, s.ld, 0, 1)},
      {"zpotrf_batch", numapack_zpotrf_batch(s.layout, s.uplo, s.n, into_a, s.ld, 1, &info)},
      {"zpotrf_batch_strided", numapack_zpotrf_batch_strided(s.layout, s.uplo, s.n, a, s.ld, 0, 1, &info)},
      {"zgetrf_batch", numapack_zgetrf_batch(s.layout, s.m, s.n, into_a, s.ld, into_rows, 1, &info)},
      {"zgetrf_batch_strided",
       numapack_zgetrf_batch_strided(s.layout, s.m, s.n, a, s.ld, 0, rows, 0, 1, &info)},
      {"zgeqrf_batch", numapack_zgeqrf_batch(s.layout, s.m, s.n, into_a, s.ld, into_c, 1, &info)},
      {"zgeqrf_batch_strided",
       numapack_zgeqrf_batch_strided(s.layout, s.m, s.n, a, s.ld, 0, c, 0, 1, &info)}};
}

}  // namespace numapack::testing
