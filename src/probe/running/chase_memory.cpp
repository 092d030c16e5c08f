// SPDX-License-Identifier: BSD-3-Clause
#include "probe/running/chase_memory.hpp"

#include "base/error.hpp"

namespace numapack::probe {

Chase& ChaseMemory::chase(int home, std::size_t bytes, std::size_t step_bytes) {
  if (bytes > most_bytes_) invalid("chase", "more bytes than were said to be needed", "");
  Home& entry = homes_[home];
  if (!entry.memory) {
    try {
      entry.memory = std::make_unique<HomedMemory>(most_bytes_, home, huge_pages_, machine_);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::out_of_memory || homes_.size() == 1) throw;
      // Give back what other nodes' cells will have to make again.
      std::erase_if(homes_, [&](const auto& other) { return other.first != home; });
      entry.memory = std::make_unique<HomedMemory>(most_bytes_, home, huge_pages_, machine_);
    }
  }
  if (!entry.chase || entry.bytes != bytes || entry.step_bytes != step_bytes) {
    entry.chase.emplace(entry.memory->data(), bytes, step_bytes, seed_);
    entry.bytes = bytes;
    entry.step_bytes = step_bytes;
  }
  return *entry.chase;
}

}  // namespace numapack::probe
