// SPDX-License-Identifier: BSD-3-Clause
#include "cli/runs/json_file.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "support/command.hpp"

namespace numapack {
namespace {

std::size_t files_in(const std::filesystem::path& path) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path), {}));
}

TEST(JsonFile, ReplacesTheOldFileOnlyWhenComplete) {
  const testing::TemporaryDirectory directory;
  const std::string path = directory.file("out.json");
  std::ofstream(path) << "old";
  {
    const JsonFile abandoned(path);
    EXPECT_EQ(testing::contents(path), "old");
  }
  EXPECT_EQ(testing::contents(path), "old");
  EXPECT_EQ(files_in(directory.path()), 1u);
  JsonFile(path).write({{"a", 1}});
  EXPECT_EQ(nlohmann::json::parse(testing::contents(path)).at("a"), 1);
  EXPECT_EQ(files_in(directory.path()), 1u);
}

TEST(JsonFile, RefusesWhatCannotBeWrittenBeforeAnythingIsMeasured) {
  const testing::TemporaryDirectory directory;
  EXPECT_THROW(JsonFile(""), Error);
  EXPECT_THROW(JsonFile(directory.path().string()), Error);
  EXPECT_THROW(JsonFile(directory.file("no/such/folder.json")), Error);
}

}  // namespace
}  // namespace numapack
