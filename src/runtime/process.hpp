// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/made_once.hpp"
#include "kernel/kernel.hpp"
#include "kernel/triangle/factor_kernel.hpp"

namespace numapack {

// What is found out once a process and never changes: for calls so small that even the runtime is too much.

/// The best kernel, or NUMAPACK_KERNEL's; looked up once, since a call on tiny matrices takes less time than
/// the search. Throws Error(invalid_argument) for a variable that names none.
template <class T>
[[gnu::always_inline]] inline const Kernel<T>& default_kernel() {
  static constinit MadeOnce<Kernel<T>> kernel;
  return kernel.get([] { return *kernel_of<T>(choose_shape("", true, type_of<T>())); });
}

/// The factor kernel that goes with it.
template <class T>
const FactorKernel<T>& default_factor_kernel() {
  static constinit MadeOnce<FactorKernel<T>> kernel;
  return kernel.get([] { return *find_factor_kernel<T>(default_kernel<T>().shape.name); });
}

/// What NUMAPACK_LAB says now; false if the environment cannot be read.
bool read_lab_marks() noexcept;

/// Whether NUMAPACK_LAB asks for marks around each multiplication, see LabMarks. Read once.
[[gnu::always_inline]] inline bool lab_marks_wanted() noexcept {
  static constinit MadeOnce<bool> wanted;
  return wanted.get(read_lab_marks);
}

}  // namespace numapack
