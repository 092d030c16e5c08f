// SPDX-License-Identifier: BSD-3-Clause
#include "numapack/lapack.hpp"

#include "base/error.hpp"
#include "level3/call/arguments.hpp"
#include "lu/lu.hpp"
#include "panels/by_columns.hpp"

namespace numapack {

template <class T>
std::int64_t getrf(Layout layout, std::int64_t m, std::int64_t n, T* a, std::int64_t lda,
                   std::int64_t* pivots) {
  return factor(LuProblem<T>{m, n, a, lda, pivots, layout});
}

template <class T>
void getrs(Layout layout, Transpose trans, std::int64_t n, std::int64_t nrhs, const T* lu, std::int64_t lda,
           const std::int64_t* pivots, T* b, std::int64_t ldb) {
  if (!is_by_rows("getrs", layout))
    return solve(LuSolution<T>{trans, n, nrhs, lu, lda, layout, pivots, b, ldb});
  if (n <= 0 || nrhs <= 0 || b == nullptr)
    return solve(LuSolution<T>{trans, n, nrhs, lu, lda, layout, pivots, b, std::max<std::int64_t>(1, n)});
  if (ldb < nrhs)
    invalid("getrs", "ldb is " + std::to_string(ldb),
            "at least " + std::to_string(nrhs) + " is needed for rows of " + std::to_string(nrhs));
  const ByColumns<T> columns(n, nrhs);
  columns.take(b, ldb, n);
  solve(LuSolution<T>{trans, n, nrhs, lu, lda, layout, pivots, columns.data, columns.leading});
  columns.give(b, ldb, n);
}

template <class T>
std::int64_t gesv(Layout layout, std::int64_t n, std::int64_t nrhs, T* a, std::int64_t lda,
                  std::int64_t* pivots, T* b, std::int64_t ldb) {
  const std::int64_t least = std::max<std::int64_t>(1, is_by_rows("gesv", layout) ? nrhs : n);
  if (nrhs < 0) invalid("gesv", "nrhs is " + std::to_string(nrhs), "sizes start at 0");
  if (ldb < least)
    invalid("gesv", "ldb is " + std::to_string(ldb), "at least " + std::to_string(least) + " is needed");
  if (b == nullptr && n > 0 && nrhs > 0) invalid("gesv", "b is a null pointer", "pass its address");
  const std::int64_t info = getrf(layout, n, n, a, lda, pivots);
  if (info == 0) getrs(layout, Transpose::none, n, nrhs, static_cast<const T*>(a), lda, pivots, b, ldb);
  return info;
}

template std::int64_t getrf(Layout, std::int64_t, std::int64_t, float*, std::int64_t, std::int64_t*);
template void getrs(Layout, Transpose, std::int64_t, std::int64_t, const float*, std::int64_t,
                    const std::int64_t*, float*, std::int64_t);
template std::int64_t gesv(Layout, std::int64_t, std::int64_t, float*, std::int64_t, std::int64_t*, float*,
                           std::int64_t);
template std::int64_t getrf(Layout, std::int64_t, std::int64_t, double*, std::int64_t, std::int64_t*);
template void getrs(Layout, Transpose, std::int64_t, std::int64_t, const double*, std::int64_t,
                    const std::int64_t*, double*, std::int64_t);
template std::int64_t gesv(Layout, std::int64_t, std::int64_t, double*, std::int64_t, std::int64_t*, double*,
                           std::int64_t);
template std::int64_t getrf(Layout, std::int64_t, std::int64_t, std::complex<float>*, std::int64_t,
                            std::int64_t*);
template void getrs(Layout, Transpose, std::int64_t, std::int64_t, const std::complex<float>*, std::int64_t,
                    const std::int64_t*, std::complex<float>*, std::int64_t);
template std::int64_t gesv(Layout, std::int64_t, std::int64_t, std::complex<float>*, std::int64_t,
                           std::int64_t*, std::complex<float>*, std::int64_t);
template std::int64_t getrf(Layout, std::int64_t, std::int64_t, std::complex<double>*, std::int64_t,
                            std::int64_t*);
template void getrs(Layout, Transpose, std::int64_t, std::int64_t, const std::complex<double>*, std::int64_t,
                    const std::int64_t*, std::complex<double>*, std::int64_t);
template std::int64_t gesv(Layout, std::int64_t, std::int64_t, std::complex<double>*, std::int64_t,
                           std::int64_t*, std::complex<double>*, std::int64_t);

}  // namespace numapack
