// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/microarch_figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace numapack {

namespace {

using Unit = MicroarchFigure::Unit;

/// The figure that a path of members leads to.
template <auto... Path>
constexpr MicroarchFigure figure(const char* name, const char* title, MicroarchPart part, Unit unit,
                                 double least, double most) {
  return {name,
          title,
          part,
          unit,
          least,
          most,
          [](const Microarch& microarch) { return static_cast<double>((microarch.*....*Path)); },
          [](Microarch& microarch, double value) {
            auto& place = (microarch.*....*Path);
            place = static_cast<std::remove_reference_t<decltype(place)>>(value);
          },
          [](const Microarch& from, Microarch& to) { (to.*....*Path) = (from.*....*Path); }};
}

template <auto... Path>
constexpr MicroarchFigure bytes(const char* name, const char* title, double least, double most) {
  return figure<&Microarch::in_place, Path...>(name, title, MicroarchPart::in_place, Unit::bytes, least,
                                               most);
}
template <auto... Path>
constexpr MicroarchFigure count(const char* name, const char* title, double least, double most) {
  return figure<&Microarch::in_place, Path...>(name, title, MicroarchPart::in_place, Unit::count, least,
                                               most);
}
template <auto Member>
constexpr MicroarchFigure cycles(const char* name, const char* title) {
  return figure<&Microarch::cycles, Member>(name, title, MicroarchPart::cycles, Unit::cycles, 0, 10000);
}

using In = InPlaceChoice;
using Tall = TallColumns;
using Strips = StripLimits;
using Cycles = SkinnyCycles;
constexpr double KiB = 1024, MiB = 1024 * KiB, GiB = 1024 * MiB;

// What a tiny product spans at most: two operands of 32 columns, 256 elements of 16 bytes apart.
constexpr double least_near_bytes = 256 * KiB;

constexpr MicroarchFigure all[] = {
    bytes<&In::most_bytes>("in_place.most_bytes", "A and B in place up to", least_near_bytes, 64 * MiB),
    count<&In::most_flat_tiles>("in_place.most_flat_tiles", "flat products: tiles of rows up to", 0, 1000),
    bytes<&In::most_flat_bytes>("in_place.most_flat_bytes", "flat products: A up to", 0, 64 * MiB),
    bytes<&In::most_flat_bytes_of_transposed_b>("in_place.most_flat_bytes_of_turned_b",
                                                "flat products: transposed B up to", 0, GiB),
    count<&In::most_flat_rows_of_transposed_b>("in_place.most_flat_rows_of_turned_b",
                                               "flat products with a transposed B: rows up to", 0, 1000),
    figure<&Microarch::in_place, &In::takes_long_k>("in_place.takes_long_k",
                                                    "flat products of several kc blocks",
                                                    MicroarchPart::in_place, Unit::truth, 0, 1),
    count<&In::most_tall_columns, &Tall::in_lines>("in_place.most_tall_columns.in_lines",
                                                   "tall products: columns up to, A's whole lines apart", 0,
                                                   1000),
    count<&In::most_tall_columns, &Tall::spread>("in_place.most_tall_columns.spread",
                                                 "tall products: columns up to, A's anyhow apart", 0, 1000),
    count<&In::most_tall_columns, &Tall::in_sets>(
        "in_place.most_tall_columns.in_sets", "tall products: columns up to, A's in few sets of L1", 0, 1000),
    count<&In::most_tall_columns_z, &Tall::in_lines>(
        "in_place.most_tall_columns_z.in_lines", "tall products of z: columns up to, A's whole lines apart",
        0, 1000),
    count<&In::most_tall_columns_z, &Tall::spread>("in_place.most_tall_columns_z.spread",
                                                   "tall products of z: columns up to, A's anyhow apart", 0,
                                                   1000),
    count<&In::most_tall_columns_z, &Tall::in_sets>(
        "in_place.most_tall_columns_z.in_sets", "tall products of z: columns up to, A's in few sets of L1", 0,
        1000),
    count<&In::most_tall_columns_of_transposed_b>("in_place.most_tall_columns_of_turned_b",
                                                  "tall products with a transposed B: columns up to", 0,
                                                  1000),
    count<&In::least_tall_columns>("in_place.least_tall_columns", "tall products: columns from", 1, 1000),
    bytes<&In::least_tall_bytes>("in_place.least_tall_bytes", "tall products: columns of A from", 64, MiB),
    count<&In::least_columns_of_transposed_a>("in_place.least_columns_of_turned_a",
                                              "long transposed A by strips: columns from", 0, 1000),
    count<&In::most_columns_of_transposed_a>("in_place.most_columns_of_turned_a",
                                             "long transposed A by strips: columns up to", 0, 1000),
    count<&In::strips, &Strips::least_depth_of_small>("in_place.strips.least_depth_of_small",
                                                      "strips, small C: steps of K from", 0, 1000),
    count<&In::strips, &Strips::least_depth_of_large>("in_place.strips.least_depth_of_large",
                                                      "strips, large C: steps of K from", 0, 1000),
    bytes<&In::strips, &Strips::most_bytes_of_c>("in_place.strips.most_bytes_of_c", "strips: C up to",
                                                 128 * KiB, GiB),
    bytes<&In::strips, &Strips::most_bytes_of_column>("in_place.strips.most_bytes_of_column",
                                                      "strips: columns of C up to", 64, GiB),
    bytes<&In::most_bytes_of_skinny_transposed_b>("in_place.most_bytes_of_thin_turned_b",
                                                  "thin products with a long A: transposed B up to", 0, GiB),

    cycles<&Cycles::narrow>("cycles.narrow", "by rows: times so much longer"),
    cycles<&Cycles::near_add>("cycles.near_add", "by rows, near: FMA"),
    cycles<&Cycles::near_tile>("cycles.near_tile", "by rows, near: tile"),
    cycles<&Cycles::multiply_add>("cycles.multiply_add", "by rows: FMA"),
    cycles<&Cycles::tile>("cycles.tile", "by rows: tile"),
    cycles<&Cycles::wide_multiply_add>("cycles.wide_multiply_add", "by rows, wide: FMA"),
    cycles<&Cycles::wide_tile>("cycles.wide_tile", "by rows, wide: tile"),
    cycles<&Cycles::step>("cycles.step", "by rows: step of a tile"),
    cycles<&Cycles::gather>("cycles.gather", "by rows: gathering a real"),
    cycles<&Cycles::scatter>("cycles.scatter", "by rows: scattering a real"),
    cycles<&Cycles::dot>("cycles.dot", "by depth: FMA"),
    cycles<&Cycles::adding_lanes>("cycles.adding_lanes", "by depth: adding lanes"),
    cycles<&Cycles::copy>("cycles.copy", "by depth: copying a real"),
    cycles<&Cycles::pack_a>("cycles.pack_a", "packed: a real of A"),
    cycles<&Cycles::pack_b>("cycles.pack_b", "packed: a real of B"),
    cycles<&Cycles::packed_add>("cycles.packed_add", "packed: FMA"),
    cycles<&Cycles::packed_tile>("cycles.packed_tile", "packed: tile"),
    cycles<&Cycles::packing>("cycles.packing", "packed: product"),
    cycles<&Cycles::latency>("cycles.latency", "in place: latency of an FMA"),
    cycles<&Cycles::in_place_tile>("cycles.in_place_tile", "in place: tile"),
    cycles<&Cycles::transpose>("cycles.turn", "strips: a real"),
    cycles<&Cycles::strip>("cycles.strip", "strips: end"),
    cycles<&Cycles::tall_vector>("cycles.tall_vector", "in kc blocks: vector of A"),
    cycles<&Cycles::tall_add>("cycles.tall_add", "in kc blocks: FMA"),
};

}  // namespace

const char* name(MicroarchPart part) { return part == MicroarchPart::in_place ? "in_place" : "cycles"; }

bool MicroarchFigure::allows(double value) const {
  return value >= least && value <= most && (!whole() || value == std::floor(value));
}

double MicroarchFigure::nearest(double value) const {
  const double within = std::clamp(value, least, most);
  return whole() ? std::round(within) : within;
}

std::string MicroarchFigure::text(double value) const {
  if (unit == Unit::truth) return value != 0 ? "yes" : "no";
  if (value > most) return "any number";
  if (unit == Unit::cycles) return fmt::format("{:.3g}", value);
  if (unit == Unit::count || value < KiB) return fmt::format("{:.0f}", value);
  return value < MiB ? fmt::format("{:.4g} KiB", value / KiB) : fmt::format("{:.4g} MiB", value / MiB);
}

std::span<const MicroarchFigure> microarch_figures() { return all; }

const MicroarchFigure* microarch_figure_named(std::string_view name) {
  const auto* const found = std::find_if(std::begin(all), std::end(all),
                                         [&](const MicroarchFigure& figure) { return figure.name == name; });
  return found == std::end(all) ? nullptr : found;
}

Microarch with_figures(Microarch microarch, const std::map<std::string, double>& figures) {
  for (const auto& [name, value] : figures) {
    const MicroarchFigure* const figure = microarch_figure_named(name);
    if (figure != nullptr && figure->allows(value)) figure->set(microarch, value);
  }
  return microarch;
}

}  // namespace numapack
