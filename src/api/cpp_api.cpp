// SPDX-License-Identifier: BSD-3-Clause
#include "api/problem_of_layout.hpp"
#include "level3/gemm.hpp"
#include "numapack/level3.hpp"
#include "numapack/library.hpp"
#include "runtime/runtime.hpp"

namespace numapack {

template <class T>
void gemm(Layout layout, Transpose trans_a, Transpose trans_b, std::int64_t m, std::int64_t n, std::int64_t k,
          T alpha, const T* a, std::int64_t lda, const T* b, std::int64_t ldb, T beta, T* c,
          std::int64_t ldc) {
  gemm(problem_of_layout(layout, trans_a, trans_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc));
}

template void gemm(Layout, Transpose, Transpose, std::int64_t, std::int64_t, std::int64_t, float,
                   const float*, std::int64_t, const float*, std::int64_t, float, float*, std::int64_t);
template void gemm(Layout, Transpose, Transpose, std::int64_t, std::int64_t, std::int64_t, double,
                   const double*, std::int64_t, const double*, std::int64_t, double, double*, std::int64_t);
template void gemm(Layout, Transpose, Transpose, std::int64_t, std::int64_t, std::int64_t,
                   std::complex<float>, const std::complex<float>*, std::int64_t, const std::complex<float>*,
                   std::int64_t, std::complex<float>, std::complex<float>*, std::int64_t);
template void gemm(Layout, Transpose, Transpose, std::int64_t, std::int64_t, std::int64_t,
                   std::complex<double>, const std::complex<double>*, std::int64_t,
                   const std::complex<double>*, std::int64_t, std::complex<double>, std::complex<double>*,
                   std::int64_t);

void release_workspace() { Runtime::get().workspaces().trim(); }

const char* version() { return NUMAPACK_VERSION; }

}  // namespace numapack
