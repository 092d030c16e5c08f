// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <linux/perf_event.h>
#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <optional>

namespace numapack {

/// What the kernel counted, and how long: nanoseconds that the event was wanted, and of them on a counter.
struct RawCount {
  std::uint64_t value = 0, enabled = 0, running = 0;
};

/// The system calls that counting takes, for tests to stand in for.
class PerfCalls {
 public:
  virtual ~PerfCalls() = default;
  /// A descriptor that exec closes, or a negative error number.
  virtual int open(const perf_event_attr& attributes, pid_t process, int cpu, int group) = 0;
  virtual std::optional<RawCount> read(int descriptor) = 0;
  /// Of a group's first event: the whole group; with those that threads and children inherited.
  virtual void enable(int descriptor) = 0;
  virtual void disable(int descriptor) = 0;
  virtual void close(int descriptor) = 0;
};

/// The kernel's.
std::unique_ptr<PerfCalls> make_perf_calls();

}  // namespace numapack
