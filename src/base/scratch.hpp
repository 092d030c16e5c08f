// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace numapack {

/// `bytes` of page-aligned memory for the calling thread alone, released in reverse order. For data too large
/// for a stack: a caller's thread may have a stack of only 64 KiB. The thread keeps one block for its life,
/// so that this costs little and finds it in the caches. Where memory is not available, threads take turns
/// with what the library has for them.
///
/// A signal handler may take some while the thread that it interrupts has some. Not inlined where sources are
/// compiled together: GCC 14 then warns of the null that a thread has before its first block.
[[gnu::returns_nonnull, gnu::noinline]] void* take_scratch(std::size_t bytes) noexcept;
void give_back_scratch(void* taken, std::size_t bytes) noexcept;

/// Room for a text of `thread_text_bytes` that stays with the calling thread, which ends with a zero; nullptr
/// where there is no memory. What a library keeps in thread-local storage itself must be little: there are
/// some hundred bytes for all that are loaded while a program runs.
char* thread_text() noexcept;
inline constexpr std::size_t thread_text_bytes = 1024;

/// What take_scratch() lends at most, in bytes.
inline constexpr std::size_t most_scratch = std::size_t{128} << 10;

/// `Count` elements of scratch memory as it was left by others, for a scope. Always inline: sources of
/// several instruction sets include this, and a linker would keep any one's functions for all.
template <class T, std::size_t Count>
class Scratch {
 public:
  static constexpr std::size_t bytes = sizeof(T) * Count;
  static_assert(bytes <= most_scratch);

  [[gnu::always_inline]] Scratch() noexcept : data_(static_cast<T*>(take_scratch(bytes))) {}
  [[gnu::always_inline]] ~Scratch() { give_back_scratch(data_, bytes); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  [[gnu::always_inline]] T* data() const { return data_; }

 private:
  T* const data_;
};

}  // namespace numapack
