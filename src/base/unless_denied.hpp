// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <new>

#include "numapack/error.hpp"

namespace numapack {

/// `attempt`, unless it is denied memory: false then.
template <class Attempt>
bool unless_denied(const Attempt& attempt) {
  try {
    return attempt();
  } catch (const Error& error) {
    if (error.code() != ErrorCode::out_of_memory) throw;
  } catch (const std::bad_alloc&) {
  }
  return false;
}

}  // namespace numapack
