// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "machine/machine.hpp"

namespace numapack {

/// Where a program's memory comes from, by the kernel's policy, which its children inherit.
enum class LaunchMemory {
  as_it_is,    ///< this process's
  local,       ///< the node of the core that touches a page first, whatever policy this process has
  interleaved  ///< page by page over the nodes in use
};

/// What a program is started with.
struct Launch {
  std::string library;           ///< libnumapack_blas, preloaded before
  std::string preloaded_before;  ///< … what is preloaded already
  int threads = 0;               ///< at most so many of numapack's; 0: what the environment says
  std::vector<int> nodes;  ///< indices into Machine::nodes: CPUs, and memory where interleaved; empty: all
  LaunchMemory memory = LaunchMemory::as_it_is;
  std::string report;  ///< a folder for what processes count; "": nobody counts
  int traced = 0;      ///< so many calls of each process are kept there one by one
};

/// A folder of this user's own in `temporary`, with all that is in it gone when this is. Throws
/// Error(invalid_argument).
class RunFolder {
 public:
  explicit RunFolder(const std::string& temporary);
  ~RunFolder();
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// Whether LD_PRELOAD can name it: the loader splits that at blanks and colons, and replaces words after '$'.
bool can_be_preloaded(const std::string& path);

/// The library by a path that can be preloaded: links to it and to what it needs next to itself, in a folder
/// that lives as long as this.
class PreloadableLinks {
 public:
  /// In `temporary` if its path can be preloaded, else in /tmp. Throws Error(invalid_argument) if neither is
  /// available.
  PreloadableLinks(const std::string& library, const std::string& temporary);
  const std::string& library() const { return library_; }

 private:
  RunFolder folder_;
  std::string library_;
};

/// LD_PRELOAD with the library at its head. Pure.
std::string with_preload(const std::string& library, const std::string& before);

/// The CPUs that this process may use of these nodes (all: of no nodes), as kernel numbers. Pure.
std::vector<int> cpus_of(const Machine& machine, const std::vector<int>& nodes);

/// Gives this process, and thereby what it starts, the launch's environment, CPUs and policy. One line for
/// each thing that the kernel refused. Throws Error(invalid_argument) for nodes without a CPU.
std::vector<std::string> prepare(const Launch& launch, const Machine& machine);

/// A library next to this program, in a build's folder or installed. Throws Error(not_supported) about `what`
/// if there is none.
std::string find_own_library(const char* name, const char* what);
/// The drop-in BLAS.
std::string find_blas_library();

}  // namespace numapack
