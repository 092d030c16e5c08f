// SPDX-License-Identifier: BSD-3-Clause
#include "profile/tuned_microarch.hpp"

#include <fmt/format.h>

#include "cpu/microarch_figures.hpp"
#include "cpu/microarchs.hpp"

namespace numapack {

std::optional<Microarch> tuned_microarch(const std::vector<TunedFigures>& tuned, const Microarch& microarch,
                                         std::string_view kernel) {
  std::optional<Microarch> own;
  for (const TunedFigures& entry : tuned) {
    if (entry.microarch != microarch.name || entry.kernel != kernel) continue;
    own = with_figures(own.value_or(microarch), entry.figures);
  }
  return own;
}

std::vector<std::string> tuned_sentences(const TunedFigures& tuned) {
  const Microarch* const microarch = microarch_named(tuned.microarch);
  std::vector<std::string> sentences;
  for (const MicroarchFigure& figure : microarch_figures()) {
    const auto found = tuned.figures.find(figure.name);
    if (found == tuned.figures.end() || microarch == nullptr) continue;
    sentences.push_back(fmt::format("{} {} instead of {}", figure.title, figure.text(found->second),
                                    figure.text(figure.get(*microarch))));
  }
  return sentences;
}

std::string tuned_text(const TunedFigures& tuned) {
  std::string text =
      fmt::format("{} of {} on {}: tuned, {:.1f} % faster on {} shapes where the choice differs",
                  tuned.part == name(MicroarchPart::cycles) ? "cycles of the choice" : "limits of in place",
                  tuned.kernel, tuned.microarch, 100 * (tuned.ratio - 1), tuned.shapes);
  for (const std::string& sentence : tuned_sentences(tuned)) text += "; " + sentence;
  return text;
}

}  // namespace numapack
