// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "machine/machine.hpp"
#include "memory/placement.hpp"

namespace numapack {

/// Throws Error(invalid_argument) if a placement names nodes that do not exist or have no usable memory, has
/// blocks, weights or a grid that cannot be, or leaves open what resolved() fills in; and
/// Error(out_of_memory) if its nodes together have less than `bytes`, or it is bound to a node of this
/// machine on which less is available (the kernel would end the process rather than use another node).
void check_placement(const Placement& placement, std::size_t bytes, const Machine& machine);

/// What became of a placement that a mapping was given.
struct AppliedPolicy {
  /// The kernel puts every page where it belongs, whoever touches it first. If not, threads must touch pages
  /// on the right nodes (blocks, weights other than the kernel's own, refusal).
  bool by_kernel = true;
  std::string refused;  ///< why the kernel refused, or ""
};

/// Gives a mapping, no page of which exists yet, its placement (one mbind; Linux). The thread's own policy
/// stays as it is. First touch cannot be refused: it is what refusal leaves. Weighted interleaving is the
/// kernel's (Linux 6.9) where its weights, which are the whole system's, are those asked for.
AppliedPolicy apply_placement(void* mapping, std::size_t bytes, const Placement& placement,
                              const Machine& machine);

/// While it lives, pages that are made in [begin, begin + bytes) go to a node, whoever touches them, or
/// elsewhere if the node is full. Afterwards the memory has a policy of first touch, as numapack's own has
/// (apply_placement() where by_kernel is false): the kernel joins its map entries again. Rounds to whole
/// pages.
class MomentaryPolicy {
 public:
  MomentaryPolicy(void* begin, std::size_t bytes, int node, const Machine& machine);
  ~MomentaryPolicy();
  MomentaryPolicy(const MomentaryPolicy&) = delete;
  MomentaryPolicy& operator=(const MomentaryPolicy&) = delete;
  bool refused() const { return begin_ == nullptr; }

 private:
  char* begin_ = nullptr;
  std::size_t bytes_ = 0;
};

/// Puts the pages of a stretch, none of which exists yet, on a node by such a policy. False if refused:
/// nothing was done.
bool make_pages_on(void* begin, std::size_t bytes, int node, const Machine& machine);

/// The kernel's weights of these nodes (kernel numbers); nothing where it has no weighted interleaving.
/// `root` stands for the file system.
std::optional<std::vector<int>> read_kernel_weights(const std::vector<int>& nodes,
                                                    const std::filesystem::path& root = "/");

/// Bytes that can be had on a node (kernel number) without swapping: free and easily freed; nothing where the
/// kernel does not say.
std::optional<std::uint64_t> read_node_available(int node, const std::filesystem::path& root = "/");

}  // namespace numapack
