// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/find_microarch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/error.hpp"
#include "base/limits.hpp"
#include "base/made_once.hpp"

namespace numapack {
namespace {

constexpr const char *intel = "GenuineIntel", *amd = "AuthenticAMD", *hygon = "HygonGenuine";

/// x86 CPUs by CPUID: models from first to last of a family.
struct X86Models {
  std::string_view vendor;
  int family, first, last;
  const Microarch* microarch;
};
constexpr X86Models x86_models[] = {
    {intel, 6, 0x55, 0x55, &microarchs::skylake_x},        // Skylake-X and -SP, Cascade Lake, Cooper Lake
    {intel, 6, 0x8f, 0x8f, &microarchs::sapphire_rapids},  // Sapphire Rapids
    {intel, 6, 0xcf, 0xcf, &microarchs::sapphire_rapids},  // Emerald Rapids
    {intel, 6, 0xad, 0xae, &microarchs::sapphire_rapids},  // Granite Rapids
    {amd, 0x17, 0x00, 0xff, &microarchs::zen3},    // Zen, Zen 2: as many instructions, not as many units
    {amd, 0x19, 0x00, 0x0f, &microarchs::zen3},    // Milan
    {amd, 0x19, 0x20, 0x5f, &microarchs::zen3},    // Vermeer, Rembrandt, Cezanne
    {amd, 0x19, 0x10, 0x1f, &microarchs::zen4},    // Genoa, Storm Peak
    {amd, 0x19, 0x60, 0x7f, &microarchs::zen4},    // Raphael, Phoenix
    {amd, 0x19, 0xa0, 0xaf, &microarchs::zen4},    // Bergamo
    {amd, 0x1a, 0x00, 0xff, &microarchs::zen4},    // Zen 5
    {hygon, 0x18, 0x00, 0xff, &microarchs::zen3},  // Dhyana, a Zen
};

/// Of captured machines that do not say which instructions they have.
constexpr X86Models x86_instructions[] = {
    {intel, 6, 0x6a, 0x6a, &microarchs::generic_avx512},  // Ice Lake-SP
    {intel, 6, 0x6c, 0x6c, &microarchs::generic_avx512},  // Ice Lake-D
    {intel, 6, 0x7d, 0x7e, &microarchs::generic_avx512},  // Ice Lake
    {intel, 6, 0x8c, 0x8d, &microarchs::generic_avx512},  // Tiger Lake
    {intel, 6, 0xa7, 0xa7, &microarchs::generic_avx512},  // Rocket Lake
    {intel, 6, 0x00, 0x3b, &microarchs::portable},        // before Haswell
    {intel, 6, 0x3e, 0x3e, &microarchs::portable},        // Ivy Bridge-EP
    {intel, 6, 0x3c, 0xff, &microarchs::generic_avx2},    // Haswell and later without AVX-512, Xeon Phi
    {amd, 0x10, 0x00, 0xff, &microarchs::portable},       // before Zen
    {amd, 0x15, 0x00, 0xff, &microarchs::portable},
};

/// aarch64 CPUs by MIDR_EL1.
struct ArmParts {
  int implementer, part;
  const Microarch* microarch;
};
constexpr ArmParts arm_parts[] = {
    {0x48, 0xd01, &microarchs::kunpeng920},  {0x41, 0xd0c, &microarchs::neoverse_n1},
    {0x41, 0xd40, &microarchs::neoverse_v1}, {0x41, 0xd4f, &microarchs::neoverse_v2},
    {0x46, 0x001, &microarchs::a64fx},
};

/// What people and firmware call them, where numbers are missing.
struct Texts {
  std::string_view text;
  const Microarch* microarch;
};
constexpr Texts texts[] = {
    {"Kunpeng 920", &microarchs::kunpeng920},
    {"Kunpeng-920", &microarchs::kunpeng920},
    {"Neoverse-N1", &microarchs::neoverse_n1},
    {"Neoverse-V1", &microarchs::neoverse_v1},
    {"Neoverse-V2", &microarchs::neoverse_v2},
    {"A64FX", &microarchs::a64fx},
    {"Cascade Lake", &microarchs::skylake_x},
    {"Skylake-X", &microarchs::skylake_x},
    {"Sapphire Rapids", &microarchs::sapphire_rapids},
    {"Xeon Phi", &microarchs::generic_avx2},
    {"EPYC 9", &microarchs::zen4},
    {"EPYC", &microarchs::zen3},
};

/// Microarchitectures of a maker's cores that no number names, best first: newer ones are more like these
/// than like others.
struct MakersMicroarch {
  std::string_view vendor;
  const Microarch* microarch;
};
constexpr MakersMicroarch makers_microarchs[] = {{amd, &microarchs::zen4}, {amd, &microarchs::zen3}};

/// By nothing but instructions, best first.
constexpr const Microarch* generic_microarchs[] = {&microarchs::generic_avx512, &microarchs::generic_avx2,
                                                   &microarchs::generic_sve512, &microarchs::generic_sve256,
                                                   &microarchs::generic_neon,   &microarchs::portable};

const Microarch* find_in(std::span<const X86Models> table, const CpuIdentity& cpu) {
  for (const X86Models& models : table)
    if (cpu.vendor == models.vendor && cpu.family == models.family && cpu.model >= models.first &&
        cpu.model <= models.last)
      return models.microarch;
  return nullptr;
}

const Microarch* microarch_by_numbers(const CpuIdentity& cpu) {
  if (const Microarch* const microarch = find_in(x86_models, cpu)) return microarch;
  for (const ArmParts& parts : arm_parts)
    if (cpu.implementer == parts.implementer && cpu.part == parts.part) return parts.microarch;
  return cpu.instructions ? nullptr : find_in(x86_instructions, cpu);
}

bool has_numbers(const CpuIdentity& cpu) { return cpu.family >= 0 || cpu.implementer >= 0; }

std::string list_of(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  return list;
}

/// "avx2", or with the bits of a vector where the set alone does not fix them: "sve256".
std::string level_of_bits(const Microarch& microarch) {
  if (microarch.fixed_order) return std::string(fma_level);
  return microarch.vector_bytes == 0 ? std::string(name(microarch.set))
                                     : fmt::format("{}{}", name(microarch.set), microarch.vector_bytes * 8);
}

/// What they ask for.
std::optional<MicroarchChoice> microarch_of_variables(const Limits& limits) {
  const bool fma = limits.bits == fma_level;
  if (!limits.bits.empty() && (!fma || limits.cpu.empty()))
    return microarch_of_bits(cpu_here(), limits.bits, "NUMAPACK_BITS");
  if (limits.cpu.empty()) return std::nullopt;
  return fma ? choose_microarch_of_fma(cpu_here(), limits.cpu, "NUMAPACK_CPU")
             : choose_microarch(cpu_here(), limits.cpu, "NUMAPACK_CPU");
}

}  // namespace

bool runs(const Microarch& microarch, const CpuIdentity& cpu) {
  if (microarch.set == InstructionSet::portable) return true;
  if (microarch.architecture != cpu.architecture) return false;
  if (!cpu.instructions) return true;
  return cpu.instructions->has(microarch.set) &&
         (microarch.vector_bytes == 0 || microarch.vector_bytes == cpu.vector_bytes);
}

MicroarchChoice choose_microarch(const CpuIdentity& cpu) {
  if (const Microarch* const microarch = microarch_by_numbers(cpu);
      microarch != nullptr && runs(*microarch, cpu))
    return {microarch, MicroarchReason::number};
  if (cpu.amx && runs(microarchs::sapphire_rapids, cpu))
    return {&microarchs::sapphire_rapids, MicroarchReason::maker};
  if (!has_numbers(cpu))
    for (const Texts& known : texts)
      if (cpu.model_name.find(known.text) != std::string::npos && runs(*known.microarch, cpu))
        return {known.microarch, MicroarchReason::text};
  for (const MakersMicroarch& maker : makers_microarchs)
    if (cpu.vendor == maker.vendor && cpu.family >= 0x17 && runs(*maker.microarch, cpu))
      return {maker.microarch, MicroarchReason::maker};
  for (const Microarch* const microarch : generic_microarchs) {
    // Most machines do not have it, and nothing says that this one does.
    if (!cpu.instructions && microarch->set == InstructionSet::sve) continue;
    if (runs(*microarch, cpu))
      return {microarch, cpu.instructions ? MicroarchReason::instructions : MicroarchReason::nothing_known};
  }
  return {&microarchs::portable, MicroarchReason::instructions};
}

MicroarchChoice choose_microarch(const CpuIdentity& cpu, std::string_view asked, const char* what) {
  const Microarch* const microarch = microarch_named(asked);
  const std::string there_are = "use one of " + list_of(names_of_microarchs(cpu));
  if (microarch == nullptr) invalid(what, fmt::format("there is no CPU \"{}\"", asked), there_are);
  if (!runs(*microarch, cpu))
    invalid(what, fmt::format("the CPU lacks the instructions of \"{}\" ({})", asked, name(microarch->set)),
            there_are);
  return {microarch, MicroarchReason::asked};
}

const Microarch* microarch_of_fma(const Microarch& microarch) {
  if (microarch.set == InstructionSet::portable) return nullptr;
  return &fixed_order_microarch(microarch.set == InstructionSet::sve ? microarchs::generic_neon : microarch);
}

MicroarchChoice choose_microarch_of_fma(const CpuIdentity& cpu, std::string_view asked, const char* what) {
  const Microarch* const microarch = microarch_of_fma(*choose_microarch(cpu, asked, what).microarch);
  if (microarch == nullptr)
    invalid(
        what,
        fmt::format("kernels of \"{}\" have no FMA, which bits of the level \"{}\" need", asked, fma_level),
        "use another one, or leave one of them out");
  return {microarch, MicroarchReason::asked};
}

MicroarchChoice microarch_of_bits(const CpuIdentity& cpu, std::string_view level, const char* what) {
  std::vector<std::string> levels;
  if (const Microarch* const microarch = microarch_of_fma(*choose_microarch(cpu).microarch)) {
    if (level == fma_level) return {microarch, MicroarchReason::bits};
    levels.emplace_back(fma_level);
  }
  for (const Microarch* const microarch : generic_microarchs) {
    if (!runs(*microarch, cpu)) continue;
    levels.push_back(level_of_bits(*microarch));
    if (levels.back() == level) return {microarch, MicroarchReason::bits};
  }
  invalid(what, fmt::format("this CPU cannot give the bits of \"{}\"", level),
          "use one of " + list_of(levels) + ", or unset it");
}

MicroarchChoice microarch_here() {
  Limits limits = limits_of_environment();
  // A microarchitecture that makes no sense counts as not set, and must not unset the level, too.
  for (std::string* const setting : {&limits.cpu, &limits.bits}) {
    try {
      if (const std::optional<MicroarchChoice> asked = microarch_of_variables(limits)) return *asked;
      break;
    } catch (const Error&) {
      if (!LenientSettings::here()) throw;
      setting->clear();
    }
  }
  static constinit MadeOnce<MicroarchChoice> found;
  return found.get([] { return choose_microarch(cpu_here()); });
}

MicroarchChoice microarch_here(std::string_view asked, const char* what) {
  const std::string level = limits_of_environment().bits;
  if (level == fma_level) return choose_microarch_of_fma(cpu_here(), asked, what);
  const MicroarchChoice microarch = choose_microarch(cpu_here(), asked, what);
  if (!level.empty()) throw excluded_by_level(asked, level, what);
  return microarch;
}

Error excluded_by_level(std::string_view asked, std::string_view level, const char* what) {
  return {
      ErrorCode::invalid_argument, what,
      fmt::format("\"{}\" cannot go with bits of the level \"{}\", which chooses the kernels", asked, level),
      "leave one of them out"};
}

std::vector<std::string> names_of_microarchs(const CpuIdentity& cpu) {
  std::vector<std::string> names;
  for (const Microarch* const microarch : all_microarchs())
    if (runs(*microarch, cpu)) names.emplace_back(microarch->name);
  return names;
}

std::string describe(const CpuIdentity& cpu) {
  if (cpu.family >= 0) return fmt::format("{}, family {}, model {}", cpu.vendor, cpu.family, cpu.model);
  if (cpu.implementer >= 0) return fmt::format("implementer {:#x}, part {:#05x}", cpu.implementer, cpu.part);
  return cpu.model_name.empty() ? "an unknown CPU" : cpu.model_name;
}

std::string reason_text(const MicroarchChoice& choice, const CpuIdentity& cpu) {
  std::string text;
  switch (choice.reason) {
    case MicroarchReason::asked:
      text = "asked for";
      break;
    case MicroarchReason::bits:
      text = fmt::format("NUMAPACK_BITS={}", level_of_bits(*choice.microarch));
      break;
    case MicroarchReason::number:
      text = describe(cpu);
      break;
    case MicroarchReason::text:
      text = fmt::format("by its name, \"{}\"", cpu.model_name);
      break;
    case MicroarchReason::maker:
      text = fmt::format("no row knows {}: its maker's latest", describe(cpu));
      break;
    case MicroarchReason::instructions:
      text = fmt::format("no row knows {}: by its instructions", describe(cpu));
      break;
    case MicroarchReason::nothing_known:
      text = fmt::format("assumed: nothing says which CPU {} machine has",
                         cpu.architecture.empty() ? "this" : "this " + cpu.architecture);
      break;
  }
  return text + (choice.microarch->measured
                     ? "; measured"
                     : fmt::format("; not measured, figures of {}", choice.microarch->assumed_from));
}

}  // namespace numapack
