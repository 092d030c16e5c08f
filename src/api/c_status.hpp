#pragma once

#include <new>
#include <string>

#include "numapack/error.hpp"
#include "numapack/numapack.h"

namespace numapack::c_api {

/// Remembers why the calling thread's call failed.
numapack_status fail(numapack_status status, const char* message);
void forget_failure();
const char* last_message();

/// Exceptions of a call as a status.
template <class Call>
numapack_status guarded(const char* where, const Call& call) {
  forget_failure();
  try {
    call();
    return NUMAPACK_OK;
  } catch (const Error& error) {
    return fail(static_cast<numapack_status>(error.code()), error.what());
  } catch (const std::bad_alloc&) {
    return fail(NUMAPACK_OUT_OF_MEMORY, (std::string(where) + ": no memory for the plan; free some").c_str());
  } catch (const std::exception& error) {
    return fail(NUMAPACK_SYSTEM, error.what());
  }
}

}  // namespace numapack::c_api
