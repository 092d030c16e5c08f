// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/find_row.hpp"

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
  const CpuRow* row;
};
constexpr X86Models x86_models[] = {
    {intel, 6, 0x55, 0x55, &rows::skylake_x},        // Skylake-X and -SP, Cascade Lake, Cooper Lake
    {intel, 6, 0x8f, 0x8f, &rows::sapphire_rapids},  // Sapphire Rapids
    {intel, 6, 0xcf, 0xcf, &rows::sapphire_rapids},  // Emerald Rapids
    {intel, 6, 0xad, 0xae, &rows::sapphire_rapids},  // Granite Rapids
    {amd, 0x17, 0x00, 0xff, &rows::zen3},            // Zen, Zen 2: as many instructions, not as many units
    {amd, 0x19, 0x00, 0x0f, &rows::zen3},            // Milan
    {amd, 0x19, 0x20, 0x5f, &rows::zen3},            // Vermeer, Rembrandt, Cezanne
    {amd, 0x19, 0x10, 0x1f, &rows::zen4},            // Genoa, Storm Peak
    {amd, 0x19, 0x60, 0x7f, &rows::zen4},            // Raphael, Phoenix
    {amd, 0x19, 0xa0, 0xaf, &rows::zen4},            // Bergamo
    {amd, 0x1a, 0x00, 0xff, &rows::zen4},            // Zen 5
    {hygon, 0x18, 0x00, 0xff, &rows::zen3},          // Dhyana, a Zen
};

/// Of captured machines that do not say which instructions they have.
constexpr X86Models x86_instructions[] = {
    {intel, 6, 0x6a, 0x6a, &rows::generic_avx512},  // Ice Lake-SP
    {intel, 6, 0x6c, 0x6c, &rows::generic_avx512},  // Ice Lake-D
    {intel, 6, 0x7d, 0x7e, &rows::generic_avx512},  // Ice Lake
    {intel, 6, 0x8c, 0x8d, &rows::generic_avx512},  // Tiger Lake
    {intel, 6, 0xa7, 0xa7, &rows::generic_avx512},  // Rocket Lake
    {intel, 6, 0x00, 0x3b, &rows::portable},        // before Haswell
    {intel, 6, 0x3e, 0x3e, &rows::portable},        // Ivy Bridge-EP
    {intel, 6, 0x3c, 0xff, &rows::generic_avx2},    // Haswell and later without AVX-512, Xeon Phi
    {amd, 0x10, 0x00, 0xff, &rows::portable},       // before Zen
    {amd, 0x15, 0x00, 0xff, &rows::portable},
};

/// aarch64 CPUs by MIDR_EL1.
struct ArmParts {
  int implementer, part;
  const CpuRow* row;
};
constexpr ArmParts arm_parts[] = {
    {0x48, 0xd01, &rows::kunpeng920},  {0x41, 0xd0c, &rows::neoverse_n1}, {0x41, 0xd40, &rows::neoverse_v1},
    {0x41, 0xd4f, &rows::neoverse_v2}, {0x46, 0x001, &rows::a64fx},
};

/// What people and firmware call them, where numbers are missing.
struct Texts {
  std::string_view text;
  const CpuRow* row;
};
constexpr Texts texts[] = {
    {"Kunpeng 920", &rows::kunpeng920},
    {"Kunpeng-920", &rows::kunpeng920},
    {"Neoverse-N1", &rows::neoverse_n1},
    {"Neoverse-V1", &rows::neoverse_v1},
    {"Neoverse-V2", &rows::neoverse_v2},
    {"A64FX", &rows::a64fx},
    {"Cascade Lake", &rows::skylake_x},
    {"Skylake-X", &rows::skylake_x},
    {"Sapphire Rapids", &rows::sapphire_rapids},
    {"Xeon Phi", &rows::generic_avx2},
    {"EPYC 9", &rows::zen4},
    {"EPYC", &rows::zen3},
};

/// Rows of a maker's cores that no number names, best first: newer ones are more like these than like others.
struct MakersRow {
  std::string_view vendor;
  const CpuRow* row;
};
constexpr MakersRow makers_rows[] = {{amd, &rows::zen4}, {amd, &rows::zen3}};

/// By nothing but instructions, best first.
constexpr const CpuRow* generic_rows[] = {&rows::generic_avx512, &rows::generic_avx2, &rows::generic_sve512,
                                          &rows::generic_sve256, &rows::generic_neon, &rows::portable};

const CpuRow* find_in(std::span<const X86Models> table, const CpuIdentity& cpu) {
  for (const X86Models& models : table)
    if (cpu.vendor == models.vendor && cpu.family == models.family && cpu.model >= models.first &&
        cpu.model <= models.last)
      return models.row;
  return nullptr;
}

const CpuRow* row_by_numbers(const CpuIdentity& cpu) {
  if (const CpuRow* const row = find_in(x86_models, cpu)) return row;
  for (const ArmParts& parts : arm_parts)
    if (cpu.implementer == parts.implementer && cpu.part == parts.part) return parts.row;
  return cpu.instructions ? nullptr : find_in(x86_instructions, cpu);
}

bool has_numbers(const CpuIdentity& cpu) { return cpu.family >= 0 || cpu.implementer >= 0; }

std::string list_of(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  return list;
}

/// "avx2", or with the bits of a vector where the set alone does not fix them: "sve256".
std::string level_of_bits(const CpuRow& row) {
  if (row.fixed_order) return std::string(fma_level);
  return row.vector_bytes == 0 ? std::string(name(row.set))
                               : fmt::format("{}{}", name(row.set), row.vector_bytes * 8);
}

/// What they ask for.
std::optional<RowChoice> row_of_variables(const Limits& limits) {
  const bool fma = limits.bits == fma_level;
  if (!limits.bits.empty() && (!fma || limits.cpu.empty()))
    return row_of_bits(cpu_here(), limits.bits, "NUMAPACK_BITS");
  if (limits.cpu.empty()) return std::nullopt;
  return fma ? choose_row_of_fma(cpu_here(), limits.cpu, "NUMAPACK_CPU")
             : choose_row(cpu_here(), limits.cpu, "NUMAPACK_CPU");
}

}  // namespace

bool runs(const CpuRow& row, const CpuIdentity& cpu) {
  if (row.set == InstructionSet::portable) return true;
  if (row.architecture != cpu.architecture) return false;
  if (!cpu.instructions) return true;
  return cpu.instructions->has(row.set) && (row.vector_bytes == 0 || row.vector_bytes == cpu.vector_bytes);
}

RowChoice choose_row(const CpuIdentity& cpu) {
  if (const CpuRow* const row = row_by_numbers(cpu); row != nullptr && runs(*row, cpu))
    return {row, RowReason::number};
  if (cpu.amx && runs(rows::sapphire_rapids, cpu)) return {&rows::sapphire_rapids, RowReason::maker};
  if (!has_numbers(cpu))
    for (const Texts& known : texts)
      if (cpu.model_name.find(known.text) != std::string::npos && runs(*known.row, cpu))
        return {known.row, RowReason::text};
  for (const MakersRow& maker : makers_rows)
    if (cpu.vendor == maker.vendor && cpu.family >= 0x17 && runs(*maker.row, cpu))
      return {maker.row, RowReason::maker};
  for (const CpuRow* const row : generic_rows) {
    // Most machines do not have it, and nothing says that this one does.
    if (!cpu.instructions && row->set == InstructionSet::sve) continue;
    if (runs(*row, cpu)) return {row, cpu.instructions ? RowReason::instructions : RowReason::nothing_known};
  }
  return {&rows::portable, RowReason::instructions};
}

RowChoice choose_row(const CpuIdentity& cpu, std::string_view asked, const char* what) {
  const CpuRow* const row = row_named(asked);
  const std::string there_are = "use one of " + list_of(names_of_rows(cpu));
  if (row == nullptr) invalid(what, fmt::format("there is no CPU \"{}\"", asked), there_are);
  if (!runs(*row, cpu))
    invalid(what, fmt::format("the CPU lacks the instructions of \"{}\" ({})", asked, name(row->set)),
            there_are);
  return {row, RowReason::asked};
}

const CpuRow* row_of_fma(const CpuRow& row) {
  if (row.set == InstructionSet::portable) return nullptr;
  return &fixed_order_row(row.set == InstructionSet::sve ? rows::generic_neon : row);
}

RowChoice choose_row_of_fma(const CpuIdentity& cpu, std::string_view asked, const char* what) {
  const CpuRow* const row = row_of_fma(*choose_row(cpu, asked, what).row);
  if (row == nullptr)
    invalid(
        what,
        fmt::format("kernels of \"{}\" have no FMA, which bits of the level \"{}\" need", asked, fma_level),
        "use another one, or leave one of them out");
  return {row, RowReason::asked};
}

RowChoice row_of_bits(const CpuIdentity& cpu, std::string_view level, const char* what) {
  std::vector<std::string> levels;
  if (const CpuRow* const row = row_of_fma(*choose_row(cpu).row)) {
    if (level == fma_level) return {row, RowReason::bits};
    levels.emplace_back(fma_level);
  }
  for (const CpuRow* const row : generic_rows) {
    if (!runs(*row, cpu)) continue;
    levels.push_back(level_of_bits(*row));
    if (levels.back() == level) return {row, RowReason::bits};
  }
  invalid(what, fmt::format("this CPU cannot give the bits of \"{}\"", level),
          "use one of " + list_of(levels) + ", or unset it");
}

RowChoice row_here() {
  Limits limits = limits_of_environment();
  // A row that makes no sense counts as not set, and must not unset the level, too.
  for (std::string* const setting : {&limits.cpu, &limits.bits}) {
    try {
      if (const std::optional<RowChoice> asked = row_of_variables(limits)) return *asked;
      break;
    } catch (const Error&) {
      if (!LenientSettings::here()) throw;
      setting->clear();
    }
  }
  static constinit MadeOnce<RowChoice> found;
  return found.get([] { return choose_row(cpu_here()); });
}

RowChoice row_here(std::string_view asked, const char* what) {
  const std::string level = limits_of_environment().bits;
  if (level == fma_level) return choose_row_of_fma(cpu_here(), asked, what);
  const RowChoice row = choose_row(cpu_here(), asked, what);
  if (!level.empty()) throw excluded_by_level(asked, level, what);
  return row;
}

Error excluded_by_level(std::string_view asked, std::string_view level, const char* what) {
  return {
      ErrorCode::invalid_argument, what,
      fmt::format("\"{}\" cannot go with bits of the level \"{}\", which chooses the kernels", asked, level),
      "leave one of them out"};
}

std::vector<std::string> names_of_rows(const CpuIdentity& cpu) {
  std::vector<std::string> names;
  for (const CpuRow* const row : all_rows())
    if (runs(*row, cpu)) names.emplace_back(row->name);
  return names;
}

std::string describe(const CpuIdentity& cpu) {
  if (cpu.family >= 0) return fmt::format("{}, family {}, model {}", cpu.vendor, cpu.family, cpu.model);
  if (cpu.implementer >= 0) return fmt::format("implementer {:#x}, part {:#05x}", cpu.implementer, cpu.part);
  return cpu.model_name.empty() ? "an unknown CPU" : cpu.model_name;
}

std::string reason_text(const RowChoice& choice, const CpuIdentity& cpu) {
  std::string text;
  switch (choice.reason) {
    case RowReason::asked:
      text = "asked for";
      break;
    case RowReason::bits:
      text = fmt::format("NUMAPACK_BITS={}", level_of_bits(*choice.row));
      break;
    case RowReason::number:
      text = describe(cpu);
      break;
    case RowReason::text:
      text = fmt::format("by its name, \"{}\"", cpu.model_name);
      break;
    case RowReason::maker:
      text = fmt::format("no row knows {}: its maker's latest", describe(cpu));
      break;
    case RowReason::instructions:
      text = fmt::format("no row knows {}: by its instructions", describe(cpu));
      break;
    case RowReason::nothing_known:
      text = fmt::format("assumed: nothing says which CPU {} machine has",
                         cpu.architecture.empty() ? "this" : "this " + cpu.architecture);
      break;
  }
  return text + (choice.row->measured
                     ? "; measured"
                     : fmt::format("; not measured, figures of {}", choice.row->assumed_from));
}

}  // namespace numapack
