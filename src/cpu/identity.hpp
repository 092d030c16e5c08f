// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>

#include "cpu/instruction_set.hpp"

namespace numapack {

/// Which CPU a machine has, as it says itself: a value, of this machine or of a captured one. What is not
/// known is empty or -1.
struct CpuIdentity {
  std::string architecture;                     ///< "x86_64", "aarch64" …
  std::string vendor;                           ///< x86, CPUID leaf 0: "GenuineIntel", "AuthenticAMD"
  int family = -1, model = -1;                  ///< x86, CPUID leaf 1, with their extensions
  int implementer = -1, part = -1;              ///< aarch64, MIDR_EL1: 0x41 and 0xd0c are a Neoverse N1
  std::string model_name;                       ///< text for people; looked at only where numbers are missing
  std::optional<InstructionSets> instructions;  ///< that it runs; nothing: a captured machine does not tell
  bool amx = false;                             ///< x86: has tiles of AMX
  int vector_bytes = 0;                         ///< of an SVE vector; 0: unknown, or no SVE
};

/// This machine's, read once by CPUID with XGETBV, or by HWCAP and MIDR_EL1 (else from
/// /sys/devices/system/cpu/cpu0/regs/identification/midr_el1). Thread-safe.
const CpuIdentity& cpu_here();

}  // namespace numapack
