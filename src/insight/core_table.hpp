// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "profile/document/measured.hpp"

namespace numapack {

/// Latencies between cores, looked up. Of several cells for the same question the one with no size or the
/// smallest block counts (caches, not what lies behind them), with lines at home on the owner's node, else on
/// the reader's, else anywhere. Hardware threads by the kernel's numbers. Thread-safe to read.
class CoreTable {
 public:
  explicit CoreTable(const MeasuredProfile& profile);

  /// What `reader` pays for lines of `owner` in this state and cache level, ns; nothing where not measured.
  std::optional<double> latency(int reader, int owner, LineState state, int level) const;

  /// The same in the series that most pairs were measured in: the core-to-core matrix.
  std::optional<double> latency(int reader, int owner) const;
  LineState state() const { return state_; }
  int level() const { return level_; }

  /// Ordered pairs (reader, owner), reader != owner, of the matrix.
  const std::vector<std::pair<int, int>>& pairs() const { return pairs_; }
  /// All hardware threads in it, rising.
  const std::vector<int>& pus() const { return pus_; }
  /// Those that read.
  const std::vector<int>& readers() const { return readers_; }

  /// The farthest level at which a thread was measured reading what it had put there itself; 0: none.
  int last_level() const { return last_level_; }

  /// Relative standard deviation of a figure, from the differences between both directions of a pair; with
  /// fewer than four such pairs, from half the range of a cell's samples; nothing without samples.
  std::optional<double> noise() const { return noise_; }

  /// The same of the figures of one cache level, whatever their state, from the samples of each: few samples
  /// of a disturbed machine make a figure of less worth than those of the matrix. 0 where there are no
  /// samples.
  double noise(int level) const;

 private:
  using Key = std::pair<LineState, int>;
  std::map<std::pair<Key, std::pair<int, int>>, double> cells_;
  LineState state_ = LineState::modified;
  int level_ = 0, last_level_ = 0;
  std::vector<std::pair<int, int>> pairs_;
  std::vector<int> pus_, readers_;
  std::optional<double> noise_;
  std::map<int, double> noise_of_level_;
};

}  // namespace numapack
