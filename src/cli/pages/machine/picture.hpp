// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "machine/machine.hpp"
#include "profile/document/measured.hpp"

namespace numapack {

/// What cores of a node share, or each have: caches of one level and size.
struct PicturedCaches {
  int level = 1;
  std::size_t bytes = 0;
  std::vector<std::vector<int>> groups;  ///< the cores of each
};

struct PicturedNode {
  int number = 0;    ///< the kernel's
  int package = -1;  ///< its number in the kernel; -1: none
  int die = -1;
  std::string memory;  ///< "64 GiB", "16 GiB of HBM", "no memory"
  std::vector<int> cores;
  std::vector<PicturedCaches> caches;  ///< the last level first
};

/// A machine to be drawn: what is where, and what was measured between nodes, by their numbers (from the node
/// of the cores to that of the memory).
struct MachinePicture {
  std::string name;
  std::vector<PicturedNode> nodes;
  std::map<std::pair<int, int>, double> latency_ns, gb_per_s, distances;
  std::string kernel;  ///< of the bandwidths
};

/// With `measured`, its medians of latencies, and the highest rate of reads between nodes (else of the first
/// kernel that was measured); distances are the firmware's. Pure.
MachinePicture picture_of(const Machine& machine, const std::optional<MeasuredProfile>& measured);

/// For a terminal of so many characters a line: packages and nodes as boxes next to each other, then what
/// lies between nodes as tables. Pure.
std::string drawn_as_text(const MachinePicture& picture, std::size_t width);

/// An SVG document, for light and dark backgrounds: boxes, an arc between each two of up to eight nodes, and
/// tables with a cell for each two. Pure.
std::string drawn_as_svg(const MachinePicture& picture);

}  // namespace numapack
