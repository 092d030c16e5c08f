// SPDX-License-Identifier: BSD-3-Clause
#include "blas/leave.hpp"
#include "numapack/numapack.h"
#include "runtime/complaints.hpp"

// OpenBLAS's names for the number of threads, which Julia's trampoline and others look for. They pass the
// number on to the program's own OpenBLAS, too, since it runs what numapack leaves to it.
namespace {

using SetThreads = void(int);
using numapack::standard::HandedOver;

void set_everywhere(const char* name, int threads) {
  numapack_set_num_threads(threads);
  // By any of the names: a front may have another one for it.
  static constexpr char the_number = 0;
  if (HandedOver::is_back(&the_number)) return;
  const HandedOver now(&the_number);
  if (void* const next = numapack::standard::find_next(name)) reinterpret_cast<SetThreads*>(next)(threads);
}

int get_here() {
  const numapack::detail::LenientCalls whose_settings_are_looked_at_by_calls;
  return numapack_get_num_threads();
}

}  // namespace

extern "C" {

NUMAPACK_API void openblas_set_num_threads(int threads) {
  set_everywhere("openblas_set_num_threads", threads);
}
NUMAPACK_API int openblas_get_num_threads(void) { return get_here(); }
NUMAPACK_API void openblas_set_num_threads64_(int threads) {
  set_everywhere("openblas_set_num_threads64_", threads);
}
NUMAPACK_API int openblas_get_num_threads64_(void) { return get_here(); }
}
