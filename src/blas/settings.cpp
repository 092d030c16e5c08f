// SPDX-License-Identifier: BSD-3-Clause
#include "blas/settings.hpp"

#include "base/limits.hpp"
#include "blas/verbose.hpp"

namespace numapack::standard {

thread_local bool Settings::nobody_else_does = false;

Settings read_settings() noexcept {
  Settings settings;
  try {
    const DropInLimits limits = drop_in_limits_of_environment();
    const auto size = double(limits.least_size);
    settings.least_multiply_adds = size * size * size;
    if (limits.verbose) say_who_serves();
    settings.left = routines_left(limits.routines);
  } catch (...) {
    // What makes no sense leaves nothing.
    settings.left = 0;
  }
  return settings;
}

}  // namespace numapack::standard
