// SPDX-License-Identifier: BSD-3-Clause
// A small BLAS that is right, but for the fault that FAULTY_BLAS names.
#include "faulty.hpp"

#include <csignal>

#include <unistd.h>

#include "peer/fakes/naive.hpp"

namespace {

std::uint64_t calls_made = 0;

/// How many units the result is off, for what should not matter.
template <class T>
double nudges(const FaultyProduct<T>& p) {
  if (has_fault("bits-threads")) return std::atoi(std::getenv("OMP_NUM_THREADS"));
  if (has_fault("bits-process")) return getpid();
  if (has_fault("bits-repeated")) return double(calls_made % 2);
  if (has_fault("bits-alignment")) return double(reinterpret_cast<std::uintptr_t>(p.a) / sizeof(T) % 64);
  if (has_fault("bits-gaps")) return p.ldc - p.m;
  return 0;
}

void fall_if_told() {
  if (has_fault("crash") && calls_made == 8) std::raise(SIGSEGV);
  while (has_fault("hang")) pause();
}

template <class T>
void multiply(const FaultyProduct<T>& p) {
  ++calls_made;
  fall_if_told();
  for (std::int32_t j = 0; j < p.n; ++j) {
    for (std::int32_t i = 0; i < p.m; ++i) {
      T sum{};
      if (p.alpha != T{})
        for (std::int32_t k = 0; k < p.k; ++k) sum += p.of_a(i, k) * p.of_b(k, j);
      T& element = p.c[i + std::ptrdiff_t(j) * p.ldc];
      element = p.alpha * sum + (p.beta == T{} ? T{} : p.beta * element);
    }
  }
  if (p.m > 0 && p.n > 0) p.c[0] += T(static_cast<float>(nudges(p)) * 1e-3F);
}

}  // namespace

// A name for each type: no template has C's linkage.
#define FAULTY_GEMM(name, T)                                                                                \
  FAKE_EXPORT void name(const char* ta, const char* tb, const std::int32_t* m, const std::int32_t* n,       \
                        const std::int32_t* k, const T* alpha, const T* a, const std::int32_t* lda,         \
                        const T* b, const std::int32_t* ldb, const T* beta, T* c, const std::int32_t* ldc); \
  void name(const char* ta, const char* tb, const std::int32_t* m, const std::int32_t* n,                   \
            const std::int32_t* k, const T* alpha, const T* a, const std::int32_t* lda, const T* b,         \
            const std::int32_t* ldb, const T* beta, T* c, const std::int32_t* ldc) {                        \
    multiply(FaultyProduct<T>{*ta, *tb, *m, *n, *k, *alpha, a, *lda, b, *ldb, *beta, c, *ldc});             \
  }
FAULTY_GEMM(sgemm_, float)
FAULTY_GEMM(dgemm_, double)
FAULTY_GEMM(cgemm_, std::complex<float>)
FAULTY_GEMM(zgemm_, std::complex<double>)
