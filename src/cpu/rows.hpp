// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string_view>

#include "cpu/row.hpp"

// All rows there are. A file each in rows/; docs/how-to/adding-a-cpu.md says how to add one.
namespace numapack {

namespace rows {
extern const CpuRow skylake_x, sapphire_rapids, zen3, zen4, kunpeng920, neoverse_n1, neoverse_v1, neoverse_v2,
    a64fx;
extern const CpuRow generic_avx512, generic_avx2, generic_sve512, generic_sve256, generic_neon, portable;
}  // namespace rows

/// Known microarchitectures first, then a generic row a set, best first.
std::span<const CpuRow* const> all_rows();

/// The same row, one of all_rows(), with sums in fixed order.
const CpuRow& fixed_order_row(const CpuRow& row);

/// By name; null: there is none.
const CpuRow* row_named(std::string_view name);

}  // namespace numapack
