// SPDX-License-Identifier: BSD-3-Clause
#include "api/c/status.hpp"

#include <string>

namespace {

/// errno's kind of state: the calling thread's last failure.
thread_local std::string last_message;  // NOLINT(cert-err58-cpp)

}  // namespace

namespace numapack::c_interface {

constinit thread_local bool has_message [[gnu::tls_model("initial-exec")]] = false;

numapack_status fail(numapack_status status, const char* message) {
  try {
    last_message = message;
    has_message = true;
  } catch (const std::bad_alloc&) {
    has_message = false;
  }
  return status;
}

}  // namespace numapack::c_interface

const char* numapack_error_message(void) {
  return numapack::c_interface::has_message ? last_message.c_str() : "";
}
