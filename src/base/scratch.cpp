// SPDX-License-Identifier: BSD-3-Clause
#include "base/scratch.hpp"

#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>

#include <atomic>
#include <cstdlib>

namespace numapack {

namespace {

// Room for one call, and for calls that signal handlers make while it runs.
constexpr std::size_t page = 4096, block_bytes = 4 * most_scratch;
// Behind it the thread's text.
constexpr std::size_t mapped_bytes = block_bytes + page;
static_assert(thread_text_bytes <= page);

constexpr std::size_t whole_pages(std::size_t bytes) { return (bytes + page - 1) / page * page; }

/// What a thread has, and how much of it is taken. A plain value: thread-local objects are destroyed before
/// those that may still call.
struct Block {
  char* data;
  std::size_t taken;
};
constinit thread_local Block own [[gnu::tls_model("initial-exec")]] = {nullptr, 0};

/// For threads in turn where there is no memory; costs none until it is touched.
struct Spare {
  alignas(page) char data[block_bytes];
  std::atomic<const Block*> owner;  ///< the thread that has it
};
constinit Spare spares[2] = {};

Spare* spare_of(const char* data) {
  for (Spare& spare : spares)
    if (data == spare.data) return &spare;
  return nullptr;
}

char* map(std::size_t bytes) noexcept {
  void* const mapped = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return mapped == MAP_FAILED ? nullptr : static_cast<char*>(mapped);
}

/// At the end of a thread; once more if a call comes after it.
void unmap(void* block) {
  own = {};
  munmap(block, mapped_bytes);
}

class Threads {
 public:
  Threads() : has_key_(pthread_key_create(&key_, unmap) == 0) {
    // Who had the spares is not there in a child.
    pthread_atfork(nullptr, nullptr, [] {
      for (Spare& spare : spares)
        if (spare.owner.load() != &own) spare.owner.store(nullptr);
    });
  }
  /// Has a block go with the calling thread; false: that cannot be.
  bool keep(char* block) const noexcept { return has_key_ && pthread_setspecific(key_, block) == 0; }

 private:
  pthread_key_t key_{};
  const bool has_key_;
};
const Threads threads;  // made at load; its destructor does nothing

/// A block for good; false: that cannot be.
bool make_block() noexcept {
  char* const made = map(mapped_bytes);
  if (made == nullptr) return false;
  // A signal's handler may have made one.
  if (own.data == nullptr && threads.keep(made)) {
    own = {made, 0};
    return true;
  }
  munmap(made, mapped_bytes);
  return own.data != nullptr;
}

/// A block for good, or a spare one.
void take_block() noexcept {
  if (make_block()) return;
  while (own.data == nullptr) {
    for (Spare& spare : spares) {
      const Block* nobody = nullptr;
      if (!spare.owner.compare_exchange_strong(nobody, &own, std::memory_order_acquire)) continue;
      own = {spare.data, 0};
      return;
    }
    sched_yield();
  }
}

}  // namespace

void* take_scratch(std::size_t bytes) noexcept {
  const std::size_t wanted = whole_pages(bytes);
  if (own.data == nullptr) [[unlikely]]
    take_block();
  // The handler of a signal that comes in between leaves this as it was.
  if (block_bytes - own.taken >= wanted) [[likely]] {
    char* const taken = own.data + own.taken;
    own.taken += wanted;
    return taken;
  }
  // Handlers in handlers.
  char* const mapped = map(wanted);
  if (mapped == nullptr) std::abort();
  return mapped;
}

char* thread_text() noexcept {
  if (own.data == nullptr && !make_block()) return nullptr;
  return spare_of(own.data) == nullptr ? own.data + block_bytes : nullptr;
}

void give_back_scratch(void* taken, std::size_t bytes) noexcept {
  if (const char* const from = static_cast<const char*>(taken);
      from < own.data || from >= own.data + block_bytes) [[unlikely]] {
    munmap(taken, whole_pages(bytes));
    return;
  }
  own.taken -= whole_pages(bytes);
  if (own.taken > 0) return;
  Spare* const spare = spare_of(own.data);
  if (spare == nullptr) [[likely]]
    return;
  own.data = nullptr;
  // Unless a signal's handler has given it back and another thread has it.
  const Block* mine = &own;
  spare->owner.compare_exchange_strong(mine, nullptr, std::memory_order_release);
}

}  // namespace numapack
