// SPDX-License-Identifier: BSD-3-Clause
#include <numaif.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstring>

#include "doctor/read_parts.hpp"

namespace numapack {

namespace {

constexpr std::size_t mask_bits = 1024, word_bits = sizeof(unsigned long) * CHAR_BIT;
using TrialMask = std::array<unsigned long, mask_bits / word_bits>;

/// What the kernel said of the call just made.
std::string refusal(long result) { return result >= 0 ? "" : std::strerror(errno); }

/// The thread's policy becomes what it is.
std::string set_own_policy_again() {
  int mode = 0;
  TrialMask mask{};
  if (const long got = get_mempolicy(&mode, mask.data(), mask_bits, nullptr, 0); got != 0)
    return refusal(got);
  bool empty = true;
  for (const unsigned long word : mask) empty = empty && word == 0;
  return refusal(set_mempolicy(mode, empty ? nullptr : mask.data(), empty ? 0 : mask_bits));
}

}  // namespace

Fact<PolicyTrial> try_memory_policies(const std::vector<int>& nodes) {
  const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const auto node = static_cast<std::size_t>(nodes.empty() ? 0 : nodes.front());
  if (node >= mask_bits) return untold<PolicyTrial>("nodes have numbers beyond those that can be tried");
  void* page = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED)
    return untold<PolicyTrial>(std::string("no page to try on: ") + std::strerror(errno));
  TrialMask mask{};
  mask[node / word_bits] = 1ul << (node % word_bits);
  PolicyTrial trial;
  trial.mbind_refused = refusal(mbind(page, bytes, MPOL_BIND, mask.data(), mask_bits, 0));
  *static_cast<volatile char*>(page) = 1;
  int home = -1;
  trial.move_pages_refused = refusal(move_pages(0, 1, &page, nullptr, &home, 0));
  munmap(page, bytes);
  trial.set_mempolicy_refused = set_own_policy_again();
  return told(std::move(trial));
}

}  // namespace numapack
