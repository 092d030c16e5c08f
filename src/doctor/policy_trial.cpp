// SPDX-License-Identifier: BSD-3-Clause
#include <numaif.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "doctor/read_parts.hpp"
#include "memory/node_mask.hpp"

namespace numapack {

namespace {

/// As many nodes as the kernel may ask room for.
constexpr std::size_t mask_bits = 1024;

/// What the kernel said of the call just made.
std::string refusal(long result) { return result >= 0 ? "" : std::strerror(errno); }

/// The thread's policy becomes what it is.
std::string set_own_policy_again() {
  int mode = 0;
  NodeMask mask;
  mask.words.resize(mask_bits / NodeMask::word_bits);
  if (const long got = get_mempolicy(&mode, mask.words.data(), mask_bits, nullptr, 0); got != 0)
    return refusal(got);
  const bool empty = std::ranges::all_of(mask.words, [](unsigned long word) { return word == 0; });
  return refusal(set_mempolicy(mode, empty ? nullptr : mask.words.data(), empty ? 0 : mask.length()));
}

}  // namespace

Fact<PolicyTrial> try_memory_policies(const std::vector<int>& nodes) {
  const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const auto node = static_cast<std::size_t>(nodes.empty() ? 0 : nodes.front());
  if (node >= mask_bits) return untold<PolicyTrial>("nodes have numbers beyond those that can be tried");
  void* page = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED)
    return untold<PolicyTrial>(std::string("no page to try on: ") + std::strerror(errno));
  NodeMask mask;
  mask.set(node);
  PolicyTrial trial;
  trial.mbind_refused = refusal(mbind(page, bytes, MPOL_BIND, mask.words.data(), mask.length(), 0));
  *static_cast<volatile char*>(page) = 1;
  int home = -1;
  trial.move_pages_refused = refusal(move_pages(0, 1, &page, nullptr, &home, 0));
  munmap(page, bytes);
  trial.set_mempolicy_refused = set_own_policy_again();
  return told(std::move(trial));
}

}  // namespace numapack
