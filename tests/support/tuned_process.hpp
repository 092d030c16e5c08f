// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gmock/gmock.h>

#include <map>
#include <string>
#include <vector>

#include "cpu/microarch_figures.hpp"
#include "kernel/choices.hpp"
#include "machine/machine.hpp"
#include "profile/document/fingerprint.hpp"
#include "profile/document/json.hpp"
#include "support/command.hpp"
#include "support/variable.hpp"

// Tests in a process whose profile has tuned figures.
namespace numapack::testing {

/// Everything of a microarchitecture's row beyond what is usual: `up` in place as much as can be and skinny
/// algorithms cheap, else as little as can be and skinny algorithms dear.
inline std::map<std::string, double> extreme(MicroarchPart part, const Microarch& microarch, bool up) {
  std::map<std::string, double> figures;
  for (const MicroarchFigure& figure : microarch_figures()) {
    if (figure.part != part) continue;
    const bool least = std::string(figure.name).find("least") != std::string::npos;
    figures[figure.name] = part == MicroarchPart::in_place ? (up != least ? figure.most : figure.least)
                           : std::string(figure.name).starts_with("cycles.pack")
                               ? figure.get(microarch)
                               : figure.nearest(figure.get(microarch) * (up ? 0.2 : 5));
  }
  return figures;
}

inline std::vector<TunedFigures> extreme_figures(const KernelShape& kernel, bool up) {
  std::vector<TunedFigures> all;
  for (const MicroarchPart part : {MicroarchPart::in_place, MicroarchPart::cycles})
    all.push_back({kernel.microarch->name, kernel.name, name(part), extreme(part, *kernel.microarch, up),
                   1.05, 9, 40, ""});
  return all;
}

/// Cache blocks a few tiles high and deep, or of all that a cache has.
inline TunedBlocking extreme_blocks(const KernelShape& kernel, bool up) {
  return {
      kernel.name, (up ? 40 : 2) * kernel.mr, up ? 520 : 40, (up ? 400 : 64) * kernel.nr, 1.05, 9, 2048, 1,
      ""};
}

/// Runs these tests of this program with everything tuned one way, and with everything tuned the other.
inline void expect_passing_when_tuned(const std::string& filter) {
  const Machine machine = detect_machine();
  for (const bool up : {false, true}) {
    MeasuredProfile profile;
    profile.made_by = "a test";
    profile.machine = profiled_machine(machine);
    for (const Type type : {Type::s, Type::d, Type::c, Type::z}) {
      const KernelShape kernel = choose_shape("", true, type);
      profile.tuned.push_back(extreme_blocks(kernel, up));
      for (const TunedFigures& figures : extreme_figures(kernel, up))
        profile.tuned_figures.push_back(figures);
    }
    const TemporaryDirectory folder;
    write_profile(profile, folder.file("tuned.json"));
    const Variable set("NUMAPACK_PROFILE", folder.file("tuned.json").c_str());
    Command child("/proc/self/exe", {"--gtest_filter=" + filter});
    const int status = child.wait();
    EXPECT_EQ(status, 0) << child.out() << child.error();
    EXPECT_THAT(child.out(), ::testing::Not(::testing::HasSubstr("SKIPPED")));
    EXPECT_THAT(child.out(), ::testing::HasSubstr("PASSED"));
  }
}

}  // namespace numapack::testing
