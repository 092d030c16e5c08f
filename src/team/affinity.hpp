// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace numapack {

/// Binds the calling thread to these hardware threads (kernel numbers) and asks the kernel whether it obeyed.
/// Returns the empty string, or why not. Only for threads of numapack and of its own
/// processes.
std::string bind_this_thread(const std::vector<int>& pus);

/// Kernel numbers of the hardware threads that the calling thread may run on, ascending.
/// Throws Error(system) if the kernel does not tell.
std::vector<int> affinity_of_this_thread();

}  // namespace numapack
