// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <new>
#include <type_traits>

#include "numapack/error.hpp"

namespace numapack {

/// What `attempt` says, true if that is nothing, unless it is denied memory: false then.
template <class Attempt>
bool unless_denied(const Attempt& attempt) {
  try {
    if constexpr (std::is_void_v<std::invoke_result_t<const Attempt&>>) {
      attempt();
      return true;
    } else {
      return attempt();
    }
  } catch (const Error& error) {
    if (error.code() != ErrorCode::out_of_memory) throw;
  } catch (const std::bad_alloc&) {
  }
  return false;
}

}  // namespace numapack
