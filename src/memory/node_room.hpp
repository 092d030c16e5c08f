// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>

#include "machine/machine.hpp"
#include "memory/buffer.hpp"

namespace numapack {

/// Bytes that a node (kernel number) has free or would free at once: pages of files that nobody is using.
/// Nothing where the kernel does not say. `root` is put before the path, so that a folder can stand for the
/// file system.
std::optional<std::uint64_t> read_node_room(int os_index, const std::filesystem::path& root = "/");

/// Lets a buffer that is bound to a node, and of which no page exists yet, overflow to other nodes if the
/// node has hardly room for it. Bound strictly the process would be killed when the node is full; asked for
/// by preference always, pages would go elsewhere as soon as files fill the node, although the kernel could
/// drop them.
void let_overflow_if_full(const Buffer& buffer, int node, const Machine& machine);

}  // namespace numapack
