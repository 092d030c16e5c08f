// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string>
#include <vector>

#include "memory/buffer.hpp"
#include "memory/pages/census.hpp"
#include "probe/loops/stream_loops.hpp"
#include "probe/plans/cell.hpp"

namespace numapack::probe {

/// The three arrays of a row, placed as the row says. No page exists before initialise().
class StreamArrays {
 public:
  /// Throws Error(system) where the kernel refuses the placement and first touch cannot bring it about,
  /// Error(out_of_memory), Error(invalid_argument) as Buffer does.
  StreamArrays(const Machine& machine, const Cell& cell);

  StreamPart part(std::size_t begin, std::size_t end) const;

  /// a = 1, b = 2, c = 0, as STREAM begins. Each thread its part: whoever calls touches first.
  void initialise(const StreamPart& part) const;

  /// Of the three together. Throws Error(system) if a bound or interleaved array is not where it should be.
  Census pages() const;

  const std::vector<std::string>& remarks() const { return remarks_; }

 private:
  const Machine& machine_;
  const Cell& cell_;
  std::array<Buffer, 3> buffers_;
  std::vector<std::string> remarks_;
};

}  // namespace numapack::probe
