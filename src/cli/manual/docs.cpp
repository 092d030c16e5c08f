// SPDX-License-Identifier: BSD-3-Clause
#include "cli/manual/docs.hpp"

#include <filesystem>
#include <fstream>

#include "base/error.hpp"

namespace numapack {

namespace {

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(' '), last = text.find_last_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

/// "| a | b |" as its cells.
std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  for (std::size_t at = 1; at < line.size();) {
    const auto end = line.find('|', at);
    if (end == std::string::npos) break;
    cells.push_back(trimmed(line.substr(at, end - at)));
    at = end + 1;
  }
  return cells;
}

}  // namespace

std::string page_of_verb(const std::string& docs, const std::string& verb) {
  std::error_code none;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(docs, none))
    if (entry.path().filename() == verb + ".md") return entry.path().string();
  return "";
}

std::vector<std::string> introduction(const std::string& page) {
  std::vector<std::string> paragraphs;
  std::ifstream file(page);
  std::string paragraph, line;
  const auto end = [&] {
    if (!paragraph.empty()) paragraphs.push_back(std::move(paragraph));
    paragraph.clear();
  };
  std::getline(file, line);  // the title
  while (std::getline(file, line)) {
    if (line.empty()) {
      end();
    } else if (paragraph.empty() &&
               (line.starts_with("```") || std::string(" #|-!<").find(line[0]) != std::string::npos)) {
      break;
    } else {
      paragraph += (paragraph.empty() ? "" : " ") + line;
    }
  }
  end();
  // "… four nodes:" introduces what is not on this page.
  if (!paragraphs.empty() && paragraphs.back().ends_with(':')) paragraphs.pop_back();
  return paragraphs;
}

std::vector<VariableRow> variable_table(const std::string& page) {
  std::vector<VariableRow> rows;
  std::ifstream file(page);
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("| `")) continue;
    const std::vector<std::string> cells = cells_of(line);
    if (cells.size() == 3) rows.push_back({cells[0].substr(1, cells[0].size() - 2), cells[1], cells[2]});
  }
  if (rows.empty())
    invalid("--docs", "there is no table of variables in " + page, "give numapack's docs/reference");
  return rows;
}

}  // namespace numapack
