// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace numapack::probe {

/// Loads every byte of a stretch in order, with the widest vectors of this CPU and no arithmetic. `data` at a
/// multiple of 64 bytes, `bytes` a multiple of 512.
void read_stretch(const void* data, std::size_t bytes);

/// Bytes of one load: 16, 32 or 64.
std::size_t read_vector_bytes();

}  // namespace numapack::probe
