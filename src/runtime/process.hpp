// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernel/kernel.hpp"
#include "kernel/triangle/factor_kernel.hpp"

namespace numapack {

// What is found out once a process and never changes: for calls so small that even the runtime is too much.

/// The best kernel, or NUMAPACK_KERNEL's; looked up once, since a call on tiny matrices takes less time than
/// the search. Throws Error(invalid_argument) for a variable that names none.
template <class T>
[[gnu::always_inline]] inline const Kernel<T>& default_kernel() {
  static const Kernel<T> kernel = *kernel_of<T>(choose_shape("", true, type_of<T>()));
  return kernel;
}

/// The factor kernel that goes with it.
template <class T>
const FactorKernel<T>& default_factor_kernel() {
  static const FactorKernel<T>& kernel = *find_factor_kernel<T>(default_kernel<T>().shape.name);
  return kernel;
}

/// What NUMAPACK_LAB says now; false if the environment cannot be read.
bool read_lab_marks() noexcept;

/// Whether NUMAPACK_LAB asks for marks around each multiplication, see LabMarks. Read once.
[[gnu::always_inline]] inline bool lab_marks_wanted() noexcept {
  static const bool wanted = read_lab_marks();
  return wanted;
}

}  // namespace numapack
