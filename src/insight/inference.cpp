// SPDX-License-Identifier: BSD-3-Clause
#include "insight/inference.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/statistics.hpp"
#include "insight/infer.hpp"

namespace numapack {

std::string ns(double value) { return fmt::format("{:.4g} ns", value); }

std::string pair_text(int reader, int owner) { return fmt::format("{} from {}", reader, owner); }

const ProfiledCache* firmware_cache(const ProfiledMachine& machine, int level, int pu) {
  for (const ProfiledCache& cache : machine.caches) {
    if (cache.level == level && std::find(cache.pus.begin(), cache.pus.end(), pu) != cache.pus.end()) {
      return &cache;
    }
  }
  return nullptr;
}

namespace {

/// Of figures of memory, as CoreTable::noise(level).
double memory_noise(const MeasuredProfile& profile) {
  std::vector<double> errors;
  for (const MemoryLatency& cell : profile.memory_latency) {
    if (cell.latency_ns.valid() && cell.latency_ns.samples.size() > 2)
      errors.push_back(error_of_median(cell.latency_ns.samples));
  }
  return errors.empty() ? 0 : median(std::move(errors));
}

}  // namespace

Inferences infer(const MeasuredProfile& profile) {
  const CoreTable table(profile);
  const double noise = table.noise().value_or(0);
  // The least difference that counts: what published repetitions of such measurements agree to.
  const double differs = std::max(0.15, 6 * noise);
  // Each node's memories are compared with each other, on large machines hundreds of pairs.
  const Reading reading{profile, table, std::max(0.10, 4 * noise), differs,
                        std::max(differs, 8 * memory_noise(profile))};
  Inferences found;
  infer_shared_caches(reading, found);
  infer_last_level(reading, found);
  infer_affinity(reading, found);
  infer_shared_copy(reading, found);
  infer_distances(reading, found);
  infer_links(reading, found);
  infer_symmetry(reading, found);
  infer_firmware(reading, found);
  infer_positions(reading, found);
  return found;
}

}  // namespace numapack
