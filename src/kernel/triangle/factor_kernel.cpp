// SPDX-License-Identifier: BSD-3-Clause
#include "kernel/triangle/factor_kernel.hpp"

#include "kernel/triangle/factor_sets.hpp"

namespace numapack {

template <class T>
const FactorKernel<T>* find_factor_kernel(const KernelShape& kernel) {
  const std::string_view wanted = kernel.name;
  const FactorKernel<T>* found = nullptr;
  const auto look = [&](InstructionSet set, FactorRows<T> (*factors)()) {
    if (found != nullptr || !supported(set)) return;
    const FactorRows<T> rows = factors();
    for (int i = 0; i < rows.count; ++i)
      if (rows.rows[i].name == wanted && rows.rows[i].fixed_order == kernel.microarch->fixed_order)
        found = &rows.rows[i];
  };
#if defined(NUMAPACK_HAS_AVX512)
  look(InstructionSet::avx512, factors_avx512<T>);
#endif
#if defined(NUMAPACK_HAS_AVX2)
  look(InstructionSet::avx2, factors_avx2<T>);
#endif
#if defined(NUMAPACK_HAS_SVE)
  look(InstructionSet::sve, factors_sve<T>);
#endif
#if defined(NUMAPACK_HAS_NEON)
  look(InstructionSet::neon, factors_neon<T>);
#endif
  look(InstructionSet::portable, factors_portable<T>);
  return found;
}

template <class T>
const FactorKernel<T>& unfused_factor_kernel() {
  return factors_portable<T>().rows[0];
}

template const FactorKernel<float>* find_factor_kernel(const KernelShape&);
template const FactorKernel<double>* find_factor_kernel(const KernelShape&);
template const FactorKernel<std::complex<float>>* find_factor_kernel(const KernelShape&);
template const FactorKernel<std::complex<double>>* find_factor_kernel(const KernelShape&);
template const FactorKernel<float>& unfused_factor_kernel();
template const FactorKernel<double>& unfused_factor_kernel();
template const FactorKernel<std::complex<float>>& unfused_factor_kernel();
template const FactorKernel<std::complex<double>>& unfused_factor_kernel();

}  // namespace numapack
