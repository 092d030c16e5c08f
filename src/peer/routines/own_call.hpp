// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "peer/routines/blas_routine.hpp"

namespace numapack {

/// The routine by this build's public function. Throws Error as that does.
template <class T>
void call_own(const RoutineProblem<T>& problem);

}  // namespace numapack
