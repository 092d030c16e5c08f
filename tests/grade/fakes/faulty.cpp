// SPDX-License-Identifier: BSD-3-Clause
// A small BLAS that is right except for the fault that FAULTY_BLAS names.
#include "faulty.hpp"

#include <csignal>
#include <cstdio>
#include <limits>

#include <unistd.h>

#include "faulty_factors.hpp"

namespace {

std::uint64_t calls_made = 0;
const pid_t loaded_by = getpid();

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

void fall_if_chosen() {
  if ((has_fault("crash") && calls_made == 8) || has_fault("crash-at-once")) std::raise(SIGSEGV);
  use_stack_with("stack");
  while (has_fault("hang") || (has_fault("fork-hang") && getpid() != loaded_by)) pause();
  if (has_fault("fork-crash") && getpid() != loaded_by) std::raise(SIGSEGV);
}

[[gnu::destructor]] void at_the_end() {
  if (has_fault("end-crash")) std::abort();
  if (has_fault("end-status")) _exit(3);
  while (has_fault("end-hang")) pause();
}

template <class T>
T sum_of(const FaultyProduct<T>& p, std::int32_t i, std::int32_t j) {
  decltype(std::abs(T{})) largest = 0;
  const bool fixed = has_fault<T>("fixed-point"), skips = has_fault<T>("skips-zeros");
  for (std::int32_t k = 0; fixed && k < p.k; ++k) largest = std::max(largest, std::abs(p.of_a(i, k)));
  T sum{};
  for (std::int32_t k = 0; k < p.k; ++k) {
    if (skips && p.of_b(k, j) == T{}) continue;
    sum += (fixed ? cut_off(p.of_a(i, k), largest) : p.of_a(i, k)) * p.of_b(k, j);
  }
  return sum;
}

template <class T>
bool multiply_like_strassen(const FaultyProduct<T>& p) {
  if (!has_fault<T>("strassen") || p.m != p.n || p.n != p.k || p.n % 2 != 0) return false;
  Square<T> a{p.n}, b{p.n};
  for (std::int32_t j = 0; j < p.n; ++j)
    for (std::int32_t i = 0; i < p.n; ++i) a.at(i, j) = p.of_a(i, j), b.at(i, j) = p.of_b(i, j);
  const Square<T> c = strassen(a, b);
  for (std::int32_t j = 0; j < p.n; ++j)
    for (std::int32_t i = 0; i < p.n; ++i) {
      T& element = p.c[i + std::ptrdiff_t(j) * p.ldc];
      element = p.alpha * c.at(i, j) + (p.beta == T{} ? T{} : p.beta * element);
    }
  return true;
}

/// What all callers share where they should not.
std::int32_t shared_row = 0;

template <class T>
void multiply(const FaultyProduct<T>& p) {
  ++calls_made;
  fall_if_chosen();
  if (p.m < 0 || p.ldc < p.m) return answer_wrong_argument(p.c);
  if (multiply_like_strassen(p)) return;
  const bool reads_c = has_fault<T>("reads-c"), reads_a = has_fault<T>("reads-a"),
             shares = has_fault("shared");
  const bool errs = has_fault<T>("inaccurate") || (has_fault("fork-wrong") && calls_made > 1);
  for (std::int32_t j = 0; j < p.n; ++j) {
    for (std::int32_t i = 0; i < p.m; ++i) {
      shared_row = i;
      if (shares && i == 0 && j == 0) usleep(2000);
      const T sum = p.alpha != T{} || reads_a ? sum_of(p, shares ? shared_row % p.m : i, j) : T{};
      T& element = p.c[i + std::ptrdiff_t(j) * p.ldc];
      element = p.alpha * sum + (p.beta == T{} && !reads_c ? T{} : p.beta * element);
      if (errs) element *= 1.001F;
      if (has_fault<T>("drops-nan") && !std::isfinite(std::abs(element))) element = T{};
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
