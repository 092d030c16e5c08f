// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>

#include "config/config.h"
#include "model/hierarchy.h"
#include "model/memory_map.h"

/// A machine of the emulated kind without an emulator: accesses are fed by hand.
///
/// Node n's memory is the 1 MiB from address (2 n + 1) MiB, 64-byte lines.
class Model {
 public:
  enum class Line : std::uint64_t {};

  explicit Model(const std::string& text) {
    LabMessage message{};
    if (!lab_config_parse(text.c_str(), &config_, &message)) throw std::runtime_error(message.text);
    memory_map_begin(&map_, &config_);
    for (unsigned node = 0; node < config_.nodes; ++node) {
      memory_map_touch(&map_, node, base(node));
      memory_map_touch(&map_, node, base(node) + mebibyte - 4096);
    }
    if (!memory_map_end(&map_)) throw std::runtime_error(map_.trouble.text);
    hierarchy_.reset(hierarchy_create(&config_, &map_));
  }
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  /// The number-th line whose home is this node.
  static std::uint64_t line(unsigned node, unsigned number) { return base(node) / 64 + number; }

  void load(unsigned cpu, std::uint64_t line) { hierarchy_access(hierarchy_.get(), cpu, line, false); }
  void store(unsigned cpu, std::uint64_t line) { hierarchy_access(hierarchy_.get(), cpu, line, true); }
  void stream(unsigned cpu, std::uint64_t line, unsigned bytes) {
    hierarchy_stream(hierarchy_.get(), cpu, line, bytes);
  }
  void claim(unsigned cpu, std::uint64_t line) { hierarchy_claim(hierarchy_.get(), cpu, line); }
  const CpuCounts& counts(unsigned cpu) { return *hierarchy_counts(hierarchy_.get(), cpu); }
  std::uint64_t dirty(unsigned node, unsigned home) {
    std::uint64_t all[LAB_NODES][LAB_NODES];
    hierarchy_dirty(hierarchy_.get(), all);
    return all[node][home];
  }
  Hierarchy* get() { return hierarchy_.get(); }
  const LabConfig& config() const { return config_; }
  const MemoryMap& map() const { return map_; }

  static constexpr std::uint64_t mebibyte = 1 << 20;
  static std::uint64_t base(unsigned node) { return (2 * node + 1) * mebibyte; }

 private:
  struct Destroy {
    void operator()(Hierarchy* hierarchy) const { hierarchy_destroy(hierarchy); }
  };
  LabConfig config_{};
  MemoryMap map_{};
  std::unique_ptr<Hierarchy, Destroy> hierarchy_;
};

/// Four nodes in two packages, two CPUs a node; `caches` are further lines of the configuration.
inline std::string four_nodes(const std::string& caches) {
  std::string text = "numapack-lab 1\nline 64\n";
  for (int node = 0; node < 4; ++node)
    text += "node " + std::to_string(node) + " package " + std::to_string(node / 2) + " memory 1048576\n";
  for (int cpu = 0; cpu < 8; ++cpu)
    text += "cpu " + std::to_string(cpu) + " node " + std::to_string(cpu / 2) + "\n";
  return text + caches;
}

/// A line like "cache l1 cpu 3 sets 4 ways 2" for each of the eight CPUs (or nodes 0 to 3).
inline std::string for_each_cpu(const std::string& level, const std::string& form) {
  std::string text;
  for (int cpu = 0; cpu < 8; ++cpu)
    text += "cache " + level + " cpu " + std::to_string(cpu) + " " + form + "\n";
  return text;
}
inline std::string for_each_node(const std::string& form) {
  std::string text;
  for (int node = 0; node < 4; ++node) text += "cache l3 node " + std::to_string(node) + " " + form + "\n";
  return text;
}

/// Three levels of a few lines each.
inline const std::string three_levels = for_each_cpu("l1", "sets 1 ways 1") +
                                        for_each_cpu("l2", "sets 1 ways 2") + for_each_node("sets 1 ways 4");
