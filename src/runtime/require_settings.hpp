// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "runtime/process.hpp"

namespace numapack {

/// For calls so small that they need neither runtime nor kernel: throws Error(invalid_argument) for settings
/// that make no sense, as default_kernel() does, and from then on set_bits() comes too late. Costs one load
/// once settings are found right.
[[gnu::always_inline]] inline void require_settings() { static_cast<void>(default_kernel<double>()); }

}  // namespace numapack
