// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace numapack {

/// Makes the pages that [begin, begin + bytes) overlaps, where the policy of the memory and the place of the
/// calling thread put them, without changing what they hold: by the kernel in one call (Linux 5.14), else by
/// writing to each. Other threads may use the memory meanwhile.
void make_pages(void* begin, std::size_t bytes);

}  // namespace numapack
