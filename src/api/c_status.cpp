#include "api/c_status.hpp"

#include <string>

namespace {

/// errno's kind of state: the calling thread's last failure.
thread_local std::string last_message;  // NOLINT(cert-err58-cpp)

}  // namespace

namespace numapack::c_interface {

numapack_status fail(numapack_status status, const char* message) {
  try {
    last_message = message;
  } catch (const std::bad_alloc&) {
    last_message.clear();
  }
  return status;
}

void succeed() { last_message.clear(); }

}  // namespace numapack::c_interface

const char* numapack_error_message(void) { return last_message.c_str(); }
