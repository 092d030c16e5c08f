// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "probe/running/homed_memory.hpp"
#include "probe/running/probe.hpp"

namespace numapack::probe {

struct ChannelStrideOptions {
  std::vector<int> nodes;  ///< homes; empty: all with usable memory and cores
  /// 0: measure every stride, to find the one that stays on one channel. Otherwise: this stride is one
  /// channel; measure the latency of each of its offsets from each core.
  std::size_t separate_bytes = 0;
  std::vector<int> cores;  ///< with a stride: that measure; empty: all usable ones
  int offsets = 8;         ///< with a stride: so many, evenly apart
  std::uint64_t seed = 1;
};

/// Where interleaving puts neighbouring stretches on different memory channels, loads with a stride that is a
/// multiple of the interleaving all go to one: the rate of many loads at once falls. Elements are flushed
/// before every pass, so that every load goes to the memory, however few lines a stride leaves. Strides of a
/// page and more mean something in huge pages only, because others are scattered.
class ChannelStride : public Probe {
 public:
  ChannelStride(const Machine& machine, ChannelStrideOptions options);
  const char* name() const override { return "channel stride"; }
  std::vector<Cell> cells(const Machine& machine) const override;
  Outcome measure(const Cell& cell) override;

 private:
  const Machine& machine_;
  ChannelStrideOptions options_;
  std::unique_ptr<HomedMemory> memory_;
  int home_ = -1;
};

struct StridePoint {
  std::size_t stride_bytes = 0;
  double loads_per_us = 0;
};

/// The strides at which the rate falls for good: to less than 0.8 of the best rate of any smaller stride
/// since the last fall, and stays there at the next stride. The greatest is the channel stride, if the first
/// is that of a channel; none: addresses are hashed over the channels, or there is one. Pure.
std::vector<std::size_t> falling_strides(std::vector<StridePoint> points);

}  // namespace numapack::probe
