// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cpu/identity.hpp"
#include "cpu/rows.hpp"
#include "numapack/error.hpp"

namespace numapack {

/// Why a row was chosen.
enum class RowReason {
  asked,          ///< by name
  bits,           ///< for the same bits on every CPU with its instructions
  number,         ///< the CPU's vendor, family and model, or implementer and part, are the row's
  text,           ///< what the CPU calls itself names it; numbers are missing
  maker,          ///< the vendor's other cores with these instructions have it
  instructions,   ///< no row knows the CPU: the row of its best instruction set
  nothing_known,  ///< the CPU is unknown: the row of most such machines
};

struct RowChoice {
  const CpuRow* row;
  RowReason reason;
};

/// True if the CPU has all that the row's kernels need; a captured machine that does not say which
/// instructions it has is believed to have those of any row of its architecture.
bool runs(const CpuRow& row, const CpuIdentity& cpu);

/// The row of a CPU: the first that its numbers or, where they are missing, its text name and that it runs;
/// else a generic one. Features decide what may run; names choose among rows that all run. Pure.
RowChoice choose_row(const CpuIdentity& cpu);

/// The row of that name. Throws Error(invalid_argument) naming `what` if there is none, or if the CPU lacks
/// what it needs; both list the names that there are for it.
RowChoice choose_row(const CpuIdentity& cpu, std::string_view asked, const char* what);

/// The level that all CPUs with FMA can give, each with kernels of its own.
inline constexpr std::string_view fma_level = "fma";

/// The row by which every CPU that has its instructions gives the same bits: the CPU's own one in fixed order
/// for "fma", the generic one of "avx512", "avx2", "sve512", "sve256", "neon" or "portable". Throws
/// Error(invalid_argument) naming `what` for another level or one that the CPU cannot give, with those that
/// it can. Pure.
RowChoice row_of_bits(const CpuIdentity& cpu, std::string_view level, const char* what);

/// A row as the level "fma" has it: in fixed order; NEON's where the kernels are of SVE; null where nothing
/// is fused. Pure.
const CpuRow* row_of_fma(const CpuRow& row);

/// The row of that name as the level "fma" has it. Throws what choose_row() throws, also for a row without
/// FMA. Pure.
RowChoice choose_row_of_fma(const CpuIdentity& cpu, std::string_view asked, const char* what);

/// This machine's row: NUMAPACK_BITS's, NUMAPACK_CPU's, or choose_row(cpu_here()). Throws what those throw,
/// unless LenientSettings are here.
RowChoice row_here();

/// This machine's row of that name, in place of NUMAPACK_CPU's. Throws what choose_row() throws, naming
/// `what`, and at a level of bits that the row could change: any but "fma", and that for a row without FMA.
RowChoice row_here(std::string_view asked, const char* what);

/// That a row or kernel which `what` asks for would not be the one that this level chooses.
Error excluded_by_level(std::string_view asked, std::string_view level, const char* what);

/// Names of the rows that a CPU runs, in the order of all_rows().
std::vector<std::string> names_of_rows(const CpuIdentity& cpu);

/// "GenuineIntel, family 6, model 85", "implementer 0x41, part 0xd0c", or what it calls itself.
std::string describe(const CpuIdentity& cpu);

/// Why, in a sentence without a full stop; also whether anybody measured such a CPU.
std::string reason_text(const RowChoice& choice, const CpuIdentity& cpu);

}  // namespace numapack
