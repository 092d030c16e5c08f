// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "probe/plans/select.hpp"

namespace numapack::probe {

// What measurements are likely to give, known from firmware alone: for estimates of running time, and for
// nothing else. All pure.

/// How many times as long as its own memory a node waits for another's: halfway between what servers usually
/// show for nodes of one package and of two, and what firmware says, within limits.
double guess_distance(const Machine& machine, int from_node, int home);

/// Until one core sees what another has written, ns. `pair` is their class.
double guess_handover_ns(const Machine& machine, int a, int b, PairClass pair);

/// What so many threads draw from the memory of `home`, GB/s; -1: from all nodes' in turn. The threads sit on
/// `cpus_of`; -1: on all nodes in turn.
double guess_gb_per_s(const Machine& machine, int threads, int cpus_of, int home);

}  // namespace numapack::probe
