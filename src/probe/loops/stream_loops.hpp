// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace numapack::probe {

/// The three arrays of STREAM and where in them a thread works: [begin, end), multiples of 64 elements.
/// Arrays start at multiples of 64 bytes.
struct StreamPart {
  double *a, *b, *c;
  std::size_t begin, end;
};

/// One loop over the arrays (J. McCalpin, STREAM; rates in bytes that the formula names).
struct StreamKernel {
  const char* name;
  const char* formula;
  int reads, writes;                     ///< arrays
  void (*ordinary)(const StreamPart&);   ///< the line written is read into the cache first
  void (*streaming)(const StreamPart&);  ///< stores around the caches; null: nothing is stored

  /// As STREAM counts: reads and writes.
  double bytes_an_element() const { return 8.0 * (reads + writes); }
  /// What crosses to the memory: an ordinary store also reads the line it writes.
  double moved_bytes_an_element(bool with_streaming) const {
    return bytes_an_element() + (with_streaming ? 0 : 8.0 * writes);
  }
};

/// copy, scale, add, triad in STREAM's order, then add-add (b + s + c), read and fill.
const std::vector<StreamKernel>& stream_kernels();

/// By name, or null.
const StreamKernel* stream_kernel(const std::string& name);

constexpr double stream_scalar = 3;

}  // namespace numapack::probe
