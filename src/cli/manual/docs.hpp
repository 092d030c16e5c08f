// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace numapack {

/// The page of a verb in docs/reference: on its shelf (measure, place, compute, prove) or in the folder
/// itself;
/// "" where there is none.
std::string page_of_verb(const std::string& docs, const std::string& verb);

/// The paragraphs between a page's title and what follows them (a heading, a table, an example); none where
/// there is no such page.
std::vector<std::string> introduction(const std::string& page);

/// A row of docs/reference/environment.md: "NAME=value" in parts, and the effect, all in Markdown.
struct VariableRow {
  std::string name, value, effect;
};

/// Its table. Throws Error(invalid_argument) if there is none.
std::vector<VariableRow> variable_table(const std::string& page);

}  // namespace numapack
