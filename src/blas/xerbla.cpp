// SPDX-License-Identifier: BSD-3-Clause
#include "blas/xerbla.hpp"

#include <cstdio>

#include "blas/leave.hpp"

using numapack::standard::find_handler;

extern "C" void xerbla_(const char* routine, const std::int64_t* info, std::size_t length) {
  if (void* const handler = find_handler("xerbla_"))
    return reinterpret_cast<decltype(&xerbla_)>(handler)(routine, info, length);
  // LP64 callers have an int there.
  const int position = *reinterpret_cast<const int*>(info);
  std::fprintf(stderr, " ** On entry to %.*s parameter number %2d had an illegal value\n",
               static_cast<int>(length), routine, position);
}
