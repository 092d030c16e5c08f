// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>

#include "machine/machine.hpp"
#include "memory/placement.hpp"
#include "memory/policy.hpp"

namespace numapack {

/// How a buffer's memory is asked for.
struct BufferOptions {
  Placement placement;
  bool huge_pages = true;  ///< ask for transparent huge pages (madvise, this buffer only)
  /// The end, rounded up to 64 bytes, is flush with the inaccessible page that follows.
  bool guarded = false;
  /// The process's memory policy (numactl) decides, as for memory from malloc; `placement` is not looked at.
  bool process_policy = false;
};

/// Anonymous memory with a home. Owns its mapping; movable, not copyable. Starts at a page (with huge pages,
/// from 2 MiB on, at a huge page; guarded, at a multiple of 64 bytes), with an inaccessible page on either
/// side. Contents start as zeros, and no page exists before it is first touched.
///
/// Never changes the thread's memory policy: the policy is on the mapping (mbind). Where the kernel refuses
/// that, or the machine is not the one this runs on, the buffer is still usable and `policy_refused()` says
/// why: first touch by a thread on the node then decides. Different threads may make and destroy buffers at
/// the same time.
class Buffer {
 public:
  Buffer() = default;
  /// No bytes give a null buffer. Throws Error(out_of_memory) with the size and what the machine (or the
  /// placement's nodes) has, Error(invalid_argument) for a node that does not exist or has no usable memory.
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
  const std::string& policy_refused() const { return policy_.refused; }
  /// The kernel puts pages where they belong, whoever touches them first (see AppliedPolicy).
  bool placed_by_kernel() const { return policy_.by_kernel; }

 private:
  void* data_ = nullptr;
  std::size_t bytes_ = 0;
  void* mapping_ = nullptr;
  std::size_t mapping_bytes_ = 0;
  AppliedPolicy policy_;
};

}  // namespace numapack
