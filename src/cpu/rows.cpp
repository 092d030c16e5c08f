// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/rows.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "cpu/rows/a64fx.hpp"
#include "cpu/rows/generic_avx2.hpp"
#include "cpu/rows/generic_avx512.hpp"
#include "cpu/rows/generic_neon.hpp"
#include "cpu/rows/generic_sve.hpp"
#include "cpu/rows/kunpeng920.hpp"
#include "cpu/rows/neoverse_n1.hpp"
#include "cpu/rows/neoverse_v1.hpp"
#include "cpu/rows/neoverse_v2.hpp"
#include "cpu/rows/portable.hpp"
#include "cpu/rows/sapphire_rapids.hpp"
#include "cpu/rows/skylake_x.hpp"
#include "cpu/rows/zen3.hpp"
#include "cpu/rows/zen4.hpp"

namespace numapack {

namespace rows {
constexpr CpuRow skylake_x = skylake_x_row();
constexpr CpuRow sapphire_rapids = sapphire_rapids_row();
constexpr CpuRow zen3 = zen3_row();
constexpr CpuRow zen4 = zen4_row();
constexpr CpuRow kunpeng920 = kunpeng920_row();
constexpr CpuRow neoverse_n1 = neoverse_n1_row();
constexpr CpuRow neoverse_v1 = neoverse_v1_row();
constexpr CpuRow neoverse_v2 = neoverse_v2_row();
constexpr CpuRow a64fx = a64fx_row();
constexpr CpuRow generic_avx512 = generic_avx512_row();
constexpr CpuRow generic_avx2 = generic_avx2_row();
constexpr CpuRow generic_sve512 = generic_sve512_row();
constexpr CpuRow generic_sve256 = generic_sve256_row();
constexpr CpuRow generic_neon = generic_neon_row();
constexpr CpuRow portable = portable_row();
}  // namespace rows

namespace {

constexpr const CpuRow* every_row[] = {&rows::skylake_x,      &rows::sapphire_rapids, &rows::zen3,
                                       &rows::zen4,           &rows::kunpeng920,      &rows::neoverse_n1,
                                       &rows::neoverse_v1,    &rows::neoverse_v2,     &rows::a64fx,
                                       &rows::generic_avx512, &rows::generic_avx2,    &rows::generic_sve512,
                                       &rows::generic_sve256, &rows::generic_neon,    &rows::portable};

constexpr std::array fixed_rows = [] {
  std::array<CpuRow, std::size(every_row)> rows{};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i] = *every_row[i];
    rows[i].fixed_order = true;
  }
  return rows;
}();

}  // namespace

std::span<const CpuRow* const> all_rows() { return every_row; }

const CpuRow& fixed_order_row(const CpuRow& row) {
  return *std::find_if(fixed_rows.begin(), fixed_rows.end(),
                       [&](const CpuRow& each) { return std::string_view(each.name) == row.name; });
}

const CpuRow* row_named(std::string_view name) {
  for (const CpuRow* const row : all_rows())
    if (row->name == name) return row;
  return nullptr;
}

}  // namespace numapack
