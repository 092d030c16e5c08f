// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "profile/document/json.hpp"

namespace numapack {

/// One of data/machines/.
inline MeasuredProfile published(const std::string& name) {
  return read_profile(std::string(NUMAPACK_DATA) + "/" + name + ".json");
}

}  // namespace numapack
