// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "counters/events.hpp"
#include "counters/perf_system.hpp"

namespace numapack {

/// Why an event is not counted, in a line: which permission or hardware is missing, and what to do.
/// `error` is what perf_event_open said. Pure.
std::string refusal_text(int error, Scope scope, const PerfSystem& system);

}  // namespace numapack
