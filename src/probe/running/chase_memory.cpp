// SPDX-License-Identifier: BSD-3-Clause
#include "probe/running/chase_memory.hpp"

#include <random>

#include "base/error.hpp"

namespace numapack::probe {

namespace {

/// Where a place begins.
std::size_t offset_of(int place, std::size_t bytes, std::size_t all_bytes, std::size_t page,
                      std::uint64_t seed) {
  const std::size_t pages = (all_bytes - bytes) / page + 1;
  if (place == 0 || pages == 1) return 0;
  std::mt19937_64 random(seed + static_cast<std::uint64_t>(place));
  return random() % pages * page;
}

}  // namespace

Chase& ChaseMemory::chase(int home, std::size_t bytes, std::size_t step_bytes, int place, ChaseOrder order) {
  if (bytes > most_bytes_) invalid("chase", "more bytes than were said to be needed", "");
  Home& entry = homes_[home];
  if (!entry.memory) {
    try {
      entry.memory = std::make_unique<HomedMemory>(most_bytes_, home, kind_, machine_);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::out_of_memory || homes_.size() == 1) throw;
      // Give back what other nodes' cells will have to make again.
      std::erase_if(homes_, [&](const auto& other) { return other.first != home; });
      entry.memory = std::make_unique<HomedMemory>(most_bytes_, home, kind_, machine_);
    }
  }
  if (!entry.chase || entry.bytes != bytes || entry.step_bytes != step_bytes || entry.place != place ||
      entry.order != order) {
    char* const data =
        entry.memory->data() + offset_of(place, bytes, entry.memory->size(), machine_.page_bytes, seed_);
    entry.chase.emplace(data, bytes, step_bytes, seed_, order);
    entry.bytes = bytes;
    entry.step_bytes = step_bytes;
    entry.place = place;
    entry.order = order;
  }
  return *entry.chase;
}

}  // namespace numapack::probe
