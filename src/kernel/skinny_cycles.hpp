// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernel/kernel.hpp"

namespace numapack {

constexpr const SkinnyCycles& skinny_cycles_of(const KernelShape& kernel) { return kernel.microarch->cycles; }

}  // namespace numapack
