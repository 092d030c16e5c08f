// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include "support/c/batch_functions.hpp"
#include "support/c/operands.hpp"
#include "support/c/sparse_functions.hpp"

/// A call of every C function that computes something.
namespace numapack::testing {

inline Statuses call_gemms(CallOperands& x, const Shape& s) {
  return {{"sgemm", numapack_sgemm(s.layout, s.trans, s.other_trans, s.m, s.n, s.k, 1, single(x.a), s.ld,
                                   single(x.b), s.ld, 0, single(x.c), s.ld)},
          {"dgemm", numapack_dgemm(s.layout, s.trans, s.other_trans, s.m, s.n, s.k, 1, x.a.data(), s.ld,
                                   x.b.data(), s.ld, 0, x.c.data(), s.ld)},
          {"cgemm", numapack_cgemm(s.layout, s.trans, s.other_trans, s.m, s.n, s.k, x.one, x.a.data(), s.ld,
                                   x.b.data(), s.ld, x.one, x.c.data(), s.ld)},
          {"zgemm", numapack_zgemm(s.layout, s.trans, s.other_trans, s.m, s.n, s.k, x.one, x.a.data(), s.ld,
                                   x.b.data(), s.ld, x.one, x.c.data(), s.ld)}};
}

inline Statuses call_level3(CallOperands& x, const Shape& s) {
  return {
      {"ssymm", numapack_ssymm(s.layout, s.side, s.uplo, s.m, s.n, 1, single(x.a), s.ld, single(x.b), s.ld, 1,
                               single(x.c), s.ld)},
      {"ssyrk", numapack_ssyrk(s.layout, s.uplo, s.transposed(), s.n, s.k, 1, single(x.a), s.ld, 1,
                               single(x.c), s.ld)},
      {"ssyr2k", numapack_ssyr2k(s.layout, s.uplo, s.transposed(), s.n, s.k, 1, single(x.a), s.ld,
                                 single(x.b), s.ld, 1, single(x.c), s.ld)},
      {"sgemmt", numapack_sgemmt(s.layout, s.uplo, s.trans, s.other_trans, s.n, s.k, 1, single(x.a), s.ld,
                                 single(x.b), s.ld, 1, single(x.c), s.ld)},
      {"dsymm", numapack_dsymm(s.layout, s.side, s.uplo, s.m, s.n, 1, x.a.data(), s.ld, x.b.data(), s.ld, 1,
                               x.c.data(), s.ld)},
      {"dsyrk",
       numapack_dsyrk(s.layout, s.uplo, s.transposed(), s.n, s.k, 1, x.a.data(), s.ld, 1, x.c.data(), s.ld)},
      {"dsyr2k", numapack_dsyr2k(s.layout, s.uplo, s.transposed(), s.n, s.k, 1, x.a.data(), s.ld, x.b.data(),
                                 s.ld, 1, x.c.data(), s.ld)},
      {"dgemmt", numapack_dgemmt(s.layout, s.uplo, s.trans, s.other_trans, s.n, s.k, 1, x.a.data(), s.ld,
                                 x.b.data(), s.ld, 1, x.c.data(), s.ld)},
      {"csymm", numapack_csymm(s.layout, s.side, s.uplo, s.m, s.n, x.one, x.a.data(), s.ld, x.b.data(), s.ld,
                               x.one, x.c.data(), s.ld)},
      {"chemm", numapack_chemm(s.layout, s.side, s.uplo, s.m, s.n, x.one, x.a.data(), s.ld, x.b.data(), s.ld,
                               x.one, x.c.data(), s.ld)},
      {"csyrk", numapack_csyrk(s.layout, s.uplo, s.transposed(), s.n, s.k, x.one, x.a.data(), s.ld, x.one,
                               x.c.data(), s.ld)},
      {"csyr2k", numapack_csyr2k(s.layout, s.uplo, s.transposed(), s.n, s.k, x.one, x.a.data(), s.ld,
                                 x.b.data(), s.ld, x.one, x.c.data(), s.ld)},
      {"cherk",
       numapack_cherk(s.layout, s.uplo, s.conjugated(), s.n, s.k, 1, x.a.data(), s.ld, 1, x.c.data(), s.ld)},
      {"cher2k", numapack_cher2k(s.layout, s.uplo, s.conjugated(), s.n, s.k, x.one, x.a.data(), s.ld,
                                 x.b.data(), s.ld, 1, x.c.data(), s.ld)},
      {"cgemmt", numapack_cgemmt(s.layout, s.uplo, s.trans, s.other_trans, s.n, s.k, x.one, x.a.data(), s.ld,
                                 x.b.data(), s.ld, x.one, x.c.data(), s.ld)},
      {"zsymm", numapack_zsymm(s.layout, s.side, s.uplo, s.m, s.n, x.one, x.a.data(), s.ld, x.b.data(), s.ld,
                               x.one, x.c.data(), s.ld)},
      {"zhemm", numapack_zhemm(s.layout, s.side, s.uplo, s.m, s.n, x.one, x.a.data(), s.ld, x.b.data(), s.ld,
                               x.one, x.c.data(), s.ld)},
      {"zsyrk", numapack_zsyrk(s.layout, s.uplo, s.transposed(), s.n, s.k, x.one, x.a.data(), s.ld, x.one,
                               x.c.data(), s.ld)},
      {"zsyr2k", numapack_zsyr2k(s.layout, s.uplo, s.transposed(), s.n, s.k, x.one, x.a.data(), s.ld,
                                 x.b.data(), s.ld, x.one, x.c.data(), s.ld)},
      {"zherk",
       numapack_zherk(s.layout, s.uplo, s.conjugated(), s.n, s.k, 1, x.a.data(), s.ld, 1, x.c.data(), s.ld)},
      {"zher2k", numapack_zher2k(s.layout, s.uplo, s.conjugated(), s.n, s.k, x.one, x.a.data(), s.ld,
                                 x.b.data(), s.ld, 1, x.c.data(), s.ld)},
      {"zgemmt", numapack_zgemmt(s.layout, s.uplo, s.trans, s.other_trans, s.n, s.k, x.one, x.a.data(), s.ld,
                                 x.b.data(), s.ld, x.one, x.c.data(), s.ld)}};
}

inline Statuses call_triangles(CallOperands& x, const Shape& s) {
  return {{"strmm", numapack_strmm(s.layout, s.side, s.uplo, s.trans, s.diag, s.m, s.n, 1, single(x.a), s.ld,
                                   single(x.b), s.ld)},
          {"strsm", numapack_strsm(s.layout, s.side, s.uplo, s.trans, s.diag, s.m, s.n, 1, single(x.a), s.ld,
                                   single(x.b), s.ld)},
          {"dtrmm", numapack_dtrmm(s.layout, s.side, s.uplo, s.trans, s.diag, s.m, s.n, 1, x.a.data(), s.ld,
                                   x.b.data(), s.ld)},
          {"dtrsm", numapack_dtrsm(s.layout, s.side, s.uplo, s.trans, s.diag, s.m, s.n, 1, x.a.data(), s.ld,
                                   x.b.data(), s.ld)},
          {"ctrmm", numapack_ctrmm(s.layout, s.side, s.uplo, s.trans, s.diag, s.m, s.n, x.one, x.a.data(),
                                   s.ld, x.b.data(), s.ld)},
          {"ctrsm", numapack_ctrsm(s.layout, s.side, s.uplo, s.trans, s.diag, s.m, s.n, x.one, x.a.data(),
                                   s.ld, x.b.data(), s.ld)},
          {"ztrmm", numapack_ztrmm(s.layout, s.side, s.uplo, s.trans, s.diag, s.m, s.n, x.one, x.a.data(),
                                   s.ld, x.b.data(), s.ld)},
          {"ztrsm", numapack_ztrsm(s.layout, s.side, s.uplo, s.trans, s.diag, s.m, s.n, x.one, x.a.data(),
                                   s.ld, x.b.data(), s.ld)}};
}

inline Statuses call_level2(CallOperands& x, const Shape& s) {
  return {
      {"sgemv",
       numapack_sgemv(s.layout, s.trans, s.m, s.n, 1, single(x.a), s.ld, single(x.b), 1, 1, single(x.c), 1)},
      {"sger", numapack_sger(s.layout, s.m, s.n, 1, single(x.a), 1, single(x.b), 1, single(x.c), s.ld)},
      {"ssymv",
       numapack_ssymv(s.layout, s.uplo, s.n, 1, single(x.a), s.ld, single(x.b), 1, 1, single(x.c), 1)},
      {"dgemv",
       numapack_dgemv(s.layout, s.trans, s.m, s.n, 1, x.a.data(), s.ld, x.b.data(), 1, 1, x.c.data(), 1)},
      {"dger", numapack_dger(s.layout, s.m, s.n, 1, x.a.data(), 1, x.b.data(), 1, x.c.data(), s.ld)},
      {"dsymv", numapack_dsymv(s.layout, s.uplo, s.n, 1, x.a.data(), s.ld, x.b.data(), 1, 1, x.c.data(), 1)},
      {"cgemv", numapack_cgemv(s.layout, s.trans, s.m, s.n, x.one, x.a.data(), s.ld, x.b.data(), 1, x.one,
                               x.c.data(), 1)},
      {"cgeru", numapack_cgeru(s.layout, s.m, s.n, x.one, x.a.data(), 1, x.b.data(), 1, x.c.data(), s.ld)},
      {"cgerc", numapack_cgerc(s.layout, s.m, s.n, x.one, x.a.data(), 1, x.b.data(), 1, x.c.data(), s.ld)},
      {"csymv",
       numapack_csymv(s.layout, s.uplo, s.n, x.one, x.a.data(), s.ld, x.b.data(), 1, x.one, x.c.data(), 1)},
      {"chemv",
       numapack_chemv(s.layout, s.uplo, s.n, x.one, x.a.data(), s.ld, x.b.data(), 1, x.one, x.c.data(), 1)},
      {"zgemv", numapack_zgemv(s.layout, s.trans, s.m, s.n, x.one, x.a.data(), s.ld, x.b.data(), 1, x.one,
                               x.c.data(), 1)},
      {"zgeru", numapack_zgeru(s.layout, s.m, s.n, x.one, x.a.data(), 1, x.b.data(), 1, x.c.data(), s.ld)},
      {"zgerc", numapack_zgerc(s.layout, s.m, s.n, x.one, x.a.data(), 1, x.b.data(), 1, x.c.data(), s.ld)},
      {"zsymv",
       numapack_zsymv(s.layout, s.uplo, s.n, x.one, x.a.data(), s.ld, x.b.data(), 1, x.one, x.c.data(), 1)},
      {"zhemv",
       numapack_zhemv(s.layout, s.uplo, s.n, x.one, x.a.data(), s.ld, x.b.data(), 1, x.one, x.c.data(), 1)},
      {"cgemm3m", numapack_cgemm3m(s.layout, s.trans, s.other_trans, s.m, s.n, s.k, x.one, x.a.data(), s.ld,
                                   x.b.data(), s.ld, x.one, x.c.data(), s.ld)},
      {"zgemm3m", numapack_zgemm3m(s.layout, s.trans, s.other_trans, s.m, s.n, s.k, x.one, x.a.data(), s.ld,
                                   x.b.data(), s.ld, x.one, x.c.data(), s.ld)}};
}

inline Statuses call_triangles_of_level2(CallOperands& x, const Shape& s) {
  return {
      {"strmv", numapack_strmv(s.layout, s.uplo, s.trans, s.diag, s.n, single(x.a), s.ld, single(x.c), 1)},
      {"strsv", numapack_strsv(s.layout, s.uplo, s.trans, s.diag, s.n, single(x.a), s.ld, single(x.c), 1)},
      {"ssyr", numapack_ssyr(s.layout, s.uplo, s.n, 1, single(x.a), 1, single(x.c), s.ld)},
      {"ssyr2", numapack_ssyr2(s.layout, s.uplo, s.n, 1, single(x.a), 1, single(x.b), 1, single(x.c), s.ld)},
      {"dtrmv", numapack_dtrmv(s.layout, s.uplo, s.trans, s.diag, s.n, x.a.data(), s.ld, x.c.data(), 1)},
      {"dtrsv", numapack_dtrsv(s.layout, s.uplo, s.trans, s.diag, s.n, x.a.data(), s.ld, x.c.data(), 1)},
      {"dsyr", numapack_dsyr(s.layout, s.uplo, s.n, 1, x.a.data(), 1, x.c.data(), s.ld)},
      {"dsyr2", numapack_dsyr2(s.layout, s.uplo, s.n, 1, x.a.data(), 1, x.b.data(), 1, x.c.data(), s.ld)},
      {"ctrmv", numapack_ctrmv(s.layout, s.uplo, s.trans, s.diag, s.n, x.a.data(), s.ld, x.c.data(), 1)},
      {"ctrsv", numapack_ctrsv(s.layout, s.uplo, s.trans, s.diag, s.n, x.a.data(), s.ld, x.c.data(), 1)},
      {"cher", numapack_cher(s.layout, s.uplo, s.n, 1, x.a.data(), 1, x.c.data(), s.ld)},
      {"cher2", numapack_cher2(s.layout, s.uplo, s.n, x.one, x.a.data(), 1, x.b.data(), 1, x.c.data(), s.ld)},
      {"ztrmv", numapack_ztrmv(s.layout, s.uplo, s.trans, s.diag, s.n, x.a.data(), s.ld, x.c.data(), 1)},
      {"ztrsv", numapack_ztrsv(s.layout, s.uplo, s.trans, s.diag, s.n, x.a.data(), s.ld, x.c.data(), 1)},
      {"zher", numapack_zher(s.layout, s.uplo, s.n, 1, x.a.data(), 1, x.c.data(), s.ld)},
      {"zher2",
       numapack_zher2(s.layout, s.uplo, s.n, x.one, x.a.data(), 1, x.b.data(), 1, x.c.data(), s.ld)}};
}

inline Statuses call_packed(CallOperands& x, const Shape& s) {
  Statuses statuses;
  {
    numapack_packed* packed = nullptr;
    statuses.emplace_back("spack", numapack_spack(&packed, s.layout, 'A', 'N', s.m, s.k, single(x.a), s.ld));
    statuses.emplace_back("sgemm_packed", numapack_sgemm_packed(packed, s.trans, s.n, 1, single(x.b), s.ld, 1,
                                                                single(x.c), s.ld));
    numapack_packed_free(packed);
  }
  {
    numapack_packed* packed = nullptr;
    statuses.emplace_back("dpack", numapack_dpack(&packed, s.layout, 'A', 'N', s.m, s.k, x.a.data(), s.ld));
    statuses.emplace_back("dgemm_packed", numapack_dgemm_packed(packed, s.trans, s.n, 1, x.b.data(), s.ld, 1,
                                                                x.c.data(), s.ld));
    numapack_packed_free(packed);
  }
  {
    numapack_packed* packed = nullptr;
    statuses.emplace_back("cpack", numapack_cpack(&packed, s.layout, 'A', 'N', s.m, s.k, x.a.data(), s.ld));
    statuses.emplace_back("cgemm_packed", numapack_cgemm_packed(packed, s.trans, s.n, x.one, x.b.data(), s.ld,
                                                                x.one, x.c.data(), s.ld));
    numapack_packed_free(packed);
  }
  {
    numapack_packed* packed = nullptr;
    statuses.emplace_back("zpack", numapack_zpack(&packed, s.layout, 'A', 'N', s.m, s.k, x.a.data(), s.ld));
    statuses.emplace_back("zgemm_packed", numapack_zgemm_packed(packed, s.trans, s.n, x.one, x.b.data(), s.ld,
                                                                x.one, x.c.data(), s.ld));
    numapack_packed_free(packed);
  }
  numapack_packed* copy = nullptr;
  statuses.emplace_back("packed_copy", numapack_packed_copy(&copy, nullptr));
  statuses.emplace_back("packed_where", numapack_packed_where(nullptr, x.counts.data()));
  return statuses;
}

inline Statuses call_factorisations(CallOperands& x, const Shape& s) {
  int64_t info = 0;
  float *const a = single(x.a), *const b = single(x.b);
  return {
      {"sgetrf", numapack_sgetrf(s.layout, s.m, s.n, a, s.ld, x.rows.data(), &info)},
      {"dgetrf", numapack_dgetrf(s.layout, s.m, s.n, x.a.data(), s.ld, x.rows.data(), &info)},
      {"cgetrf", numapack_cgetrf(s.layout, s.m, s.n, x.a.data(), s.ld, x.rows.data(), &info)},
      {"zgetrf", numapack_zgetrf(s.layout, s.m, s.n, x.a.data(), s.ld, x.rows.data(), &info)},
      {"sgetrs", numapack_sgetrs(s.layout, s.trans, s.n, s.k, a, s.ld, x.rows.data(), b, s.ld, &info)},
      {"dgetrs", numapack_dgetrs(s.layout, s.trans, s.n, s.k, x.a.data(), s.ld, x.rows.data(), x.b.data(),
                                 s.ld, &info)},
      {"cgetrs", numapack_cgetrs(s.layout, s.trans, s.n, s.k, x.a.data(), s.ld, x.rows.data(), x.b.data(),
                                 s.ld, &info)},
      {"zgetrs", numapack_zgetrs(s.layout, s.trans, s.n, s.k, x.a.data(), s.ld, x.rows.data(), x.b.data(),
                                 s.ld, &info)},
      {"sgesv", numapack_sgesv(s.layout, s.n, s.k, a, s.ld, x.rows.data(), b, s.ld, &info)},
      {"dgesv", numapack_dgesv(s.layout, s.n, s.k, x.a.data(), s.ld, x.rows.data(), x.b.data(), s.ld, &info)},
      {"cgesv", numapack_cgesv(s.layout, s.n, s.k, x.a.data(), s.ld, x.rows.data(), x.b.data(), s.ld, &info)},
      {"zgesv",
       numapack_zgesv(s.layout, s.n, s.k, x.a.data(), s.ld, x.rows.data(), x.b.data(), s.ld, &info)}};
}

/// Zeros on a diagonal stop potri and getri before they need anything.
inline Statuses call_cholesky_and_inverses(CallOperands& x, const Shape& s) {
  int64_t info = 0;
  float *const a = single(x.a), *const b = single(x.b);
  return {{"spotrf", numapack_spotrf(s.layout, s.uplo, s.n, a, s.ld, &info)},
          {"dpotrf", numapack_dpotrf(s.layout, s.uplo, s.n, x.a.data(), s.ld, &info)},
          {"cpotrf", numapack_cpotrf(s.layout, s.uplo, s.n, x.a.data(), s.ld, &info)},
          {"zpotrf", numapack_zpotrf(s.layout, s.uplo, s.n, x.a.data(), s.ld, &info)},
          {"spotri", numapack_spotri(s.layout, s.uplo, s.n, a, s.ld, &info)},
          {"dpotri", numapack_dpotri(s.layout, s.uplo, s.n, x.a.data(), s.ld, &info)},
          {"cpotri", numapack_cpotri(s.layout, s.uplo, s.n, x.a.data(), s.ld, &info)},
          {"zpotri", numapack_zpotri(s.layout, s.uplo, s.n, x.a.data(), s.ld, &info)},
          {"strtri", numapack_strtri(s.layout, s.uplo, s.diag, s.n, a, s.ld, &info)},
          {"dtrtri", numapack_dtrtri(s.layout, s.uplo, s.diag, s.n, x.a.data(), s.ld, &info)},
          {"ctrtri", numapack_ctrtri(s.layout, s.uplo, s.diag, s.n, x.a.data(), s.ld, &info)},
          {"ztrtri", numapack_ztrtri(s.layout, s.uplo, s.diag, s.n, x.a.data(), s.ld, &info)},
          {"slauum", numapack_slauum(s.layout, s.uplo, s.n, a, s.ld, &info)},
          {"dlauum", numapack_dlauum(s.layout, s.uplo, s.n, x.a.data(), s.ld, &info)},
          {"clauum", numapack_clauum(s.layout, s.uplo, s.n, x.a.data(), s.ld, &info)},
          {"zlauum", numapack_zlauum(s.layout, s.uplo, s.n, x.a.data(), s.ld, &info)},
          {"sgetri", numapack_sgetri(s.layout, s.n, a, s.ld, x.rows.data(), &info)},
          {"dgetri", numapack_dgetri(s.layout, s.n, x.a.data(), s.ld, x.rows.data(), &info)},
          {"cgetri", numapack_cgetri(s.layout, s.n, x.a.data(), s.ld, x.rows.data(), &info)},
          {"zgetri", numapack_zgetri(s.layout, s.n, x.a.data(), s.ld, x.rows.data(), &info)},
          {"spotrs", numapack_spotrs(s.layout, s.uplo, s.n, s.k, a, s.ld, b, s.ld, &info)},
          {"dpotrs", numapack_dpotrs(s.layout, s.uplo, s.n, s.k, x.a.data(), s.ld, x.b.data(), s.ld, &info)},
          {"cpotrs", numapack_cpotrs(s.layout, s.uplo, s.n, s.k, x.a.data(), s.ld, x.b.data(), s.ld, &info)},
          {"zpotrs", numapack_zpotrs(s.layout, s.uplo, s.n, s.k, x.a.data(), s.ld, x.b.data(), s.ld, &info)},
          {"sposv", numapack_sposv(s.layout, s.uplo, s.n, s.k, a, s.ld, b, s.ld, &info)},
          {"dposv", numapack_dposv(s.layout, s.uplo, s.n, s.k, x.a.data(), s.ld, x.b.data(), s.ld, &info)},
          {"cposv", numapack_cposv(s.layout, s.uplo, s.n, s.k, x.a.data(), s.ld, x.b.data(), s.ld, &info)},
          {"zposv", numapack_zposv(s.layout, s.uplo, s.n, s.k, x.a.data(), s.ld, x.b.data(), s.ld, &info)}};
}

inline Statuses call_qr(CallOperands& x, const Shape& s) {
  int64_t info = 0;
  float *const a = single(x.a), *const b = single(x.b), *const tau = single(x.c);
  x.a[0] = 1;  // gels does nothing for a matrix of zeros
  double *const da = x.a.data(), *const db = x.b.data(), *const dtau = x.c.data();
  return {{"sgeqrf", numapack_sgeqrf(s.layout, s.m, s.n, a, s.ld, tau, &info)},
          {"dgeqrf", numapack_dgeqrf(s.layout, s.m, s.n, da, s.ld, dtau, &info)},
          {"cgeqrf", numapack_cgeqrf(s.layout, s.m, s.n, da, s.ld, dtau, &info)},
          {"zgeqrf", numapack_zgeqrf(s.layout, s.m, s.n, da, s.ld, dtau, &info)},
          {"sormqr", numapack_sormqr(s.layout, s.side, s.transposed(), s.n, s.n, s.least(), a, s.ld, tau, b,
                                     s.ld, &info)},
          {"dormqr", numapack_dormqr(s.layout, s.side, s.transposed(), s.n, s.n, s.least(), da, s.ld, dtau,
                                     db, s.ld, &info)},
          {"cunmqr", numapack_cunmqr(s.layout, s.side, s.conjugated(), s.n, s.n, s.least(), da, s.ld, dtau,
                                     db, s.ld, &info)},
          {"zunmqr", numapack_zunmqr(s.layout, s.side, s.conjugated(), s.n, s.n, s.least(), da, s.ld, dtau,
                                     db, s.ld, &info)},
          {"sorgqr", numapack_sorgqr(s.layout, s.m, s.least(), s.least(), a, s.ld, tau, &info)},
          {"dorgqr", numapack_dorgqr(s.layout, s.m, s.least(), s.least(), da, s.ld, dtau, &info)},
          {"cungqr", numapack_cungqr(s.layout, s.m, s.least(), s.least(), da, s.ld, dtau, &info)},
          {"zungqr", numapack_zungqr(s.layout, s.m, s.least(), s.least(), da, s.ld, dtau, &info)},
          {"sgels", numapack_sgels(s.layout, s.transposed(), s.m, s.n, s.k, a, s.ld, b, s.ld, &info)},
          {"dgels", numapack_dgels(s.layout, s.transposed(), s.m, s.n, s.k, da, s.ld, db, s.ld, &info)},
          {"cgels", numapack_cgels(s.layout, s.conjugated(), s.m, s.n, s.k, da, s.ld, db, s.ld, &info)},
          {"zgels", numapack_zgels(s.layout, s.conjugated(), s.m, s.n, s.k, da, s.ld, db, s.ld, &info)}};
}

/// Blocks are filled by threads.
inline Statuses call_parallel_copies(CallOperands& x, const Shape& s) {
  return {{"distribute", numapack_distribute(s.layout, s.m, s.n, x.a.data(), s.ld, sizeof(double),
                                             "first-touch", write_nothing, nullptr)},
          {"copy", numapack_copy(s.layout, s.m, s.n, x.a.data(), s.ld, x.b.data(), s.ld, sizeof(double),
                                 "first-touch")}};
}

/// All of them, in one order.
inline Statuses call_functions(CallOperands& x, const Shape& s) {
  Statuses all;
  for (const auto call :
       {call_gemms, call_level3, call_triangles, call_level2, call_triangles_of_level2, call_packed,
        call_sparse, call_factorisations, call_qr, call_cholesky_and_inverses, call_parallel_copies,
        call_s_batches, call_d_batches, call_c_batches, call_z_batches})
    std::ranges::move(call(x, s), std::back_inserter(all));
  return all;
}

}  // namespace numapack::testing
