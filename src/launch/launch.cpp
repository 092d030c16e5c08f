// SPDX-License-Identifier: BSD-3-Clause
#include "launch/launch.hpp"

#include <fmt/core.h>
#include <numaif.h>
#include <sched.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "base/error.hpp"

namespace numapack {

namespace fs = std::filesystem;

namespace {

/// As many numbers as the kernel's largest configurations have.
constexpr int most_cpus = 8192, most_nodes = 1024;

std::string refused(const char* what) {
  return fmt::format("{} was refused by the kernel ({}), so it is as it was", what, std::strerror(errno));
}

bool set_cpus(const std::vector<int>& cpus) {
  cpu_set_t* const set = CPU_ALLOC(most_cpus);
  const std::size_t bytes = CPU_ALLOC_SIZE(most_cpus);
  if (set == nullptr) throw std::bad_alloc();
  CPU_ZERO_S(bytes, set);
  for (const int cpu : cpus) CPU_SET_S(static_cast<std::size_t>(cpu), bytes, set);
  const bool done = sched_setaffinity(0, bytes, set) == 0;
  const int error = errno;
  CPU_FREE(set);
  errno = error;
  return done;
}

bool set_interleaved(const Machine& machine, const std::vector<int>& nodes) {
  constexpr int bits = 8 * sizeof(unsigned long);
  unsigned long mask[most_nodes / bits] = {};
  for (const int node : nodes) {
    const auto number = static_cast<unsigned>(machine.nodes[static_cast<std::size_t>(node)].os_index);
    mask[number / bits] |= 1UL << number % bits;
  }
  return set_mempolicy(MPOL_INTERLEAVE, mask, most_nodes + 1) == 0;
}

/// Nodes with memory: where work on these (all: none given) has it.
std::vector<int> memories_of(const Machine& machine, const std::vector<int>& nodes) {
  std::vector<int> memories;
  for (const int node : nodes.empty() ? machine.compute_nodes() : nodes)
    memories.push_back(machine.home_for(node));
  return memories;
}

}  // namespace

std::string with_preload(const std::string& library, const std::string& before) {
  return before.empty() ? library : library + ":" + before;
}

std::vector<int> cpus_of(const Machine& machine, const std::vector<int>& nodes) {
  std::vector<int> cpus;
  for (const int node : nodes.empty() ? machine.compute_nodes() : nodes)
    for (const int core : machine.usable_cores(node)) {
      const std::vector<int>& pus = machine.cores[static_cast<std::size_t>(core)].usable_pus;
      cpus.insert(cpus.end(), pus.begin(), pus.end());
    }
  return cpus;
}

std::vector<std::string> prepare(const Launch& launch, const Machine& machine) {
  std::vector<std::string> refusals;
  setenv("LD_PRELOAD", with_preload(launch.library, launch.preloaded_before).c_str(), 1);
  if (launch.threads > 0) setenv("NUMAPACK_NUM_THREADS", std::to_string(launch.threads).c_str(), 1);
  if (!launch.nodes.empty() && !set_cpus(cpus_of(machine, launch.nodes)))
    refusals.push_back(refused("keeping to the CPUs of these nodes"));
  if (launch.memory == LaunchMemory::local && set_mempolicy(MPOL_LOCAL, nullptr, 0) != 0)
    refusals.push_back(refused("local memory"));
  if (launch.memory == LaunchMemory::interleaved &&
      !set_interleaved(machine, memories_of(machine, launch.nodes)))
    refusals.push_back(refused("interleaved memory"));
  return refusals;
}

std::string find_blas_library() {
  const fs::path here = fs::read_symlink("/proc/self/exe").parent_path();
  const char* const name = "libnumapack_blas.so.0";
  for (const fs::path& folder : {here, here / NUMAPACK_LIBRARIES})
    if (fs::exists(folder / name)) return fs::weakly_canonical(folder).append(name).string();
  throw Error(ErrorCode::not_supported, "the drop-in BLAS",
              fmt::format("there is no {}", (here / NUMAPACK_LIBRARIES / name).lexically_normal().string()),
              "install numapack whole, or start the command in its build folder");
}

}  // namespace numapack
