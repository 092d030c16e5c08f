// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "profile/document/measured.hpp"

namespace numapack {

// Which figures of a profile say what is between two nodes. All pure.

/// The nodes of cores and memory, by the kernel's numbers, and all figures there are of the two.
using FiguresByNodes = std::map<std::pair<int, int>, std::vector<double>>;

/// Latency of memory: of each core and node the largest block, nobody else at work. Where that one has no
/// figure there is none: the smaller ones of a sweep are caches.
FiguresByNodes latencies_by_nodes(const MeasuredProfile& profile);

/// Bandwidth with the most threads that a pair was measured with, by the first kernel that has figures of
/// read, triad, add, copy, scale.
FiguresByNodes bandwidths_by_nodes(const MeasuredProfile& profile);

/// What one core reads from memory.
FiguresByNodes one_core_bandwidths_by_nodes(const MeasuredProfile& profile);

/// A central barrier, where gangs meet, of the most threads within a node; of several as large the slowest,
/// us.
std::optional<double> node_barrier_us(const MeasuredProfile& measured);

/// Between what the threads of a node take that were just at work and those that slept: the geometric mean of
/// the medians over the nodes, us.
std::optional<double> wake_us(const MeasuredProfile& measured);

/// What the most threads of a node touch for the first time, in the largest pages that came; of several nodes
/// the slowest, GB/s.
std::optional<double> fresh_gb_per_s(const MeasuredProfile& measured);

/// Bytes that can be read while one is written: by the most that the loads of a place read and wrote
/// together, and the most that the same threads only read; the median over places and shares of writes.
std::optional<double> bytes_a_written_byte(const MeasuredProfile& measured);

}  // namespace numapack
