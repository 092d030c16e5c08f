// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace numapack {

/// The path of one of the libraries in peer/fakes/.
inline std::string fake(const std::string& name) { return std::string(NUMAPACK_FAKES) + "/" + name + ".so"; }

}  // namespace numapack
