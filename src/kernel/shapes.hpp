// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernel/kernel.hpp"

// All micro-kernels there are, as data. Complex ones run on the real loop of twice their size each way.
namespace numapack::shapes {

using enum InstructionSet;

/// Each with the microarchitecture that it was made for.
constexpr KernelShape of(const Microarch& microarch, KernelShape shape) {
  shape.microarch = &microarch;
  return shape;
}

inline constexpr KernelShape avx512_s =
    of(microarchs::skylake_x, {"avx512-s48x8", avx512, Type::s, 48, 8, true});
inline constexpr KernelShape avx512_d =
    of(microarchs::skylake_x, {"avx512-d24x8", avx512, Type::d, 24, 8, true});
inline constexpr KernelShape avx512_c = of(microarchs::skylake_x, {"avx512-c24x4", avx512, Type::c, 24, 4});
inline constexpr KernelShape avx512_z = of(microarchs::skylake_x, {"avx512-z12x4", avx512, Type::z, 12, 4});

// Their real products end column by column (avx512_loops.S), and they take any A in place. Eight rounds
// prefetch C, and the last steps are not a round's.
inline constexpr KernelShape avx512_s_by_columns =
    of(microarchs::zen4, {"avx512-s48x8-by-columns", avx512, Type::s, 48, 8, true, true, {9, 1}});
inline constexpr KernelShape avx512_d_by_columns =
    of(microarchs::zen4, {"avx512-d24x8-by-columns", avx512, Type::d, 24, 8, true, true, {9, 1}});
inline constexpr KernelShape avx512_c_by_columns =
    of(microarchs::zen4, {"avx512-c24x4-by-columns", avx512, Type::c, 24, 4, true, true});
inline constexpr KernelShape avx512_z_by_columns =
    of(microarchs::zen4, {"avx512-z12x4-by-columns", avx512, Type::z, 12, 4, true, true});

inline constexpr KernelShape avx2_s =
    of(microarchs::zen3, {"avx2-s16x6", avx2, Type::s, 16, 6, true, true, {6, 2}});
inline constexpr KernelShape avx2_d =
    of(microarchs::zen3, {"avx2-d8x6", avx2, Type::d, 8, 6, true, true, {6, 2}});
inline constexpr KernelShape avx2_c = of(microarchs::zen3, {"avx2-c8x3", avx2, Type::c, 8, 3, true, true});
inline constexpr KernelShape avx2_z = of(microarchs::zen3, {"avx2-z4x3", avx2, Type::z, 4, 3, true, true});

// The paper's three shapes (Electronics 2021, 10, 1984, section 5) in double, and what the same registers
// hold of the other types.
inline constexpr KernelShape neon_s16x6 = of(microarchs::generic_neon, {"neon-s16x6", neon, Type::s, 16, 6});
inline constexpr KernelShape neon_s16x4 = of(microarchs::generic_neon, {"neon-s16x4", neon, Type::s, 16, 4});
inline constexpr KernelShape neon_s8x4 = of(microarchs::generic_neon, {"neon-s8x4", neon, Type::s, 8, 4});
inline constexpr KernelShape neon_d8x6 = of(microarchs::generic_neon, {"neon-d8x6", neon, Type::d, 8, 6});
inline constexpr KernelShape neon_d8x4 = of(microarchs::generic_neon, {"neon-d8x4", neon, Type::d, 8, 4});
inline constexpr KernelShape neon_d4x4 = of(microarchs::generic_neon, {"neon-d4x4", neon, Type::d, 4, 4});
inline constexpr KernelShape neon_c8x3 = of(microarchs::generic_neon, {"neon-c8x3", neon, Type::c, 8, 3});
inline constexpr KernelShape neon_c8x2 = of(microarchs::generic_neon, {"neon-c8x2", neon, Type::c, 8, 2});
inline constexpr KernelShape neon_c4x2 = of(microarchs::generic_neon, {"neon-c4x2", neon, Type::c, 4, 2});
inline constexpr KernelShape neon_z4x3 = of(microarchs::generic_neon, {"neon-z4x3", neon, Type::z, 4, 3});
inline constexpr KernelShape neon_z4x2 = of(microarchs::generic_neon, {"neon-z4x2", neon, Type::z, 4, 2});
inline constexpr KernelShape neon_z2x2 = of(microarchs::generic_neon, {"neon-z2x2", neon, Type::z, 2, 2});

// For vectors of 256 and of 512 bits.
inline constexpr KernelShape sve256_s = of(microarchs::generic_sve256, {"sve-s32x6", sve, Type::s, 32, 6});
inline constexpr KernelShape sve256_d = of(microarchs::generic_sve256, {"sve-d16x6", sve, Type::d, 16, 6});
inline constexpr KernelShape sve256_c = of(microarchs::generic_sve256, {"sve-c16x3", sve, Type::c, 16, 3});
inline constexpr KernelShape sve256_z = of(microarchs::generic_sve256, {"sve-z8x3", sve, Type::z, 8, 3});
inline constexpr KernelShape sve512_s = of(microarchs::generic_sve512, {"sve-s64x6", sve, Type::s, 64, 6});
inline constexpr KernelShape sve512_d = of(microarchs::generic_sve512, {"sve-d32x6", sve, Type::d, 32, 6});
inline constexpr KernelShape sve512_c = of(microarchs::generic_sve512, {"sve-c32x3", sve, Type::c, 32, 3});
inline constexpr KernelShape sve512_z = of(microarchs::generic_sve512, {"sve-z16x3", sve, Type::z, 16, 3});

inline constexpr KernelShape portable_s{"portable-s8x4", portable, Type::s, 8, 4};
inline constexpr KernelShape portable_d{"portable-d4x4", portable, Type::d, 4, 4};
inline constexpr KernelShape portable_c{"portable-c4x2", portable, Type::c, 4, 2};
inline constexpr KernelShape portable_z{"portable-z2x2", portable, Type::z, 2, 2};

}  // namespace numapack::shapes
