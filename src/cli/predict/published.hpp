// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "machine/machine.hpp"
#include "profile/document/measured.hpp"

namespace numapack {

/// What a prediction is held to: to be so near to the number that a document prints, or below it, or
/// equal.
struct Demand {
  enum class Kind { ratio, points, factor, below, equal } kind = Kind::ratio;
  double bound = 0.1;  ///< relative; in the unit; times as large or small; itself
};

/// A number that a document prints, next to what the model makes of others that it prints.
struct PublishedCell {
  std::string document, what, unit;
  double published = 0, predicted = 0;  ///< infinite: there is none
  std::string from;                     ///< what the prediction rests on
  Demand demand;
  double error() const { return predicted / published - 1; }
  bool is_met() const;
  std::string demand_text() const;  ///< "within 8 %"
};

/// Bandwidth of core 0 to each other node's memory that has a latency, too: its lines in flight to its own
/// node, over the latency. Pure.
std::vector<PublishedCell> memory_cells(const MeasuredProfile& profile);

/// STREAM's rows of one thread, of all threads of a node and of both nodes, with interleaved pages or with
/// own ones (local and default, which are one policy), from those of the same kernel and compiler that are
/// bound to one node: one thread and all threads of a node, to its own memory and to the other's. By a walk
/// over a schedule of one step a thread. Pure.
std::vector<PublishedCell> stream_cells(const MeasuredProfile& profile);

/// The paper's multiplication (OtherBlas) on one to four nodes, and OpenBLAS's, which it compares with: what
/// both gain from nodes, the first from its copies, and from which size on it wins. Rates of its kernels from
/// their loads and multiply-adds a step, fitted to that of the 8 x 6 kernel. Pure.
std::vector<PublishedCell> product_cells(const MeasuredProfile& profile, const Machine& machine);

}  // namespace numapack
