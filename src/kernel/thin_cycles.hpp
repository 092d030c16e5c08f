// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernel/kernel.hpp"

namespace numapack {

constexpr const ThinCycles& thin_cycles_of(const KernelShape& kernel) { return kernel.row->cycles; }

}  // namespace numapack
