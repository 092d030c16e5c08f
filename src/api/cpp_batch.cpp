// SPDX-License-Identifier: BSD-3-Clause
#include "numapack/batch.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "api/group_lists.hpp"
#include "api/problem_of_layout.hpp"
#include "batch/gemm_batch.hpp"

namespace numapack {

namespace {

constexpr ArgumentNames batch_by_columns{"gemm_batch", Layout::column_major, "m", "n", "a", "b"},
    batch_by_rows{"gemm_batch", Layout::row_major, "n", "m", "b", "a"};

template <class T>
Problem<T> batch_problem(Layout layout, Transpose trans_a, Transpose trans_b, Index m, Index n, Index k,
                         T alpha, Index lda, Index ldb, T beta, Index ldc) {
  const T* const none = nullptr;
  Problem<T> problem = problem_of_layout(layout, trans_a, trans_b, m, n, k, alpha, none, lda, none, ldb, beta,
                                         static_cast<T*>(nullptr), ldc);
  problem.names = layout == Layout::row_major ? &batch_by_rows : &batch_by_columns;
  return problem;
}

}  // namespace

template <class T>
void gemm_batch(Layout layout, const Transpose* trans_a, const Transpose* trans_b, const std::int64_t* m,
                const std::int64_t* n, const std::int64_t* k, const T* alpha, const T* const* a,
                const std::int64_t* lda, const T* const* b, const std::int64_t* ldb, const T* beta,
                T* const* c, const std::int64_t* ldc, std::int64_t groups, const std::int64_t* group_size) {
  require_groups("gemm_batch", groups, trans_a, trans_b, m, n, k, alpha, lda, ldb, beta, ldc, group_size);
  std::vector<GemmGroup<T>> list;
  list.reserve(static_cast<std::size_t>(groups));
  Index begin = 0;
  for (Index g = 0; g < groups; ++g) {
    GemmGroup<T> group{batch_problem(layout, trans_a[g], trans_b[g], m[g], n[g], k[g], alpha[g], lda[g],
                                     ldb[g], beta[g], ldc[g]),
                       {from_problem(a, begin)},
                       {from_problem(b, begin)},
                       {from_problem(c, begin)},
                       group_size[g]};
    if (layout == Layout::row_major) std::swap(group.a, group.b);
    list.push_back(group);
    begin += std::max<Index>(0, group_size[g]);
  }
  gemm_batch(std::span<const GemmGroup<T>>(list));
}

template <class T>
void gemm_batch_strided(Layout layout, Transpose trans_a, Transpose trans_b, std::int64_t m, std::int64_t n,
                        std::int64_t k, T alpha, const T* a, std::int64_t lda, std::int64_t stride_a,
                        const T* b, std::int64_t ldb, std::int64_t stride_b, T beta, T* c, std::int64_t ldc,
                        std::int64_t stride_c, std::int64_t batch) {
  GemmGroup<T> group{batch_problem(layout, trans_a, trans_b, m, n, k, alpha, lda, ldb, beta, ldc),
                     {nullptr, a, stride_a},
                     {nullptr, b, stride_b},
                     {nullptr, c, stride_c},
                     batch};
  if (layout == Layout::row_major) std::swap(group.a, group.b);
  gemm_batch(std::span<const GemmGroup<T>>(&group, 1));
}

template void gemm_batch(Layout, const Transpose*, const Transpose*, const std::int64_t*, const std::int64_t*,
                         const std::int64_t*, const float*, const float* const*, const std::int64_t*,
                         const float* const*, const std::int64_t*, const float*, float* const*,
                         const std::int64_t*, std::int64_t, const std::int64_t*);
template void gemm_batch_strided(Layout, Transpose, Transpose, std::int64_t, std::int64_t, std::int64_t,
                                 float, const float*, std::int64_t, std::int64_t, const float*, std::int64_t,
                                 std::int64_t, float, float*, std::int64_t, std::int64_t, std::int64_t);
template void gemm_batch(Layout, const Transpose*, const Transpose*, const std::int64_t*, const std::int64_t*,
                         const std::int64_t*, const double*, const double* const*, const std::int64_t*,
                         const double* const*, const std::int64_t*, const double*, double* const*,
                         const std::int64_t*, std::int64_t, const std::int64_t*);
template void gemm_batch_strided(Layout, Transpose, Transpose, std::int64_t, std::int64_t, std::int64_t,
                                 double, const double*, std::int64_t, std::int64_t, const double*,
                                 std::int64_t, std::int64_t, double, double*, std::int64_t, std::int64_t,
                                 std::int64_t);
template void gemm_batch(Layout, const Transpose*, const Transpose*, const std::int64_t*, const std::int64_t*,
                         const std::int64_t*, const std::complex<float>*, const std::complex<float>* const*,
                         const std::int64_t*, const std::complex<float>* const*, const std::int64_t*,
                         const std::complex<float>*, std::complex<float>* const*, const std::int64_t*,
                         std::int64_t, const std::int64_t*);
template void gemm_batch_strided(Layout, Transpose, Transpose, std::int64_t, std::int64_t, std::int64_t,
                                 std::complex<float>, const std::complex<float>*, std::int64_t, std::int64_t,
                                 const std::complex<float>*, std::int64_t, std::int64_t, std::complex<float>,
                                 std::complex<float>*, std::int64_t, std::int64_t, std::int64_t);
template void gemm_batch(Layout, const Transpose*, const Transpose*, const std::int64_t*, const std::int64_t*,
                         const std::int64_t*, const std::complex<double>*, const std::complex<double>* const*,
                         const std::int64_t*, const std::complex<double>* const*, const std::int64_t*,
                         const std::complex<double>*, std::complex<double>* const*, const std::int64_t*,
                         std::int64_t, const std::int64_t*);
template void gemm_batch_strided(Layout, Transpose, Transpose, std::int64_t, std::int64_t, std::int64_t,
                                 std::complex<double>, const std::complex<double>*, std::int64_t,
                                 std::int64_t, const std::complex<double>*, std::int64_t, std::int64_t,
                                 std::complex<double>, std::complex<double>*, std::int64_t, std::int64_t,
                                 std::int64_t);

}  // namespace numapack
