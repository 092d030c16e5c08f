// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "machine/machine.hpp"
#include "probe/loops/traffic_loop.hpp"

namespace numapack::probe {

// What the points of a curve of latency over bandwidth are. All pure.

/// "reads", or bytes read to bytes written, "3:1": whole numbers of 1 to 64, no less read than written,
/// because every line that is stored to is read first. Of R lines of traffic read, W are stored to and
/// written back. Throws Error(invalid_argument) for anything else, naming `option`.
Mix parse_mix(const std::string& text, const std::string& option);

/// "reads" and "3:1" as parse_mix() has them, in lowest terms.
std::string mix_text(Mix mix);

/// Written bytes of all that cross to the memory: 0 to 0.5.
double write_share(Mix mix);

/// Bytes that cross for a line that is touched: the line, and its share of those written back.
double bytes_a_line(Mix mix, std::size_t line_bytes);

/// What a thread touches at a time: so many lines of each of so many stretches of its own.
constexpr std::size_t streams_a_thread = 4, lines_a_stream = 16;
constexpr std::size_t lines_a_block = streams_a_thread * lines_a_stream;

constexpr int no_load = -1, full_load = 0;

/// Nanoseconds that a thread gives each block, point by point: no_load, then from 26 microseconds (a 64th of
/// what a fast core does) down by the same factor each time, full_load. At least three points.
std::vector<int> paces(int points);

/// GB/s that so many threads are asked for at a pace that is neither no_load nor full_load.
double asked_gb_per_s(int pace, int threads, Mix mix, std::size_t line_bytes);

/// Bytes of the stretches of all threads together that load from this node: twice its last-level caches, four
/// times the greatest, and twice each core's own; whole blocks and pages.
std::size_t load_bytes(const Machine& machine, int node, int threads);

/// Why a measured point is not what it should be, or "".
std::string implausible(int pace, int threads, Mix mix, std::size_t line_bytes, double load_gb_per_s,
                        double latency_ns);

}  // namespace numapack::probe
