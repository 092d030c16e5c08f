// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "cpu/row.hpp"

namespace numapack {

/// The parts of a row that are fitted figure by figure.
enum class RowPart { in_place, cycles };

/// "in_place", "cycles": as in the schema of profiles and in the figures' names.
const char* name(RowPart part);

/// One figure of a row that may be fitted to a machine: by name, so that a profile can hold it.
struct RowFigure {
  enum class Unit { bytes, count, cycles, truth };

  const char* name = "";   ///< "in_place.most_bytes"
  const char* title = "";  ///< for people
  RowPart part = RowPart::in_place;
  Unit unit = Unit::count;
  /// What is allowed, both included. The least ones let the lane for tiny products, which asks no row, do
  /// what choose() would; nothing in place is beyond the largest ones.
  double least = 0, most = 0;
  double (*get)(const CpuRow&) = nullptr;
  void (*set)(CpuRow&, double) = nullptr;                  ///< of a value that is allowed
  void (*copy)(const CpuRow& from, CpuRow& to) = nullptr;  ///< of any value

  bool whole() const { return unit != Unit::cycles; }
  bool allows(double value) const;
  /// The nearest value that is allowed.
  double nearest(double value) const;
  /// "640 KiB", "any number", "10", "1.28", "yes".
  std::string text(double value) const;
};

/// All of them, those of in_place first.
std::span<const RowFigure> row_figures();

/// Null: there is none of that name.
const RowFigure* row_figure_named(std::string_view name);

/// The row with other figures, by name. Names that there are not, and values that are not allowed, change
/// nothing.
CpuRow with_figures(CpuRow row, const std::map<std::string, double>& figures);

}  // namespace numapack
