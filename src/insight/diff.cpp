// SPDX-License-Identifier: BSD-3-Clause
#include "insight/diff.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

#include "base/statistics.hpp"
#include "machine/text.hpp"
#include "profile/document/fields.hpp"

namespace numapack {

namespace {

std::string word(const std::string& text) { return text; }
std::string word(LineState state) { return name(state); }
std::string word(bool yes) { return yes ? "yes" : "no"; }
std::string word(const std::vector<int>& numbers) { return list_text(numbers); }
template <class T>
requires std::is_integral_v<T> std::string word(T number) { return std::to_string(number); }
template <class T>
std::string word(const std::optional<T>& value) {
  return value ? word(*value) : "not said";
}

/// Reads a cell's fields: what makes it this cell as one text, and its figures.
class CellArchive {
 public:
  template <class T>
  void required(const char* key, T& value) {
    add(key, value);
  }
  template <class T>
  void operator()(const char* key, T& value, const T& absent = T{}) {
    if constexpr (requires { value == absent; }) {
      if (value == absent) return;
    }
    add(key, value);
  }

  std::string text;
  std::vector<std::pair<const char*, const Figure*>> figures;

 private:
  void add(const char* key, const Figure& figure) { figures.emplace_back(key, &figure); }
  // What comes out of a measurement does not tell which one it is.
  void add(const char* key, const double&) { text += fmt::format("{}{}", text.empty() ? "" : ", ", key); }
  void add(const char*, const std::optional<double>&) {}
  template <class T>
  void add(const char* key, const T& value) {
    if constexpr (requires { word(value); })
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", key, word(value));
  }
};

struct Cells {
  std::map<std::string, const Figure*> by_text;  ///< cell -> figure
};
using Tables = std::map<std::pair<std::string, std::string>, Cells>;  // (table, unit)

/// Collects the figures of every table that a profile has: those are named once, in fields().
class TablesArchive {
 public:
  template <class T>
  void required(const char*, T&) {}
  template <class T>
  void operator()(const char*, T&, const T& = T{}) {}
  template <class Cell>
  requires requires(CellArchive& archive, Cell& cell) { fields(archive, cell); }
  void operator()(const char* table, std::vector<Cell>& cells, const std::vector<Cell>& = {}) {
    for (Cell& cell : cells) {
      CellArchive archive;
      fields(archive, cell);
      for (const auto& [unit, figure] : archive.figures) {
        if (*figure == Figure{}) continue;
        auto& by_text = tables[{table, unit}].by_text;
        std::string text = archive.text;
        for (int turn = 2; by_text.contains(text); ++turn) text = fmt::format("{} #{}", archive.text, turn);
        by_text[text] = figure;
      }
    }
  }
  Tables tables;
};

Tables tables_of(const MeasuredProfile& profile) {
  TablesArchive archive;
  // One list of fields for reading and writing: it does not change what this archive shows it.
  fields(archive, const_cast<MeasuredProfile&>(profile));
  return std::move(archive.tables);
}

bool overlap(const Spread& one, const Spread& other) { return one.min <= other.max && other.min <= one.max; }

bool ranges_touch(const Figure& left, const Figure& right) {
  if (!left.min || !left.max || !right.min || !right.max) return false;
  return overlap({0, *left.min, *left.max}, {0, *right.min, *right.max});
}

bool places_touch(const Figure& left, const Figure& right) {
  if (left.visit_medians.empty() || right.visit_medians.empty()) return false;
  return overlap(spread(left.visit_medians), spread(right.visit_medians));
}

/// What a sentinel says in the median, where it was read.
double usual(const MeasuredProfile& profile, double SentinelSample::*part) {
  std::vector<double> values;
  for (const SentinelSample& sample : profile.sentinel) {
    if (sample.*part > 0) values.push_back(sample.*part);
  }
  return spread(values).median;
}

/// The machine was another one, though its name is the same: its neighbours, its clock, a host that put its
/// CPUs elsewhere.
void compare_sentinels(const MeasuredProfile& left, const MeasuredProfile& right,
                       std::vector<std::string>& texts) {
  const auto compare = [&](const char* what, double SentinelSample::*part, double differs) {
    const double one = usual(left, part), other = usual(right, part);
    if (one > 0 && other > 0 && std::max(one, other) > differs * std::min(one, other))
      texts.push_back(fmt::format("sentinel, {}: {:.4g} ns | {:.4g} ns", what, one, other));
  };
  compare("a load from L1", &SentinelSample::l1_ns, 1.05);
  compare("a load from memory", &SentinelSample::memory_ns, 1.05);
  compare("a line from the first core to the last", &SentinelSample::handover_ns, 1.5);
}

void compare_conditions(const MeasuredProfile& left, const MeasuredProfile& right,
                        std::vector<std::string>& texts) {
  const auto add = [&](const std::string& what, const std::string& one, const std::string& other) {
    if (one != other) {
      texts.push_back(fmt::format("{}: {} | {}", what, one.empty() ? "not said" : one,
                                  other.empty() ? "not said" : other));
    }
  };
  add("machine", left.machine.name, right.machine.name);
  add("fingerprint", left.machine.fingerprint, right.machine.fingerprint);
  const MeasuringConditions &one = left.conditions, &other = right.conditions;
  add("kernel_release", one.kernel_release, other.kernel_release);
  add("compiler", one.compiler, other.compiler);
  add("threading", one.threading, other.threading);
  add("libraries", one.libraries, other.libraries);
  add("frequency_governor", one.frequency_governor, other.frequency_governor);
  add("transparent_huge_pages", one.transparent_huge_pages, other.transparent_huge_pages);
  add("numa_balancing", word(one.numa_balancing), word(other.numa_balancing));
  add("page_bytes", word(one.page_bytes), word(other.page_bytes));
  add("online_cpus", word(one.online_cpus), word(other.online_cpus));
  add("usable_cpus", word(one.usable_cpus), word(other.usable_cpus));
  const auto quota = [](const std::optional<double>& cpus) {
    return cpus ? fmt::format("{:g}", *cpus) : std::string("none");
  };
  add("quota_cpus", quota(one.quota_cpus), quota(other.quota_cpus));
  compare_sentinels(left, right, texts);
}

}  // namespace

ProfileDifference difference(const MeasuredProfile& left, const MeasuredProfile& right, double threshold) {
  ProfileDifference result;
  compare_conditions(left, right, result.conditions);
  Tables before = tables_of(left), after = tables_of(right);
  for (const auto& [key, cells] : after) before[key];
  for (const auto& [key, cells] : before) {
    const Cells& others = after[key];
    TableDifference table;
    table.table = key.first;
    table.unit = key.second;
    std::vector<double> ratios;
    for (const auto& [text, figure] : cells.by_text) {
      const auto same = others.by_text.find(text);
      if (same == others.by_text.end()) {
        ++table.only_left;
        continue;
      }
      const Figure& other = *same->second;
      if (figure->valid() != other.valid()) {
        result.validity.push_back(fmt::format("{} {}: {}", key.first, text,
                                              figure->valid() ? "no longer measured: " + other.invalid
                                                              : "measured now; before: " + figure->invalid));
      }
      if (!figure->valid() || !other.valid() || !(figure->value() > 0) || !(other.value() > 0)) continue;
      CellDifference cell{key.first, text, key.second, figure->value(), other.value(), false};
      cell.beyond_noise = !ranges_touch(*figure, other);
      cell.within_places = places_touch(*figure, other);
      ratios.push_back(cell.ratio());
      ++table.compared;
      if (std::abs(std::log(cell.ratio())) <= std::log1p(threshold)) continue;
      ++table.moved;
      if (cell.within_places) ++table.within_places;
      if (cell.beyond_noise) ++table.changed;
      result.moved.push_back(std::move(cell));
    }
    for (const auto& [text, figure] : others.by_text) table.only_right += !cells.by_text.contains(text);
    if (!ratios.empty()) table.median_ratio = median(ratios);
    result.tables.push_back(std::move(table));
  }
  std::stable_sort(result.moved.begin(), result.moved.end(),
                   [](const CellDifference& one, const CellDifference& other) {
                     return std::abs(std::log(one.ratio())) > std::abs(std::log(other.ratio()));
                   });
  std::copy_if(result.moved.begin(), result.moved.end(), std::back_inserter(result.changed),
               [](const CellDifference& cell) { return cell.beyond_noise; });
  return result;
}

DifferenceCount count(const ProfileDifference& difference) {
  DifferenceCount all;
  for (const TableDifference& table : difference.tables) {
    all.compared += table.compared;
    all.moved += table.moved;
    all.within_places += table.within_places;
    all.changed += table.changed;
  }
  return all;
}

}  // namespace numapack
