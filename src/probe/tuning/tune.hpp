// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "kernel/kernel.hpp"

namespace numapack::probe {

/// One pair of settings that met in interleaved rounds.
struct TuneStep {
  std::string parameter;       ///< "mc", "nc", "kc", or "all" for the last comparison
  Blocking base, tried;        ///< where the search stood, and what was tried
  std::vector<double> ratios;  ///< one a round: time with `base` over time with `tried`; above 1 is better
  bool taken = false;
};

struct TuneResult {
  Blocking before, after;  ///< equal where nothing was clearly better
  double gain = 1;         ///< median ratio of `after` to `before` in rounds of their own; 1 if equal
  std::vector<TuneStep> steps;
  bool out_of_time = false;  ///< not all was tried
  bool interrupted = false;  ///< then `after` is `before`
};

struct TuneOptions {
  int rounds = 9;
  double least_gain = 0.015;          ///< of the median, or the built-in choice stays
  double agreeing = 0.8;              ///< of the rounds must be on the median's side
  bool shallower = true;              ///< a kc below the built-in one may be tried
  std::function<bool()> enough;       ///< asked before each round: is the time up?
  std::function<bool()> interrupted;  ///< asked before each measurement
  std::function<void(const std::string& what)> progress;
};

/// True if what was tried is clearly better: by least_gain in the median, with agreeing rounds.
bool better(const std::vector<double>& ratios, const TuneOptions& options);

/// Values to try for one parameter ("mc", "nc" or "kc") around `base`, in whole panels and different from it;
/// for products of n columns.
std::vector<Blocking> tune_candidates(const std::string& parameter, const Blocking& base,
                                      const KernelShape& shape, Index n, bool shallower);

/// Coordinate search: mc, nc, kc in turn, each over its candidates, from where the last one left off; in the
/// end the outcome meets the start once more, and only what wins again is kept. `seconds` measures one
/// multiplication with these blocks; the first call with blocks is not counted.
TuneResult tune(const KernelShape& shape, const Blocking& start, Index n,
                const std::function<double(const Blocking&)>& seconds, const TuneOptions& options);

}  // namespace numapack::probe
