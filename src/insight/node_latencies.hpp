// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <utility>

#include "profile/document/measured.hpp"

namespace numapack {

/// What memory of a node answers in, ns, by the nodes of reader and memory (kernel numbers): the median over
/// the readers, each with the largest block that it was measured with and nobody else at work. Pure.
std::map<std::pair<int, int>, double> node_latencies(const MeasuredProfile& profile);

}  // namespace numapack
