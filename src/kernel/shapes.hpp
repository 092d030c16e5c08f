#pragma once

#include "kernel/kernel.hpp"

// All micro-kernels there are, as data. Complex ones run on the real loop of twice their size each way.
namespace numapack::shapes {

using enum InstructionSet;

inline constexpr KernelShape avx512_s{"avx512-s48x8", avx512, Type::s, 48, 8, true};
inline constexpr KernelShape avx512_d{"avx512-d24x8", avx512, Type::d, 24, 8, true};
inline constexpr KernelShape avx512_c{"avx512-c24x4", avx512, Type::c, 24, 4};
inline constexpr KernelShape avx512_z{"avx512-z12x4", avx512, Type::z, 12, 4};

inline constexpr KernelShape avx2_s{"avx2-s16x6", avx2, Type::s, 16, 6, true, true, {6, 2}};
inline constexpr KernelShape avx2_d{"avx2-d8x6", avx2, Type::d, 8, 6, true, true, {6, 2}};
inline constexpr KernelShape avx2_c{"avx2-c8x3", avx2, Type::c, 8, 3, true, true};
inline constexpr KernelShape avx2_z{"avx2-z4x3", avx2, Type::z, 4, 3, true, true};

// The paper's three shapes (Electronics 2021, 10, 1984, section 5) in double, and what the same registers
// hold of the other types.
inline constexpr KernelShape neon_s16x6{"neon-s16x6", neon, Type::s, 16, 6};
inline constexpr KernelShape neon_s16x4{"neon-s16x4", neon, Type::s, 16, 4};
inline constexpr KernelShape neon_s8x4{"neon-s8x4", neon, Type::s, 8, 4};
inline constexpr KernelShape neon_d8x6{"neon-d8x6", neon, Type::d, 8, 6};
inline constexpr KernelShape neon_d8x4{"neon-d8x4", neon, Type::d, 8, 4};
inline constexpr KernelShape neon_d4x4{"neon-d4x4", neon, Type::d, 4, 4};
inline constexpr KernelShape neon_c8x3{"neon-c8x3", neon, Type::c, 8, 3};
inline constexpr KernelShape neon_c8x2{"neon-c8x2", neon, Type::c, 8, 2};
inline constexpr KernelShape neon_c4x2{"neon-c4x2", neon, Type::c, 4, 2};
inline constexpr KernelShape neon_z4x3{"neon-z4x3", neon, Type::z, 4, 3};
inline constexpr KernelShape neon_z4x2{"neon-z4x2", neon, Type::z, 4, 2};
inline constexpr KernelShape neon_z2x2{"neon-z2x2", neon, Type::z, 2, 2};

// For vectors of 256 and of 512 bits.
inline constexpr KernelShape sve256_s{"sve-s32x6", sve, Type::s, 32, 6};
inline constexpr KernelShape sve256_d{"sve-d16x6", sve, Type::d, 16, 6};
inline constexpr KernelShape sve256_c{"sve-c16x3", sve, Type::c, 16, 3};
inline constexpr KernelShape sve256_z{"sve-z8x3", sve, Type::z, 8, 3};
inline constexpr KernelShape sve512_s{"sve-s64x6", sve, Type::s, 64, 6};
inline constexpr KernelShape sve512_d{"sve-d32x6", sve, Type::d, 32, 6};
inline constexpr KernelShape sve512_c{"sve-c32x3", sve, Type::c, 32, 3};
inline constexpr KernelShape sve512_z{"sve-z16x3", sve, Type::z, 16, 3};

inline constexpr KernelShape portable_s{"portable-s8x4", portable, Type::s, 8, 4};
inline constexpr KernelShape portable_d{"portable-d4x4", portable, Type::d, 4, 4};
inline constexpr KernelShape portable_c{"portable-c4x2", portable, Type::c, 4, 2};
inline constexpr KernelShape portable_z{"portable-z2x2", portable, Type::z, 2, 2};

}  // namespace numapack::shapes
