// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "peer/routines/library_call.hpp"

namespace numapack {

/// A routine of level 2 by this build's public function. Throws Error as that does.
template <class T>
void call_own_vector(const RoutineProblem<T>& problem);

/// The same by the library's; see call_theirs().
template <class T>
int call_their_vector(const LibraryRoutine& theirs, const RoutineProblem<T>& problem);

}  // namespace numapack
