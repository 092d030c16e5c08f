// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

#include "kernel/kernel.hpp"

namespace numapack {

/// Whether cores of this architecture ("x86_64", "aarch64") can store whole cache lines without fetching them
/// first. ARM's STNP is a hint only.
bool has_streaming_stores(std::string_view architecture);

/// Copies a finished block (rows x columns, column-major, leading dimensions in elements) to where it will
/// not be needed soon: by streaming stores, where the CPU has them, so that no line is fetched to be
/// overwritten. Whoever synchronises with the calling thread sees it. On one node's own memory ordinary
/// stores are faster (LAB-007).
template <class T>
void write_out(Index rows, Index columns, const T* block, Index ldb, T* c, Index ldc);

}  // namespace numapack
