// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "peer/processes/blas_library.hpp"

namespace numapack {

/// The hidden subcommand by which the command looks at a library in a process of its own.
inline constexpr const char* kCheckVerb = "check-worker";

/// What a check is asked for, and how it says what it found, one message after the other: so that what was
/// found before a crash is known.
struct CheckRun {
  const nlohmann::json& order;
  const BlasLibrary& library;
  const std::function<void(const nlohmann::json&)>& say;
};

/// The life of such a process. It is sent one order, {"check": name, "paths": [file, …], and what that check
/// takes}, says {"version", "path", "symbol"}, what the check says, {"end": true}, and ends as any program
/// does, the library's exit handlers included. {"error": text} instead of any of these: it cannot.
int run_check_worker();

/// Each call of the order's "calls" from its "seed" four times: {"call": number, "digests": [as it is, once
/// more, at other addresses, with gaps between columns], "error_over_bound"}, or {"lacks": routine}; in the
/// end {"helped": whether threads besides the caller's worked}.
void check_bits(const CheckRun& run);

}  // namespace numapack
