// SPDX-License-Identifier: BSD-3-Clause
#include "blas/settings.hpp"

#include <cstdio>

#include "base/limits.hpp"
#include "blas/verbose.hpp"
#include "runtime/complaints.hpp"

namespace numapack::standard {

thread_local bool Settings::nobody_else_does = false;
constinit std::atomic<bool> calls_are_lenient{false};

namespace {

void say(const char* line) noexcept { std::fprintf(stderr, "numapack: %s\n", line); }

/// Before any call, also of those who call the library themselves.
[[maybe_unused]] const bool listens = (detail::listen_to_complaints(say), true);

}  // namespace

void look_at_settings() noexcept {
  if (detail::complain_of_settings()) calls_are_lenient.store(true, std::memory_order_relaxed);
}

Settings read_settings() noexcept {
  Settings settings;
  Complaints complaints;
  try {
    look_at_settings();
    const DropInLimits limits = drop_in_limits_of_environment(complaints);
    const auto size = double(limits.least_size);
    settings.least_multiply_adds = size * size * size;
    if (limits.verbose) say_who_serves();
    settings.left = routines_left(limits.routines);
  } catch (const Error& error) {
    settings.left = 0;
    complaints.push_back(error);
  } catch (...) {
    settings.left = 0;
  }
  detail::complain_of(complaints);
  return settings;
}

}  // namespace numapack::standard
