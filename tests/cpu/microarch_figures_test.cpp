// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/microarch_figures.hpp"

#include <gtest/gtest.h>

#include <set>

#include "cpu/microarchs.hpp"

namespace numapack {
namespace {

TEST(MicroarchFigures, EachIsAPlaceOfItsOwn) {
  std::set<std::string> names;
  for (const MicroarchFigure& figure : microarch_figures()) {
    EXPECT_TRUE(names.insert(figure.name).second) << figure.name;
    EXPECT_TRUE(std::string(figure.name).starts_with(std::string(name(figure.part)) + ".")) << figure.name;
    EXPECT_EQ(microarch_figure_named(figure.name), &figure);
    Microarch microarch = microarchs::zen3;
    const double other = figure.get(microarch) == figure.most ? figure.least : figure.most;
    figure.set(microarch, other);
    for (const MicroarchFigure& each : microarch_figures())
      EXPECT_EQ(each.get(microarch), &each == &figure ? other : each.get(microarchs::zen3)) << each.name;
    figure.copy(microarchs::zen3, microarch);
    EXPECT_EQ(figure.get(microarch), figure.get(microarchs::zen3));
  }
  EXPECT_EQ(microarch_figure_named("in_place.nothing"), nullptr);
}

TEST(MicroarchFigures, AllCyclesOfARowAreThere) {
  int cycles = 0;
  for (const MicroarchFigure& figure : microarch_figures()) cycles += figure.part == MicroarchPart::cycles;
  EXPECT_EQ(std::size_t(cycles) * sizeof(double), sizeof(SkinnyCycles));
}

TEST(MicroarchFigures, RowsHaveWhatIsAllowed) {
  for (const Microarch* const microarch : all_microarchs()) {
    for (const MicroarchFigure& figure : microarch_figures()) {
      // No kernel of the others has an in-place loop.
      const bool matters = microarch->set == InstructionSet::avx2 || microarch->set == InstructionSet::avx512;
      if (figure.part == MicroarchPart::in_place && !matters) continue;
      const double value = figure.get(*microarch);
      EXPECT_TRUE(figure.allows(value) || value > figure.most) << microarch->name << " " << figure.name;
    }
  }
}

TEST(MicroarchFigures, OnlyWhatMakesSenseIsAllowed) {
  const MicroarchFigure& bytes = *microarch_figure_named("in_place.most_bytes");
  EXPECT_TRUE(bytes.allows(512 << 10));
  EXPECT_FALSE(bytes.allows(1000)) << "tiny products would not be in place";
  EXPECT_FALSE(bytes.allows(524288.5));
  EXPECT_FALSE(bytes.allows(1e300));
  EXPECT_EQ(bytes.nearest(1000), 256 << 10);
  const MicroarchFigure& cycles = *microarch_figure_named("cycles.gather");
  EXPECT_TRUE(cycles.allows(0.125));
  EXPECT_FALSE(cycles.allows(-1));
  EXPECT_EQ(bytes.text(640 << 10), "640 KiB");
  EXPECT_EQ(bytes.text(3 << 20), "3 MiB");
  EXPECT_EQ(bytes.text(1e18), "any number");
  EXPECT_EQ(microarch_figure_named("in_place.takes_long_k")->text(1), "yes");
}

}  // namespace
}  // namespace numapack
