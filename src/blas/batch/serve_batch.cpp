// SPDX-License-Identifier: BSD-3-Clause
#include "blas/batch/serve_batch.hpp"

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>

#include "numapack/error.hpp"
#include "runtime/complaints.hpp"

/// The program's own, of any BLAS that it links.
extern "C" [[gnu::weak]] void xerbla_(const char* routine, const std::int64_t* info, std::size_t length);

namespace numapack::standard {

namespace {

void say(const char* line) noexcept { std::fprintf(stderr, "numapack: %s\n", line); }

/// Before any call.
[[maybe_unused]] const bool listens = (detail::listen_to_complaints(say), true);

/// Whether a setting makes no sense: then calls that are not lenient fail.
constinit std::atomic<bool> calls_are_lenient{false};

void say_not_done(const char* routine, const char* reason) noexcept {
  char line[1024];
  std::snprintf(line, sizeof line, "%s was not done: %s", routine, reason);
  detail::complain(routine, line);
}

/// False if it failed, as calls that are not lenient do for a wrong setting.
bool is_done_strictly(const Body& call) noexcept {
  try {
    call();
    return true;
  } catch (const std::exception&) {
    if (detail::complain_of_settings()) calls_are_lenient.store(true, std::memory_order_relaxed);
    return false;
  }
}

}  // namespace

void report_wrong_argument(const char* routine, int position) {
  const std::int64_t info = position;
  const std::size_t length = std::strlen(routine);
  if (xerbla_ != nullptr) return xerbla_(routine, &info, length);
  std::fprintf(stderr, " ** On entry to %s parameter number %2d had an illegal value\n", routine, position);
}

void serve_batch(const char* routine, int position, const Body& call) noexcept {
  if (!calls_are_lenient.load(std::memory_order_relaxed) && is_done_strictly(call)) return;
  const detail::LenientCalls lenient;
  bool is_refused = false;
  try {
    return call();
  } catch (const Error& error) {
    say_not_done(routine, error.what());
    is_refused = error.code() == ErrorCode::invalid_argument;
  } catch (const std::exception& error) {
    say_not_done(routine, error.what());
  }
  if (is_refused) report_wrong_argument(routine, position);
}

}  // namespace numapack::standard
