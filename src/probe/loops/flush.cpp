// SPDX-License-Identifier: BSD-3-Clause
#include "probe/loops/flush.hpp"

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

namespace numapack::probe {

namespace {

#if defined(__x86_64__)

bool has_clflushopt() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & (1U << 23)) != 0;
}

/// Not ordered with each other: a stretch takes a fifth of the time.
__attribute__((target("clflushopt"))) void flush_unordered(const char* data, std::size_t bytes,
                                                           std::size_t step) {
  for (std::size_t at = 0; at < bytes; at += step) _mm_clflushopt(const_cast<char*>(data + at));
}

#endif

}  // namespace

std::string flush_instruction() {
#if defined(__x86_64__)
  return has_clflushopt() ? "clflushopt" : "clflush";
#elif defined(__aarch64__)
  return "dc civac";
#else
  return {};
#endif
}

void flush_lines(const void* data, std::size_t bytes, std::size_t step_bytes) {
  const char* const start = static_cast<const char*>(data);
#if defined(__x86_64__)
  static const bool unordered = has_clflushopt();
  _mm_mfence();
  if (unordered) {
    flush_unordered(start, bytes, step_bytes);
  } else {
    for (std::size_t at = 0; at < bytes; at += step_bytes) _mm_clflush(start + at);
  }
  _mm_mfence();
#elif defined(__aarch64__)
  for (std::size_t at = 0; at < bytes; at += step_bytes)
    asm volatile("dc civac, %0" : : "r"(start + at) : "memory");
  asm volatile("dsb ish" : : : "memory");
#else
  static_cast<void>(start), static_cast<void>(bytes), static_cast<void>(step_bytes);
#endif
}

}  // namespace numapack::probe
