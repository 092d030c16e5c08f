#include "kernel/in_place.hpp"
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
void numapack_avx512_d_in_place(const numapack::InPlaceArguments<double>*);
void numapack_avx512_s_in_place(const numapack::InPlaceArguments<float>*);
}

namespace numapack {
namespace {

constexpr Kernel<float> table_s[] = {
    real_kernel<float, 48, 8, numapack_avx512_s48x8, numapack_avx512_s32x8, numapack_avx512_s16x8>(
        shapes::avx512_s, in_place<float, 16, 3, 8, InPlaceEdge::masked, numapack_avx512_s_in_place>,
        real_packing_tile<float, 48, 8, numapack_avx512_s48x8_packing_b>)};
constexpr Kernel<double> table_d[] = {
    real_kernel<double, 24, 8, numapack_avx512_d24x8, numapack_avx512_d16x8, numapack_avx512_d8x8>(
        shapes::avx512_d, in_place<double, 8, 3, 8, InPlaceEdge::masked, numapack_avx512_d_in_place>,
        real_packing_tile<double, 24, 8, numapack_avx512_d24x8_packing_b>)};
constexpr Kernel<std::complex<float>> table_c[] = {
    complex_kernel<ComplexSums::by_loop, float, 48, 8, numapack_avx512_s48x8, numapack_avx512_s32x8,
                   numapack_avx512_s16x8>(
        shapes::avx512_c, complex_packing_tile<float, 48, 8, numapack_avx512_c24x4_packing_b>)};
constexpr Kernel<std::complex<double>> table_z[] = {
    complex_kernel<ComplexSums::by_loop, double, 24, 8, numapack_avx512_d24x8, numapack_avx512_d16x8,
                   numapack_avx512_d8x8>(
        shapes::avx512_z, complex_packing_tile<double, 24, 8, numapack_avx512_z12x4_packing_b>)};

}  // namespace

template <>
KernelRows<float> kernels_avx512() {
  return {table_s, 1};
}
template <>
KernelRows<double> kernels_avx512() {
  return {table_d, 1};
}
template <>
KernelRows<std::complex<float>> kernels_avx512() {
  return {table_c, 1};
}
template <>
KernelRows<std::complex<double>> kernels_avx512() {
  return {table_z, 1};
}

}  // namespace numapack
