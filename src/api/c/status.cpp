// SPDX-License-Identifier: BSD-3-Clause
#include "api/c/status.hpp"

#include <cstring>

namespace {

/// errno's kind of state: the calling thread's last failure. Without a destructor, so that exit handlers and
/// destructors of thread-local objects may call, and fail.
constinit thread_local char last_message[1024] = {};

}  // namespace

namespace numapack::c_interface {

constinit thread_local bool has_message [[gnu::tls_model("initial-exec")]] = false;

numapack_status fail(numapack_status status, const char* message) {
  std::strncpy(last_message, message, sizeof last_message - 1);
  has_message = true;
  return status;
}

}  // namespace numapack::c_interface

const char* numapack_error_message(void) {
  return numapack::c_interface::has_message ? last_message : "";
}
