// SPDX-License-Identifier: BSD-3-Clause
#include "api/c_status.hpp"
#include "base/error.hpp"
#include "level3/call/problem.hpp"
#include "numapack/level3.hpp"
#include "numapack/numapack.h"

namespace {

using namespace numapack;  // NOLINT
using c_interface::call;
using c_interface::fail;

constexpr const char* no_memory_for_plan = "no memory for the plan; free some";

Layout layout_of(numapack_layout layout) { return static_cast<Layout>(layout); }

Side side_of(const char* routine, char letter) {
  if (letter == 'L' || letter == 'l') return Side::left;
  if (letter == 'R' || letter == 'r') return Side::right;
  invalid(routine, std::string("side '") + letter + "' does not exist", "use L or R");
}

Uplo uplo_of(const char* routine, char letter) {
  if (letter == 'U' || letter == 'u') return Uplo::upper;
  if (letter == 'L' || letter == 'l') return Uplo::lower;
  invalid(routine, std::string("uplo '") + letter + "' does not exist", "use U or L");
}

template <class T>
const T& scalar(const char* routine, const char* name, const void* address) {
  if (address == nullptr)
    invalid(routine, std::string(name) + " is a null pointer", "pass the address of a complex number");
  return *static_cast<const T*>(address);
}

}  // namespace

numapack_status numapack_ssymm(numapack_layout layout, char side, char uplo, int64_t m, int64_t n,
                               float alpha, const float* a, int64_t lda, const float* b, int64_t ldb,
                               float beta, float* c, int64_t ldc) {
  return call(no_memory_for_plan, [&] {
    symm<float>(layout_of(layout), side_of("symm", side), uplo_of("symm", uplo), m, n, alpha, a, lda, b, ldb,
                beta, c, ldc);
  });
}

numapack_status numapack_ssyrk(numapack_layout layout, char uplo, char trans, int64_t n, int64_t k,
                               float alpha, const float* a, int64_t lda, float beta, float* c, int64_t ldc) {
  return call(no_memory_for_plan, [&] {
    syrk<float>(layout_of(layout), uplo_of("syrk", uplo), parse_transpose(trans), n, k, alpha, a, lda, beta,
                c, ldc);
  });
}

numapack_status numapack_ssyr2k(numapack_layout layout, char uplo, char trans, int64_t n, int64_t k,
                                float alpha, const float* a, int64_t lda, const float* b, int64_t ldb,
                                float beta, float* c, int64_t ldc) {
  return call(no_memory_for_plan, [&] {
    syr2k<float>(layout_of(layout), uplo_of("syr2k", uplo), parse_transpose(trans), n, k, alpha, a, lda, b,
                 ldb, beta, c, ldc);
  });
}

numapack_status numapack_sgemmt(numapack_layout layout, char uplo, char trans_a, char trans_b, int64_t n,
                                int64_t k, float alpha, const float* a, int64_t lda, const float* b,
                                int64_t ldb, float beta, float* c, int64_t ldc) {
  return call(no_memory_for_plan, [&] {
    gemmt<float>(layout_of(layout), uplo_of("gemmt", uplo), parse_transpose(trans_a),
                 parse_transpose(trans_b), n, k, alpha, a, lda, b, ldb, beta, c, ldc);
  });
}

numapack_status numapack_dsymm(numapack_layout layout, char side, char uplo, int64_t m, int64_t n,
                               double alpha, const double* a, int64_t lda, const double* b, int64_t ldb,
                               double beta, double* c, int64_t ldc) {
  return call(no_memory_for_plan, [&] {
    symm<double>(layout_of(layout), side_of("symm", side), uplo_of("symm", uplo), m, n, alpha, a, lda, b, ldb,
                 beta, c, ldc);
  });
}

numapack_status numapack_dsyrk(numapack_layout layout, char uplo, char trans, int64_t n, int64_t k,
                               double alpha, const double* a, int64_t lda, double beta, double* c,
                               int64_t ldc) {
  return call(no_memory_for_plan, [&] {
    syrk<double>(layout_of(layout), uplo_of("syrk", uplo), parse_transpose(trans), n, k, alpha, a, lda, beta,
                 c, ldc);
  });
}

numapack_status numapack_dsyr2k(numapack_layout layout, char uplo, char trans, int64_t n, int64_t k,
                                double alpha, const double* a, int64_t lda, const double* b, int64_t ldb,
                                double beta, double* c, int64_t ldc) {
  return call(no_memory_for_plan, [&] {
    syr2k<double>(layout_of(layout), uplo_of("syr2k", uplo), parse_transpose(trans), n, k, alpha, a, lda, b,
                  ldb, beta, c, ldc);
  });
}

numapack_status numapack_dgemmt(numapack_layout layout, char uplo, char trans_a, char trans_b, int64_t n,
                                int64_t k, double alpha, const double* a, int64_t lda, const double* b,
                                int64_t ldb, double beta, double* c, int64_t ldc) {
  return call(no_memory_for_plan, [&] {
    gemmt<double>(layout_of(layout), uplo_of("gemmt", uplo), parse_transpose(trans_a),
                  parse_transpose(trans_b), n, k, alpha, a, lda, b, ldb, beta, c, ldc);
  });
}

numapack_status numapack_csymm(numapack_layout layout, char side, char uplo, int64_t m, int64_t n,
                               const void* alpha, const void* a, int64_t lda, const void* b, int64_t ldb,
                               const void* beta, void* c, int64_t ldc) {
  return call(no_memory_for_plan, [&] {
    symm<std::complex<float>>(
        layout_of(layout), side_of("symm", side), uplo_of("symm", uplo), m, n,
        scalar<std::complex<float>>("symm", "alpha", alpha), static_cast<const std::complex<float>*>(a), lda,
        static_cast<const std::complex<float>*>(b), ldb, scalar<std::complex<float>>("symm", "beta", beta),
        static_cast<std::complex<float>*>(c), ldc);
  });
}

numapack_status numapack_chemm(numapack_layout layout, char side, char uplo, int64_t m, int64_t n,
                               const void* alpha, const void* a, int64_t lda, const void* b, int64_t ldb,
                               const void* beta, void* c, int64_t ldc) {
  return call(no_memory_for_plan, [&] {
    hemm<std::complex<float>>(
        layout_of(layout), side_of("hemm", side), uplo_of("hemm", uplo), m, n,
        scalar<std::complex<float>>("hemm", "alpha", alpha), static_cast<const std::complex<float>*>(a), lda,
        static_cast<const std::complex<float>*>(b), ldb, scalar<std::complex<float>>("hemm", "beta", beta),
        static_cast<std::complex<float>*>(c), ldc);
  });
}

numapack_status numapack_csyrk(numapack_layout layout, char uplo, char trans, int64_t n, int64_t k,
                               const void* alpha, const void* a, int64_t lda, const void* beta, void* c,
                               int64_t ldc) {
  return call(no_memory_for_plan, [&] {
    syrk<std::complex<float>>(
        layout_of(layout), uplo_of("syrk", uplo), parse_transpose(trans), n, k,
        scalar<std::complex<float>>("syrk", "alpha", alpha), static_cast<const std::complex<float>*>(a), lda,
        scalar<std::complex<float>>("syrk", "beta", beta), static_cast<std::complex<float>*>(c), ldc);
  });
}

numapack_status numapack_cherk(numapack_layout layout, char uplo, char trans, int64_t n, int64_t k,
                               float alpha, const void* a, int64_t lda, float beta, void* c, int64_t ldc) {
  return call(no_memory_for_plan, [&] {
    herk<std::complex<float>>(layout_of(layout), uplo_of("herk", uplo), parse_transpose(trans), n, k, alpha,
                              static_cast<const std::complex<float>*>(a), lda, beta,
                              static_cast<std::complex<float>*>(c), ldc);
  });
}

numapack_status numapack_csyr2k(numapack_layout layout, char uplo, char trans, int64_t n, int64_t k,
                                const void* alpha, const void* a, int64_t lda, const void* b, int64_t ldb,
                                const void* beta, void* c, int64_t ldc) {
  return call(no_memory_for_plan, [&] {
    syr2k<std::complex<float>>(
        layout_of(layout), uplo_of("syr2k", uplo), parse_transpose(trans), n, k,
        scalar<std::complex<float>>("syr2k", "alpha", alpha), static_cast<const std::complex<float>*>(a), lda,
        static_cast<const std::complex<float>*>(b), ldb, scalar<std::complex<float>>("syr2k", "beta", beta),
        static_cast<std::complex<float>*>(c), ldc);
  });
}

numapack_status numapack_cher2k(numapack_layout layout, char uplo, char trans, int64_t n, int64_t k,
                                const void* alpha, const void* a, int64_t lda, const void* b, int64_t ldb,
                                float beta, void* c, int64_t ldc) {
  return call(no_memory_for_plan, [&] {
    her2k<std::complex<float>>(
        layout_of(layout), uplo_of("her2k", uplo), parse_transpose(trans), n, k,
        scalar<std::complex<float>>("her2k", "alpha", alpha), static_cast<const std::complex<float>*>(a), lda,
        static_cast<const std::complex<float>*>(b), ldb, beta, static_cast<std::complex<float>*>(c), ldc);
  });
}

numapack_status numapack_cgemmt(numapack_layout layout, char uplo, char trans_a, char trans_b, int64_t n,
                                int64_t k, const void* alpha, const void* a, int64_t lda, const void* b,
                                int64_t ldb, const void* beta, void* c, int64_t ldc) {
  return call(no_memory_for_plan, [&] {
    gemmt<std::complex<float>>(
        layout_of(layout), uplo_of("gemmt", uplo), parse_transpose(trans_a), parse_transpose(trans_b), n, k,
        scalar<std::complex<float>>("gemmt", "alpha", alpha), static_cast<const std::complex<float>*>(a), lda,
        static_cast<const std::complex<float>*>(b), ldb, scalar<std::complex<float>>("gemmt", "beta", beta),
        static_cast<std::complex<float>*>(c), ldc);
  });
}

numapack_status numapack_zsymm(numapack_layout layout, char side, char uplo, int64_t m, int64_t n,
                               const void* alpha, const void* a, int64_t lda, const void* b, int64_t ldb,
                               const void* beta, void* c, int64_t ldc) {
  return call(no_memory_for_plan, [&] {
    symm<std::complex<double>>(
        layout_of(layout), side_of("symm", side), uplo_of("symm", uplo), m, n,
        scalar<std::complex<double>>("symm", "alpha", alpha), static_cast<const std::complex<double>*>(a),
        lda, static_cast<const std::complex<double>*>(b), ldb,
        scalar<std::complex<double>>("symm", "beta", beta), static_cast<std::complex<double>*>(c), ldc);
  });
}

numapack_status numapack_zhemm(numapack_layout layout, char side, char uplo, int64_t m, int64_t n,
                               const void* alpha, const void* a, int64_t lda, const void* b, int64_t ldb,
                               const void* beta, void* c, int64_t ldc) {
  return call(no_memory_for_plan, [&] {
    hemm<std::complex<double>>(
        layout_of(layout), side_of("hemm", side), uplo_of("hemm", uplo), m, n,
        scalar<std::complex<double>>("hemm", "alpha", alpha), static_cast<const std::complex<double>*>(a),
        lda, static_cast<const std::complex<double>*>(b), ldb,
        scalar<std::complex<double>>("hemm", "beta", beta), static_cast<std::complex<double>*>(c), ldc);
  });
}

numapack_status numapack_zsyrk(numapack_layout layout, char uplo, char trans, int64_t n, int64_t k,
                               const void* alpha, const void* a, int64_t lda, const void* beta, void* c,
                               int64_t ldc) {
  return call(no_memory_for_plan, [&] {
    syrk<std::complex<double>>(
        layout_of(layout), uplo_of("syrk", uplo), parse_transpose(trans), n, k,
        scalar<std::complex<double>>("syrk", "alpha", alpha), static_cast<const std::complex<double>*>(a),
        lda, scalar<std::complex<double>>("syrk", "beta", beta), static_cast<std::complex<double>*>(c), ldc);
  });
}

numapack_status numapack_zherk(numapack_layout layout, char uplo, char trans, int64_t n, int64_t k,
                               double alpha, const void* a, int64_t lda, double beta, void* c, int64_t ldc) {
  return call(no_memory_for_plan, [&] {
    herk<std::complex<double>>(layout_of(layout), uplo_of("herk", uplo), parse_transpose(trans), n, k, alpha,
                               static_cast<const std::complex<double>*>(a), lda, beta,
                               static_cast<std::complex<double>*>(c), ldc);
  });
}

numapack_status numapack_zsyr2k(numapack_layout layout, char uplo, char trans, int64_t n, int64_t k,
                                const void* alpha, const void* a, int64_t lda, const void* b, int64_t ldb,
                                const void* beta, void* c, int64_t ldc) {
  return call(no_memory_for_plan, [&] {
    syr2k<std::complex<double>>(
        layout_of(layout), uplo_of("syr2k", uplo), parse_transpose(trans), n, k,
        scalar<std::complex<double>>("syr2k", "alpha", alpha), static_cast<const std::complex<double>*>(a),
        lda, static_cast<const std::complex<double>*>(b), ldb,
        scalar<std::complex<double>>("syr2k", "beta", beta), static_cast<std::complex<double>*>(c), ldc);
  });
}

numapack_status numapack_zher2k(numapack_layout layout, char uplo, char trans, int64_t n, int64_t k,
                                const void* alpha, const void* a, int64_t lda, const void* b, int64_t ldb,
                                double beta, void* c, int64_t ldc) {
  return call(no_memory_for_plan, [&] {
    her2k<std::complex<double>>(layout_of(layout), uplo_of("her2k", uplo), parse_transpose(trans), n, k,
                                scalar<std::complex<double>>("her2k", "alpha", alpha),
                                static_cast<const std::complex<double>*>(a), lda,
                                static_cast<const std::complex<double>*>(b), ldb, beta,
                                static_cast<std::complex<double>*>(c), ldc);
  });
}

numapack_status numapack_zgemmt(numapack_layout layout, char uplo, char trans_a, char trans_b, int64_t n,
                                int64_t k, const void* alpha, const void* a, int64_t lda, const void* b,
                                int64_t ldb, const void* beta, void* c, int64_t ldc) {
  return call(no_memory_for_plan, [&] {
    gemmt<std::complex<double>>(
        layout_of(layout), uplo_of("gemmt", uplo), parse_transpose(trans_a), parse_transpose(trans_b), n, k,
        scalar<std::complex<double>>("gemmt", "alpha", alpha), static_cast<const std::complex<double>*>(a),
        lda, static_cast<const std::complex<double>*>(b), ldb,
        scalar<std::complex<double>>("gemmt", "beta", beta), static_cast<std::complex<double>*>(c), ldc);
  });
}
