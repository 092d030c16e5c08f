// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <new>

namespace numapack::testing {

/// `count` elements that end exactly where an inaccessible page begins (or begin where one ends): a read or
/// write beyond is a crash, not a coincidence.
template <class T>
class Guarded {
 public:
  enum class Flush { end, begin };

  explicit Guarded(std::size_t count, Flush flush = Flush::end) : count_(count) {
    const std::size_t page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t bytes = (count * sizeof(T) + page - 1) / page * page;
    mapped_ = bytes + 2 * page;
    base_ = mmap(nullptr, mapped_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (base_ == MAP_FAILED) throw std::bad_alloc();
    char* const inside = static_cast<char*>(base_) + page;
    if (bytes > 0 && mprotect(inside, bytes, PROT_READ | PROT_WRITE) != 0) throw std::bad_alloc();
    data_ = reinterpret_cast<T*>(flush == Flush::end ? inside + bytes - count * sizeof(T) : inside);
  }
  ~Guarded() { munmap(base_, mapped_); }
  Guarded(const Guarded&) = delete;
  Guarded& operator=(const Guarded&) = delete;

  T* data() const { return data_; }
  std::size_t size() const { return count_; }
  T& operator[](std::size_t i) const { return data_[i]; }

 private:
  std::size_t count_, mapped_ = 0;
  void* base_ = nullptr;
  T* data_ = nullptr;
};

}  // namespace numapack::testing
