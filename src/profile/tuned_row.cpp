// SPDX-License-Identifier: BSD-3-Clause
#include "profile/tuned_row.hpp"

#include <fmt/format.h>

#include "cpu/row_figures.hpp"
#include "cpu/rows.hpp"

namespace numapack {

std::optional<CpuRow> tuned_row(const std::vector<TunedFigures>& tuned, const CpuRow& row,
                                std::string_view kernel) {
  std::optional<CpuRow> own;
  for (const TunedFigures& entry : tuned) {
    if (entry.row != row.name || entry.kernel != kernel) continue;
    own = with_figures(own.value_or(row), entry.figures);
  }
  return own;
}

std::vector<std::string> tuned_sentences(const TunedFigures& tuned) {
  const CpuRow* const row = row_named(tuned.row);
  std::vector<std::string> sentences;
  for (const RowFigure& figure : row_figures()) {
    const auto found = tuned.figures.find(figure.name);
    if (found == tuned.figures.end() || row == nullptr) continue;
    sentences.push_back(fmt::format("{} {} instead of {}", figure.title, figure.text(found->second),
                                    figure.text(figure.get(*row))));
  }
  return sentences;
}

std::string tuned_text(const TunedFigures& tuned) {
  std::string text =
      fmt::format("{} of {} on {}: tuned, {:.1f} % faster on {} shapes where the choice differs",
                  tuned.part == name(RowPart::cycles) ? "cycles of the choice" : "limits of in place",
                  tuned.kernel, tuned.row, 100 * (tuned.ratio - 1), tuned.shapes);
  for (const std::string& sentence : tuned_sentences(tuned)) text += "; " + sentence;
  return text;
}

}  // namespace numapack
