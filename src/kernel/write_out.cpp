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

/// What DC ZVA zeroes at once; 0: it is not allowed here (Arm Architecture Reference Manual, DCZID_EL0).
std::size_t zeroed_block() {
  std::uint64_t id = 0;
  __asm__("mrs %0, dczid_el0" : "=r"(id));
  return (id & 16) != 0 ? 0 : std::size_t{4} << (id & 15);
}

/// The core makes whole blocks its own by zeroing them, which fetches nothing, and fills them; what shares
/// its block with others goes through the caches.
void copy_streaming(char* to, const char* from, std::size_t bytes) {
  const std::size_t block = zeroed_block();
  if (block == 0) {
    std::memcpy(to, from, bytes);
    return;
  }
  const std::size_t behind = reinterpret_cast<std::uintptr_t>(to) % block;
  const std::size_t head = std::min(bytes, behind == 0 ? 0 : block - behind);
  std::memcpy(to, from, head);
  std::size_t at = head;
  for (; at + block <= bytes; at += block) {
    std::uint32_t first = 0;
    std::memcpy(&first, from + at, sizeof first);
    // The lab knows the block by the store that is the next instruction.
    __asm__ volatile("dc zva, %0\n\tstr %w1, [%0]" : : "r"(to + at), "r"(first) : "memory");
    std::memcpy(to + at, from + at, block);
  }
  std::memcpy(to + at, from + at, bytes - at);
}

void finish_copies() {}

#endif

}  // namespace

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
