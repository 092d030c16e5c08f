// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <dlfcn.h>

#include <cstdint>
#include <thread>
#include <vector>

namespace bench {

/// LIBXSMM 2's kernel for products of order n, C := A * B in double, made when it is first asked for; called
/// as its samples do: each thread has a part of the batch. Declarations as in its libxsmm_typedefs.h.
class Libxsmm {
 public:
  explicit Libxsmm(void* library)
      : dispatch_(reinterpret_cast<Dispatch*>(dlsym(library, "libxsmm_dispatch_gemm"))) {}
  bool is_there() const { return dispatch_ != nullptr; }

  void multiply(int n, std::int64_t count, const double* a, const double* b, double* c, int threads) const {
    constexpr int float64 = 0;
    constexpr unsigned beta_is_zero = 4;
    Kernel* const kernel = dispatch_({n, n, n, n, n, n, float64, float64, float64, float64}, beta_is_zero, 0);
    const std::int64_t stride = std::int64_t{n} * n;
    const auto multiply_part = [=](std::int64_t begin, std::int64_t end) {
      Parameters words{};
      for (std::int64_t i = begin; i < end; ++i) {
        words.a[0] = a + i * stride;
        words.b[0] = b + i * stride;
        words.c[0] = c + i * stride;
        kernel(&words);
      }
    };
    std::vector<std::jthread> others;
    for (int thread = 1; thread < threads; ++thread)
      others.emplace_back(multiply_part, count * thread / threads, count * (thread + 1) / threads);
    multiply_part(0, count / threads);
  }

 private:
  struct Shape {
    int m, n, k, lda, ldb, ldc, a, b, c, sums;
  };
  struct Parameters {
    const void *operation[4], *a[6], *b[6], *c[6];
  };
  using Kernel = void(const Parameters*);
  using Dispatch = Kernel*(Shape, unsigned flags, unsigned prefetch);
  Dispatch* dispatch_;
};

}  // namespace bench
