// SPDX-License-Identifier: BSD-3-Clause
#include "kernel/write_out.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

namespace numapack {

namespace {

#if defined(__x86_64__)

constexpr std::size_t line = 64;

/// Whole lines around the caches; what shares its line with others through them.
void copy_streaming(char* to, const char* from, std::size_t bytes) {
  const std::size_t behind = reinterpret_cast<std::uintptr_t>(to) % line;
  const std::size_t head = std::min(bytes, behind == 0 ? 0 : line - behind);
  std::memcpy(to, from, head);
  std::size_t at = head;
  for (; at + line <= bytes; at += line) {
    for (std::size_t part = 0; part < line; part += sizeof(__m128i)) {
      const auto* source = reinterpret_cast<const __m128i*>(from + at + part);
      _mm_stream_si128(reinterpret_cast<__m128i*>(to + at + part), _mm_loadu_si128(source));
    }
  }
  std::memcpy(to + at, from + at, bytes - at);
}

/// Streamed stores are ordered by nothing else.
void finish_copies() { _mm_sfence(); }

#else

void copy_streaming(char* to, const char* from, std::size_t bytes) { std::memcpy(to, from, bytes); }
void finish_copies() {}

#endif

}  // namespace

bool has_streaming_stores(std::string_view architecture) { return architecture == "x86_64"; }

template <class T>
void write_out(Index rows, Index columns, const T* block, Index ldb, T* c, Index ldc) {
  for (Index j = 0; j < columns; ++j)
    copy_streaming(reinterpret_cast<char*>(c + j * ldc), reinterpret_cast<const char*>(block + j * ldb),
                   static_cast<std::size_t>(rows) * sizeof(T));
  finish_copies();
}

template void write_out(Index, Index, const float*, Index, float*, Index);
template void write_out(Index, Index, const double*, Index, double*, Index);
template void write_out(Index, Index, const std::complex<float>*, Index, std::complex<float>*, Index);
template void write_out(Index, Index, const std::complex<double>*, Index, std::complex<double>*, Index);

}  // namespace numapack
