// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cpu/identity.hpp"

namespace numapack {

/// How far one node is from another: the paper's three classes of access.
enum class Reach { local, cross_die, cross_chip };

const char* name(Reach reach);

/// A core of the machine. All indices named `index` count from 0 without holes in this value;
/// `os_index` is the number the kernel uses.
struct Core {
  int package = 0;              ///< index into Machine::packages
  int die = 0;                  ///< index of the die in the whole machine
  int node = -1;                ///< index into Machine::nodes of the nearest node with this core; -1: none
  std::vector<int> pus;         ///< kernel numbers of all online hardware threads
  std::vector<int> usable_pus;  ///< those that this process may use
  bool usable() const { return !usable_pus.empty(); }
};

/// A NUMA node: a memory and the cores nearest to it. Either may be missing.
struct Node {
  int os_index = 0;  ///< -1: cores whose node is switched off or hidden, and its number with it
  int package = -1;  ///< index into Machine::packages; -1: attached to the whole machine
  int die = -1;      ///< index of the die; -1: attached to a package or the machine
  std::optional<std::uint64_t> memory_bytes = 0;  ///< nothing: not known; plans take it for enough
  std::string kind = "DRAM";  ///< "DRAM", "HBM", "MCDRAM", "NVM", "CXL": what the firmware or hwloc says
  std::vector<int> cores;     ///< indices into Machine::cores; empty: a memory-only node
  bool usable_memory = true;  ///< false: this process may not allocate here (cpuset mems), or no memory
  bool has_memory() const { return memory_bytes != 0; }  ///< also where nobody says how much
};

struct Cache {
  int level = 1;  ///< 1, 2, 3 … data or unified
  std::size_t bytes = 0;
  std::size_t line_bytes = 64;
  int ways = 0;            ///< 0: unknown or fully associative
  std::vector<int> cores;  ///< indices of the cores that share it
};

struct Package {
  int os_index = 0;
  std::string model;  ///< what the CPU calls itself; for people only, never for decisions
};

struct HugePages {
  std::size_t bytes = 0;  ///< size of a page
  std::uint64_t total = 0;
  std::uint64_t free = 0;  ///< 0 on a machine that is not this one: a captured topology does not tell
};

/// What limits this process on the machine, and why.
struct Allowance {
  int online_pus = 0;    ///< hardware threads that the kernel runs
  int affinity_pus = 0;  ///< … that the caller's affinity mask leaves
  int cpuset_pus = 0;    ///< … that the cgroup cpuset leaves (equal to online where there is none)
  std::optional<double> quota_cpus;  ///< cgroup v1/v2 CPU bandwidth limit, in CPUs
  std::string quota_source;          ///< file that says so
  std::vector<int> offline_pus;      ///< kernel numbers switched off; in a file also: hidden when captured
};

/// The machine as a value: what is there, who is near whom, what this process may use.
///
/// Nodes stand in the order of their kernel numbers, packages and cores in the order of the tree. A core
/// belongs to the nearest node of ordinary memory; other memory at the same place (HBM, NVM, CXL) is a
/// memory-only node on the same package and die. Where a tree names no dies, each node with cores is on a die
/// of its own; where it names no packages, each such node is in a package of its own.
///
/// Made once, never changed; every NUMA decision is a function of this value. Thread-safe to read.
struct Machine {
  std::string source;        ///< "this machine", a file's path or a synthetic description
  std::string architecture;  ///< "x86_64", "aarch64", as the file says; where it is silent "x86_64"
  CpuIdentity cpu;           ///< of the first package
  bool is_this_machine = false;
  bool runs_here = false;  ///< detected, so that this CPU computes, even where another topology stands for it
  std::vector<Package> packages;
  int dies = 0;
  std::vector<Node> nodes;
  std::vector<Core> cores;
  std::vector<Cache> caches;
  std::vector<std::vector<double>> distances;  ///< nodes x nodes, firmware (SLIT) units, local = 10
  bool distances_known = false;  ///< false: no complete firmware table; its gaps hold 10, 12, 20 by Reach
  std::size_t page_bytes = 4096;
  std::vector<HugePages> huge_pages;
  std::string transparent_huge_pages;  ///< "always", "madvise", "never" or "" where unknown
  std::optional<int> numa_balancing;   ///< kernel.numa_balancing
  Allowance allowance;

  /// Same node; same package; else cross-chip. A node attached to no package is cross-chip to all others.
  Reach reach(int from_node, int to_node) const;

  /// Nodes where work can be done: with at least one usable core. Their memory may be elsewhere: see
  /// home_for.
  std::vector<int> compute_nodes() const;

  /// The usable cores of a node, in order.
  std::vector<int> usable_cores(int node) const;

  /// The node whose memory work on `node` should use: itself, or the nearest node with usable memory,
  /// ordinary memory (DRAM) first. -1 if there is none, which no machine made by the functions below has.
  int home_for(int node) const;

  /// Threads worth starting: usable cores, bounded by the CPU quota (rounded up), at least one.
  int usable_threads() const;

  /// The data cache of a level that serves a core, or null.
  const Cache* cache(int level, int core) const;

  /// The nodes of which nobody says how much memory they have, by kernel number.
  std::vector<int> nodes_of_unknown_memory() const;

  /// Index of the node with this kernel number, or -1.
  int node_by_os_index(int os_index) const;

  /// The kernel's number of the node with this index, which is what people and documents are shown.
  int os_index_of(int node) const { return nodes[static_cast<std::size_t>(node)].os_index; }

  /// Core whose hardware threads include this one, or -1.
  int core_of_pu(int pu) const;

  /// Index of the node of that core, or -1.
  int node_of_pu(int pu) const;
};

/// The machine this process runs on, with the calling thread's affinity mask and cgroup limits.
/// Throws Error(system) if the topology cannot be read.
Machine detect_machine();

/// A captured machine: an hwloc XML file (lstopo file.xml) or an hwloc synthetic description
/// such as "pack:2 numa:2(memory=64GiB) l3:1 core:24 pu:1"; without a memory= that of its nodes is not known.
/// A name with '/' or ending in ".xml" is a file. Throws Error(invalid_argument) naming the file or text and
/// hwloc's reason.
Machine load_machine(const std::string& file_or_synthetic);

/// detect_machine() for "", load_machine() otherwise.
Machine machine_from(const std::string& description);

}  // namespace numapack
