// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cerrno>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "counters/counter_set.hpp"

namespace numapack {

/// Four nodes of two packages, as the paper's machine.
inline Machine four_nodes() { return load_machine(std::string(NUMAPACK_MACHINES) + "/kunpeng920.xml"); }

inline Machine with_cpu(Machine machine, const CpuIdentity& cpu) {
  machine.cpu = cpu;
  machine.architecture = cpu.architecture;
  return machine;
}

inline CpuIdentity x86(const std::string& vendor, int family, int model) {
  CpuIdentity cpu;
  cpu.architecture = "x86_64";
  cpu.vendor = vendor;
  cpu.family = family;
  cpu.model = model;
  return cpu;
}

inline CpuIdentity arm(int implementer, int part) {
  CpuIdentity cpu;
  cpu.architecture = "aarch64";
  cpu.implementer = implementer;
  cpu.part = part;
  return cpu;
}

/// The home agents of Kunpeng 920's four dies, and what an ARM core publishes.
inline PerfSystem kunpeng_system() {
  PerfSystem system;
  system.paranoid = 2;
  system.pmus.push_back(
      {"armv8_pmuv3_0", 8, {}, {{"cpu_cycles", "event=0x011"}}, {{"event", "config:0-15"}}});
  std::uint32_t type = 20;
  for (const int die : {1, 3, 5, 7}) {
    for (const int agent : {0, 1}) {
      Pmu pmu{"hisi_sccl" + std::to_string(die) + "_hha" + std::to_string(agent),
              type++,
              {(die - 1) / 2 * 24},
              {},
              {{"event", "config:0-7"}}};
      pmu.events = {{"rx_ops_num", "config=0x0"},  {"rx_outer", "config=0x1"},
                    {"rx_sccl", "config=0x2"},     {"rd_ddr_64b", "config=0x1c"},
                    {"wr_ddr_64b", "config=0x1d"}, {"rd_ddr_128b", "config=0x1e"},
                    {"wr_ddr_128b", "config=0x1f"}};
      system.pmus.push_back(std::move(pmu));
    }
  }
  return system;
}

inline PerfSystem intel_system() {
  PerfSystem system;
  system.paranoid = 0;
  system.pmus = {{"cpu", 4, {}, {}, {}},
                 {"uncore_cha_0", 30, {0, 48}, {}, {}},
                 {"uncore_cha_11", 31, {0, 48}, {}, {}},
                 {"uncore_imc_0",
                  40,
                  {0, 48},
                  {{"cas_count_read", "event=0x04,umask=0x03"}, {"cas_count_write", "event=0x04,umask=0x0c"}},
                  {{"event", "config:0-7"}, {"umask", "config:8-15"}}},
                 {"uncore_imc_free_running_0", 41, {0, 48}, {{"read", "event=0xff,umask=0x20"}}, {}}};
  return system;
}

/// Numbers for all names except those that the test withholds.
class FakeNamer final : public EventNamer {
 public:
  std::vector<std::string> unknown;
  std::map<std::uint64_t, std::string> names;

  std::variant<EventCode, NotNamed> code(const std::string& name) override {
    for (const std::string& one : unknown)
      if (name.find(one) != std::string::npos)
        return NotNamed{"libpfm 4.0 does not know it: install a newer libpfm"};
    const std::uint64_t config = 0x1000 + names.size();
    names[config] = name;
    return EventCode{.type = PERF_TYPE_RAW, .config = config};
  }
};

/// A kernel that opens everything, unless `refuses` says an error number, and counts what `counts` says.
class FakeCalls final : public PerfCalls {
 public:
  struct Call {
    perf_event_attr attributes;
    pid_t process;
    int cpu, group;
  };
  std::vector<Call> opened;  ///< by descriptor
  std::vector<int> enabled, disabled, closed;
  std::function<int(const Call&)> refuses = [](const Call&) { return 0; };
  std::function<std::optional<RawCount>(const Call&)> counts = [](const Call&) {
    return RawCount{100, 50, 50};
  };

  int open(const perf_event_attr& attributes, pid_t process, int cpu, int group) override {
    const Call call{attributes, process, cpu, group};
    if (const int error = refuses(call); error != 0) return -error;
    opened.push_back(call);
    return static_cast<int>(opened.size()) - 1;
  }
  std::optional<RawCount> read(int descriptor) override {
    return counts(opened.at(static_cast<std::size_t>(descriptor)));
  }
  void enable(int descriptor) override { enabled.push_back(descriptor); }
  void disable(int descriptor) override { disabled.push_back(descriptor); }
  void close(int descriptor) override { closed.push_back(descriptor); }
};

}  // namespace numapack
