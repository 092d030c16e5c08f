// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "machine/machine.hpp"

namespace numapack {

/// Index of the node where the calling thread runs now, or -1 if its hardware thread is none of the
/// machine's: on a node other than the one before as soon as the kernel moves the thread.
int node_here(const Machine& machine);

/// The node whose memory is nearest to the calling thread now.
int memory_here(const Machine& machine);

}  // namespace numapack
