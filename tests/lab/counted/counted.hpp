// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "lab/on_nodes.h"  // first: what comes then makes macros of the kernel's names of policies

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <vector>

#include "lab/support.hpp"
#include "numapack/lab.h"

namespace numapack::testing {

/// Reads, on every core, more than its node's caches hold: nothing that a call left there stays.
class Sweep {
 public:
  explicit Sweep(Runtime& runtime) : teams_(runtime.teams()) {
    for (const TeamLayout& team : teams_.layout())
      for (std::size_t core = 0; core < team.cores.size(); ++core) {
        memory_.emplace_back(bytes, runtime.machine(), BufferOptions{Placement::bind(team.node), true});
        touch(memory_.back());
      }
  }
  void operator()() const {
    teams_.try_run(teams_.everyone(), [&](const ThreadSlot& slot) {
      const Buffer& own = memory_[static_cast<std::size_t>(slot.team * slot.threads + slot.thread)];
      const volatile char* const data = own.as<char>();
      for (std::size_t at = 0; at < bytes; at += 64) static_cast<void>(data[at]);
    });
  }

 private:
  static constexpr std::size_t bytes = 4 << 20;  // the last level has two, the second half of one
  Teams& teams_;
  std::vector<Buffer> memory_;
};

/// An interval between marks.
template <class Body>
void counted(const Body& body) {
  NUMAPACK_LAB_START();
  body();
  NUMAPACK_LAB_STOP();
}

/// main() of a program whose only argument is a size.
inline int main_of(const char* name, int count, char** arguments, int (*run)(Index)) {
  if (count != 2) return 2;
  try {
    return run(std::atoi(arguments[1]));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", name, error.what());
    return 1;
  }
}

}  // namespace numapack::testing
