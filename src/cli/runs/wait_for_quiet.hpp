// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "probe/plans/cell.hpp"
#include "probe/running/unrest.hpp"

namespace numapack {

/// What somebody who waits has of the world.
struct Watch {
  std::function<double()> now;                    ///< seconds
  std::function<void(double)> sleep;              ///< so many seconds, or until stop()
  std::function<bool()> stop;                     ///< Ctrl-C
  std::function<probe::Unrest()> look;            ///< at the machine
  std::function<int(const probe::Unrest&)> lost;  ///< cells that such unrest costs
  std::function<void(const std::string&)> say;
  std::function<void(const std::string&, double seconds_left)> show;
};

/// Looks again and again, this many minutes at most, until no cell of `cells` would be lost; says who
/// disturbs, and in the end whether it has become quiet, or what is known of when. Returns whether it has.
bool wait_for_quiet(std::size_t cells, double minutes, const Watch& watch);

/// The same on this machine, to standard error; measuring goes on either way. Ctrl-C ends the wait.
void wait_for_quiet(const std::vector<probe::Cell>& cells, const Machine& machine, double minutes);

}  // namespace numapack
