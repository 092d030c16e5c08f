#pragma once

#include <cstddef>
#include <string>

#include "machine/machine.hpp"
#include "memory/placement.hpp"

namespace numapack {

/// How a buffer's memory is asked for.
struct BufferOptions {
  Placement placement;
  bool huge_pages = true;  ///< ask for transparent huge pages (madvise, this buffer only)
  bool guarded =
      false;  ///< inaccessible pages directly before and after; the end is flush with the last byte
};

/// Page-aligned anonymous memory with a home. Owns its mapping; movable, not copyable. Contents start as
/// zeros, and no page exists before it is first touched. Never changes the thread's memory policy: the policy
/// is on the mapping (mbind). Where the kernel refuses that, the buffer is still usable and
/// `policy_refused()` says why: first touch by a thread on the node then decides.
class Buffer {
 public:
  Buffer() = default;
  /// Throws Error(out_of_memory) with the size and what the machine has.
  Buffer(std::size_t bytes, const Machine& machine, const BufferOptions& options = {});
  Buffer(Buffer&& other) noexcept;
  Buffer& operator=(Buffer&& other) noexcept;
  ~Buffer();

  void* data() const { return data_; }
  template <class T>
  T* as() const {
    return static_cast<T*>(data_);
  }
  std::size_t size() const { return bytes_; }
  const std::string& policy_refused() const { return policy_refused_; }

 private:
  void* data_ = nullptr;
  std::size_t bytes_ = 0;
  void* mapping_ = nullptr;
  std::size_t mapping_bytes_ = 0;
  std::string policy_refused_;
};

}  // namespace numapack
