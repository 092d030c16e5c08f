// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "peer/work/linpack_job.hpp"
#include "peer/work/workload.hpp"

namespace numapack {

/// HPL's residual ||A x - b|| / (eps (||A|| ||x|| + ||b||) n) in infinity norms, eps = 2^-53; below 16 it
/// passes. A (n x n, column-major) and b are the job's random numbers, made again from the seed.
double scaled_residual(const LinpackJob& job, const double* x);

/// One Linpack measurement in this process, numapack's or with a library that library's. The matrix is plain
/// memory under the process's policy; every sample begins with filling it again, which is not timed.
std::unique_ptr<Workload> make_linpack(const LinpackJob& job, const Machine& machine,
                                       const BlasLibrary* library);

}  // namespace numapack
