// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "cpu/microarch.hpp"

namespace numapack {

/// The parts of a microarchitecture that are fitted figure by figure.
enum class MicroarchPart { in_place, cycles };

/// "in_place", "cycles": as in the schema of profiles and in the figures' names.
const char* name(MicroarchPart part);

/// One figure of a microarchitecture that may be fitted to a machine: by name, so that a profile can hold it.
struct MicroarchFigure {
  enum class Unit { bytes, count, cycles, truth };

  const char* name = "";   ///< "in_place.most_bytes"
  const char* title = "";  ///< for people
  MicroarchPart part = MicroarchPart::in_place;
  Unit unit = Unit::count;
  /// What is allowed, both included. The least ones let the lane for tiny products, which asks no
  /// microarchitecture, do what choose() would; nothing in place is beyond the largest ones.
  double least = 0, most = 0;
  double (*get)(const Microarch&) = nullptr;
  void (*set)(Microarch&, double) = nullptr;                     ///< of a value that is allowed
  void (*copy)(const Microarch& from, Microarch& to) = nullptr;  ///< of any value

  bool whole() const { return unit != Unit::cycles; }
  bool allows(double value) const;
  /// The nearest value that is allowed.
  double nearest(double value) const;
  /// "640 KiB", "any number", "10", "1.28", "yes".
  std::string text(double value) const;
};

/// All of them, those of in_place first.
std::span<const MicroarchFigure> microarch_figures();

/// Null: there is none of that name.
const MicroarchFigure* microarch_figure_named(std::string_view name);

/// The microarchitecture with other figures, by name. Names that there are not, and values that are not
/// allowed, change nothing.
Microarch with_figures(Microarch microarch, const std::map<std::string, double>& figures);

}  // namespace numapack
