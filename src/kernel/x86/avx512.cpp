// SPDX-License-Identifier: BSD-3-Clause
#include "kernel/in_place/complex_in_place.hpp"
#include "kernel/table.hpp"

extern "C" {
void numapack_avx512_d24x8(const numapack::LoopArguments<double>*);
void numapack_avx512_d16x8(const numapack::LoopArguments<double>*);
void numapack_avx512_d8x8(const numapack::LoopArguments<double>*);
void numapack_avx512_s48x8(const numapack::LoopArguments<float>*);
void numapack_avx512_s32x8(const numapack::LoopArguments<float>*);
void numapack_avx512_s16x8(const numapack::LoopArguments<float>*);
void numapack_avx512_d24x8_packing_b(const numapack::LoopArguments<double>*);
void numapack_avx512_s48x8_packing_b(const numapack::LoopArguments<float>*);
void numapack_avx512_z12x4_packing_b(const numapack::LoopArguments<double>*);
void numapack_avx512_c24x4_packing_b(const numapack::LoopArguments<float>*);
void numapack_avx512_d24x8_by_columns(const numapack::LoopArguments<double>*);
void numapack_avx512_s48x8_by_columns(const numapack::LoopArguments<float>*);
void numapack_avx512_d24x8_by_columns_packing_b(const numapack::LoopArguments<double>*);
void numapack_avx512_s48x8_by_columns_packing_b(const numapack::LoopArguments<float>*);
void numapack_avx512_d24x8_by_columns_pack_ahead(const numapack::LoopArguments<double>*);
void numapack_avx512_s48x8_by_columns_pack_ahead(const numapack::LoopArguments<float>*);
void numapack_avx512_d_in_place(const numapack::InPlaceArguments<double>*);
void numapack_avx512_d_in_place_by_columns(const numapack::InPlaceArguments<double>*);
void numapack_avx512_s_in_place(const numapack::InPlaceArguments<float>*);
void numapack_avx512_s_in_place_by_columns(const numapack::InPlaceArguments<float>*);
void numapack_avx512_z_in_place(const numapack::InPlaceArguments<double>*);
void numapack_avx512_c_in_place(const numapack::InPlaceArguments<float>*);
}

namespace numapack {
namespace {

template <RegisterLoop<float> loop, RegisterLoop<float> packing_b, StripsOfA strips,
          InPlaceLoop<float> in_place_loop>
constexpr Kernel<float> kernel_s(const KernelShape& shape, PackAheadTile<float> pack_ahead_tile = nullptr) {
  return real_kernel<float, 48, 8, loop, numapack_avx512_s32x8, numapack_avx512_s16x8>(
      shape, in_place<float, 16, 3, 8, InPlaceEdge::masked, strips, in_place_loop>,
      real_packing_tile<float, 48, 8, packing_b>, pack_ahead_tile);
}
template <RegisterLoop<double> loop, RegisterLoop<double> packing_b, StripsOfA strips,
          InPlaceLoop<double> in_place_loop>
constexpr Kernel<double> kernel_d(const KernelShape& shape, PackAheadTile<double> pack_ahead_tile = nullptr) {
  return real_kernel<double, 24, 8, loop, numapack_avx512_d16x8, numapack_avx512_d8x8>(
      shape, in_place<double, 8, 3, 8, InPlaceEdge::masked, strips, in_place_loop>,
      real_packing_tile<double, 24, 8, packing_b>, pack_ahead_tile);
}
template <RegisterLoop<float> loop>
constexpr Kernel<std::complex<float>> kernel_c(const KernelShape& shape,
                                               InPlace<std::complex<float>> in_place = nullptr) {
  return complex_kernel<ComplexSums::by_loop, float, 48, 8, loop, numapack_avx512_s32x8,
                        numapack_avx512_s16x8>(
      shape, complex_packing_tile<float, 48, 8, numapack_avx512_c24x4_packing_b>, in_place);
}
template <RegisterLoop<double> loop>
constexpr Kernel<std::complex<double>> kernel_z(const KernelShape& shape,
                                                InPlace<std::complex<double>> in_place = nullptr) {
  return complex_kernel<ComplexSums::by_loop, double, 24, 8, loop, numapack_avx512_d16x8,
                        numapack_avx512_d8x8>(
      shape, complex_packing_tile<double, 24, 8, numapack_avx512_z12x4_packing_b>, in_place);
}

constexpr Kernel<float> table_s[] = {
    kernel_s<numapack_avx512_s48x8, numapack_avx512_s48x8_packing_b, StripsOfA::no,
             numapack_avx512_s_in_place>(shapes::avx512_s),
    kernel_s<numapack_avx512_s48x8_by_columns, numapack_avx512_s48x8_by_columns_packing_b, StripsOfA::yes,
             numapack_avx512_s_in_place_by_columns>(
        shapes::avx512_s_by_columns,
        real_pack_ahead_tile<float, 48, 8, numapack_avx512_s48x8_by_columns_pack_ahead>)};
constexpr Kernel<double> table_d[] = {
    kernel_d<numapack_avx512_d24x8, numapack_avx512_d24x8_packing_b, StripsOfA::no,
             numapack_avx512_d_in_place>(shapes::avx512_d),
    kernel_d<numapack_avx512_d24x8_by_columns, numapack_avx512_d24x8_by_columns_packing_b, StripsOfA::yes,
             numapack_avx512_d_in_place_by_columns>(
        shapes::avx512_d_by_columns,
        real_pack_ahead_tile<double, 24, 8, numapack_avx512_d24x8_by_columns_pack_ahead>)};
constexpr Kernel<std::complex<float>> table_c[] = {
    kernel_c<numapack_avx512_s48x8>(shapes::avx512_c),
    kernel_c<numapack_avx512_s48x8_by_columns>(
        shapes::avx512_c_by_columns,
        complex_in_place<float, 16, 3, 4, InPlaceEdge::masked, StripsOfA::yes, numapack_avx512_c_in_place>)};
constexpr Kernel<std::complex<double>> table_z[] = {
    kernel_z<numapack_avx512_d24x8>(shapes::avx512_z),
    kernel_z<numapack_avx512_d24x8_by_columns>(
        shapes::avx512_z_by_columns,
        complex_in_place<double, 8, 3, 4, InPlaceEdge::masked, StripsOfA::yes, numapack_avx512_z_in_place>)};

}  // namespace

template <>
KernelRows<float> kernels_avx512() {
  return {table_s, 2};
}
template <>
KernelRows<double> kernels_avx512() {
  return {table_d, 2};
}
template <>
KernelRows<std::complex<float>> kernels_avx512() {
  return {table_c, 2};
}
template <>
KernelRows<std::complex<double>> kernels_avx512() {
  return {table_z, 2};
}

}  // namespace numapack
