#pragma once

#include "team/teams.hpp"

namespace numapack {

/// Threads that the user allows, from NUMAPACK_NUM_THREADS or else OMP_NUM_THREADS (the first number of a
/// list); 0: no limit. Throws Error(invalid_argument) naming the variable if it holds no positive number.
int thread_limit_from_environment();

/// NUMAPACK_BIND: "0" leaves the threads where the kernel puts them, "1" or nothing binds them to their
/// cores. Throws Error(invalid_argument) for anything else.
Binding binding_from_environment();

/// NUMAPACK_WORKSPACE in bytes: at most so many of packed panels and copies in all; 0: not set. Throws
/// Error(invalid_argument) for what is no number of bytes.
std::size_t workspace_limit_from_environment();

}  // namespace numapack
