// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "base/limits.hpp"
#include "numapack/export.h"

namespace numapack {

/// The environment's settings that make no sense, the names of CPU and kernel among them, and what is left
/// without them.
struct CheckedLimits {
  Limits limits;
  Complaints complaints;
};
CheckedLimits checked_limits_of_environment();

/// What is wrong with the profile that NUMAPACK_PROFILE names, for which estimates are taken: the setting's
/// complaint.
Error unused_profile(const std::string& file, const std::string& why);

// Not for users: for libnumapack_blas, which comes with this library.
namespace detail {

/// Reports to the listener what a program's user should know and no caller can receive as an error: once a
/// process for each `about`. Without a listener nothing happens. Thread-safe, also during a fork.
NUMAPACK_API void complain(const char* about, const char* line) noexcept;

/// Complaints go to this function from now on.
NUMAPACK_API void listen_to_complaints(void (*listener)(const char* line) noexcept) noexcept;

/// Complains of every setting that makes no sense, of the profile as far as its file shows, too. True if
/// there is one for which calls fail that are not lenient. Thread-safe.
NUMAPACK_API bool complain_of_settings() noexcept;
/// The same of others' settings.
NUMAPACK_API void complain_of(const Complaints& complaints) noexcept;

/// While one lives, this library's LenientSettings are those of the calling thread.
class NUMAPACK_API LenientCalls {
 public:
  LenientCalls() noexcept;
  ~LenientCalls();
  LenientCalls(const LenientCalls&) = delete;
  LenientCalls& operator=(const LenientCalls&) = delete;

 private:
  LenientSettings lenient_;
};

}  // namespace detail

}  // namespace numapack
