// SPDX-License-Identifier: BSD-3-Clause
#include "cli/pages/counters_page.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/terminal/table.hpp"
#include "counters/quantity.hpp"

namespace numapack {
namespace {

using nlohmann::json;

constexpr Place shown_places[] = {Place::local, Place::cross_die, Place::cross_chip, Place::remote,
                                  Place::all};
constexpr Direction shown_directions[] = {Direction::reads, Direction::writes, Direction::operations};

std::optional<std::int64_t> value_of(const json& counts, Quantity quantity) {
  const auto found = counts.find(key_of(quantity));
  if (found == counts.end()) return std::nullopt;
  return found->get<std::int64_t>();
}

std::string percent(std::int64_t part, std::int64_t whole) {
  if (whole == 0) return "-";
  return fmt::format("{:.1f} %", 100 * static_cast<double>(part) / static_cast<double>(whole));
}

/// What is known of a direction, place by place; the share that is not local where both are known.
class PlaceTable {
 public:
  explicit PlaceTable(const json& set) : set_(set) {
    for (const Place place : shown_places)
      if (known(place)) columns_.push_back(place);
    shares_ = known(Place::local) && columns_.size() > 1;
  }

  std::string text() const {
    std::vector<std::string> header{""};
    for (const Place place : columns_) header.emplace_back(name(place));
    if (shares_) header.emplace_back("not local");
    Table table(std::move(header));
    const json& places = set_.at("places");
    for (const Direction direction : shown_directions) {
      if (places.size() > 1)
        for (const json& place : places) row(table, direction, place, where(place));
      row(table, direction, set_, places.size() > 1 ? ", all" : "");
    }
    return columns_.empty() ? "" : table.text();
  }

 private:
  bool known(Place place) const {
    const auto in = [&](const json& counts) {
      return std::any_of(std::begin(shown_directions), std::end(shown_directions), [&](Direction direction) {
        return value_of(counts, quantity_of(direction, place)).has_value();
      });
    };
    return in(set_) || std::any_of(set_.at("places").begin(), set_.at("places").end(), in);
  }

  static std::string where(const json& place) {
    const char* const word = place.contains("node") ? "node" : "package";
    return fmt::format(", {} {}", word, place.at(word).get<int>());
  }

  void row(Table& table, Direction direction, const json& counts, const std::string& where) const {
    std::vector<std::string> cells{name(direction) + where};
    std::int64_t sum = 0, away = 0;
    bool any = false;
    for (const Place place : columns_) {
      const auto value = value_of(counts, quantity_of(direction, place));
      any = any || value;
      cells.push_back(value ? grouped(*value) : "-");
      if (place == Place::all || !value) continue;
      sum += *value;
      if (place != Place::local) away += *value;
    }
    const bool local = value_of(counts, quantity_of(direction, Place::local)).has_value();
    if (shares_) cells.push_back(local ? percent(away, sum) : "-");
    if (any) table.row(std::move(cells));
  }

  const json& set_;
  std::vector<Place> columns_;
  bool shares_ = false;
};

std::string plain_lines(const json& set) {
  std::string text;
  const auto pair = [&](Quantity whole, Quantity part, const char* of, auto ratio) {
    const auto all = value_of(set, whole), some = value_of(set, part);
    if (all) text += fmt::format("  {:>15}  {}\n", grouped(*all), of);
    if (some)
      text += fmt::format("  {:>15}  {}{}\n", grouped(*some), ratio.first,
                          all && *all > 0 ? ratio.second(*some, *all) : "");
  };
  const auto share = [](std::int64_t part, std::int64_t whole) { return ", " + percent(part, whole); };
  const auto rate = [](std::int64_t part, std::int64_t whole) {
    return fmt::format(", {:.2f} a cycle", static_cast<double>(part) / static_cast<double>(whole));
  };
  pair(Quantity::cycles, Quantity::instructions, "cycles", std::pair("instructions", rate));
  pair(Quantity::l1d_loads, Quantity::l1d_load_misses, "L1 data loads", std::pair("misses of L1", share));
  pair(Quantity::node_loads, Quantity::node_load_misses, "node loads",
       std::pair("node-load misses: from another node", share));
  pair(Quantity::node_stores, Quantity::node_store_misses, "node stores",
       std::pair("node-store misses: to another node", share));
  return text;
}

/// The least share of its time that an event of the set was on a counter.
double least_share(const json& counters, const std::string& set) {
  double least = 1;
  for (const json& event : counters.at("events"))
    if (event.at("set") == set && event.at("time_share").is_number())
      least = std::min(least, event.at("time_share").get<double>());
  return least;
}

}  // namespace

std::string describe_counters(const json& counters) {
  std::string text;
  for (const json& set : counters.at("sets")) {
    text +=
        fmt::format("  {}: {}{}\n", set.at("name").get<std::string>(), set.at("meaning").get<std::string>(),
                    set.at("scope") == "system" ? " (everybody's)" : "");
    text += plain_lines(set) + PlaceTable(set).text();
    const double share = least_share(counters, set.at("name"));
    if (share < 0.995)
      text += fmt::format(
          "  events took turns on the counters, each at least {:.0f} % of the time: scaled to all "
          "of it\n",
          100 * share);
  }
  for (const json& line : counters.at("missing")) text += fmt::format("  {}\n", line.get<std::string>());
  return text;
}

}  // namespace numapack
