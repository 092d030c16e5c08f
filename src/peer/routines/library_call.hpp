// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "peer/routines/blas_routine.hpp"

namespace numapack {

/// A routine that was found in a loaded library.
struct LibraryRoutine {
  enum class Interface { fortran_32, fortran_64, numapack };  ///< by the width of its integers; numapack.h
  void* address = nullptr;
  std::string symbol;
  Interface interface = Interface::fortran_32;
};

/// The routine by the library's: all but gemm, whose call is BlasLibrary's. Returns a numapack_status,
/// NUMAPACK_OK from a Fortran interface. Throws Error(invalid_argument) for sizes beyond its integers.
template <class T>
int call_theirs(const LibraryRoutine& theirs, const RoutineProblem<T>& problem);

/// Throws Error(invalid_argument) for a size beyond the library's integers.
template <class Integer>
Integer as_integer(Index value);

}  // namespace numapack
