// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "machine/machine.hpp"
#include "profile/document/measured.hpp"

namespace numapack {

/// A number that a document prints, beside what the model makes of others that it prints.
struct PublishedCell {
  std::string document, what, unit;
  double published = 0, predicted = 0;
  std::string from;  ///< what the prediction rests on
  double error() const { return predicted / published - 1; }
};

/// Bandwidth of one core to each memory that has a latency, too: the machine's lines in flight, which are the
/// same for all of them (the median), over the latency. Pure.
std::vector<PublishedCell> memory_cells(const MeasuredProfile& profile);

/// STREAM's rows with interleaved pages, from those of the same kernel and compiler that are bound to one
/// node: one thread and all threads of a node, to its own memory and to the other's. By a walk over a
/// schedule of one step a thread. Pure.
std::vector<PublishedCell> stream_cells(const MeasuredProfile& profile);

/// The paper's multiplication on one to four nodes of 24 threads: each node copies its parts of A and B, all
/// its threads meet, then multiplies; nothing is overlapped (Electronics 2021, 10, 1984, section 4). Rates of
/// its kernels from their loads and multiply-adds a step, fitted to that of the 8 x 6 kernel. Pure.
std::vector<PublishedCell> product_cells(const MeasuredProfile& profile, const Machine& machine);

}  // namespace numapack
