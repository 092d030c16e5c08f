#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <vector>

#include "machine/machine.hpp"
#include "memory/buffer.hpp"

namespace numapack {

/// Node-local scratch memory that outlives calls, because making and zeroing pages costs more than packing
/// into them. Thread-safe. Buffers are bound to the node, asked for in huge pages, and grow but never shrink
/// until trim().
class WorkspacePool {
 public:
  explicit WorkspacePool(const Machine& machine, bool guarded = false)
      : machine_(machine), guarded_(guarded) {}

  /// A lease on at least `bytes` of memory at home on `node`; gives itself back.
  class Lease {
   public:
    Lease(WorkspacePool& pool, int node, std::size_t bytes);
    ~Lease();
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    void* data() const { return buffer_.data(); }
    const Buffer& buffer() const { return buffer_; }

   private:
    WorkspacePool& pool_;
    int node_;
    Buffer buffer_;
  };

  /// Frees every buffer that is not leased.
  void trim();

  /// Bytes held for a node, leased or not.
  std::size_t held(int node) const;

 private:
  Buffer take(int node, std::size_t bytes);
  void give_back(int node, Buffer buffer);

  const Machine& machine_;
  const bool guarded_;
  mutable std::mutex mutex_;
  std::map<int, std::vector<Buffer>> idle_;
  std::map<int, std::size_t> held_;
};

}  // namespace numapack
