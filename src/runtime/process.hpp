// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/made_once.hpp"
#include "kernel/kernel.hpp"
#include "kernel/triangle/factor_kernel.hpp"

namespace numapack {

// What is found out once a process and never changes: for calls so small that even the runtime is too much.

/// choose_shape() of this machine; from then on set_bits() comes too late.
KernelShape choose_for_good(Type type);
void choose_for_good() noexcept;

/// The level for this process, in place of NUMAPACK_BITS. Throws Error(invalid_argument) for one that this
/// CPU cannot give (microarch_of_bits()), and once kernels are chosen or a runtime is there, unless it is the
/// level that they have. Thread-safe.
void set_bits(std::string_view level);

/// The best kernel, or NUMAPACK_KERNEL's; looked up once, since a call on tiny matrices takes less time than
/// the search. Throws Error(invalid_argument) for a variable that names none.
template <class T>
[[gnu::always_inline]] inline const Kernel<T>& default_kernel() {
  static constinit MadeOnce<Kernel<T>> kernel;
  return kernel.get([] { return *kernel_of<T>(choose_for_good(type_of<T>())); });
}

/// The factor kernel that goes with it.
template <class T>
const FactorKernel<T>& default_factor_kernel() {
  static constinit MadeOnce<FactorKernel<T>> kernel;
  return kernel.get([] { return *find_factor_kernel<T>(default_kernel<T>().shape); });
}

/// What NUMAPACK_LAB says now; false if the environment cannot be read.
bool read_lab_marks() noexcept;

/// Whether NUMAPACK_LAB asks for marks around each multiplication, see LabMarks. Read once.
[[gnu::always_inline]] inline bool lab_marks_wanted() noexcept {
  static constinit MadeOnce<bool> wanted;
  return wanted.get(read_lab_marks);
}

}  // namespace numapack
