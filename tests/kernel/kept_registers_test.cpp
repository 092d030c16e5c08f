// SPDX-License-Identifier: BSD-3-Clause
#if defined(__aarch64__)

#include <gtest/gtest.h>
#include <sys/auxv.h>
#include <sys/prctl.h>

#include <array>
#include <vector>

#include "kernel/tile/register_loop.hpp"

extern "C" {
void numapack_neon_s16x6(const numapack::LoopArguments<float>*);
void numapack_neon_s16x4(const numapack::LoopArguments<float>*);
void numapack_neon_s8x4(const numapack::LoopArguments<float>*);
void numapack_neon_d8x6(const numapack::LoopArguments<double>*);
void numapack_neon_d8x4(const numapack::LoopArguments<double>*);
void numapack_neon_d4x4(const numapack::LoopArguments<double>*);
void numapack_sve_s(const numapack::LoopArguments<float>*);
void numapack_sve_d(const numapack::LoopArguments<double>*);
}

namespace numapack {
namespace {

/// Calls the loop with known values in d8-d15 and returns what it left there.
std::array<double, 8> registers_after(void (*loop)(const void*), const void* arguments) {
  std::array<double, 8> values = {1, 2, 3, 4, 5, 6, 7, 8};
  register double* at asm("x20") = values.data();
  register const void* first asm("x0") = arguments;
  register auto* target asm("x21") = loop;
  asm volatile(
      "ldp d8, d9, [x20]\n ldp d10, d11, [x20, #16]\n ldp d12, d13, [x20, #32]\n ldp d14, d15, [x20, #48]\n"
      "blr x21\n"
      "stp d8, d9, [x20]\n stp d10, d11, [x20, #16]\n stp d12, d13, [x20, #32]\n stp d14, d15, [x20, #48]\n"
      : "+r"(first)
      : "r"(at), "r"(target)
      : "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", "x14", "x15", "x16",
        "x17", "x30", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13",
        "v14", "v15", "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27",
        "v28", "v29", "v30", "v31", "cc", "memory");
  return values;
}

template <class R>
void check(RegisterLoop<R> loop, int mr, int nr) {
  for (const Index k : {0, 1, 50}) {
    for (const Ending ending : {Ending::store, Ending::add}) {
      const std::vector<R> a(static_cast<std::size_t>(k * mr + 1), R{2}),
          b(static_cast<std::size_t>(k * nr + 1), R{3});
      std::vector<R> c(static_cast<std::size_t>(mr * nr), R{1});
      LoopArguments<R> arguments{};
      arguments.k = k;
      arguments.a = a.data();
      arguments.b = b.data();
      arguments.c = c.data();
      arguments.ldc = mr;
      arguments.alpha = R{1};
      arguments.ending = ending;
      const std::array<double, 8> kept = {1, 2, 3, 4, 5, 6, 7, 8};
      EXPECT_EQ(registers_after(reinterpret_cast<void (*)(const void*)>(loop), &arguments), kept)
          << mr << "x" << nr << " k=" << k;
      EXPECT_EQ(c, std::vector<R>(c.size(), static_cast<R>(6 * k + static_cast<Index>(ending))));
    }
  }
}

TEST(KeptRegisters, SurviveEveryLoop) {
  check<double>(numapack_neon_d8x6, 8, 6);
  check<double>(numapack_neon_d8x4, 8, 4);
  check<double>(numapack_neon_d4x4, 4, 4);
  check<float>(numapack_neon_s16x6, 16, 6);
  check<float>(numapack_neon_s16x4, 16, 4);
  check<float>(numapack_neon_s8x4, 8, 4);
  if ((getauxval(AT_HWCAP) & HWCAP_SVE) != 0) {
    const int vector_bytes = prctl(PR_SVE_GET_VL) & PR_SVE_VL_LEN_MASK;
    check<double>(numapack_sve_d, 4 * vector_bytes / 8, 6);
    check<float>(numapack_sve_s, 4 * vector_bytes / 4, 6);
  }
}

}  // namespace
}  // namespace numapack

#endif
