// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

namespace numapack {

/// The places of each OpenMP runtime that is loaded into this process and told to bind its threads
/// (OMP_PROC_BIND, OMP_PLACES, GOMP_CPU_AFFINITY, KMP_AFFINITY): of each place, its hardware threads, sorted.
/// Empty if there is none. OpenMP 4.5, section 3.2.25 and on. Thread-safe.
std::vector<std::vector<int>> openmp_places();

/// What the program may run on, going by the calling thread's mask: that mask, or all places if it is one of
/// them. Such a runtime binds the program's first thread before main, and the others have the rest. Pure.
std::vector<int> mask_beyond_place(const std::vector<int>& mask, const std::vector<std::vector<int>>& places);

}  // namespace numapack
