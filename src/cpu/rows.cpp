// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/rows.hpp"

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
constinit const CpuRow skylake_x = skylake_x_row();
constinit const CpuRow sapphire_rapids = sapphire_rapids_row();
constinit const CpuRow zen3 = zen3_row();
constinit const CpuRow zen4 = zen4_row();
constinit const CpuRow kunpeng920 = kunpeng920_row();
constinit const CpuRow neoverse_n1 = neoverse_n1_row();
constinit const CpuRow neoverse_v1 = neoverse_v1_row();
constinit const CpuRow neoverse_v2 = neoverse_v2_row();
constinit const CpuRow a64fx = a64fx_row();
constinit const CpuRow generic_avx512 = generic_avx512_row();
constinit const CpuRow generic_avx2 = generic_avx2_row();
constinit const CpuRow generic_sve512 = generic_sve512_row();
constinit const CpuRow generic_sve256 = generic_sve256_row();
constinit const CpuRow generic_neon = generic_neon_row();
constinit const CpuRow portable = portable_row();
}  // namespace rows

std::span<const CpuRow* const> all_rows() {
  static constexpr const CpuRow* all[] = {
      &rows::skylake_x,      &rows::sapphire_rapids, &rows::zen3,         &rows::zen4,
      &rows::kunpeng920,     &rows::neoverse_n1,     &rows::neoverse_v1,  &rows::neoverse_v2,
      &rows::a64fx,          &rows::generic_avx512,  &rows::generic_avx2, &rows::generic_sve512,
      &rows::generic_sve256, &rows::generic_neon,    &rows::portable};
  return all;
}

const CpuRow* row_named(std::string_view name) {
  for (const CpuRow* const row : all_rows())
    if (row->name == name) return row;
  return nullptr;
}

}  // namespace numapack
