// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "machine/machine.hpp"
#include "probe/watch/preemption.hpp"
#include "team/barriers/barrier.hpp"

namespace numapack::probe {

/// The hardware thread that a measurement uses of a core: its first usable one, alone. Throws
/// Error(invalid_argument) where there is none.
int pu_of(const Machine& machine, int core);
/// That of each of them.
std::vector<int> pus_of(const Machine& machine, const std::vector<int>& cores);

/// One new thread for each of these lists of hardware threads (kernel numbers), bound to them (empty: not
/// bound), all calling body(index, barrier) with one barrier for all of them; returns when all are done.
///
/// Threads that all sit on one hardware thread of their own spin at the barrier and never sleep: a core that
/// idles may lose its caches. Others sleep. Bodies must not throw. Throws Error(system), without running any
/// body, where the kernel refuses a binding. Returns what interrupted the threads that sit on one hardware
/// thread each; nothing about other threads.
Preemption run_on(const std::vector<std::vector<int>>& pus, const std::function<void(int, Barrier&)>& body);

/// The same with each thread on one hardware thread.
Preemption run_bound(const std::vector<int>& pus, const std::function<void(int, Barrier&)>& body);

/// How often to repeat what is wanted so many times, if `tried` times took so long: less often where that
/// would take more than a fifth of a second, but ten times at least. Threads that wait for each other on a
/// virtual machine whose CPUs take turns on fewer real ones may be ten thousand times as slow as elsewhere.
/// Pure.
int affordable(int wanted, int tried, double seconds);

}  // namespace numapack::probe
