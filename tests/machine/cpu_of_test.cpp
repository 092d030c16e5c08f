// SPDX-License-Identifier: BSD-3-Clause
#include "machine/cpu_of.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "base/error.hpp"

namespace numapack {
namespace {

std::string file(const std::string& name) { return std::string(NUMAPACK_MACHINES) + "/" + name + ".xml"; }

/// A captured machine whose first package tells these infos in place of its model.
Machine with_infos(const std::string& name, const std::string& infos) {
  std::stringstream text;
  text << std::ifstream(file(name)).rdbuf();
  std::string xml = text.str();
  const auto at = xml.find("<info name=\"CPUModel\"");
  xml.replace(at, xml.find('>', at) + 1 - at, infos);
  const std::string path = ::testing::TempDir() + "cpu_of_test.xml";
  std::ofstream(path) << xml;
  return load_machine(path);
}

std::string info(const std::string& name, const std::string& value) {
  return "<info name=\"" + name + "\" value=\"" + value + "\" />";
}

TEST(CpuOf, CapturedMachinesIsWhatTheirFilesTell) {
  const Machine xeon = with_infos("xeon-2s", info("CPUVendor", "GenuineIntel") +
                                                 info("CPUFamilyNumber", "6") + info("CPUModelNumber", "85"));
  EXPECT_EQ(xeon.cpu.vendor, "GenuineIntel");
  EXPECT_EQ(xeon.cpu.family, 6);
  EXPECT_EQ(xeon.cpu.model, 85);
  EXPECT_FALSE(xeon.cpu.instructions) << "a file tells nothing of them";
  EXPECT_EQ(microarch_of(xeon).microarch, &microarchs::skylake_x);
  const Machine graviton =
      with_infos("kunpeng920", info("CPUImplementer", "0x41") + info("CPUPart", "0xd40"));
  EXPECT_EQ(graviton.cpu.implementer, 0x41);
  EXPECT_EQ(microarch_of(graviton).microarch, &microarchs::neoverse_v1);
  EXPECT_EQ(microarch_of(with_infos("kunpeng920", info("CPUImplementer", "arm"))).microarch,
            &microarchs::generic_neon);
}

TEST(CpuOf, CapturedMachinesWithoutNumbersGoesByTheirModel) {
  const Machine kunpeng = load_machine(file("kunpeng920"));
  EXPECT_EQ(kunpeng.cpu.architecture, "aarch64");
  EXPECT_EQ(microarch_of(kunpeng).microarch, &microarchs::kunpeng920);
  EXPECT_EQ(microarch_of(kunpeng).reason, MicroarchReason::text);
  EXPECT_EQ(microarch_of(load_machine(file("desktop"))).reason, MicroarchReason::nothing_known);
  EXPECT_EQ(microarch_of(load_machine("pack:2 numa:2 core:2 pu:1")).reason, MicroarchReason::nothing_known);
}

TEST(CpuOf, AnotherRowMayBeAskedForIfItIsOfTheArchitecture) {
  const Machine kunpeng = load_machine(file("kunpeng920"));
  EXPECT_EQ(microarch_of(kunpeng, "a64fx").microarch, &microarchs::a64fx);
  EXPECT_THROW(microarch_of(kunpeng, "zen3"), Error);
}

TEST(CpuOf, ThisMachineRunsItsRow) {
  const Machine here = detect_machine();
  EXPECT_TRUE(runs(*microarch_of(here).microarch, here.cpu));
}

}  // namespace
}  // namespace numapack
