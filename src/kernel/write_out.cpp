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

/// Bytes that are written together without being fetched.
constexpr std::size_t block_bytes() { return 64; }

void copy_block(char* to, const char* from, std::size_t bytes) {
  for (std::size_t at = 0; at < bytes; at += sizeof(__m128i)) {
    const auto* source = reinterpret_cast<const __m128i*>(from + at);
    _mm_stream_si128(reinterpret_cast<__m128i*>(to + at), _mm_loadu_si128(source));
  }
}

/// Streamed stores are ordered by nothing else.
void finish_copies() { _mm_sfence(); }

#else

/// What DC ZVA zeroes at once; 0: it is not allowed here (Arm Architecture Reference Manual, DCZID_EL0).
std::size_t block_bytes() {
  std::uint64_t id = 0;
  __asm__("mrs %0, dczid_el0" : "=r"(id));
  return (id & 16) != 0 ? 0 : std::size_t{4} << (id & 15);
}

/// The core makes the block its own by zeroing it, which fetches nothing, and fills it.
void copy_block(char* to, const char* from, std::size_t bytes) {
  std::uint32_t first = 0;
  std::memcpy(&first, from, sizeof first);
  // The lab knows the block by the store that is the next instruction.
  __asm__ volatile("dc zva, %0\n\tstr %w1, [%0]" : : "r"(to), "r"(first) : "memory");
  std::memcpy(to, from, bytes);
}

void finish_copies() {}

#endif

/// Whole blocks without fetching them; what shares its block with others through the caches.
void copy_unfetched(char* to, const char* from, std::size_t bytes, std::size_t block) {
  if (block == 0) {
    std::memcpy(to, from, bytes);
    return;
  }
  const std::size_t behind = reinterpret_cast<std::uintptr_t>(to) % block;
  const std::size_t head = std::min(bytes, behind == 0 ? 0 : block - behind);
  std::memcpy(to, from, head);
  std::size_t at = head;
  for (; at + block <= bytes; at += block) copy_block(to + at, from + at, block);
  std::memcpy(to + at, from + at, bytes - at);
}

}  // namespace

template <class T>
void write_out(Index rows, Index columns, const T* block, Index ldb, T* c, Index ldc) {
  const std::size_t together = block_bytes();
  for (Index j = 0; j < columns; ++j)
    copy_unfetched(reinterpret_cast<char*>(c + j * ldc), reinterpret_cast<const char*>(block + j * ldb),
                   static_cast<std::size_t>(rows) * sizeof(T), together);
  finish_copies();
}

template void write_out(Index, Index, const float*, Index, float*, Index);
template void write_out(Index, Index, const double*, Index, double*, Index);
template void write_out(Index, Index, const std::complex<float>*, Index, std::complex<float>*, Index);
template void write_out(Index, Index, const std::complex<double>*, Index, std::complex<double>*, Index);

}  // namespace numapack
