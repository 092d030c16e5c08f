// SPDX-License-Identifier: BSD-3-Clause
#include "probe/loops/fma_loops.hpp"

#include <array>

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#include <sys/auxv.h>
#endif

namespace numapack {

namespace {

// Each loop keeps 12 (x86) or 24 (aarch64) chains in flight: more than latency times pipes (4 x 2 on server
// x86, 4 x 4 on the widest Arm cores), and few enough for the registers. x = x * b + c with b < 1 stays
// bounded and normal. The empty assembly at the end needs the chains' values, so that no compiler drops the
// loop.
constexpr double kFactor = 0.999999, kTerm = 1e-6;

template <class T>
double scalar_turns(std::int64_t turns) {
  std::array<T, 12> x{};
  for (std::int64_t turn = 0; turn < turns; ++turn) {
    for (T& chain : x) chain = chain * static_cast<T>(kFactor) + static_cast<T>(kTerm);
  }
  volatile T sink = 0;
  for (const T chain : x) sink = sink + chain;
  return 2.0 * 12 * static_cast<double>(turns);
}

#if defined(__x86_64__)

__attribute__((target("avx512f"))) double avx512_double(std::int64_t turns) {
  __m512d x[12];
  for (auto& chain : x) chain = _mm512_setzero_pd();
  const __m512d b = _mm512_set1_pd(kFactor), c = _mm512_set1_pd(kTerm);
  for (std::int64_t turn = 0; turn < turns; ++turn) {
#pragma GCC unroll 12
    for (int i = 0; i < 12; ++i) x[i] = _mm512_fmadd_pd(x[i], b, c);
  }
  for (const auto& chain : x) asm volatile("" : : "v"(chain));
  return 2.0 * 8 * 12 * static_cast<double>(turns);
}

__attribute__((target("avx512f"))) double avx512_single(std::int64_t turns) {
  __m512 x[12];
  for (auto& chain : x) chain = _mm512_setzero_ps();
  const __m512 b = _mm512_set1_ps(kFactor), c = _mm512_set1_ps(kTerm);
  for (std::int64_t turn = 0; turn < turns; ++turn) {
#pragma GCC unroll 12
    for (int i = 0; i < 12; ++i) x[i] = _mm512_fmadd_ps(x[i], b, c);
  }
  for (const auto& chain : x) asm volatile("" : : "v"(chain));
  return 2.0 * 16 * 12 * static_cast<double>(turns);
}

__attribute__((target("avx2,fma"))) double avx2_double(std::int64_t turns) {
  __m256d x[12];
  for (auto& chain : x) chain = _mm256_setzero_pd();
  const __m256d b = _mm256_set1_pd(kFactor), c = _mm256_set1_pd(kTerm);
  for (std::int64_t turn = 0; turn < turns; ++turn) {
#pragma GCC unroll 12
    for (int i = 0; i < 12; ++i) x[i] = _mm256_fmadd_pd(x[i], b, c);
  }
  for (const auto& chain : x) asm volatile("" : : "v"(chain));
  return 2.0 * 4 * 12 * static_cast<double>(turns);
}

__attribute__((target("avx2,fma"))) double avx2_single(std::int64_t turns) {
  __m256 x[12];
  for (auto& chain : x) chain = _mm256_setzero_ps();
  const __m256 b = _mm256_set1_ps(kFactor), c = _mm256_set1_ps(kTerm);
  for (std::int64_t turn = 0; turn < turns; ++turn) {
#pragma GCC unroll 12
    for (int i = 0; i < 12; ++i) x[i] = _mm256_fmadd_ps(x[i], b, c);
  }
  for (const auto& chain : x) asm volatile("" : : "v"(chain));
  return 2.0 * 8 * 12 * static_cast<double>(turns);
}

#elif defined(__aarch64__)

double neon_double(std::int64_t turns) {
  float64x2_t x[24];
  for (auto& chain : x) chain = vdupq_n_f64(0);
  const float64x2_t b = vdupq_n_f64(kFactor), c = vdupq_n_f64(kTerm);
  for (std::int64_t turn = 0; turn < turns; ++turn) {
#pragma GCC unroll 24
    for (int i = 0; i < 24; ++i) x[i] = vfmaq_f64(x[i], b, c);
  }
  for (const auto& chain : x) asm volatile("" : : "w"(chain));
  return 2.0 * 2 * 24 * static_cast<double>(turns);
}

double neon_single(std::int64_t turns) {
  float32x4_t x[24];
  for (auto& chain : x) chain = vdupq_n_f32(0);
  const float32x4_t b = vdupq_n_f32(kFactor), c = vdupq_n_f32(kTerm);
  for (std::int64_t turn = 0; turn < turns; ++turn) {
#pragma GCC unroll 24
    for (int i = 0; i < 24; ++i) x[i] = vfmaq_f32(x[i], b, c);
  }
  for (const auto& chain : x) asm volatile("" : : "w"(chain));
  return 2.0 * 4 * 24 * static_cast<double>(turns);
}

// In assembly, because the compiler keeps no arrays of vectors whose length it does not know. Values are of
// no interest (zeros stay zeros); 16 chains are all that the widest SVE cores need (2 pipes x latency 9 at
// most 18).
constexpr unsigned long kHwcapSve = 1UL << 22;

std::int64_t sve_bytes() {
  std::int64_t bytes = 0;
  asm(".arch_extension sve\n\trdvl %0, #1" : "=r"(bytes));
  return bytes;
}

double sve_double(std::int64_t turns) {
  std::int64_t left = turns;
  asm volatile(
      ".arch_extension sve\n\t"
      "ptrue p0.d\n\t"
      ".irp r,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25\n\tdup z\\r\\().d, "
      "#0\n\t.endr\n\t"
      "1:\n\t"
      ".irp r,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23\n\t"
      "fmla z\\r\\().d, p0/m, z24.d, z25.d\n\t.endr\n\t"
      "subs %[left], %[left], #1\n\t"
      "b.ne 1b"
      : [left] "+r"(left)
      :
      : "cc", "p0", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13",
        "v14", "v15", "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25");
  return 2.0 * 24 * static_cast<double>(sve_bytes() / 8) * static_cast<double>(turns);
}

double sve_single(std::int64_t turns) {
  std::int64_t left = turns;
  asm volatile(
      ".arch_extension sve\n\t"
      "ptrue p0.s\n\t"
      ".irp r,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25\n\tdup z\\r\\().s, "
      "#0\n\t.endr\n\t"
      "1:\n\t"
      ".irp r,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23\n\t"
      "fmla z\\r\\().s, p0/m, z24.s, z25.s\n\t.endr\n\t"
      "subs %[left], %[left], #1\n\t"
      "b.ne 1b"
      : [left] "+r"(left)
      :
      : "cc", "p0", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13",
        "v14", "v15", "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25");
  return 2.0 * 24 * static_cast<double>(sve_bytes() / 4) * static_cast<double>(turns);
}

#endif

}  // namespace

FmaLoop widest_fma_loop() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return {"avx512", avx512_single, avx512_double};
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return {"avx2", avx2_single, avx2_double};
#elif defined(__aarch64__)
  // With 128-bit vectors SVE brings nothing, and some cores run it on fewer pipes.
  if ((getauxval(AT_HWCAP) & kHwcapSve) != 0 && sve_bytes() > 16) return {"sve", sve_single, sve_double};
  return {"neon", neon_single, neon_double};
#endif
  return {"scalar", scalar_turns<float>, scalar_turns<double>};
}

}  // namespace numapack
