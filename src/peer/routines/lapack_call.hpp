// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "peer/routines/library_call.hpp"

namespace numapack {

/// What a routine of LAPACK works on: its matrices, column-major, and what it holds next to them.
template <class T>
struct LapackProblem {
  RoutineForm form;
  Index m = 0, n = 0, k = 0;  ///< as job.call has them
  T* a = nullptr;
  Index lda = 0;
  T* b = nullptr;  ///< or C
  Index ldb = 0;
  /// Rows from 1 that getrf writes, and getri and getrs read: these, or the narrow ones of a library with
  /// 32-bit integers.
  std::vector<std::int64_t> pivots;
  std::vector<std::int32_t> narrow_pivots;
  std::vector<T> tau;   ///< of geqrf, ormqr and orgqr
  std::vector<T> work;  ///< of a Fortran library: as much as it asks for
  Index info = 0;       ///< of the last call
};

/// Makes room for what the routine has next to its matrix, and asks a Fortran library for its best workspace.
/// Null: this build's own routine. Throws Error(invalid_argument) for sizes beyond the library's integers.
template <class T>
void make_room(const LibraryRoutine* theirs, LapackProblem<T>& problem);

/// The routine by this build's public function. Throws Error as that does.
template <class T>
void call_own(LapackProblem<T>& problem);

/// The routine by the library's. Returns a numapack_status, NUMAPACK_OK from a Fortran interface.
template <class T>
int call_theirs(const LibraryRoutine& theirs, LapackProblem<T>& problem);

/// Both sets of pivots are these.
template <class T>
void set_pivots(LapackProblem<T>& problem, const std::vector<std::int64_t>& pivots);

/// Those that the last call read or wrote.
template <class T>
std::vector<std::int64_t> pivots_of(const LibraryRoutine* theirs, const LapackProblem<T>& problem);

}  // namespace numapack
