// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <new>
#include <string_view>

#include "numapack/error.hpp"

namespace numapack::standard {

/// What can be switched off by NUMAPACK_ROUTINES, whatever the type.
enum class Routine : unsigned {
  gemm,
  gemmt,
  symm,
  hemm,
  syrk,
  herk,
  syr2k,
  her2k,
  trmm,
  trsm,  // level 3
  gemv,
  ger,
  symv,
  hemv,  // level 2
  getrf,
  getrs,
  gesv,
  getri,
  potrf,
  potrs,
  posv,
  potri,
  trtri,
  lauum,  // LAPACK
  geqrf,
  ormqr,
  orgqr,
  gels,
  count
};

/// The set of routines that this text leaves to the program's own BLAS, a bit each: names separated by
/// commas, each with '-' before it ("-trsm,-getrf"), or with '+' for these and no others ("+gemm,+trsm");
/// "-all". Throws Error(invalid_argument) for anything else. Pure.
std::uint64_t routines_left(std::string_view text);

/// The same of NUMAPACK_ROUTINES, read once. A value that makes no sense leaves nothing.
std::uint64_t routines_left_here() noexcept;

/// Whether this library does that routine.
inline bool is_served(Routine routine) {
  static const std::uint64_t left = routines_left_here();
  return (left >> static_cast<unsigned>(routine) & 1) == 0;
}

/// Does it; false if it is left to the program's own BLAS: it is switched off, or could not be done (no
/// memory; operands that overlap, which the standard leaves open). Nothing has been written then.
template <class Body>
[[nodiscard]] bool serve(Routine routine, const Body& body) {
  if (!is_served(routine)) [[unlikely]]
    return false;
  try {
    body();
    return true;
  } catch (const Error&) {
    return false;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

}  // namespace numapack::standard
