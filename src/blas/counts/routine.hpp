// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace numapack::standard {

/// What can be switched off by NUMAPACK_ROUTINES, and is counted apart, whatever the type.
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
  hemv,
  trmv,
  trsv,
  syr,
  her,
  syr2,
  her2,  // level 2
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

inline constexpr auto routine_count = static_cast<std::size_t>(Routine::count);

inline constexpr std::array<const char*, routine_count> routine_names{
    "gemm",  "gemmt", "symm", "hemm",  "syrk",  "herk",  "syr2k", "her2k", "trmm",  "trsm",  "gemv", "ger",
    "symv",  "hemv",  "trmv", "trsv",  "syr",   "her",   "syr2",  "her2",  "getrf", "getrs", "gesv", "getri",
    "potrf", "potrs", "posv", "potri", "trtri", "lauum", "geqrf", "ormqr", "orgqr", "gels"};

/// The set of routines that this text leaves to the program's own BLAS, a bit each: names separated by
/// commas, each with '-' before it ("-trsm,-getrf"), or with '+' for these and no others ("+gemm,+trsm");
/// "-all". Throws Error(invalid_argument) that names NUMAPACK_ROUTINES for anything else. Pure.
std::uint64_t routines_left(std::string_view text);

}  // namespace numapack::standard
