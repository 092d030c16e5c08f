// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/identity.hpp"

#include <cstdint>
#include <cstring>

#if defined(__x86_64__)
#include <cpuid.h>
#elif defined(__aarch64__)
#include <sys/auxv.h>
#include <sys/prctl.h>

#include <fstream>
#endif

#include "base/made_once.hpp"

namespace numapack {
namespace {

#if defined(__x86_64__)

/// What the CPU calls itself: 48 bytes in three leaves.
std::string brand() {
  constexpr unsigned first = 0x80000002, last = 0x80000004;
  if (__get_cpuid_max(0x80000000, nullptr) < last) return "";
  char text[48];
  for (unsigned leaf = first; leaf <= last; ++leaf) {
    unsigned words[4];
    __cpuid(leaf, words[0], words[1], words[2], words[3]);
    std::memcpy(text + (leaf - first) * sizeof words, words, sizeof words);
  }
  const std::string name(text, strnlen(text, sizeof text));
  const auto begin = name.find_first_not_of(' '), end = name.find_last_not_of(' ');
  return begin == std::string::npos ? "" : name.substr(begin, end - begin + 1);
}

void read_numbers(CpuIdentity& cpu) {
  unsigned most = 0, a = 0, b = 0, c = 0, d = 0;
  __cpuid(0, most, b, c, d);
  for (const unsigned part : {b, d, c}) cpu.vendor.append(reinterpret_cast<const char*>(&part), sizeof part);
  __cpuid(1, a, b, c, d);
  const unsigned family = a >> 8 & 0xf, model = a >> 4 & 0xf;
  cpu.family = static_cast<int>(family == 0xf ? family + (a >> 20 & 0xff) : family);
  cpu.model = static_cast<int>(family == 0xf || family == 6 ? (a >> 16 & 0xf) << 4 | model : model);
  cpu.model_name = brand();
  if (most >= 7) {
    constexpr unsigned amx_tile = 1U << 24;
    __cpuid_count(7, 0, a, b, c, d);
    cpu.amx = (d & amx_tile) != 0;
  }
}

InstructionSets instructions_here() {
  InstructionSets sets;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) sets.add(InstructionSet::avx2);
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512cd"))
    sets.add(InstructionSet::avx512);
  return sets;
}

#elif defined(__aarch64__)

/// MIDR_EL1 of the core that this thread is on, or 0.
std::uint64_t main_id() {
  std::uint64_t id = 0;
  if ((getauxval(AT_HWCAP) & HWCAP_CPUID) != 0) {
    asm("mrs %0, midr_el1" : "=r"(id));
    return id;
  }
  std::ifstream("/sys/devices/system/cpu/cpu0/regs/identification/midr_el1") >> std::hex >> id;
  return id;
}

void read_numbers(CpuIdentity& cpu) {
  if (const std::uint64_t id = main_id(); id != 0) {
    cpu.implementer = static_cast<int>(id >> 24 & 0xff);
    cpu.part = static_cast<int>(id >> 4 & 0xfff);
  }
  if ((getauxval(AT_HWCAP) & HWCAP_SVE) != 0) {
    const int length = prctl(PR_SVE_GET_VL);
    if (length > 0) cpu.vector_bytes = length & PR_SVE_VL_LEN_MASK;
  }
}

InstructionSets instructions_here() {
  InstructionSets sets{InstructionSet::neon};
  if ((getauxval(AT_HWCAP) & HWCAP_SVE) != 0) sets.add(InstructionSet::sve);
  return sets;
}

#else

void read_numbers(CpuIdentity&) {}
InstructionSets instructions_here() { return {}; }

#endif

CpuIdentity read_cpu() {
  CpuIdentity cpu;
#if defined(__x86_64__)
  cpu.architecture = "x86_64";
#elif defined(__aarch64__)
  cpu.architecture = "aarch64";
#else
  cpu.architecture = "other";
#endif
  read_numbers(cpu);
  cpu.instructions = instructions_here();
  return cpu;
}

}  // namespace

const char* name(InstructionSet set) {
  constexpr const char* names[] = {"portable", "avx2", "avx512", "neon", "sve"};
  return names[static_cast<int>(set)];
}

const CpuIdentity& cpu_here() {
  static constinit MadeOnce<CpuIdentity> cpu;
  return cpu.get(read_cpu);
}

}  // namespace numapack
