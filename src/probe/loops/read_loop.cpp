// SPDX-License-Identifier: BSD-3-Clause
#include "probe/loops/read_loop.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>

#include <cstdint>
#endif

namespace numapack::probe {

namespace {

// The empty assembly needs the value in a register: the load stays, and nothing else is computed.

#if defined(__x86_64__)

__attribute__((target("avx512f"))) void read_avx512(const char* data, std::size_t bytes) {
  for (const char* end = data + bytes; data != end; data += 512) {
#pragma GCC unroll 8
    for (int at = 0; at < 512; at += 64) asm volatile("" : : "v"(_mm512_load_si512(data + at)));
  }
}

__attribute__((target("avx2"))) void read_avx2(const char* data, std::size_t bytes) {
  for (const char* end = data + bytes; data != end; data += 512) {
#pragma GCC unroll 16
    for (int at = 0; at < 512; at += 32) {
      asm volatile("" : : "x"(_mm256_load_si256(reinterpret_cast<const __m256i*>(data + at))));
    }
  }
}

void read_sse2(const char* data, std::size_t bytes) {
  for (const char* end = data + bytes; data != end; data += 512) {
#pragma GCC unroll 32
    for (int at = 0; at < 512; at += 16) {
      asm volatile("" : : "x"(_mm_load_si128(reinterpret_cast<const __m128i*>(data + at))));
    }
  }
}

#elif defined(__aarch64__)

void read_neon(const char* data, std::size_t bytes) {
  for (const char* end = data + bytes; data != end; data += 512) {
#pragma GCC unroll 32
    for (int at = 0; at < 512; at += 16) {
      asm volatile("" : : "w"(vld1q_u8(reinterpret_cast<const std::uint8_t*>(data + at))));
    }
  }
}

#else

void read_words(const char* data, std::size_t bytes) {
  const auto* words = reinterpret_cast<const volatile std::size_t*>(data);
  for (std::size_t at = 0; at < bytes / sizeof(std::size_t); ++at) static_cast<void>(words[at]);
}

#endif

}  // namespace

std::size_t read_vector_bytes() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return 64;
  if (__builtin_cpu_supports("avx2")) return 32;
  return 16;
#elif defined(__aarch64__)
  return 16;
#else
  return sizeof(std::size_t);
#endif
}

void read_stretch(const void* data, std::size_t bytes) {
  const char* start = static_cast<const char*>(data);
#if defined(__x86_64__)
  const std::size_t vector = read_vector_bytes();
  if (vector == 64) return read_avx512(start, bytes);
  if (vector == 32) return read_avx2(start, bytes);
  read_sse2(start, bytes);
#elif defined(__aarch64__)
  read_neon(start, bytes);
#else
  read_words(start, bytes);
#endif
}

}  // namespace numapack::probe
