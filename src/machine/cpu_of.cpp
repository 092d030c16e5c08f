// SPDX-License-Identifier: BSD-3-Clause
#include "machine/cpu_of.hpp"

#include <cstdlib>

#include "machine/import.hpp"

namespace numapack {

namespace {

/// "6", "0x41"; -1: no number.
int number(const std::string& text) {
  if (text.empty()) return -1;
  char* end = nullptr;
  const long value = std::strtol(text.c_str(), &end, 0);
  return *end == '\0' && value >= 0 && value <= 0xffff ? static_cast<int>(value) : -1;
}

}  // namespace

void import_cpu(hwloc_topology_t topology, Machine& machine) {
  const hwloc_obj_t root = hwloc_get_root_obj(topology),
                    package = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_PACKAGE, nullptr);
  // Some machines tell it of the whole, some of each package.
  const auto told = [&](const char* key) -> std::string {
    const std::string text = package != nullptr ? info(package, key) : "";
    return text.empty() ? info(root, key) : text;
  };
  CpuIdentity& cpu = machine.cpu;
  cpu.architecture = machine.architecture;
  cpu.vendor = told("CPUVendor");
  cpu.family = number(told("CPUFamilyNumber"));
  cpu.model = number(told("CPUModelNumber"));
  cpu.implementer = number(told("CPUImplementer"));
  cpu.part = number(told("CPUPart"));
  cpu.model_name = told("CPUModel");
}

MicroarchChoice microarch_of(const Machine& machine, std::string_view asked) {
  if (machine.runs_here) return asked.empty() ? microarch_here() : microarch_here(asked, "cpu");
  return asked.empty() ? choose_microarch(machine.cpu) : choose_microarch(machine.cpu, asked, "cpu");
}

}  // namespace numapack
