// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <limits>
#include <map>
#include <mutex>
#include <span>
#include <vector>

#include "machine/machine.hpp"
#include "memory/buffer.hpp"
#include "memory/pages/census.hpp"
#include "runtime/place_trials.hpp"

namespace numapack {

/// What plans may take on a node, where nothing else is said: a quarter of its memory.
inline std::size_t most_workspace(const Machine& machine, int node) {
  const auto& memory = machine.nodes[static_cast<std::size_t>(node)].memory_bytes;
  return memory ? static_cast<std::size_t>(*memory) / 4 : std::numeric_limits<std::size_t>::max();
}

/// A buffer, with the results of trials on it.
struct Workspace {
  Buffer buffer;
  std::vector<PlaceTrials> trials;
};

/// Node-local scratch memory that outlives calls, because making and zeroing pages costs more than packing
/// into them. Thread-safe. Buffers are bound to the node (or, if it has no memory, to its home), allocated in
/// whole huge pages, and grow but never shrink until trim(). A lease gets the smallest idle buffer that fits
/// and is not far too large; it holds whatever its last user left. Nodes are indices into Machine::nodes.
/// `guarded`, for tests: every lease has a fresh buffer of exactly its size between inaccessible pages.
class WorkspacePool {
 public:
  /// Keeps a reference to the machine.
  explicit WorkspacePool(const Machine& machine, bool guarded = false)
      : machine_(machine), guarded_(guarded) {}

  /// A lease on at least `bytes` of memory at home on `node`; gives itself back. No bytes: data() is null.
  /// Throws Error(out_of_memory) if they are not available even without the idle buffers.
  class Lease {
   public:
    Lease(WorkspacePool& pool, int node, std::size_t bytes);
    ~Lease();
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    void* data() const { return workspace_.buffer.data(); }
    const Buffer& buffer() const { return workspace_.buffer; }
    /// The results of trials of places in this memory, one per thread, also from previous leases.
    std::span<PlaceTrials> trials_of(int threads) {
      if (workspace_.trials.size() < std::size_t(threads)) workspace_.trials.resize(std::size_t(threads));
      return {workspace_.trials.data(), std::size_t(threads)};
    }

   private:
    WorkspacePool& pool_;
    int node_;
    Workspace workspace_;
  };

  /// Where the pages of the idle buffers of a node really are; call it between multiplications. A page that
  /// is neither untouched nor on the node's home is one that the kernel could not place there (memory full,
  /// policy refused).
  Census census_of(int node) const;

  /// Frees every buffer that is not leased.
  void trim();

  /// Bytes held for a node, leased or not. Zero after trim() without leases.
  std::size_t held(int node) const;

 private:
  Workspace take(int node, std::size_t bytes);
  Buffer make(int node, std::size_t bytes);
  void give_back(int node, Workspace workspace);

  const Machine& machine_;
  const bool guarded_;
  mutable std::mutex mutex_;
  std::map<int, std::vector<Workspace>> idle_;
  std::map<int, std::size_t> held_;
};

}  // namespace numapack
