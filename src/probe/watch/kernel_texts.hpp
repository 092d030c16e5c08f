// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace numapack::probe {

/// All of one of the kernel's files, such as /proc/stat; "" where it cannot be read.
std::string kernel_text(const std::string& path);

/// What the kernel counts CPU time in.
double ticks_a_second();

}  // namespace numapack::probe
