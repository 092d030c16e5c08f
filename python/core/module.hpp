// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/numpy.hpp"

/// The compiled part of the package: thin functions that turn arrays into calls of the library. Which layout
/// a call has, what must be copied for it, what is allowed and how an error is worded is decided in Python.
namespace numapack::python {

void define_matmul(nb::module_& module);
void define_level3(nb::module_& module);
void define_factors(nb::module_& module);
void define_stacks(nb::module_& module);
void define_packed(nb::module_& module);
void define_sparse(nb::module_& module);
void define_memory(nb::module_& module);

}  // namespace numapack::python
