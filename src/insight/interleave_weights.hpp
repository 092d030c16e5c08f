// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "profile/document/measured.hpp"

namespace numapack {

/// What the threads of one socket read from memory that is interleaved, GB/s by the model.
struct SocketInterleave {
  int package = -1;
  std::vector<double> gb_per_s;  ///< of each node's memory alone, in the order of the nodes
  std::vector<int> weights;      ///< in proportion to them
  double plain = 0;              ///< a page a node in turn
  double own = 0;                ///< with the weights of this socket
  double chosen = 0;             ///< with the weights chosen for the system
};

/// The weights of Linux's weighted interleave (MPOL_WEIGHTED_INTERLEAVE, 6.9), of which a system has one set.
struct InterleaveAdvice {
  std::vector<int> nodes;  ///< with memory, by the kernel's numbers; those without cores among them
  std::vector<SocketInterleave> sockets;
  int sockets_missing = 0;   ///< with cores, of which bandwidths were not measured
  std::vector<int> weights;  ///< for the system, of the sockets measured; all 1: plain interleave is as good
  double least_gain = 1;     ///< over plain interleave, of the socket that gains least
};

/// Of the bandwidths that were measured from each socket to each node. A socket takes from a memory what the
/// node of its cores that reads it fastest does; all memories answer at once, each its share of the pages,
/// and the one that is busy longest decides: w pages of W from B GB/s make W / max(w / B). For the system the
/// set of one socket, or of all sockets' mean, is chosen by which the socket that gains least gains most;
/// plain interleave unless that is a twentieth. No sockets: bandwidths of a pair are missing, or there is one
/// node. Pure.
InterleaveAdvice interleave_advice(const MeasuredProfile& profile);

/// GB/s of pages that are dealt in these weights. Pure.
double interleaved_gb_per_s(const std::vector<int>& weights, const std::vector<double>& gb_per_s);

}  // namespace numapack
