// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "probe/running/runner.hpp"
#include "profile/document/measured.hpp"

namespace numapack {

// How quantities are shown: the page of a run, and that of the figures in a profile. Pure, except for
// colours.

/// Cores by nodes, median of the samples in ns, with least, greatest and difference of each node's column.
std::string latency_matrix(const probe::RunResult& result, const Machine& machine);
/// Cores by nodes: least of the samples in ns, median and greatest.
std::string quick_latency_page(const probe::RunResult& result, const Machine& machine);
/// Sizes by (core, node), then the plateaus of each and what the machine says has that size.
std::string latency_sweep(const probe::RunResult& result, const Machine& machine);
/// Strides by nodes and what follows; or latencies of the offsets of one stride, by core.
std::string channel_page(const probe::RunResult& result, const Machine& machine);
/// Bandwidth and latency point by point, shares of writes next to each other, a table for each (core, node),
/// and where each curve has its knee.
std::string loaded_latency_page(const probe::RunResult& result, const Machine& machine);

/// Latency and bandwidth: a line for each reader, owner and home; a column for each level (or size) and
/// state.
std::string coherence_page(const probe::RunResult& result, const Machine& machine);
/// Pairs that may share a cache: for each level and distance how many there are, and what they pay.
std::string sharing_page(const probe::RunResult& result, const Machine& machine);
/// Core to core: numbers for up to 16 cores, a heat map for more; least, greatest, and the median of each
/// class of distance.
std::string handover_page(const probe::RunResult& result, const Machine& machine);
/// Readers by owners, median latency: numbers for up to 16 cores, a heat map for more.
std::string distance_page(const probe::RunResult& result, const Machine& machine);

/// For each number of threads, pinned or not, GB/s of every kernel by placement (the best of the repetitions,
/// as STREAM reports); then where the pages of every row lay and what the kernel's counters grew by; then the
/// matrix of nodes.
std::string stream_page(const probe::RunResult& result, const Machine& machine);
/// What the bytes of the rates are.
std::string stream_counting();

/// For each set of cores: predicted and measured time of every kind, and the fastest as measured; of
/// reductions also what their trees differ by.
std::string barrier_page(const probe::RunResult& result, const Machine& machine);

/// For each node and number of threads median, least and greatest.
std::string by_nodes_page(const probe::RunResult& result, const Machine& machine);

/// What a profile keeps of a run in words: of quantities without a page of their own.
std::string reported_page(const probe::RunResult& result, const Machine& machine);

// The figures of a profile as the verb that measures them would show them; CPUs and nodes by the numbers that
// the profile has. "": there are none.

std::string profile_latencies(const MeasuredProfile& profile);
std::string profile_coherence(const MeasuredProfile& profile);
std::string profile_stream(const MeasuredProfile& profile);
/// Those measured; of a profile without any, what its latencies between cores predict.
std::string profile_barriers(const MeasuredProfile& profile);

}  // namespace numapack
