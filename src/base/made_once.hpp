// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <memory>

namespace numapack {

/// A value of the process that whoever asks first makes and that stays for good. A function's static does not
/// do: its destructor runs before exit handlers that were registered earlier and before global objects that
/// were made earlier are destroyed, and both may call; and a fork at the moment of its making leaves the
/// child with a lock that nobody gives back. Threads that ask at once may all make it; one is kept.
///
/// To be declared constinit. Thread-safe.
template <class T>
class MadeOnce {
 public:
  constexpr MadeOnce() = default;
  MadeOnce(const MadeOnce&) = delete;
  MadeOnce& operator=(const MadeOnce&) = delete;

  /// The value; the first time that of make(). What make() throws comes out here, and the next call tries
  /// again.
  template <class Make>
  [[gnu::always_inline]] const T& get(const Make& make) {
    if (const T* const made = made_.load(std::memory_order_acquire)) [[likely]]
      return *made;
    return keep(make);
  }

 private:
  template <class Make>
  [[gnu::noinline]] const T& keep(const Make& make) {
    auto mine = std::make_unique<const T>(make());
    const T* others = nullptr;
    if (!made_.compare_exchange_strong(others, mine.get(), std::memory_order_acq_rel)) return *others;
    return *mine.release();
  }

  std::atomic<const T*> made_{nullptr};
};

}  // namespace numapack
