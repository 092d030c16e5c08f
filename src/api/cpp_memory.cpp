// SPDX-License-Identifier: BSD-3-Clause
#include <pthread.h>

#include <map>
#include <mutex>

#include "api/api_workers.hpp"
#include "matrix/matrix_memory.hpp"
#include "memory/pages/census.hpp"
#include "memory/pages/migrate.hpp"
#include "memory/pages/numastat.hpp"
#include "memory/policy.hpp"
#include "numapack/memory.hpp"

namespace numapack {
namespace {

Placement resolved_here(const Placement& placement) {
  const Runtime& runtime = Runtime::get();
  return resolved(placement, runtime.machine(), bandwidth_by_home(runtime.profile()));
}

/// Memory of containers by its address. Never destroyed: containers may outlive main.
using Blocks = std::map<void*, PlacedMatrix>;
constinit Blocks* blocks = nullptr;
constinit std::mutex blocks_mutex;

// A child must not find the mutex held by a thread that it does not have.
[[maybe_unused]] const int fork_handlers =
    pthread_atfork([] { blocks_mutex.lock(); }, [] { blocks_mutex.unlock(); }, [] { blocks_mutex.unlock(); });

}  // namespace

Placement Placement::parse(std::string_view text) { return parse_placement(text, Runtime::get().machine()); }

std::string Placement::text() const { return to_string(*this, Runtime::get().machine()); }

Census where(const void* data, std::size_t bytes) { return census(data, bytes, Runtime::get().machine()); }

std::vector<std::int16_t> where_by_page(const void* data, std::size_t bytes) {
  return page_nodes(data, bytes, Runtime::get().machine());
}

std::vector<int> node_numbers() {
  std::vector<int> numbers;
  for (const Node& node : Runtime::get().machine().nodes) numbers.push_back(node.os_index);
  return numbers;
}

Migration migrate(void* data, std::size_t bytes, const Placement& placement) {
  const Machine& machine = Runtime::get().machine();
  const Placement wanted = resolved_here(placement);
  check_placement(wanted, 0, machine);
  const auto length = static_cast<std::int64_t>(bytes);
  const StoredMatrix column{length, 1, std::max<std::int64_t>(1, length), 1, false};
  check_stored(column, "migrate");
  return migrate(page_map(wanted, column, reinterpret_cast<std::uintptr_t>(data), machine.page_bytes),
                 machine);
}

NumaCounters NumaCounters::now() { return read_numa_counters(Runtime::get().machine()); }

NumaCounters NumaCounters::operator-(const NumaCounters& earlier) const {
  NumaCounters difference = *this;
  for (std::size_t i = 0; i < nodes.size() && i < earlier.nodes.size(); ++i) {
    difference.nodes[i].hit -= earlier.nodes[i].hit;
    difference.nodes[i].miss -= earlier.nodes[i].miss;
    difference.nodes[i].foreign -= earlier.nodes[i].foreign;
    difference.nodes[i].interleave -= earlier.nodes[i].interleave;
    difference.nodes[i].local -= earlier.nodes[i].local;
    difference.nodes[i].other -= earlier.nodes[i].other;
  }
  return difference;
}

namespace detail {

void* allocate(std::size_t bytes, const Placement& placement, PageSize pages, std::size_t element_bytes) {
  if (bytes == 0) return nullptr;
  Runtime& runtime = Runtime::get();
  const auto count = static_cast<std::int64_t>(bytes / element_bytes);
  PlacedMatrix memory({count, 1, count, element_bytes, false}, resolved_here(placement), pages,
                      runtime.machine());
  memory.fill(nullptr, workers_of(runtime));
  void* const data = memory.data(0);
  const std::lock_guard lock(blocks_mutex);
  if (blocks == nullptr) blocks = new Blocks;
  blocks->emplace(data, std::move(memory));
  return data;
}

void deallocate(void* data) noexcept {
  if (data == nullptr) return;
  // The memory goes back after the lock: unmapping takes the kernel a while.
  Blocks::node_type gone;
  const std::lock_guard lock(blocks_mutex);
  gone = blocks->extract(data);
}

}  // namespace detail
}  // namespace numapack
