// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/workspace.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "base/error.hpp"
#include "memory/node_room.hpp"

namespace numapack {

namespace {
// A small lease does not take a buffer of more than this many times its size: the large one would be missed,
// and made a second time, by the next large lease. Buffers below the floor are not worth the distinction.
constexpr std::size_t waste_factor = 4;
constexpr std::size_t waste_floor = std::size_t{1} << 20;
// Even the smallest buffer is whole huge pages: small ones are walks through a virtual machine's page tables
// (CL-105).
constexpr std::size_t huge_page = std::size_t{2} << 20;
}  // namespace

WorkspacePool::Lease::Lease(WorkspacePool& pool, int node, std::size_t bytes)
    : pool_(pool), node_(node), workspace_(pool.take(node, bytes)) {}

WorkspacePool::Lease::~Lease() { pool_.give_back(node_, std::move(workspace_)); }

Workspace WorkspacePool::take(int node, std::size_t bytes) {
  if (bytes == 0) return {};
  Workspace outgrown;  // freed after the lock: giving back large mappings takes the kernel a while
  {
    const std::lock_guard lock(mutex_);
    std::vector<Workspace>& idle = idle_[node];
    const auto fits = [&](const Buffer& buffer) {
      return buffer.size() >= bytes && buffer.size() <= waste_factor * std::max(bytes, waste_floor);
    };
    auto best = idle.end();
    auto largest_too_small = idle.end();
    for (auto at = idle.begin(); at != idle.end(); ++at) {
      const std::size_t size = at->buffer.size();
      if (fits(at->buffer) && (best == idle.end() || size < best->buffer.size())) best = at;
      if (size < bytes && (largest_too_small == idle.end() || size > largest_too_small->buffer.size()))
        largest_too_small = at;
    }
    if (best != idle.end()) {
      Workspace taken = std::move(*best);
      idle.erase(best);
      return taken;
    }
    // Growing: the new buffer takes the place of an idle one, so that a program whose problems grow holds one
    // of each.
    if (largest_too_small != idle.end()) {
      outgrown = std::move(*largest_too_small);
      idle.erase(largest_too_small);
      held_[node] -= outgrown.buffer.size();
    }
  }
  outgrown = {};
  Buffer made = make(node, bytes);
  const std::lock_guard lock(mutex_);
  held_[node] += made.size();
  return {std::move(made), {}};
}

Buffer WorkspacePool::make(int node, std::size_t bytes) {
  const int home = machine_.home_for(node);
  BufferOptions options;
  options.placement = Placement::bind(home);
  options.guarded = guarded_;
  if (!guarded_) bytes = (bytes + huge_page - 1) / huge_page * huge_page;
  const auto attempt = [&] {
    Buffer buffer(bytes, machine_, options);
    let_overflow_if_full(buffer, home, machine_);
    return buffer;
  };
  try {
    return attempt();
  } catch (const Error& error) {
    if (error.code() != ErrorCode::out_of_memory) throw;
  }
  // What lies idle may be what is missing; else other nodes have room.
  trim();
  options.placement = Placement::preferred(home);
  return attempt();
}

void WorkspacePool::give_back(int node, Workspace workspace) {
  if (workspace.buffer.size() == 0) return;
  const std::lock_guard lock(mutex_);
  if (!guarded_) {
    try {
      idle_[node].push_back(std::move(workspace));
      return;
    } catch (const std::bad_alloc&) {
      // No memory to remember it: it is freed instead.
    }
  }
  held_[node] -= workspace.buffer.size();
}

Census WorkspacePool::census_of(int node) const {
  Census sum;
  sum.page_bytes = machine_.page_bytes;
  sum.by_node.assign(machine_.nodes.size(), 0);
  const std::lock_guard lock(mutex_);
  const auto idle = idle_.find(node);
  if (idle == idle_.end()) return sum;
  for (const Workspace& workspace : idle->second) {
    const Census one = census(workspace.buffer.data(), workspace.buffer.size(), machine_);
    sum.page_bytes = one.page_bytes;
    sum.pages += one.pages;
    for (std::size_t i = 0; i < one.by_node.size(); ++i) sum.by_node[i] += one.by_node[i];
    sum.untouched += one.untouched;
    sum.huge_bytes += one.huge_bytes;
    if (!one.unavailable.empty()) sum.unavailable = one.unavailable;
  }
  return sum;
}

void WorkspacePool::trim() {
  std::map<int, std::vector<Workspace>> freed;
  const std::lock_guard lock(mutex_);
  freed.swap(idle_);
  for (const auto& [node, workspaces] : freed) {
    for (const Workspace& workspace : workspaces) held_[node] -= workspace.buffer.size();
  }
}

std::size_t WorkspacePool::held(int node) const {
  const std::lock_guard lock(mutex_);
  const auto at = held_.find(node);
  return at == held_.end() ? 0 : at->second;
}

}  // namespace numapack
