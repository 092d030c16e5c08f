// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "numapack/error.hpp"
#include "numapack/export.h"

/// The library itself.
namespace numapack {

/// Gives idle packing buffers back to the system; the next large call makes new ones.
NUMAPACK_API void release_workspace();

/// The version as text: "MAJOR.MINOR.PATCH".
NUMAPACK_API const char* version();

}  // namespace numapack
