// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <optional>
#include <string>

#include "profile/document/measured.hpp"

namespace numapack {

/// What a document reports under these words and exactly these conditions. Pure.
std::optional<double> printed_value(const MeasuredProfile& profile, const std::string& quantity,
                                    const std::map<std::string, std::string>& conditions = {});

/// Double precision rate of a core: the document's clock times its flops a cycle. Pure.
std::optional<double> printed_core_gflops(const MeasuredProfile& profile);

}  // namespace numapack
