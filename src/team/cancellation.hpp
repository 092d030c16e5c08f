// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <pthread.h>

namespace numapack {

/// While it lives, the calling thread cannot be cancelled; a cancellation that arrives meanwhile takes effect
/// later.
class CancellationOff {
 public:
  CancellationOff() { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before_); }
  ~CancellationOff() { pthread_setcancelstate(before_, nullptr); }
  CancellationOff(const CancellationOff&) = delete;
  CancellationOff& operator=(const CancellationOff&) = delete;

 private:
  int before_ = PTHREAD_CANCEL_ENABLE;
};

}  // namespace numapack
