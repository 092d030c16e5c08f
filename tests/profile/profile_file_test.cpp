// SPDX-License-Identifier: BSD-3-Clause
#include "profile/document/json.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/error.hpp"
#include "machine/machine.hpp"
#include "profile/full_profile.hpp"
#include "support/command.hpp"

// Files of profiles, and those that come with the library.
namespace numapack {
namespace {

using testing::full_profile;

TEST(ProfileFile, IsWrittenWholeIntoFoldersThatItMakes) {
  const testing::TemporaryDirectory directory;
  const std::string path = directory.file("a/b/profile.json");
  write_profile(full_profile(), path);
  EXPECT_EQ(to_json_text(read_profile(path)), to_json_text(full_profile()));
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(directory.path() / "a/b")) {
    files += entry.is_regular_file();
  }
  EXPECT_EQ(files, 1);
  EXPECT_THROW(write_profile(full_profile(), path + "/below/a/file"), Error);
  EXPECT_THROW(read_profile(directory.file("missing")), Error);
  EXPECT_THROW(read_profile(directory.path().string()), Error);
}

TEST(ProfileFigure, KnowsItsValue) {
  EXPECT_EQ(figure_of({3, 1, 2}).value(), 2);
  EXPECT_EQ(figure_of({3, 1, 2}).min, 1);
  EXPECT_FALSE(figure_of({}).valid());
  Figure range;
  range.min = 45;
  EXPECT_FALSE(range.valid());
  range.max = 49;
  EXPECT_EQ(range.value(), 47);
  EXPECT_THROW(not_measured("one core only").value(), Error);
}

TEST(PublishedProfiles, AllAreOfTheSchemaAndNameTheirSources) {
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(NUMAPACK_DATA)) {
    SCOPED_TRACE(entry.path().string());
    ++files;
    const MeasuredProfile profile = read_profile(entry.path());
    EXPECT_EQ(profile.made_by, "published");
    EXPECT_FALSE(profile.sources.empty());
    EXPECT_EQ(to_json_text(profile_from_json(to_json_text(profile), "again")), to_json_text(profile));
    std::size_t figures = 0;
    const auto check = [&](const Figure& figure) {
      if (figure == Figure{}) return;
      ++figures;
      EXPECT_TRUE(profile.sources.contains(figure.source)) << figure.source << " " << figure.note;
      EXPECT_TRUE(figure.samples.empty());
      if (figure.valid() && figure.min) {
        EXPECT_LE(*figure.min, *figure.max);
      }
      if (figure.valid()) {
        EXPECT_GE(figure.value(), 0);
      }
    };
    const auto known_pu = [&](int pu) { EXPECT_NE(profile.machine.node_of_pu(pu), -1) << pu; };
    for (const MemoryLatency& cell : profile.memory_latency) {
      check(cell.latency_ns);
      known_pu(cell.pu);
      EXPECT_NE(profile.machine.node(cell.node), nullptr);
    }
    for (const CoreToCore& cell : profile.core_to_core) {
      check(cell.latency_ns);
      check(cell.gb_per_s);
      known_pu(cell.reader);
      known_pu(cell.owner);
    }
    for (const StreamRow& microarch : profile.stream) check(microarch.gb_per_s);
    for (const Reported& reported : profile.reported) check(reported.value);
    EXPECT_GE(figures, 7u);
    if (profile.machine.hwloc.empty()) continue;
    const Machine machine = load_machine(profile.machine.hwloc);
    ASSERT_EQ(machine.nodes.size(), profile.machine.nodes.size());
    for (std::size_t node = 0; node < machine.nodes.size(); ++node) {
      EXPECT_EQ(machine.nodes[node].cores.size(), profile.machine.nodes[node].pus.size());
      EXPECT_EQ(machine.nodes[node].package, profile.machine.nodes[node].package);
    }
  }
  EXPECT_EQ(files, 10);
}

}  // namespace
}  // namespace numapack
