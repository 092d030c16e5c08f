// SPDX-License-Identifier: BSD-3-Clause
#include "cli/terminal/fit.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "cli/terminal/columns.hpp"

namespace numapack {

namespace {

using Lines = std::vector<std::u32string>;

/// Of a column of words that is still read as words.
constexpr std::size_t least_words = 24;

std::u32string spaces(std::size_t count) { return std::u32string(count, U' '); }

/// Where its text begins: below the value of "  name   value", else two further than it.
std::size_t hang_of(const std::u32string& line, std::size_t width) {
  const std::size_t indent = indent_of(line), gap = line.find(U"  ", indent);
  if (gap != std::u32string::npos) {
    const std::size_t value = line.find_first_not_of(U' ', gap);
    if (value != std::u32string::npos && value + least_words <= width) return value;
  }
  return indent + 2;
}

bool is_command(const std::u32string& line) {
  const std::u32string_view text = std::u32string_view(line).substr(indent_of(line));
  constexpr std::u32string_view starts[] = {U"numapack ", U"$ ",    U"# ",      U"echo ",
                                            U"grep ",     U"sudo ", U"numactl "};
  return indent_of(line) > 0 &&
         std::ranges::any_of(starts, [&](std::u32string_view start) { return text.starts_with(start); });
}

/// Where the remark after a command begins; npos: there is none.
std::size_t remark_of(const std::u32string& line) {
  const std::size_t mark = line.find(U" # ", indent_of(line) + 1);
  return mark == std::u32string::npos ? mark : mark + 1;
}

/// Whether a command that stands in a sentence goes on after the blank at `at`: nobody can copy it in parts.
bool is_in_command(const std::u32string& line, std::size_t at) {
  if (at == 0) return false;
  const std::size_t begin = line.rfind(U' ', at - 1) + 1;  // npos + 1 is 0
  const std::u32string_view before = std::u32string_view(line).substr(begin, at - begin);
  if (before == U"numapack" || before == U"sudo" || before == U"sysctl") return true;
  const std::size_t next = line.find_first_not_of(U' ', at);
  if (next == std::u32string::npos || line[next] != U'-' || begin == 0) return false;
  // "numapack latency --quick", "sysctl -w vm.x=0"
  const std::size_t two = line.rfind(U' ', begin - 1);
  if (two == std::u32string::npos || two == 0) return false;
  const std::size_t first = line.rfind(U' ', two - 1) + 1;
  return std::u32string_view(line).substr(first, two - first) == U"numapack";
}

/// The last blank at or before `at` where a line may end: not in a quoted word, not in a command; 0: none.
std::size_t last_blank(const std::u32string& line, std::size_t from, std::size_t at, bool command) {
  std::size_t found = 0;
  char32_t quote = 0;
  for (std::size_t i = from; i <= at && i < line.size(); ++i) {
    if (line[i] == U'"' || (command && line[i] == U'\''))
      quote = quote == 0 ? line[i] : quote == line[i] ? 0 : quote;
    if (line[i] == U' ' && quote == 0 && (command || !is_in_command(line, i))) found = i;
  }
  return found;
}

/// One line as several, the further ones at `hang`.
void wrap(std::u32string line, std::size_t hang, std::size_t width, Lines& out) {
  const bool command = is_command(line);
  if (const std::size_t mark = command ? remark_of(line) : std::u32string::npos;
      mark != std::u32string::npos && line.size() > width) {
    // A remark cannot go on in the next line: it gets lines of its own.
    std::u32string alone = spaces(hang) + line.substr(mark);
    line.erase(line.find_last_not_of(U' ', mark - 1) + 1);
    wrap(std::move(line), hang, width, out);
    while (alone.size() > width) {
      const std::size_t blank = alone.rfind(U' ', width);
      if (blank == std::u32string::npos || blank <= hang + 2) break;
      out.push_back(alone.substr(0, blank));
      alone = spaces(hang) + U"# " + alone.substr(blank + 1);
    }
    out.push_back(std::move(alone));
    return;
  }
  const std::u32string end = command ? U" \\" : U"";
  std::size_t from = std::min(hang, line.size());
  if (indent_of(line) < from) from = std::max(indent_of(line), line.rfind(U' ', from) + 1);
  while (line.size() > width) {
    std::size_t blank = last_blank(line, from, width - end.size(), command);
    if (blank <= from) blank = line.find(U' ', std::max(from, width - end.size()));
    if (blank == std::u32string::npos) break;
    const std::size_t next = line.find_first_not_of(U' ', blank);
    if (next == std::u32string::npos) break;
    out.push_back(line.substr(0, line.find_last_not_of(U' ', blank) + 1) + end);
    line = spaces(hang) + line.substr(next);
    from = hang;
  }
  out.push_back(std::move(line));
}

/// Of one line of a table: characters from `begin` on, to `end`.
std::u32string part(const std::u32string& line, std::size_t begin, std::size_t end) {
  return begin < line.size() ? line.substr(begin, end - begin) : std::u32string();
}

void fold(const Lines& table, const std::vector<Column>& columns, std::size_t width, Lines& out) {
  const std::size_t label = columns.front().end;
  for (std::size_t first = 1; first < columns.size();) {
    std::size_t last = first;
    // What stands between two columns goes with the second.
    const std::size_t begin = columns[first].begin;
    while (last + 1 < columns.size() && label + 2 + columns[last + 1].end - begin <= width) ++last;
    if (first > 1) out.emplace_back();
    for (const std::u32string& line : table) {
      std::u32string row = part(line, 0, label);
      row.resize(label, U' ');
      row += U"  " + part(line, begin, columns[last].end);
      row.erase(row.find_last_not_of(U' ') + 1);
      wrap(std::move(row), label + 2, width, out);
    }
    first = last + 1;
  }
}

void fit_table(const Lines& table, std::size_t width, Lines& out) {
  const std::vector<Column> columns = columns_of(table);
  const std::size_t words = columns.empty() ? width : columns.back().begin;
  const bool in_words = columns.size() > 1 && columns.back().words && words + least_words <= width;
  if (in_words || columns.size() < 3) {
    for (const std::u32string& line : table) wrap(line, in_words ? words : hang_of(line, width), width, out);
  } else {
    fold(table, columns, width, out);
  }
}

bool is_coloured(const std::u32string& line) { return line.find(U'\033') != std::u32string::npos; }

/// Lines without an empty or coloured one between them: prose, and a table where neighbours have several
/// cells each.
void fit_paragraph(const Lines& lines, std::size_t width, Lines& out) {
  const auto fits = [&](const std::u32string& line) { return line.size() <= width; };
  for (std::size_t at = 0; at < lines.size();) {
    const std::size_t end = end_of_table(lines, at);
    if (end > at) {
      const Lines table(lines.begin() + std::ptrdiff_t(at), lines.begin() + std::ptrdiff_t(end));
      if (std::all_of(table.begin(), table.end(), fits))
        out.insert(out.end(), table.begin(), table.end());
      else
        fit_table(table, width, out);
      at = end;
    } else {
      wrap(lines[at], hang_of(lines[at], width), width, out);
      ++at;
    }
  }
}

}  // namespace

std::string fit(const std::string& text, std::size_t width) {
  if (width == 0) return text;
  Lines paragraph, out;
  const auto end_paragraph = [&] {
    fit_paragraph(paragraph, width, out);
    paragraph.clear();
  };
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::u32string line = from_utf8(std::string_view(text).substr(at, end - at));
    at = end + 1;
    if (line.empty() || is_coloured(line)) {
      end_paragraph();
      out.push_back(std::move(line));
    } else {
      paragraph.push_back(std::move(line));
    }
  }
  end_paragraph();
  std::string fitted;
  for (const std::u32string& line : out) fitted += to_utf8(line) + "\n";
  if (!text.ends_with('\n') && !fitted.empty()) fitted.pop_back();
  return fitted;
}

}  // namespace numapack
