// SPDX-License-Identifier: BSD-3-Clause
#include "blas/leave.hpp"
#include "numapack/numapack.h"

// OpenBLAS's names for the number of threads, which Julia's trampoline and others look for. A program's own
// OpenBLAS is told, too: what numapack leaves to it is meant as well.
namespace {

using SetThreads = void(int);

void set_everywhere(const char* name, int threads) {
  numapack_set_num_threads(threads);
  if (void* const next = numapack::standard::find_next(name)) reinterpret_cast<SetThreads*>(next)(threads);
}

}  // namespace

extern "C" {

NUMAPACK_API void openblas_set_num_threads(int threads) {
  set_everywhere("openblas_set_num_threads", threads);
}
NUMAPACK_API int openblas_get_num_threads(void) { return numapack_get_num_threads(); }
NUMAPACK_API void openblas_set_num_threads64_(int threads) {
  set_everywhere("openblas_set_num_threads64_", threads);
}
NUMAPACK_API int openblas_get_num_threads64_(void) { return numapack_get_num_threads(); }
}
