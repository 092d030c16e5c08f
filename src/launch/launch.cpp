// SPDX-License-Identifier: BSD-3-Clause
#include "launch/launch.hpp"

#include <fmt/core.h>
#include <numaif.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "base/error.hpp"
#include "memory/node_mask.hpp"
#include "team/affinity.hpp"

namespace numapack {

namespace fs = std::filesystem;

namespace {

std::string refused(const char* what, const std::string& why) {
  return fmt::format("{} was refused by the kernel ({}), so it is as it was", what, why);
}

bool set_interleaved(const Machine& machine, const std::vector<int>& nodes) {
  const NodeMask mask(nodes, machine);
  return set_mempolicy(MPOL_INTERLEAVE, mask.words.data(), mask.length()) == 0;
}

/// Nodes with memory: where work on these (all: none given) has it.
std::vector<int> memories_of(const Machine& machine, const std::vector<int>& nodes) {
  std::vector<int> memories;
  for (const int node : nodes.empty() ? machine.compute_nodes() : nodes)
    memories.push_back(machine.home_for(node));
  return memories;
}

}  // namespace

RunFolder::RunFolder(const std::string& temporary) : path_(temporary + "/numapack-run-XXXXXX") {
  if (mkdtemp(path_.data()) == nullptr)
    invalid("TMPDIR", fmt::format("there can be no folder in {}: {}", temporary, std::strerror(errno)),
            "set it to a folder of yours with room");
}

RunFolder::~RunFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

bool can_be_preloaded(const std::string& path) { return path.find_first_of(" \t\n:$") == std::string::npos; }

PreloadableLinks::PreloadableLinks(const std::string& library, const std::string& temporary)
    : folder_(can_be_preloaded(temporary) ? temporary : "/tmp") {
  const fs::path links = folder_.path(), real = library;
  // Each looks for what it needs next to itself, which is where its link is.
  for (const fs::path& name : {real.filename(), fs::path("libnumapack.so.0")}) {
    std::error_code failed;
    fs::create_symlink(real.parent_path() / name, links / name, failed);
    if (failed)
      invalid("run",
              fmt::format("the loader cannot preload {}, because of what is in its path, and there can be no "
                          "link to it in {}: {}",
                          library, links.string(), failed.message()),
              "move numapack to a folder without blanks, colons and $, or set TMPDIR to one of yours");
  }
  library_ = (links / real.filename()).string();
}

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
  // By default the threads of an OpenBLAS that the program has spin for 2^26 cycles after a call, and those
  // of numapack's next call share their CPUs with them (Z4-064).
  setenv("OPENBLAS_THREAD_TIMEOUT", "20", 0);
  if (launch.threads > 0) setenv("NUMAPACK_NUM_THREADS", std::to_string(launch.threads).c_str(), 1);
  if (!launch.report.empty()) setenv("NUMAPACK_REPORT", launch.report.c_str(), 1);
  if (launch.traced > 0) setenv("NUMAPACK_TRACE", std::to_string(launch.traced).c_str(), 1);
  // This process is one thread, whose mask what it starts inherits.
  if (const std::string why = launch.nodes.empty() ? "" : bind_this_thread(cpus_of(machine, launch.nodes));
      !why.empty())
    refusals.push_back(refused("keeping to the CPUs of these nodes", why));
  if (launch.memory == LaunchMemory::local && set_mempolicy(MPOL_LOCAL, nullptr, 0) != 0)
    refusals.push_back(refused("local memory", std::strerror(errno)));
  if (launch.memory == LaunchMemory::interleaved &&
      !set_interleaved(machine, memories_of(machine, launch.nodes)))
    refusals.push_back(refused("interleaved memory", std::strerror(errno)));
  return refusals;
}

std::string find_own_library(const char* name, const char* what) {
  const fs::path here = fs::read_symlink("/proc/self/exe").parent_path();
  for (const fs::path& folder : {here, here / NUMAPACK_LIBRARIES, here / NUMAPACK_LIBRARIES / "numapack"})
    if (fs::exists(folder / name)) return fs::weakly_canonical(folder).append(name).string();
  throw Error(ErrorCode::not_supported, what,
              fmt::format("there is no {}", (here / NUMAPACK_LIBRARIES / name).lexically_normal().string()),
              "install numapack whole, or start the command in its build folder");
}

std::string find_blas_library() { return find_own_library("libnumapack_blas.so.0", "the drop-in BLAS"); }

}  // namespace numapack
