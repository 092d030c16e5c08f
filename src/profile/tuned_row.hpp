// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cpu/row.hpp"
#include "profile/document/tuned.hpp"

namespace numapack {

/// The row with the figures that were tuned for one of its kernels; nothing: none were. Pure.
std::optional<CpuRow> tuned_row(const std::vector<TunedFigures>& tuned, const CpuRow& row,
                                std::string_view kernel);

/// "A and B in place up to 768 KiB instead of 640 KiB", one for each figure, in the order of row_figures().
/// Names that there are not are left out.
std::vector<std::string> tuned_sentences(const TunedFigures& tuned);

/// All of one entry in a sentence.
std::string tuned_text(const TunedFigures& tuned);

}  // namespace numapack
