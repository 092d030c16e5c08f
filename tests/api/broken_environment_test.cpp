// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "numapack/numapack.h"

// Nothing is thrown through a C function, whatever the environment holds: an exception would end the child.
namespace {

/// Large enough that a product starts the runtime; smaller ones may do without.
constexpr int64_t n = 200;

/// What the functions work on; each call may find anything in it.
struct Operands {
  Operands() {
    for (int64_t i = 0; i < n; ++i) rows[static_cast<std::size_t>(i)] = i + 1;
  }
  std::vector<double> a = std::vector<double>(2 * n * n), b = a, c = a;
  std::vector<int64_t> rows = std::vector<int64_t>(n), counts = std::vector<int64_t>(6 * 64);
  double one[2] = {1, 0};
};

float* single(std::vector<double>& matrix) { return reinterpret_cast<float*>(matrix.data()); }

void write_nothing(void*, int64_t, int64_t, void*, int64_t, int64_t, int64_t) {}

using Statuses = std::vector<std::pair<std::string, numapack_status>>;

Statuses call_gemms(Operands& x) {
  constexpr auto layout = NUMAPACK_COLUMN_MAJOR;
  return {
      {"sgemm",
       numapack_sgemm(layout, 'N', 'N', n, n, n, 1, single(x.a), n, single(x.b), n, 0, single(x.c), n)},
      {"dgemm", numapack_dgemm(layout, 'N', 'N', n, n, n, 1, x.a.data(), n, x.b.data(), n, 0, x.c.data(), n)},
      {"cgemm",
       numapack_cgemm(layout, 'N', 'N', n, n, n, x.one, x.a.data(), n, x.b.data(), n, x.one, x.c.data(), n)},
      {"zgemm",
       numapack_zgemm(layout, 'N', 'N', n, n, n, x.one, x.a.data(), n, x.b.data(), n, x.one, x.c.data(), n)}};
}

Statuses call_level3(Operands& x) {
  constexpr auto layout = NUMAPACK_COLUMN_MAJOR;
  return {
      {"ssymm", numapack_ssymm(layout, 'L', 'U', n, n, 1, single(x.a), n, single(x.b), n, 1, single(x.c), n)},
      {"ssyrk", numapack_ssyrk(layout, 'U', 'N', n, n, 1, single(x.a), n, 1, single(x.c), n)},
      {"ssyr2k",
       numapack_ssyr2k(layout, 'U', 'N', n, n, 1, single(x.a), n, single(x.b), n, 1, single(x.c), n)},
      {"sgemmt",
       numapack_sgemmt(layout, 'U', 'N', 'N', n, n, 1, single(x.a), n, single(x.b), n, 1, single(x.c), n)},
      {"dsymm", numapack_dsymm(layout, 'L', 'U', n, n, 1, x.a.data(), n, x.b.data(), n, 1, x.c.data(), n)},
      {"dsyrk", numapack_dsyrk(layout, 'U', 'N', n, n, 1, x.a.data(), n, 1, x.c.data(), n)},
      {"dsyr2k", numapack_dsyr2k(layout, 'U', 'N', n, n, 1, x.a.data(), n, x.b.data(), n, 1, x.c.data(), n)},
      {"dgemmt",
       numapack_dgemmt(layout, 'U', 'N', 'N', n, n, 1, x.a.data(), n, x.b.data(), n, 1, x.c.data(), n)},
      {"csymm",
       numapack_csymm(layout, 'L', 'U', n, n, x.one, x.a.data(), n, x.b.data(), n, x.one, x.c.data(), n)},
      {"chemm",
       numapack_chemm(layout, 'L', 'U', n, n, x.one, x.a.data(), n, x.b.data(), n, x.one, x.c.data(), n)},
      {"csyrk", numapack_csyrk(layout, 'U', 'N', n, n, x.one, x.a.data(), n, x.one, x.c.data(), n)},
      {"csyr2k",
       numapack_csyr2k(layout, 'U', 'N', n, n, x.one, x.a.data(), n, x.b.data(), n, x.one, x.c.data(), n)},
      {"cherk", numapack_cherk(layout, 'U', 'N', n, n, 1, x.a.data(), n, 1, x.c.data(), n)},
      {"cher2k",
       numapack_cher2k(layout, 'U', 'N', n, n, x.one, x.a.data(), n, x.b.data(), n, 1, x.c.data(), n)},
      {"cgemmt", numapack_cgemmt(layout, 'U', 'N', 'N', n, n, x.one, x.a.data(), n, x.b.data(), n, x.one,
                                 x.c.data(), n)},
      {"zsymm",
       numapack_zsymm(layout, 'L', 'U', n, n, x.one, x.a.data(), n, x.b.data(), n, x.one, x.c.data(), n)},
      {"zhemm",
       numapack_zhemm(layout, 'L', 'U', n, n, x.one, x.a.data(), n, x.b.data(), n, x.one, x.c.data(), n)},
      {"zsyrk", numapack_zsyrk(layout, 'U', 'N', n, n, x.one, x.a.data(), n, x.one, x.c.data(), n)},
      {"zsyr2k",
       numapack_zsyr2k(layout, 'U', 'N', n, n, x.one, x.a.data(), n, x.b.data(), n, x.one, x.c.data(), n)},
      {"zherk", numapack_zherk(layout, 'U', 'N', n, n, 1, x.a.data(), n, 1, x.c.data(), n)},
      {"zher2k",
       numapack_zher2k(layout, 'U', 'N', n, n, x.one, x.a.data(), n, x.b.data(), n, 1, x.c.data(), n)},
      {"zgemmt", numapack_zgemmt(layout, 'U', 'N', 'N', n, n, x.one, x.a.data(), n, x.b.data(), n, x.one,
                                 x.c.data(), n)}};
}

Statuses call_triangles(Operands& x) {
  constexpr auto layout = NUMAPACK_COLUMN_MAJOR;
  return {{"strmm", numapack_strmm(layout, 'L', 'U', 'N', 'N', n, n, 1, single(x.a), n, single(x.b), n)},
          {"strsm", numapack_strsm(layout, 'L', 'U', 'N', 'N', n, n, 1, single(x.a), n, single(x.b), n)},
          {"dtrmm", numapack_dtrmm(layout, 'L', 'U', 'N', 'N', n, n, 1, x.a.data(), n, x.b.data(), n)},
          {"dtrsm", numapack_dtrsm(layout, 'L', 'U', 'N', 'N', n, n, 1, x.a.data(), n, x.b.data(), n)},
          {"ctrmm", numapack_ctrmm(layout, 'L', 'U', 'N', 'N', n, n, x.one, x.a.data(), n, x.b.data(), n)},
          {"ctrsm", numapack_ctrsm(layout, 'L', 'U', 'N', 'N', n, n, x.one, x.a.data(), n, x.b.data(), n)},
          {"ztrmm", numapack_ztrmm(layout, 'L', 'U', 'N', 'N', n, n, x.one, x.a.data(), n, x.b.data(), n)},
          {"ztrsm", numapack_ztrsm(layout, 'L', 'U', 'N', 'N', n, n, x.one, x.a.data(), n, x.b.data(), n)}};
}

Statuses call_level2(Operands& x) {
  constexpr auto layout = NUMAPACK_COLUMN_MAJOR;
  return {
      {"sgemv", numapack_sgemv(layout, 'N', n, n, 1, single(x.a), n, single(x.b), 1, 1, single(x.c), 1)},
      {"sger", numapack_sger(layout, n, n, 1, single(x.a), 1, single(x.b), 1, single(x.c), n)},
      {"ssymv", numapack_ssymv(layout, 'U', n, 1, single(x.a), n, single(x.b), 1, 1, single(x.c), 1)},
      {"dgemv", numapack_dgemv(layout, 'N', n, n, 1, x.a.data(), n, x.b.data(), 1, 1, x.c.data(), 1)},
      {"dger", numapack_dger(layout, n, n, 1, x.a.data(), 1, x.b.data(), 1, x.c.data(), n)},
      {"dsymv", numapack_dsymv(layout, 'U', n, 1, x.a.data(), n, x.b.data(), 1, 1, x.c.data(), 1)},
      {"cgemv", numapack_cgemv(layout, 'N', n, n, x.one, x.a.data(), n, x.b.data(), 1, x.one, x.c.data(), 1)},
      {"cgeru", numapack_cgeru(layout, n, n, x.one, x.a.data(), 1, x.b.data(), 1, x.c.data(), n)},
      {"cgerc", numapack_cgerc(layout, n, n, x.one, x.a.data(), 1, x.b.data(), 1, x.c.data(), n)},
      {"csymv", numapack_csymv(layout, 'U', n, x.one, x.a.data(), n, x.b.data(), 1, x.one, x.c.data(), 1)},
      {"chemv", numapack_chemv(layout, 'U', n, x.one, x.a.data(), n, x.b.data(), 1, x.one, x.c.data(), 1)},
      {"zgemv", numapack_zgemv(layout, 'N', n, n, x.one, x.a.data(), n, x.b.data(), 1, x.one, x.c.data(), 1)},
      {"zgeru", numapack_zgeru(layout, n, n, x.one, x.a.data(), 1, x.b.data(), 1, x.c.data(), n)},
      {"zgerc", numapack_zgerc(layout, n, n, x.one, x.a.data(), 1, x.b.data(), 1, x.c.data(), n)},
      {"zsymv", numapack_zsymv(layout, 'U', n, x.one, x.a.data(), n, x.b.data(), 1, x.one, x.c.data(), 1)},
      {"zhemv", numapack_zhemv(layout, 'U', n, x.one, x.a.data(), n, x.b.data(), 1, x.one, x.c.data(), 1)},
      {"cgemm3m", numapack_cgemm3m(layout, 'N', 'N', n, n, n, x.one, x.a.data(), n, x.b.data(), n, x.one,
                                   x.c.data(), n)},
      {"zgemm3m", numapack_zgemm3m(layout, 'N', 'N', n, n, n, x.one, x.a.data(), n, x.b.data(), n, x.one,
                                   x.c.data(), n)}};
}

Statuses call_halves_of_level2(Operands& x) {
  constexpr auto layout = NUMAPACK_COLUMN_MAJOR;
  return {{"strmv", numapack_strmv(layout, 'U', 'N', 'U', n, single(x.a), n, single(x.c), 1)},
          {"strsv", numapack_strsv(layout, 'U', 'N', 'U', n, single(x.a), n, single(x.c), 1)},
          {"ssyr", numapack_ssyr(layout, 'U', n, 1, single(x.a), 1, single(x.c), n)},
          {"ssyr2", numapack_ssyr2(layout, 'U', n, 1, single(x.a), 1, single(x.b), 1, single(x.c), n)},
          {"dtrmv", numapack_dtrmv(layout, 'U', 'N', 'U', n, x.a.data(), n, x.c.data(), 1)},
          {"dtrsv", numapack_dtrsv(layout, 'U', 'N', 'U', n, x.a.data(), n, x.c.data(), 1)},
          {"dsyr", numapack_dsyr(layout, 'U', n, 1, x.a.data(), 1, x.c.data(), n)},
          {"dsyr2", numapack_dsyr2(layout, 'U', n, 1, x.a.data(), 1, x.b.data(), 1, x.c.data(), n)},
          {"ctrmv", numapack_ctrmv(layout, 'U', 'N', 'U', n, x.a.data(), n, x.c.data(), 1)},
          {"ctrsv", numapack_ctrsv(layout, 'U', 'N', 'U', n, x.a.data(), n, x.c.data(), 1)},
          {"cher", numapack_cher(layout, 'U', n, 1, x.a.data(), 1, x.c.data(), n)},
          {"cher2", numapack_cher2(layout, 'U', n, x.one, x.a.data(), 1, x.b.data(), 1, x.c.data(), n)},
          {"ztrmv", numapack_ztrmv(layout, 'U', 'N', 'U', n, x.a.data(), n, x.c.data(), 1)},
          {"ztrsv", numapack_ztrsv(layout, 'U', 'N', 'U', n, x.a.data(), n, x.c.data(), 1)},
          {"zher", numapack_zher(layout, 'U', n, 1, x.a.data(), 1, x.c.data(), n)},
          {"zher2", numapack_zher2(layout, 'U', n, x.one, x.a.data(), 1, x.b.data(), 1, x.c.data(), n)}};
}

Statuses call_packed(Operands& x) {
  constexpr auto layout = NUMAPACK_COLUMN_MAJOR;
  Statuses statuses;
  {
    numapack_packed* packed = nullptr;
    statuses.emplace_back("spack", numapack_spack(&packed, layout, 'A', 'N', n, n, single(x.a), n));
    statuses.emplace_back("sgemm_packed",
                          numapack_sgemm_packed(packed, 'N', n, 1, single(x.b), n, 1, single(x.c), n));
    numapack_packed_free(packed);
  }
  {
    numapack_packed* packed = nullptr;
    statuses.emplace_back("dpack", numapack_dpack(&packed, layout, 'A', 'N', n, n, x.a.data(), n));
    statuses.emplace_back("dgemm_packed",
                          numapack_dgemm_packed(packed, 'N', n, 1, x.b.data(), n, 1, x.c.data(), n));
    numapack_packed_free(packed);
  }
  {
    numapack_packed* packed = nullptr;
    statuses.emplace_back("cpack", numapack_cpack(&packed, layout, 'A', 'N', n, n, x.a.data(), n));
    statuses.emplace_back("cgemm_packed",
                          numapack_cgemm_packed(packed, 'N', n, x.one, x.b.data(), n, x.one, x.c.data(), n));
    numapack_packed_free(packed);
  }
  {
    numapack_packed* packed = nullptr;
    statuses.emplace_back("zpack", numapack_zpack(&packed, layout, 'A', 'N', n, n, x.a.data(), n));
    statuses.emplace_back("zgemm_packed",
                          numapack_zgemm_packed(packed, 'N', n, x.one, x.b.data(), n, x.one, x.c.data(), n));
    numapack_packed_free(packed);
  }
  numapack_packed* copy = nullptr;
  statuses.emplace_back("packed_copy", numapack_packed_copy(&copy, nullptr));
  statuses.emplace_back("packed_where", numapack_packed_where(nullptr, x.counts.data()));
  return statuses;
}

Statuses call_factorisations(Operands& x) {
  constexpr auto layout = NUMAPACK_COLUMN_MAJOR;
  int64_t info = 0;
  float *const a = single(x.a), *const b = single(x.b);
  return {{"sgetrf", numapack_sgetrf(layout, n, n, a, n, x.rows.data(), &info)},
          {"dgetrf", numapack_dgetrf(layout, n, n, x.a.data(), n, x.rows.data(), &info)},
          {"cgetrf", numapack_cgetrf(layout, n, n, x.a.data(), n, x.rows.data(), &info)},
          {"zgetrf", numapack_zgetrf(layout, n, n, x.a.data(), n, x.rows.data(), &info)},
          {"sgetrs", numapack_sgetrs(layout, 'N', n, n, a, n, x.rows.data(), b, n, &info)},
          {"dgetrs", numapack_dgetrs(layout, 'N', n, n, x.a.data(), n, x.rows.data(), x.b.data(), n, &info)},
          {"cgetrs", numapack_cgetrs(layout, 'N', n, n, x.a.data(), n, x.rows.data(), x.b.data(), n, &info)},
          {"zgetrs", numapack_zgetrs(layout, 'N', n, n, x.a.data(), n, x.rows.data(), x.b.data(), n, &info)},
          {"sgesv", numapack_sgesv(layout, n, n, a, n, x.rows.data(), b, n, &info)},
          {"dgesv", numapack_dgesv(layout, n, n, x.a.data(), n, x.rows.data(), x.b.data(), n, &info)},
          {"cgesv", numapack_cgesv(layout, n, n, x.a.data(), n, x.rows.data(), x.b.data(), n, &info)},
          {"zgesv", numapack_zgesv(layout, n, n, x.a.data(), n, x.rows.data(), x.b.data(), n, &info)}};
}

/// Zeros on a diagonal stop potri and getri before they need anything.
Statuses call_cholesky_and_inverses(Operands& x) {
  constexpr auto layout = NUMAPACK_COLUMN_MAJOR;
  int64_t info = 0;
  float *const a = single(x.a), *const b = single(x.b);
  return {{"spotrf", numapack_spotrf(layout, 'L', n, a, n, &info)},
          {"dpotrf", numapack_dpotrf(layout, 'L', n, x.a.data(), n, &info)},
          {"cpotrf", numapack_cpotrf(layout, 'L', n, x.a.data(), n, &info)},
          {"zpotrf", numapack_zpotrf(layout, 'L', n, x.a.data(), n, &info)},
          {"spotri", numapack_spotri(layout, 'L', n, a, n, &info)},
          {"dpotri", numapack_dpotri(layout, 'L', n, x.a.data(), n, &info)},
          {"cpotri", numapack_cpotri(layout, 'L', n, x.a.data(), n, &info)},
          {"zpotri", numapack_zpotri(layout, 'L', n, x.a.data(), n, &info)},
          {"strtri", numapack_strtri(layout, 'L', 'U', n, a, n, &info)},
          {"dtrtri", numapack_dtrtri(layout, 'L', 'U', n, x.a.data(), n, &info)},
          {"ctrtri", numapack_ctrtri(layout, 'L', 'U', n, x.a.data(), n, &info)},
          {"ztrtri", numapack_ztrtri(layout, 'L', 'U', n, x.a.data(), n, &info)},
          {"slauum", numapack_slauum(layout, 'L', n, a, n, &info)},
          {"dlauum", numapack_dlauum(layout, 'L', n, x.a.data(), n, &info)},
          {"clauum", numapack_clauum(layout, 'L', n, x.a.data(), n, &info)},
          {"zlauum", numapack_zlauum(layout, 'L', n, x.a.data(), n, &info)},
          {"sgetri", numapack_sgetri(layout, n, a, n, x.rows.data(), &info)},
          {"dgetri", numapack_dgetri(layout, n, x.a.data(), n, x.rows.data(), &info)},
          {"cgetri", numapack_cgetri(layout, n, x.a.data(), n, x.rows.data(), &info)},
          {"zgetri", numapack_zgetri(layout, n, x.a.data(), n, x.rows.data(), &info)},
          {"spotrs", numapack_spotrs(layout, 'L', n, n, a, n, b, n, &info)},
          {"dpotrs", numapack_dpotrs(layout, 'L', n, n, x.a.data(), n, x.b.data(), n, &info)},
          {"cpotrs", numapack_cpotrs(layout, 'L', n, n, x.a.data(), n, x.b.data(), n, &info)},
          {"zpotrs", numapack_zpotrs(layout, 'L', n, n, x.a.data(), n, x.b.data(), n, &info)},
          {"sposv", numapack_sposv(layout, 'L', n, n, a, n, b, n, &info)},
          {"dposv", numapack_dposv(layout, 'L', n, n, x.a.data(), n, x.b.data(), n, &info)},
          {"cposv", numapack_cposv(layout, 'L', n, n, x.a.data(), n, x.b.data(), n, &info)},
          {"zposv", numapack_zposv(layout, 'L', n, n, x.a.data(), n, x.b.data(), n, &info)}};
}

Statuses call_qr(Operands& x) {
  constexpr auto layout = NUMAPACK_COLUMN_MAJOR;
  int64_t info = 0;
  float *const a = single(x.a), *const b = single(x.b), *const tau = single(x.c);
  x.a[0] = 1;  // gels does nothing for a matrix of zeros
  double *const da = x.a.data(), *const db = x.b.data(), *const dtau = x.c.data();
  return {{"sgeqrf", numapack_sgeqrf(layout, n, n, a, n, tau, &info)},
          {"dgeqrf", numapack_dgeqrf(layout, n, n, da, n, dtau, &info)},
          {"cgeqrf", numapack_cgeqrf(layout, n, n, da, n, dtau, &info)},
          {"zgeqrf", numapack_zgeqrf(layout, n, n, da, n, dtau, &info)},
          {"sormqr", numapack_sormqr(layout, 'L', 'N', n, n, n, a, n, tau, b, n, &info)},
          {"dormqr", numapack_dormqr(layout, 'L', 'N', n, n, n, da, n, dtau, db, n, &info)},
          {"cunmqr", numapack_cunmqr(layout, 'L', 'N', n, n, n, da, n, dtau, db, n, &info)},
          {"zunmqr", numapack_zunmqr(layout, 'L', 'N', n, n, n, da, n, dtau, db, n, &info)},
          {"sorgqr", numapack_sorgqr(layout, n, n, n, a, n, tau, &info)},
          {"dorgqr", numapack_dorgqr(layout, n, n, n, da, n, dtau, &info)},
          {"cungqr", numapack_cungqr(layout, n, n, n, da, n, dtau, &info)},
          {"zungqr", numapack_zungqr(layout, n, n, n, da, n, dtau, &info)},
          {"sgels", numapack_sgels(layout, 'N', n, n, n, a, n, b, n, &info)},
          {"dgels", numapack_dgels(layout, 'N', n, n, n, da, n, db, n, &info)},
          {"cgels", numapack_cgels(layout, 'N', n, n, n, da, n, db, n, &info)},
          {"zgels", numapack_zgels(layout, 'N', n, n, n, da, n, db, n, &info)}};
}

/// Blocks are filled by threads.
Statuses call_parallel_copies(Operands& x) {
  constexpr auto layout = NUMAPACK_COLUMN_MAJOR;
  return {{"distribute", numapack_distribute(layout, n, n, x.a.data(), n, sizeof(double), "first-touch",
                                             write_nothing, nullptr)},
          {"copy", numapack_copy(layout, n, n, x.a.data(), n, x.b.data(), n, sizeof(double), "first-touch")}};
}

/// Whose answer depends on the kernel, too: any status will do.
void call_the_rest(Operands& x) {
  numapack_matrix* matrix = nullptr;
  const numapack_status made = numapack_matrix_create(&matrix, NUMAPACK_COLUMN_MAJOR, n, n, 0, sizeof(double),
                                                      "cyclic:2", NUMAPACK_PAGES_AUTOMATIC);
  if ((made == NUMAPACK_OK) != (matrix != nullptr)) std::exit(3);
  if (made == NUMAPACK_OK && numapack_matrix_data(matrix, 0) == nullptr) std::exit(4);
  numapack_matrix_copies(matrix);
  numapack_matrix_leading(matrix);
  numapack_matrix_free(matrix);
  numapack_migrate(NUMAPACK_COLUMN_MAJOR, n, n, x.a.data(), n, sizeof(double), "first-touch", nullptr,
                   nullptr);
  if (numapack_nodes() > 64) std::exit(5);
  numapack_node_number(0);
  numapack_node_number(1 << 20);
  numapack_where(x.a.data(), n * sizeof(double), x.counts.data(), nullptr, nullptr);
  numapack_numastat(x.counts.data());
  if (std::strlen(numapack_version()) == 0) std::exit(6);
  numapack_set_num_threads(1);
  if (numapack_get_num_threads() != 1) std::exit(9);
  numapack_set_num_threads(0);
  int node = -1;
  const int nodes = numapack_get_nodes(&node, 1);
  const numapack_status chosen = numapack_set_nodes(std::to_string(node).c_str());
  if (nodes < 0 ? chosen == NUMAPACK_OK || std::strlen(numapack_error_message()) == 0
                : chosen != NUMAPACK_OK || numapack_get_nodes(nullptr, 0) != 1)
    std::exit(10);
  if (numapack_set_nodes("no list") == NUMAPACK_OK) std::exit(11);
  if ((numapack_set_nodes(nullptr) == NUMAPACK_OK) != (nodes >= 0)) std::exit(12);
}

struct Broken {
  const char* variable;
  const char* value;
  std::string_view
      must_fail;  ///< routines without the letter of the type; others may do without the variable
};

/// Ends the child: 0, or a number for what was wrong.
[[noreturn]] void call_everything(const Broken& broken) {
  setenv(broken.variable, broken.value, 1);
  Operands operands;
  numapack_release_workspace();
  if (std::strcmp(broken.variable, "NUMAPACK_NUM_THREADS") == 0 &&
      std::strstr(numapack_error_message(), broken.variable) == nullptr)
    std::exit(7);
  for (const Statuses& statuses :
       {call_gemms(operands), call_level3(operands), call_triangles(operands), call_level2(operands),
        call_halves_of_level2(operands), call_packed(operands), call_factorisations(operands),
        call_qr(operands), call_cholesky_and_inverses(operands)})
    for (const auto& [function, status] : statuses)
      if (status == NUMAPACK_OK && broken.must_fail.find(function.substr(1)) != std::string_view::npos) {
        std::fprintf(stderr, "%s: nothing wrong with %s=%s\n", function.c_str(), broken.variable,
                     broken.value);
        std::exit(8);
      }
  call_parallel_copies(operands);
  call_the_rest(operands);
  std::exit(0);
}

class BrokenEnvironment : public ::testing::TestWithParam<Broken> {};

TEST_P(BrokenEnvironment, IsAStatusOfEachCFunction) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(call_everything(GetParam()), ::testing::ExitedWithCode(0), "");
}

constexpr const char* all_that_work =
    "gemm getrf getrs gesv geqrf ormqr unmqr orgqr ungqr gels potrf potrs posv trtri lauum";

INSTANTIATE_TEST_SUITE_P(CApi, BrokenEnvironment,
                         ::testing::Values(Broken{"NUMAPACK_NUM_THREADS", "x", all_that_work},
                                           Broken{"NUMAPACK_BIND", "x", all_that_work},
                                           Broken{"NUMAPACK_WORKSPACE", "nonsense", "gemm"},
                                           Broken{"NUMAPACK_KERNEL", "nosuch", all_that_work},
                                           Broken{"NUMAPACK_PROFILE", "/no/such", ""}),
                         [](const auto& test) { return std::string(test.param.variable); });

}  // namespace
