// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "machine/machine.hpp"

namespace numapack {

/// Runs body(0 … threads-1, threads) at once, each on a thread bound to the next of these hardware threads.
/// Where that is refused it runs unbound; a census tells.
void run_bound(const std::vector<int>& pus, const std::function<void(std::size_t, std::size_t)>& body);

/// One hardware thread for each of so many threads, on the nodes in turn as the teams would sit; fewer if
/// there are no more. nodes: only these; empty: all.
std::vector<int> pus_in_turn(const Machine& machine, int threads, const std::vector<int>& nodes = {});

/// Binds the threads that this process has now, the first to pus[0] and so on, and returns the outcome. Only
/// where there is a hardware thread for each: threads that a library recreates for each call would all
/// inherit the place of their creator.
std::string pin_threads(const std::vector<int>& pus);

}  // namespace numapack
