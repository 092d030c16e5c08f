// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

namespace numapack {

/// [from][to] in ns, until `to` sees what `from` has written.
using Latencies = std::vector<std::vector<double>>;

// ns from the arrival of all threads until the last one knows, by these rules: a flag is seen one latency
// after it is written; a thread reads flags of several others one after another; a counter that all change
// passes from one to the next, at the mean latency of all pairs; a word that releases all is seen by each
// after its own latency. Threads that are one give 0. All pure.

double predict_central(const std::vector<int>& nodes, const Latencies& latencies);
double predict_tree(const std::vector<int>& nodes, const Latencies& latencies);
double predict_tournament(const std::vector<int>& nodes, const Latencies& latencies);
double predict_dissemination(const std::vector<int>& nodes, const Latencies& latencies);
double predict_node_aware(const std::vector<int>& nodes, const Latencies& latencies);

}  // namespace numapack
