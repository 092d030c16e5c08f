// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>

#include "cpu/microarch_figures.hpp"
#include "cpu/microarchs.hpp"
#include "profile/document/measured.hpp"

namespace numapack {

// What each part of a profile must hold, beyond its keys' types. All throw Wrong.

/// What is wrong, and where in the document; the caller adds the file.
struct Wrong {
  std::string path, problem;
  std::string advice = {};  ///< "": the reader's
};

inline void check_above_zero(double value, const std::string& path) {
  if (!(value > 0)) throw Wrong{path, fmt::format("is {}", value), "use a number above 0"};
}
inline void check_not_below_zero(double value, const std::string& path) {
  if (!(value >= 0)) throw Wrong{path, fmt::format("is {}", value), "use 0 or a number above"};
}

template <std::size_t Count>
void one_of(const std::string& text, const std::array<const char*, Count>& allowed, const std::string& path) {
  if (std::find(allowed.begin(), allowed.end(), text) == allowed.end()) {
    throw Wrong{path, "is \"" + text + "\", which the schema does not know"};
  }
}

inline constexpr std::array known_kernels = {"read", "fill", "copy", "scale", "add", "triad", "add_add"};

template <class T>
void check_cell(const T&, const std::string&) {}
inline void check_cell(const Figure& figure, const std::string& path) {
  if (!figure.valid() && figure.invalid.empty()) {
    throw Wrong{path, "has neither a figure nor a reason in \"invalid\""};
  }
  // What a document reports in words may be any number.
  if (!figure.valid() || path.ends_with(".value")) return;
  for (const std::optional<double>& number : {figure.median, figure.min, figure.max})
    if (number) check_above_zero(*number, path);
}
inline void check_cell(const MemoryLatency& cell, const std::string& path) {
  check_not_below_zero(cell.load_gb_per_s, path + ".load_gb_per_s");
}
inline void check_cell(const KernelCosts& costs, const std::string& path) {
  // A routine may have no panels, or nothing but panels.
  check_not_below_zero(costs.flop_ns, path + ".flop_ns");
  check_not_below_zero(costs.panel_flop_ns, path + ".panel_flop_ns");
  check_not_below_zero(costs.element_ns, path + ".element_ns");
  check_not_below_zero(costs.step_ns, path + ".step_ns");
  check_above_zero(costs.flop_ns + costs.panel_flop_ns, path + ".flop_ns");
  check_above_zero(costs.all_cores, path + ".all_cores");
}
inline void check_cell(const NodeBandwidth& cell, const std::string& path) {
  one_of(cell.kernel, known_kernels, path + ".kernel");
}
inline void check_cell(const PagesLatency& cell, const std::string& path) {
  one_of(cell.pages, std::array{"small", "huge", "1G"}, path + ".pages");
}
inline void check_cell(const FreshMemoryRate& rate, const std::string& path) {
  one_of(rate.pages, std::array{"small", "huge"}, path + ".pages");
}
inline void check_cell(const LoadedPoint& point, const std::string& path) {
  if (point.write_share < 0 || point.write_share > 0.5) {
    throw Wrong{path + ".write_share", "is none of 0 to 0.5: a stored line is read first"};
  }
}
inline void check_cell(const CoreToCore& cell, const std::string& path) {
  if (cell.level < 0 || cell.level > 4) throw Wrong{path + ".level", "is neither a cache nor 0, memory"};
  if (cell.latency_ns == Figure{} && cell.gb_per_s == Figure{}) {
    throw Wrong{path, "has neither latency_ns nor gb_per_s"};
  }
}
inline void check_cell(const StreamRow& row, const std::string& path) {
  one_of(row.kernel, known_kernels, path + ".kernel");
  one_of(row.policy, std::array{"default", "local", "bind", "interleave"}, path + ".policy");
}
inline void check_cell(const TunedBlocking& tuned, const std::string& path) {
  constexpr std::int64_t most = std::int64_t{1} << 30;
  for (const std::int64_t size : {tuned.mc, tuned.kc, tuned.nc}) {
    if (size < 1 || size > most) throw Wrong{path, "has blocks that no cache holds"};
  }
}
inline void check_cell(const TunedFigures& tuned, const std::string& path) {
  one_of(tuned.part, std::array{name(MicroarchPart::in_place), name(MicroarchPart::cycles)}, path + ".part");
  if (microarch_named(tuned.microarch) == nullptr)
    throw Wrong{path + ".row", "is \"" + tuned.microarch + "\", no row there is"};
  for (const auto& [name_, value] : tuned.figures) {
    const MicroarchFigure* const figure = microarch_figure_named(name_);
    const std::string place = path + ".figures." + name_;
    if (figure == nullptr || name(figure->part) != tuned.part)
      throw Wrong{place, "is no figure of that part"};
    if (!figure->allows(value))
      throw Wrong{place,
                  fmt::format("is {}; allowed are {}{} to {}", value,
                              figure->whole() ? "whole numbers from " : "", figure->least, figure->most)};
  }
}
inline void check_cell(const PeakRate& rate, const std::string& path) {
  one_of(rate.precision, std::array{"double", "single"}, path + ".precision");
}
inline void check_cell(const ProfiledMachine& machine, const std::string& path) {
  check_not_below_zero(machine.frequency_ghz, path + ".frequency_ghz");
  for (const std::vector<double>& row : machine.distances)
    for (const double distance : row) check_above_zero(distance, path + ".distances");
  bool square = machine.distances.empty() || machine.distances.size() == machine.nodes.size();
  for (const auto& row : machine.distances) square = square && row.size() == machine.nodes.size();
  if (!square) throw Wrong{path + ".distances", "is no table of all nodes by all nodes"};
  std::set<int> placed;
  for (const auto& row : machine.layout) {
    if (row.size() != machine.layout.front().size())
      throw Wrong{path + ".layout", "has rows of several lengths"};
    for (const int pu : row)
      if (pu < -1 || (pu >= 0 && !placed.insert(pu).second))
        throw Wrong{path + ".layout", fmt::format("has {} where a CPU stands once, or -1", pu)};
  }
}

}  // namespace numapack
