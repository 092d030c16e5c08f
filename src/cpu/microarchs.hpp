// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string_view>

#include "cpu/microarch.hpp"

// All microarchitectures there are. A file each in rows/; docs/how-to/adding-a-cpu.md says how to add one.
namespace numapack {

namespace microarchs {
extern const Microarch skylake_x, sapphire_rapids, zen3, zen4, kunpeng920, neoverse_n1, neoverse_v1,
    neoverse_v2, a64fx;
extern const Microarch generic_avx512, generic_avx2, generic_sve512, generic_sve256, generic_neon, portable;
}  // namespace microarchs

/// Known microarchitectures first, then a generic microarchitecture a set, best first.
std::span<const Microarch* const> all_microarchs();

/// The same microarchitecture, one of all_microarchs(), with sums in fixed order.
const Microarch& fixed_order_microarch(const Microarch& microarch);

/// By name; null: there is none.
const Microarch* microarch_named(std::string_view name);

}  // namespace numapack
