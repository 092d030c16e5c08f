// SPDX-License-Identifier: BSD-3-Clause
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "blas/int.hpp"
#include "blas/leave.hpp"
#include "numapack/export.h"

// copy and swap of vectors that lie without gaps: the library that is held is a third slower in the caches.
// With gaps it does them.
namespace numapack::standard {

namespace {

template <class T>
using Two = Left<void(const Int*, const T*, const Int*, T*, const Int*)>;
template <class T>
using TwoWritten = Left<void(const Int*, T*, const Int*, T*, const Int*)>;

template <class T>
void copy(Two<T>& held, const Int* n, const T* x, const Int* incx, T* y, const Int* incy) {
  if (*incx != 1 || *incy != 1) return held(n, x, incx, y, incy);
  if (*n > 0) std::memmove(y, x, static_cast<std::size_t>(*n) * sizeof(T));
}

// 64 bytes, in as many registers as a CPU takes.
typedef std::uint64_t Block __attribute__((vector_size(64), aligned(1), may_alias));
// Clang forgets it of an alias ("using"), GCC of an "auto*" to it.
static_assert(alignof(Block) == 1);

#ifdef __x86_64__
__attribute__((target_clones("avx512f", "avx2", "default")))
#endif
void swap_bytes(unsigned char* x, unsigned char* y, std::size_t count) {
  const auto swap_some = [ x, y ]<int blocks>(std::size_t at) __attribute__((always_inline)) {
    Block* const one = reinterpret_cast<Block*>(x + at);
    Block* const other = reinterpret_cast<Block*>(y + at);
    Block of_x[blocks], of_y[blocks];
    for (int b = 0; b < blocks; ++b) of_x[b] = one[b], of_y[b] = other[b];
    for (int b = 0; b < blocks; ++b) one[b] = of_y[b], other[b] = of_x[b];
  };
  // Several at a time: where the vectors lie a little more than a multiple of 4 KiB apart, the next loads
  // wait for stores that they seem to meet.
  constexpr int together = 4;
  std::size_t i = 0;
  for (; i + together * sizeof(Block) <= count; i += together * sizeof(Block))
    swap_some.template operator()<together>(i);
  for (; i + sizeof(Block) <= count; i += sizeof(Block)) swap_some.template operator()<1>(i);
  for (; i < count; ++i) std::swap(x[i], y[i]);
}

template <class T>
void swap(TwoWritten<T>& held, const Int* n, T* x, const Int* incx, T* y, const Int* incy) {
  if (*incx != 1 || *incy != 1) return held(n, x, incx, y, incy);
  if (*n > 0)
    swap_bytes(reinterpret_cast<unsigned char*>(x), reinterpret_cast<unsigned char*>(y),
               static_cast<std::size_t>(*n) * sizeof(T));
}

using C = std::complex<float>;
using Z = std::complex<double>;
constinit Two<float> copy_s("scopy_");
constinit Two<double> copy_d("dcopy_");
constinit Two<C> copy_c("ccopy_");
constinit Two<Z> copy_z("zcopy_");
constinit TwoWritten<float> swap_s("sswap_");
constinit TwoWritten<double> swap_d("dswap_");
constinit TwoWritten<C> swap_c("cswap_");
constinit TwoWritten<Z> swap_z("zswap_");

}  // namespace

extern "C" {

NUMAPACK_API void scopy_(const Int* n, const float* x, const Int* incx, float* y, const Int* incy) {
  copy(copy_s, n, x, incx, y, incy);
}
NUMAPACK_API void dcopy_(const Int* n, const double* x, const Int* incx, double* y, const Int* incy) {
  copy(copy_d, n, x, incx, y, incy);
}
NUMAPACK_API void ccopy_(const Int* n, const C* x, const Int* incx, C* y, const Int* incy) {
  copy(copy_c, n, x, incx, y, incy);
}
NUMAPACK_API void zcopy_(const Int* n, const Z* x, const Int* incx, Z* y, const Int* incy) {
  copy(copy_z, n, x, incx, y, incy);
}
NUMAPACK_API void sswap_(const Int* n, float* x, const Int* incx, float* y, const Int* incy) {
  swap(swap_s, n, x, incx, y, incy);
}
NUMAPACK_API void dswap_(const Int* n, double* x, const Int* incx, double* y, const Int* incy) {
  swap(swap_d, n, x, incx, y, incy);
}
NUMAPACK_API void cswap_(const Int* n, C* x, const Int* incx, C* y, const Int* incy) {
  swap(swap_c, n, x, incx, y, incy);
}
NUMAPACK_API void zswap_(const Int* n, Z* x, const Int* incx, Z* y, const Int* incy) {
  swap(swap_z, n, x, incx, y, incy);
}

NUMAPACK_API void cblas_scopy(Int n, const float* x, Int incx, float* y, Int incy) {
  copy(copy_s, &n, x, &incx, y, &incy);
}
NUMAPACK_API void cblas_dcopy(Int n, const double* x, Int incx, double* y, Int incy) {
  copy(copy_d, &n, x, &incx, y, &incy);
}
NUMAPACK_API void cblas_ccopy(Int n, const void* x, Int incx, void* y, Int incy) {
  copy(copy_c, &n, static_cast<const C*>(x), &incx, static_cast<C*>(y), &incy);
}
NUMAPACK_API void cblas_zcopy(Int n, const void* x, Int incx, void* y, Int incy) {
  copy(copy_z, &n, static_cast<const Z*>(x), &incx, static_cast<Z*>(y), &incy);
}
NUMAPACK_API void cblas_sswap(Int n, float* x, Int incx, float* y, Int incy) {
  swap(swap_s, &n, x, &incx, y, &incy);
}
NUMAPACK_API void cblas_dswap(Int n, double* x, Int incx, double* y, Int incy) {
  swap(swap_d, &n, x, &incx, y, &incy);
}
NUMAPACK_API void cblas_cswap(Int n, void* x, Int incx, void* y, Int incy) {
  swap(swap_c, &n, static_cast<C*>(x), &incx, static_cast<C*>(y), &incy);
}
NUMAPACK_API void cblas_zswap(Int n, void* x, Int incx, void* y, Int incy) {
  swap(swap_z, &n, static_cast<Z*>(x), &incx, static_cast<Z*>(y), &incy);
}
}

}  // namespace numapack::standard
