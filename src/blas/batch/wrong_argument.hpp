// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>

#include "base/first_wrong.hpp"

/// The program's own, of any BLAS that it links.
extern "C" [[gnu::weak]] void xerbla_(const char* routine, const std::int64_t* info, std::size_t length);

namespace numapack::standard {

/// Tells the program's xerbla_, if it has one, which argument is wrong, counted from 1; nothing has been
/// written. Without one, only the thread's numapack_error_message() has the message.
inline void report_wrong_argument(const std::string& routine, int position) {
  const std::int64_t info = position;
  if (xerbla_ != nullptr) xerbla_(routine.c_str(), &info, routine.size());
}

}  // namespace numapack::standard
