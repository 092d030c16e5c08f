// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace numapack {

/// "512 B", "3.25 MiB", "2 GiB".
std::string readable_bytes(double bytes);

/// "7.2 us", "13.1 ms", "2.05 s".
std::string readable_seconds(double seconds);

}  // namespace numapack
