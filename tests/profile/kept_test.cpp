// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "base/error.hpp"
#include "profile/document/json.hpp"
#include "profile/store.hpp"
#include "profile/whole_profile.hpp"
#include "support/command.hpp"
#include "support/variable.hpp"

namespace numapack {
namespace {

using ::testing::HasSubstr;
using testing::Variable;

class Kept : public ::testing::Test {
 protected:
  Kept() {
    whole_.conditions.date = "2026-01-01T00:00:00Z";
    fresh_.conditions.date = "2026-02-02T00:00:00Z";
    empty_.made_by = "numapack 0";
    empty_.machine = whole_.machine;
  }
  std::string date_of(const std::string& path) const { return read_profile(path).conditions.date; }
  testing::TemporaryDirectory directory_;
  Variable cache_{"XDG_CACHE_HOME", directory_.path().string()};
  Variable named_{"NUMAPACK_PROFILE", ""};
  const Machine machine_ = load_machine(std::string(NUMAPACK_MACHINES) + "/kunpeng920.xml");
  MeasuredProfile whole_ = testing::whole_profile(machine_), fresh_ = whole_, empty_;
  const std::string path_ = profile_path(machine_), previous_ = previous_profile_path(path_),
                    lesser_ = lesser_profile_path(path_);
};

TEST_F(Kept, TheFirstOneIsJustThere) {
  const StoreOutcome stored = store_profile(whole_, machine_, path_, false);
  EXPECT_EQ(stored.path, path_);
  EXPECT_EQ(stored.previous, "");
  EXPECT_TRUE(stored.less.empty());
  EXPECT_EQ(kept_profiles(machine_).size(), 1U);
}

TEST_F(Kept, WhatIsReplacedStaysBeside) {
  store_profile(whole_, machine_, path_, false);
  const StoreOutcome stored = store_profile(fresh_, machine_, path_, false);
  EXPECT_EQ(stored.path, path_);
  EXPECT_EQ(stored.previous, previous_);
  EXPECT_EQ(date_of(path_), fresh_.conditions.date);
  EXPECT_EQ(date_of(previous_), whole_.conditions.date);
}

TEST_F(Kept, OneThatKnowsLessTakesNoPlaceUnasked) {
  store_profile(whole_, machine_, path_, false);
  empty_.conditions.date = "2026-03-03T00:00:00Z";
  StoreOutcome stored = store_profile(empty_, machine_, path_, false);
  EXPECT_EQ(stored.path, lesser_);
  EXPECT_EQ(stored.previous, "");
  EXPECT_THAT(stored.less, ::testing::Contains("rate of a core"));
  EXPECT_EQ(date_of(path_), whole_.conditions.date);
  EXPECT_EQ(date_of(lesser_), empty_.conditions.date);
  EXPECT_EQ(find_profile(machine_).path, path_);

  stored = store_profile(empty_, machine_, path_, true);
  EXPECT_EQ(stored.path, path_);
  EXPECT_TRUE(stored.less.empty());
  EXPECT_EQ(date_of(path_), empty_.conditions.date);
  EXPECT_EQ(date_of(previous_), whole_.conditions.date);
  EXPECT_EQ(kept_profiles(machine_).size(), 3U);

  // The best one is not lost when the poor one is replaced in its turn.
  store_profile(fresh_, machine_, path_, false);
  EXPECT_EQ(date_of(path_), fresh_.conditions.date);
  EXPECT_EQ(date_of(previous_), whole_.conditions.date);
}

TEST_F(Kept, WhatWasTunedGoesOn) {
  whole_.tuned = {{"avx2-d4x12", 96, 256, 4080, 1.1, 9, 2048, 2, ""}};
  store_profile(whole_, machine_, path_, false);
  const Variable none("NUMAPACK_PROFILE", "none");
  EXPECT_EQ(store_profile(fresh_, machine_, path_, false).path, path_);
  EXPECT_EQ(read_profile(path_).tuned.size(), 1U);
}

TEST_F(Kept, AFileOfNoUseGivesWayAndIsKept) {
  write_profile(whole_, path_);
  std::ofstream(path_) << "{\"numapack_profile\": 99}";
  EXPECT_EQ(store_profile(empty_, machine_, path_, false).previous, previous_);
  EXPECT_THAT(testing::contents(previous_), HasSubstr("99"));
  const std::vector<FoundProfile> kept = kept_profiles(machine_);
  ASSERT_EQ(kept.size(), 2U);
  EXPECT_TRUE(kept[0].profile);
  EXPECT_THAT(kept[1].ignored, HasSubstr("version 99"));
}

TEST_F(Kept, NothingElseIsLeftInTheFolder) {
  for (int turn = 0; turn < 3; ++turn) store_profile(fresh_, machine_, path_, false);
  try_profile_file(path_, 5'000'000);
  std::set<std::string> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(profile_folder(profile_files_of_environment())))
    files.insert(entry.path().string());
  EXPECT_EQ(files, (std::set<std::string>{path_, previous_}));
}

TEST_F(Kept, AFolderThatCannotBeWrittenIsKnownBefore) {
  EXPECT_THROW(try_profile_file("/proc/nowhere/profile.json", 10), Error);
  EXPECT_THROW(try_profile_file(directory_.path().string(), 10), Error);
  std::ofstream(directory_.file("file")) << "";
  EXPECT_THROW(try_profile_file(directory_.file("file") + "/profile.json", 10), Error);
}

}  // namespace
}  // namespace numapack
