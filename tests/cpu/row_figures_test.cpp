// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/row_figures.hpp"

#include <gtest/gtest.h>

#include <set>

#include "cpu/rows.hpp"

namespace numapack {
namespace {

TEST(RowFigures, EachIsAPlaceOfItsOwn) {
  std::set<std::string> names;
  for (const RowFigure& figure : row_figures()) {
    EXPECT_TRUE(names.insert(figure.name).second) << figure.name;
    EXPECT_TRUE(std::string(figure.name).starts_with(std::string(name(figure.part)) + ".")) << figure.name;
    EXPECT_EQ(row_figure_named(figure.name), &figure);
    CpuRow row = rows::zen3;
    const double other = figure.get(row) == figure.most ? figure.least : figure.most;
    figure.set(row, other);
    for (const RowFigure& each : row_figures())
      EXPECT_EQ(each.get(row), &each == &figure ? other : each.get(rows::zen3)) << each.name;
    figure.copy(rows::zen3, row);
    EXPECT_EQ(figure.get(row), figure.get(rows::zen3));
  }
  EXPECT_EQ(row_figure_named("in_place.nothing"), nullptr);
}

TEST(RowFigures, AllCyclesOfARowAreThere) {
  int cycles = 0;
  for (const RowFigure& figure : row_figures()) cycles += figure.part == RowPart::cycles;
  EXPECT_EQ(std::size_t(cycles) * sizeof(double), sizeof(ThinCycles));
}

TEST(RowFigures, RowsHaveWhatIsAllowed) {
  for (const CpuRow* const row : all_rows()) {
    for (const RowFigure& figure : row_figures()) {
      // No kernel of the others has an in-place loop.
      const bool matters = row->set == InstructionSet::avx2 || row->set == InstructionSet::avx512;
      if (figure.part == RowPart::in_place && !matters) continue;
      const double value = figure.get(*row);
      EXPECT_TRUE(figure.allows(value) || value > figure.most) << row->name << " " << figure.name;
    }
  }
}

TEST(RowFigures, OnlyWhatMakesSenseIsAllowed) {
  const RowFigure& bytes = *row_figure_named("in_place.most_bytes");
  EXPECT_TRUE(bytes.allows(512 << 10));
  EXPECT_FALSE(bytes.allows(1000)) << "tiny products would not be in place";
  EXPECT_FALSE(bytes.allows(524288.5));
  EXPECT_FALSE(bytes.allows(1e300));
  EXPECT_EQ(bytes.nearest(1000), 256 << 10);
  const RowFigure& cycles = *row_figure_named("cycles.gather");
  EXPECT_TRUE(cycles.allows(0.125));
  EXPECT_FALSE(cycles.allows(-1));
  EXPECT_EQ(bytes.text(640 << 10), "640 KiB");
  EXPECT_EQ(bytes.text(3 << 20), "3 MiB");
  EXPECT_EQ(bytes.text(1e18), "any number");
  EXPECT_EQ(row_figure_named("in_place.takes_long_k")->text(1), "yes");
}

}  // namespace
}  // namespace numapack
