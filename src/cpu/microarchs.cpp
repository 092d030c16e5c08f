// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/microarchs.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "cpu/microarchs/a64fx.hpp"
#include "cpu/microarchs/generic_avx2.hpp"
#include "cpu/microarchs/generic_avx512.hpp"
#include "cpu/microarchs/generic_neon.hpp"
#include "cpu/microarchs/generic_sve.hpp"
#include "cpu/microarchs/kunpeng920.hpp"
#include "cpu/microarchs/neoverse_n1.hpp"
#include "cpu/microarchs/neoverse_v1.hpp"
#include "cpu/microarchs/neoverse_v2.hpp"
#include "cpu/microarchs/portable.hpp"
#include "cpu/microarchs/sapphire_rapids.hpp"
#include "cpu/microarchs/skylake_x.hpp"
#include "cpu/microarchs/zen3.hpp"
#include "cpu/microarchs/zen4.hpp"

namespace numapack {

namespace microarchs {
constexpr Microarch skylake_x = skylake_x_microarch();
constexpr Microarch sapphire_rapids = sapphire_rapids_microarch();
constexpr Microarch zen3 = zen3_microarch();
constexpr Microarch zen4 = zen4_microarch();
constexpr Microarch kunpeng920 = kunpeng920_microarch();
constexpr Microarch neoverse_n1 = neoverse_n1_microarch();
constexpr Microarch neoverse_v1 = neoverse_v1_microarch();
constexpr Microarch neoverse_v2 = neoverse_v2_microarch();
constexpr Microarch a64fx = a64fx_microarch();
constexpr Microarch generic_avx512 = generic_avx512_microarch();
constexpr Microarch generic_avx2 = generic_avx2_microarch();
constexpr Microarch generic_sve512 = generic_sve512_microarch();
constexpr Microarch generic_sve256 = generic_sve256_microarch();
constexpr Microarch generic_neon = generic_neon_microarch();
constexpr Microarch portable = portable_microarch();
}  // namespace microarchs

namespace {

constexpr const Microarch* every_microarch[] = {
    &microarchs::skylake_x,      &microarchs::sapphire_rapids, &microarchs::zen3,
    &microarchs::zen4,           &microarchs::kunpeng920,      &microarchs::neoverse_n1,
    &microarchs::neoverse_v1,    &microarchs::neoverse_v2,     &microarchs::a64fx,
    &microarchs::generic_avx512, &microarchs::generic_avx2,    &microarchs::generic_sve512,
    &microarchs::generic_sve256, &microarchs::generic_neon,    &microarchs::portable};

constexpr std::array fixed_microarchs = [] {
  std::array<Microarch, std::size(every_microarch)> rows{};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i] = *every_microarch[i];
    rows[i].fixed_order = true;
  }
  return rows;
}();

}  // namespace

std::span<const Microarch* const> all_microarchs() { return every_microarch; }

const Microarch& fixed_order_microarch(const Microarch& microarch) {
  return *std::find_if(fixed_microarchs.begin(), fixed_microarchs.end(),
                       [&](const Microarch& each) { return std::string_view(each.name) == microarch.name; });
}

const Microarch* microarch_named(std::string_view name) {
  for (const Microarch* const microarch : all_microarchs())
    if (microarch->name == name) return microarch;
  return nullptr;
}

}  // namespace numapack
