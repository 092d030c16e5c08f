// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cpu/identity.hpp"
#include "cpu/microarchs.hpp"
#include "numapack/error.hpp"

namespace numapack {

/// Why a microarchitecture was chosen.
enum class MicroarchReason {
  asked,         ///< by name
  bits,          ///< for the same bits on every CPU with its instructions
  number,        ///< the CPU's vendor, family and model, or implementer and part, are the microarchitecture's
  text,          ///< what the CPU calls itself names it; numbers are missing
  maker,         ///< the vendor's other cores with these instructions have it
  instructions,  ///< no microarchitecture has the numbers of the CPU: the microarchitecture of its best
                 ///< instruction set
  nothing_known,  ///< the CPU is unknown: the microarchitecture of most such machines
};

struct MicroarchChoice {
  const Microarch* microarch;
  MicroarchReason reason;
};

/// True if the CPU has all that the microarchitecture's kernels need; a captured machine that does not say
/// which instructions it has is believed to have those of any microarchitecture of its architecture.
bool runs(const Microarch& microarch, const CpuIdentity& cpu);

/// The microarchitecture of a CPU: the first that its numbers or, where they are missing, its text name and
/// that it runs; else a generic one. Features decide what may run; names choose among microarchitectures that
/// all run. Pure.
MicroarchChoice choose_microarch(const CpuIdentity& cpu);

/// The microarchitecture of that name. Throws Error(invalid_argument) naming `what` if there is none, or if
/// the CPU lacks what it needs; both list the names that there are for it.
MicroarchChoice choose_microarch(const CpuIdentity& cpu, std::string_view asked, const char* what);

/// The level that all CPUs with FMA can give, each with kernels of its own.
inline constexpr std::string_view fma_level = "fma";

/// The microarchitecture by which every CPU that has its instructions gives the same bits: the CPU's own one
/// in fixed order for "fma", the generic one of "avx512", "avx2", "sve512", "sve256", "neon" or "portable".
/// Throws Error(invalid_argument) naming `what` for another level or one that the CPU cannot give, with those
/// that it can. Pure.
MicroarchChoice microarch_of_bits(const CpuIdentity& cpu, std::string_view level, const char* what);

/// A microarchitecture as the level "fma" has it: in fixed order; NEON's where the kernels are of SVE; null
/// where nothing is fused. Pure.
const Microarch* microarch_of_fma(const Microarch& microarch);

/// The microarchitecture of that name as the level "fma" has it. Throws what choose_microarch() throws, also
/// for a microarchitecture without FMA. Pure.
MicroarchChoice choose_microarch_of_fma(const CpuIdentity& cpu, std::string_view asked, const char* what);

/// This machine's microarchitecture: NUMAPACK_BITS's, NUMAPACK_CPU's, or choose_microarch(cpu_here()). Throws
/// what those throw, unless LenientSettings are here.
MicroarchChoice microarch_here();

/// This machine's microarchitecture of that name, in place of NUMAPACK_CPU's. Throws what choose_microarch()
/// throws, naming `what`, and at a level of bits that the microarchitecture could change: any but "fma", and
/// that for a microarchitecture without FMA.
MicroarchChoice microarch_here(std::string_view asked, const char* what);

/// That a microarchitecture or kernel which `what` asks for would not be the one that this level chooses.
Error excluded_by_level(std::string_view asked, std::string_view level, const char* what);

/// Names of the microarchitectures that a CPU runs, in the order of all_microarchs().
std::vector<std::string> names_of_microarchs(const CpuIdentity& cpu);

/// "GenuineIntel, family 6, model 85", "implementer 0x41, part 0xd0c", or what it calls itself.
std::string describe(const CpuIdentity& cpu);

/// Why, in a sentence without a full stop; also whether anybody measured such a CPU.
std::string reason_text(const MicroarchChoice& choice, const CpuIdentity& cpu);

}  // namespace numapack
