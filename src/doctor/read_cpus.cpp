// SPDX-License-Identifier: BSD-3-Clause
#include <fstream>

#include "doctor/read_file.hpp"
#include "doctor/read_parts.hpp"

namespace numapack {

namespace fs = std::filesystem;

Fact<std::vector<SystemCpu>> read_cpu_facts(const fs::path& root) {
  const std::string folder = "sys/devices/system/cpu/";
  const Fact<std::vector<int>> online = list_in(root, folder + "online");
  if (!online) return untold<std::vector<SystemCpu>>(online.why_not);
  std::vector<SystemCpu> cpus;
  for (const int number : *online) {
    const std::string own = folder + "cpu" + std::to_string(number) + "/", clock = own + "cpufreq/";
    SystemCpu cpu;
    cpu.number = number;
    cpu.package = integer_in(root, own + "topology/physical_package_id").value.value_or(-1);
    cpu.governor = line_in(root, clock + "scaling_governor").value.value_or("");
    cpu.driver = line_in(root, clock + "scaling_driver").value.value_or("");
    cpu.now_khz = number_in(root, clock + "scaling_cur_freq").value;
    cpu.min_khz = number_in(root, clock + "scaling_min_freq").value;
    cpu.max_khz = number_in(root, clock + "scaling_max_freq").value;
    cpu.hardware_khz = number_in(root, clock + "cpuinfo_max_freq").value;
    const Fact<double> hot = number_in(root, own + "thermal_throttle/core_throttle_count");
    if (hot && *hot >= 0) cpu.throttled = static_cast<std::uint64_t>(*hot);
    cpus.push_back(std::move(cpu));
  }
  return told(std::move(cpus));
}

Fact<bool> read_boost(const fs::path& root) {
  const Fact<int> off = integer_in(root, "sys/devices/system/cpu/intel_pstate/no_turbo");
  if (off) return told(*off == 0);
  const Fact<int> boost = integer_in(root, "sys/devices/system/cpu/cpufreq/boost");
  return boost ? told(*boost != 0) : untold<bool>(boost.why_not);
}

Fact<std::string> read_hypervisor(const fs::path& root) {
  const auto called = [&](const char* file) {
    return line_in(root, std::string("sys/class/dmi/id/") + file).value.value_or("");
  };
  const std::string vendor = called("sys_vendor"), product = called("product_name");
  std::string name = line_in(root, "sys/hypervisor/type").value.value_or("");
  if (name.empty()) name = vendor + (vendor.empty() || product.empty() ? "" : " ") + product;
  const Fact<std::string> first = line_in(root, "proc/cpuinfo");
  if (!first) return untold<std::string>(first.why_not);
  std::ifstream cpuinfo(root / "proc/cpuinfo");
  for (std::string line; std::getline(cpuinfo, line);) {
    if (!line.starts_with("flags")) continue;
    if (line.find(" hypervisor") == std::string::npos) return told(std::string());
    return told(name.empty() ? "unnamed" : name);
  }
  // No flag says so on other architectures.
  for (const char* sign : {"QEMU", "KVM", "VMware", "Virtual", "Xen"})
    if (name.find(sign) != std::string::npos) return told(name);
  if (vendor.empty())
    return untold<std::string>("this CPU has no flag for it, and /sys/class/dmi/id is silent");
  return told(std::string());
}

}  // namespace numapack
