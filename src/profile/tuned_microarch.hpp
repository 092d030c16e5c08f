// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cpu/microarch.hpp"
#include "profile/document/tuned.hpp"

namespace numapack {

/// The microarchitecture with the figures that were tuned for one of its kernels; nothing: none were. Pure.
std::optional<Microarch> tuned_microarch(const std::vector<TunedFigures>& tuned, const Microarch& microarch,
                                         std::string_view kernel);

/// "A and B in place up to 768 KiB instead of 640 KiB", one for each figure, in the order of
/// microarch_figures(). Names that there are not are left out.
std::vector<std::string> tuned_sentences(const TunedFigures& tuned);

/// All of one entry in a sentence.
std::string tuned_text(const TunedFigures& tuned);

}  // namespace numapack
