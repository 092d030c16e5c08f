// SPDX-License-Identifier: BSD-3-Clause
#include "counters/refusal.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

namespace numapack {
namespace {

std::string no_permission(Scope scope, const PerfSystem& system) {
  const int allowed = scope == Scope::system ? 0 : 2;
  if (system.paranoid && *system.paranoid > allowed) {
    return fmt::format(
        "kernel.perf_event_paranoid is {}, which leaves {} to those with CAP_PERFMON: sudo sysctl "
        "kernel.perf_event_paranoid={}",
        *system.paranoid, scope == Scope::system ? "units that cores share" : "all counting", allowed);
  }
  return "the kernel refuses to count though kernel.perf_event_paranoid allows it, as a container's seccomp "
         "profile or a security module has it: run outside, or docker run --cap-add PERFMON";
}

}  // namespace

std::string refusal_text(int error, Scope scope, const PerfSystem& system) {
  switch (error) {
    case EPERM:
    case EACCES:
      return no_permission(scope, system);
    case ENOSYS:
      return system.paranoid
                 ? "perf_event_open is not let through, as by a container's seccomp profile: run outside, "
                   "or docker run --security-opt seccomp=unconfined"
                 : "this kernel was built without perf events (CONFIG_PERF_EVENTS): take another";
    case ENOENT:
    case ENODEV:
    case ENXIO:
    case EOPNOTSUPP:
    case EINVAL:
      if (!system.has_cpu_counters())
        return "the kernel has no counters of this CPU (no PMU in /sys/bus/event_source/devices), as "
               "in a "
               "virtual machine without a virtual PMU: count on the host, or start the machine with a PMU "
               "(QEMU: -cpu "
               "host,pmu=on)";
      return "this CPU, or the part that the kernel or a virtual machine lets through, does not have the "
             "event";
    case EMFILE:
    case ENFILE:
      return "too many files are open, and each event takes one: raise ulimit -n";
    case EBUSY:
      return "others keep the counters: end other profilers, or sudo sysctl kernel.nmi_watchdog=0";
    case ESRCH:
      return "the process was gone before counting began";
    default:
      return fmt::format("perf_event_open says: {}", std::strerror(error));
  }
}

}  // namespace numapack
