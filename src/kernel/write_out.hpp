// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernel/kernel.hpp"

namespace numapack {

/// Copies a finished block (rows x columns, column-major, leading dimensions in elements) to where it will
/// not be needed soon: so that no line is fetched to be overwritten, by streaming stores on x86-64, on
/// ARM by DC ZVA (STNP is a hint only). Whoever synchronises with the calling thread sees it. On one node's
/// own memory ordinary stores are faster (LAB-007).
template <class T>
void write_out(Index rows, Index columns, const T* block, Index ldb, T* c, Index ldc);

}  // namespace numapack
