#include "api/c_status.hpp"

namespace numapack::c_api {

namespace {
/// errno's kind of state: the calling thread's last failure.
thread_local std::string message_of_thread;  // NOLINT(cert-err58-cpp)
}  // namespace

numapack_status fail(numapack_status status, const char* message) {
  try {
    message_of_thread = message;
  } catch (const std::bad_alloc&) {
    message_of_thread.clear();
  }
  return status;
}

void forget_failure() { message_of_thread.clear(); }

const char* last_message() { return message_of_thread.c_str(); }

}  // namespace numapack::c_api
