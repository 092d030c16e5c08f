// SPDX-License-Identifier: BSD-3-Clause
#include "blas/serve.hpp"

#include "blas/leave.hpp"
#include "runtime/complaints.hpp"

namespace numapack::standard {

bool is_done_leniently(const Body& body) noexcept {
  const detail::LenientCalls lenient;
  try {
    body();
    return true;
  } catch (const std::exception& error) {
    keep_reason(error.what());
  }
  return false;
}

}  // namespace numapack::standard
