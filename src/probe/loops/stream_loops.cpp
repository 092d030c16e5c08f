// SPDX-License-Identifier: BSD-3-Clause
#include "probe/loops/stream_loops.hpp"

#include "probe/loops/read_loop.hpp"

#if defined(__x86_64__)
#include <emmintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

namespace numapack::probe {

namespace {

constexpr double s = stream_scalar;

// Ordinary stores. This file is compiled without the rewriting of loops as memcpy and memset, which store
// around the caches from some size on: that is the other column of the table.

void copy(const StreamPart& part) {
  const double* __restrict a = part.a;
  double* __restrict c = part.c;
  for (std::size_t i = part.begin; i < part.end; ++i) c[i] = a[i];
}

void scale(const StreamPart& part) {
  const double* __restrict c = part.c;
  double* __restrict b = part.b;
  for (std::size_t i = part.begin; i < part.end; ++i) b[i] = s * c[i];
}

void add(const StreamPart& part) {
  const double* __restrict a = part.a;
  const double* __restrict b = part.b;
  double* __restrict c = part.c;
  for (std::size_t i = part.begin; i < part.end; ++i) c[i] = a[i] + b[i];
}

void triad(const StreamPart& part) {
  const double* __restrict b = part.b;
  const double* __restrict c = part.c;
  double* __restrict a = part.a;
  for (std::size_t i = part.begin; i < part.end; ++i) a[i] = b[i] + s * c[i];
}

void add_add(const StreamPart& part) {
  const double* __restrict b = part.b;
  const double* __restrict c = part.c;
  double* __restrict a = part.a;
  for (std::size_t i = part.begin; i < part.end; ++i) a[i] = b[i] + s + c[i];
}

void read(const StreamPart& part) { read_stretch(part.a + part.begin, 8 * (part.end - part.begin)); }

void fill(const StreamPart& part) {
  double* __restrict a = part.a;
  for (std::size_t i = part.begin; i < part.end; ++i) a[i] = s;
}

// Streaming stores. Two doubles at a time are enough: the memory is the limit, and the processor joins the
// stores of a line.

#if defined(__x86_64__)

using Two = __m128d;
Two load(const double* from) { return _mm_load_pd(from); }
Two both(double value) { return _mm_set1_pd(value); }
Two plus(Two x, Two y) { return _mm_add_pd(x, y); }
Two times(Two x, Two y) { return _mm_mul_pd(x, y); }
void store_four(double* to, Two first, Two second) {
  _mm_stream_pd(to, first);
  _mm_stream_pd(to + 2, second);
}
void finish() { _mm_sfence(); }

#elif defined(__aarch64__)

using Two = float64x2_t;
Two load(const double* from) { return vld1q_f64(from); }
Two both(double value) { return vdupq_n_f64(value); }
Two plus(Two x, Two y) { return vaddq_f64(x, y); }
Two times(Two x, Two y) { return vmulq_f64(x, y); }
void store_four(double* to, Two first, Two second) {
  asm volatile("stnp %q1, %q2, [%0]" : : "r"(to), "w"(first), "w"(second) : "memory");
}
void finish() { asm volatile("dmb ishst" : : : "memory"); }

#else

struct Two {
  double first, second;
};
Two load(const double* from) { return {from[0], from[1]}; }
Two both(double value) { return {value, value}; }
Two plus(Two x, Two y) { return {x.first + y.first, x.second + y.second}; }
Two times(Two x, Two y) { return {x.first * y.first, x.second * y.second}; }
void store_four(double* to, Two first, Two second) {
  to[0] = first.first, to[1] = first.second, to[2] = second.first, to[3] = second.second;
}
void finish() {}

#endif

/// to[i, i + 2) = value(i) for all i of the part, around the caches.
template <class Value>
void stream(double* to, const StreamPart& part, Value value) {
  for (std::size_t i = part.begin; i < part.end; i += 8) {
    store_four(to + i, value(i), value(i + 2));
    store_four(to + i + 4, value(i + 4), value(i + 6));
  }
  finish();
}

void copy_streaming(const StreamPart& part) {
  stream(part.c, part, [&](std::size_t i) { return load(part.a + i); });
}
void scale_streaming(const StreamPart& part) {
  stream(part.b, part, [&](std::size_t i) { return times(both(s), load(part.c + i)); });
}
void add_streaming(const StreamPart& part) {
  stream(part.c, part, [&](std::size_t i) { return plus(load(part.a + i), load(part.b + i)); });
}
void triad_streaming(const StreamPart& part) {
  stream(part.a, part,
         [&](std::size_t i) { return plus(load(part.b + i), times(both(s), load(part.c + i))); });
}
void add_add_streaming(const StreamPart& part) {
  stream(part.a, part,
         [&](std::size_t i) { return plus(plus(load(part.b + i), both(s)), load(part.c + i)); });
}
void fill_streaming(const StreamPart& part) {
  stream(part.a, part, [](std::size_t) { return both(s); });
}

}  // namespace

const std::vector<StreamKernel>& stream_kernels() {
  static const std::vector<StreamKernel> kernels{
      {"copy", "c = a", 1, 1, copy, copy_streaming},
      {"scale", "b = s c", 1, 1, scale, scale_streaming},
      {"add", "c = a + b", 2, 1, add, add_streaming},
      {"triad", "a = b + s c", 2, 1, triad, triad_streaming},
      {"add-add", "a = b + s + c", 2, 1, add_add, add_add_streaming},
      {"read", "a", 1, 0, read, nullptr},
      {"fill", "a = s", 0, 1, fill, fill_streaming},
  };
  return kernels;
}

const StreamKernel* stream_kernel(const std::string& name) {
  for (const StreamKernel& kernel : stream_kernels()) {
    if (name == kernel.name) return &kernel;
  }
  return nullptr;
}

}  // namespace numapack::probe
