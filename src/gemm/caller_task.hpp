#pragma once

#include "gemm/plan.hpp"

namespace numapack {

/// The caches of one core as choose_blocking() wants them; what the machine does not state keeps its default.
CacheSizes caches_of_core(const Machine& machine, int core);

/// The whole problem for one thread, nothing localised: what a caller_only plan holds, without the deciding.
/// Costs tens of nanoseconds, so that tiny problems can afford it.
NodeTask caller_task(const Shape& shape, const KernelShape& kernel, const CacheSizes& caches, int memory_node,
                     const Blocking& wanted = {});

}  // namespace numapack
