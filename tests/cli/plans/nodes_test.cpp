// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "cli/outcome.hpp"

namespace numapack {
namespace {

std::set<std::string> numbers_after(const std::string& text, const char* pattern) {
  std::set<std::string> found;
  const std::regex expression(pattern);
  for (auto at = std::sregex_iterator(text.begin(), text.end(), expression); at != std::sregex_iterator();
       ++at)
    found.insert((*at)[1]);
  return found;
}

// A machine whose nodes have the numbers 0, 3, 8, 33: pages and documents name the kernel's, not their order.
TEST(PlannedNodes, HaveTheKernelsNumbers) {
  const std::vector<std::vector<std::string>> calls{
      {"-n", "300"},
      {"-n", "3000", "--threads", "2", "--nodes", "33"},
      {"--packed", "a", "-m", "4096", "-k", "4096", "-n", "64"},
      {"--batch", "100000", "-n", "32", "--home", "C=33"},
      {"--routine", "dtrsm", "-n", "2000"},
      {"--routine", "dpotrf", "-n", "3000"},
      {"--routine", "dgetrf", "-n", "3000"},
      {"--routine", "dgeqrf", "-n", "3000"},
      {"--routine", "dpotri", "-n", "2000"},
  };
  const std::string numbers = "0 3 8 33 ";
  for (std::vector<std::string> words : calls) {
    words.insert(words.begin(), {"plan", "--from", NUMAPACK_MACHINES "/sparse-numbering.xml"});
    SCOPED_TRACE(::testing::PrintToString(words));
    const Outcome page = run(words);
    ASSERT_EQ(page.status, 0) << page.error;
    words.emplace_back("--json");
    const Outcome document = run(words);
    ASSERT_EQ(document.status, 0) << document.error;
    std::set<std::string> named = numbers_after(page.out, "\\bnode (\\d+)");
    EXPECT_FALSE(named.empty());
    named.merge(numbers_after(document.out, "node\": (\\d+)"));
    for (const std::string& number : named)
      EXPECT_THAT(numbers, ::testing::HasSubstr(number + " ")) << "node " << number;
  }
}

}  // namespace
}  // namespace numapack
