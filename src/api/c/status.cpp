// SPDX-License-Identifier: BSD-3-Clause
#include "api/c/status.hpp"

#include <cstring>

#include "base/scratch.hpp"

namespace numapack::c_interface {

constinit thread_local bool has_message [[gnu::tls_model("initial-exec")]] = false;

numapack_status fail(numapack_status status, const char* message) {
  if (char* const text = thread_text()) std::strncpy(text, message, thread_text_bytes - 1);
  has_message = true;
  return status;
}

}  // namespace numapack::c_interface

const char* numapack_error_message(void) {
  if (!numapack::c_interface::has_message) return "";
  // One per thread, like errno. It outlives exit handlers and thread-local objects, whose destructors may
  // still call the library and fail.
  const char* const text = numapack::thread_text();
  return text == nullptr ? "there was no memory for this error's message" : text;
}
