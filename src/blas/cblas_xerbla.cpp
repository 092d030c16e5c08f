// SPDX-License-Identifier: BSD-3-Clause
#include <cstdarg>
#include <cstdio>

#include "blas/xerbla.hpp"

extern "C" void cblas_xerbla(int position, const char* routine, const char* form, ...) {
  std::fprintf(stderr, "Parameter %d to routine %s was incorrect\n", position, routine);
  std::va_list more;
  va_start(more, form);
  std::vfprintf(stderr, form, more);
  va_end(more);
}
