// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace numapack {

/// How long a thread of the teams may wait for work until it ends, in seconds; 0: for good.
///
/// A program's main thread may leave by pthread_exit(); the process then ends with its last thread, so that
/// threads that wait may not stay. The main thread tells when it leaves, if it loaded this library or forked
/// this process; where another thread did, nobody is known to tell, and threads never wait for long.
double most_idle_seconds() noexcept;

}  // namespace numapack
