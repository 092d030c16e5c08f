// SPDX-License-Identifier: BSD-3-Clause
#include "cli/terminal/fit.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "cli/terminal/columns.hpp"
#include "cli/terminal/table.hpp"

namespace numapack {
namespace {

std::size_t widest(const std::string& text) {
  std::size_t width = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) width = std::max(width, from_utf8(line).size());
  return width;
}

TEST(Fit, WhatFitsIsAsItIs) {
  const std::string page = "Nodes\nnode  cores\n0     0-23\n\nprose\n";
  EXPECT_EQ(fit(page, 20), page);
  EXPECT_EQ(fit(page, 0), page);
  EXPECT_EQ(fit("", 20), "");
  EXPECT_EQ(fit("no end", 20), "no end");
}

TEST(Fit, ProseWrapsTwoFurtherInThanItBegan) {
  EXPECT_EQ(fit("  one two three four\n", 12), "  one two\n    three\n    four\n");
}

TEST(Fit, ValuesWrapBelowWhereTheyBegan) {
  EXPECT_EQ(fit("  who   one two three four five six seven eight\n  what  nothing\n", 36),
            "  who   one two three four five six\n        seven eight\n  what  nothing\n");
}

TEST(Fit, TablesFoldAndEachPartHasTheFirstColumn) {
  EXPECT_EQ(
      fit("from    node 0  node 1  node 2\nnode 0      90     120     200\nnode 1     120      91     201\n",
          24),
      "from    node 0  node 1\nnode 0      90     120\nnode 1     120      91\n\n"
      "from    node 2\nnode 0     200\nnode 1     201\n");
}

TEST(Fit, TheTitleAboveATableAndTheWordsBelowArePartsOfTheirOwn) {
  const std::string fitted =
      fit("A title that is quite long\na  bbbbbbbb  cccccccc\n1         2         3\nfastest: it\n", 14);
  EXPECT_EQ(fitted,
            "A title that\n  is quite\n  long\na  bbbbbbbb\n1         2\n\na  cccccccc\n1         "
            "3\nfastest: it\n");
}

TEST(Fit, ALastColumnOfWordsWrapsInsteadOfFolding) {
  EXPECT_EQ(fit("pages  node 0  meaning\nhit       123  given here, as wished, and so on\n", 41),
            "pages  node 0  meaning\nhit       123  given here, as wished, and\n               so on\n");
}

TEST(Fit, CommandsCanBeCopied) {
  EXPECT_EQ(fit("  numapack plan -n 16384 --from \"pack:2 numa:2\" --json\n", 40),
            "  numapack plan -n 16384 --from \\\n    \"pack:2 numa:2\" --json\n");
}

TEST(Fit, NamesOfFilesStayWhole) {
  const std::string file = "  /a/very/long/name/that/has/no/blank/at/all\n";
  EXPECT_EQ(fit(file, 20), file);
}

TEST(Fit, CountsCharactersNotBytes) {
  const std::string boxes = "│ ││ │ …\n";
  EXPECT_EQ(fit(boxes, 9), boxes);
  EXPECT_EQ(to_utf8(from_utf8("aé…\xff z")), "aé…\xff z");
}

TEST(Fit, EveryTableOfTwoHundredColumnsFits) {
  std::vector<std::string> header{"core to core"};
  for (int i = 0; i < 200; ++i) header.push_back("CPU " + std::to_string(i));
  Table table(header);
  for (int row = 0; row < 3; ++row) {
    std::vector<std::string> cells{"CPU " + std::to_string(row)};
    for (int i = 0; i < 200; ++i) cells.push_back(i == row ? "" : std::to_string(100.5 + i));
    table.row(cells);
  }
  for (const std::size_t width : {40, 80, 120}) {
    const std::string fitted = fit(table.text(), width);
    EXPECT_LE(widest(fitted), width);
    for (int i = 3; i < 200; ++i) EXPECT_NE(fitted.find(std::to_string(100.5 + i)), std::string::npos) << i;
  }
}

}  // namespace
}  // namespace numapack
