// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "machine/limits/cgroup.hpp"
#include "machine/limits/memory_groups.hpp"
#include "machine/machine.hpp"

namespace numapack {

/// Something that was looked for: the value, or why there is none.
template <class T>
struct Fact {
  std::optional<T> value;
  std::string why_not = "nobody looked";

  explicit operator bool() const { return value.has_value(); }
  const T& operator*() const { return *value; }
  const T* operator->() const { return &*value; }
};

template <class T>
Fact<T> told(T value) {
  return {std::move(value), ""};
}
template <class T>
Fact<T> untold(std::string why_not) {
  return {std::nullopt, std::move(why_not)};
}

struct SystemNode {
  int number = 0;  ///< the kernel's
  std::uint64_t memory_bytes = 0, free_bytes = 0;
  std::optional<std::uint64_t> room_bytes;  ///< free, or free at once: files that nobody is using
  std::vector<HugePages> huge_pages;        ///< pools of explicit ones here
  std::vector<int> cpus;                    ///< that are online
  std::vector<double> distances;  ///< firmware's, to all nodes in their order; empty: it does not say
};

struct SystemCpu {
  int number = 0;                                                 ///< the kernel's
  int package = -1;                                               ///< -1: not said
  std::string governor, driver;                                   ///< "": not said
  std::optional<double> now_khz, min_khz, max_khz, hardware_khz;  ///< the last: without a policy's bounds
  std::optional<std::uint64_t> throttled;                         ///< times the core was too hot
};

struct SystemSwap {
  std::uint64_t total_bytes = 0, used_bytes = 0;
};

/// What the kernel said of calls that give memory a home, tried on a page of our own; "": permitted.
struct PolicyTrial {
  std::string mbind_refused, set_mempolicy_refused, move_pages_refused;
};

/// A variable of the environment whose value makes no sense.
struct WrongSetting {
  enum class Effect {
    calls_fail,  ///< those that an error can reach
    estimates,   ///< stand for the profile that it names
    none
  };
  std::string variable, is, allowed;
  Effect effect = Effect::none;
};

/// A system as its kernel describes it: what an examination looks at. Nothing in it is judged.
struct SystemFacts {
  std::string root = "/";  ///< the folder that stood for the file system
  Fact<std::string> kernel_release;
  Fact<std::string> boot_options;  ///< of the kernel's command line, those about CPUs and memory
  Fact<std::string> hypervisor;    ///< its name, or "unnamed"; "": there is none
  Fact<std::vector<SystemNode>> nodes;
  Fact<std::vector<SystemCpu>> cpus;  ///< those online
  Fact<std::vector<int>> offline_cpus;
  Fact<std::vector<int>> isolated_cpus;
  Fact<std::string> smt;  ///< "on", "off", "forceoff", "notsupported", "notimplemented"
  Fact<bool> boost;       ///< clocks above the nominal one are allowed
  Fact<int> numa_balancing, zone_reclaim_mode, swappiness, perf_event_paranoid;
  Fact<std::string> huge_pages, huge_pages_defrag, huge_pages_shmem;  ///< transparent ones
  Fact<bool> weighted_interleave;                                     ///< the kernel has it
  Fact<std::uint64_t> memory_bytes, available_bytes;
  Fact<SystemSwap> swap;
  Fact<CpuQuota> quota;
  Fact<MemoryLimit> memory_limit;
  Fact<std::vector<int>> allowed_cpus, allowed_nodes;  ///< of this process
  Fact<PolicyTrial> policies;
  Fact<std::vector<WrongSetting>> wrong_settings;  ///< of this process's environment
  Fact<std::string> complete_library;  ///< the complete BLAS and LAPACK that came with this command; "": none
  Fact<std::string> complete_library_64;  ///< the one for 64-bit integers, likewise
};

/// Reads /proc and /sys, and where `root` is the real one the environment, and tries memory policies on a
/// page of its own, after which everything is as before. `root` is put before every path, so that a copy of
/// another machine's files can stand for them. Never throws for what files hold or lack.
SystemFacts read_system_facts(const std::filesystem::path& root = "/");

}  // namespace numapack
