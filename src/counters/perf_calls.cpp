// SPDX-License-Identifier: BSD-3-Clause
#include "counters/perf_calls.hpp"

#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

namespace numapack {
namespace {

class SystemCalls final : public PerfCalls {
 public:
  int open(const perf_event_attr& attributes, pid_t process, int cpu, int group) override {
    const long descriptor =
        syscall(SYS_perf_event_open, &attributes, process, cpu, group, PERF_FLAG_FD_CLOEXEC);
    return descriptor < 0 ? -errno : static_cast<int>(descriptor);
  }

  std::optional<RawCount> read(int descriptor) override {
    RawCount count;
    if (::read(descriptor, &count, sizeof count) != static_cast<ssize_t>(sizeof count)) return std::nullopt;
    return count;
  }

  void enable(int descriptor) override { ioctl(descriptor, PERF_EVENT_IOC_ENABLE, 0); }
  void disable(int descriptor) override { ioctl(descriptor, PERF_EVENT_IOC_DISABLE, 0); }
  void close(int descriptor) override { ::close(descriptor); }
};

}  // namespace

std::unique_ptr<PerfCalls> make_perf_calls() { return std::make_unique<SystemCalls>(); }

}  // namespace numapack
