// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <new>

#include "numapack/error.hpp"
#include "numapack/numapack.h"

namespace numapack::c_interface {

/// Remembers the message for numapack_error_message() and returns the status.
numapack_status fail(numapack_status status, const char* message);

/// True while numapack_error_message() has something to say to this thread. Apart from the message, because
/// each look at an object with a destructor asks whether it is the thread's first (CL-097), and in the
/// thread's initial storage, where it is found without a call (CL-104).
extern constinit thread_local bool has_message [[gnu::tls_model("initial-exec")]];

/// Forgets the last message.
inline void succeed() { has_message = false; }

/// The detail for verbosity level 2.
inline constexpr const char* no_memory_for_vector = "no memory for a copy of a vector; free some";

/// Runs the body of a C function: exceptions become a status and a message.
template <class Body>
numapack_status call(const char* out_of_memory, const Body& body) {
  succeed();
  try {
    body();
    return NUMAPACK_OK;
  } catch (const Error& error) {
    return fail(static_cast<numapack_status>(error.code()), error.what());
  } catch (const std::bad_alloc&) {
    return fail(NUMAPACK_OUT_OF_MEMORY, out_of_memory);
  } catch (const std::exception& error) {
    return fail(NUMAPACK_SYSTEM, error.what());
  }
}

}  // namespace numapack::c_interface
