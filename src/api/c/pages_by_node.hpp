// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/error.hpp"
#include "numapack/memory.hpp"

namespace numapack::c_interface {

/// A census to where a C function is to put it. Throws Error(not_supported) in its name where the kernel does
/// not say where pages are.
inline void give_pages(const char* function, const Census& pages, int64_t* pages_by_node) {
  if (!pages.unavailable.empty())
    throw Error(ErrorCode::not_supported, function, pages.unavailable, "allow move_pages");
  std::copy(pages.by_node.begin(), pages.by_node.end(), pages_by_node);
}

}  // namespace numapack::c_interface
