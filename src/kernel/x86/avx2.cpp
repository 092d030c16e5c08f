// SPDX-License-Identifier: BSD-3-Clause
#include "kernel/in_place/complex_in_place.hpp"
#include "kernel/table.hpp"

extern "C" {
void numapack_avx2_d8x6(const numapack::LoopArguments<double>*);
void numapack_avx2_s16x6(const numapack::LoopArguments<float>*);
void numapack_avx2_d8x6_packing_b(const numapack::LoopArguments<double>*);
void numapack_avx2_s16x6_packing_b(const numapack::LoopArguments<float>*);
void numapack_avx2_z4x3_packing_b(const numapack::LoopArguments<double>*);
void numapack_avx2_c8x3_packing_b(const numapack::LoopArguments<float>*);
void numapack_avx2_d8x6_pack_ahead(const numapack::LoopArguments<double>*);
void numapack_avx2_s16x6_pack_ahead(const numapack::LoopArguments<float>*);
void numapack_avx2_d_in_place(const numapack::InPlaceArguments<double>*);
void numapack_avx2_s_in_place(const numapack::InPlaceArguments<float>*);
void numapack_avx2_z_in_place(const numapack::InPlaceArguments<double>*);
void numapack_avx2_c_in_place(const numapack::InPlaceArguments<float>*);
}

namespace numapack {
namespace {

constexpr Kernel<float> table_s[] = {real_kernel<float, 16, 6, numapack_avx2_s16x6>(
    shapes::avx2_s,
    in_place<float, 8, 2, 6, InPlaceEdge::overlapping, StripsOfA::yes, numapack_avx2_s_in_place>,
    real_packing_tile<float, 16, 6, numapack_avx2_s16x6_packing_b>,
    real_pack_ahead_tile<float, 16, 6, numapack_avx2_s16x6_pack_ahead>)};
constexpr Kernel<double> table_d[] = {real_kernel<double, 8, 6, numapack_avx2_d8x6>(
    shapes::avx2_d,
    in_place<double, 4, 2, 6, InPlaceEdge::overlapping, StripsOfA::yes, numapack_avx2_d_in_place>,
    real_packing_tile<double, 8, 6, numapack_avx2_d8x6_packing_b>,
    real_pack_ahead_tile<double, 8, 6, numapack_avx2_d8x6_pack_ahead>)};
constexpr Kernel<std::complex<float>> table_c[] = {complex_kernel<ComplexSums::by_loop, float, 16, 6,
                                                                  numapack_avx2_s16x6>(
    shapes::avx2_c, complex_packing_tile<float, 16, 6, numapack_avx2_c8x3_packing_b>,
    complex_in_place<float, 8, 2, 3, InPlaceEdge::overlapping, StripsOfA::yes, numapack_avx2_c_in_place>)};
constexpr Kernel<std::complex<double>> table_z[] = {complex_kernel<ComplexSums::by_loop, double, 8, 6,
                                                                   numapack_avx2_d8x6>(
    shapes::avx2_z, complex_packing_tile<double, 8, 6, numapack_avx2_z4x3_packing_b>,
    complex_in_place<double, 4, 2, 3, InPlaceEdge::overlapping, StripsOfA::yes, numapack_avx2_z_in_place>)};

}  // namespace

template <>
KernelRows<float> kernels_avx2() {
  return {table_s, 1};
}
template <>
KernelRows<double> kernels_avx2() {
  return {table_d, 1};
}
template <>
KernelRows<std::complex<float>> kernels_avx2() {
  return {table_c, 1};
}
template <>
KernelRows<std::complex<double>> kernels_avx2() {
  return {table_z, 1};
}

}  // namespace numapack
