// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <charconv>
#include <optional>

#include "base/environment.hpp"
#include "base/error.hpp"
#include "machine/text.hpp"
#include "memory/placement.hpp"

namespace numapack {
namespace {

using Kind = Placement::Kind;

/// One text on its way to a placement, and the words to refuse it with.
class Parser {
 public:
  Parser(std::string_view text, const Machine& machine)
      : text_(text), machine_(machine), where_("placement \"" + std::string(text) + "\"") {
    std::vector<int> numbers;
    for (const int node : nodes_with_memory(machine)) {
      numbers.push_back(machine.os_index_of(node));
    }
    nodes_that_exist_ = "nodes with memory: " + list_text(numbers);
  }

  Placement parse() const {
    std::vector<std::string_view> parts;
    for (std::size_t begin = 0;;) {
      const std::size_t end = text_.find(':', begin);
      parts.push_back(text_.substr(begin, end == std::string_view::npos ? end : end - begin));
      if (end == std::string_view::npos) break;
      begin = end + 1;
    }
    const std::string_view word = parts[0];
    const std::size_t count = parts.size();
    const auto nodes = [&](std::size_t at) {
      return at < count ? nodes_named(parts[at]) : nodes_with_memory(machine_);
    };
    if ((word == "first-touch" || word == "local") && count == 1) return Placement::first_touch();
    if (is_list(word) && count == 1) return Placement::bind(one_node(word));
    if (word == "preferred" && count == 2) return Placement::preferred(one_node(parts[1]));
    if (word == "interleave" && count <= 2) return Placement::interleave(nodes(1));
    if (word == "replicated" && count <= 2) return Placement::replicated(nodes(1));
    if (word == "weighted" && count <= 2) return weighted(count == 2 ? parts[1] : "");
    if (word == "cyclic" && (count == 2 || count == 3)) {
      return Placement::cyclic_columns(block(parts[1]), nodes(2));
    }
    if (word == "rows" && (count == 2 || count == 3))
      return Placement::cyclic_rows(block(parts[1]), nodes(2));
    if (word == "tiles" && count >= 2 && count <= 4) return tiles(parts);
    invalid(where_, "not a placement",
            "use first-touch, a node's number, preferred:N, interleave[:LIST], weighted[:0=2,1=1], "
            "cyclic:NB[:LIST], rows:NB[:LIST], tiles:MBxNB[:PxQ][:LIST] or replicated[:LIST]; " +
                nodes_that_exist_);
  }

 private:
  static bool is_list(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789-,") == std::string_view::npos;
  }

  int node_of(int number) const {
    const int node = machine_.node_by_os_index(number);
    if (node < 0) invalid(where_, "there is no node " + std::to_string(number), nodes_that_exist_);
    if (!machine_.nodes[static_cast<std::size_t>(node)].usable_memory) {
      invalid(where_, "node " + std::to_string(number) + " has no memory that may be used",
              nodes_that_exist_);
    }
    return node;
  }

  /// Kernel numbers as indices; each must be a node whose memory may be used.
  std::vector<int> nodes_named(std::string_view list) const {
    std::vector<int> nodes;
    for (const int number : parse_list(list, where_)) nodes.push_back(node_of(number));
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    return nodes;
  }

  int one_node(std::string_view list) const {
    const std::vector<int> nodes = nodes_named(list);
    if (nodes.size() != 1) {
      invalid(where_, "memory can be bound to one node only", "use interleave:LIST; " + nodes_that_exist_);
    }
    return nodes.front();
  }

  std::int64_t block(std::string_view digits) const {
    const auto value = parse_elements(digits);
    if (!value || *value < 1) {
      invalid(where_, "\"" + std::string(digits) + "\" is not a block size",
              "use 1 or more columns or rows, such as cyclic:64");
    }
    return *value;
  }

  /// "64x32" as 64 and 32; nothing if there is no x.
  std::optional<std::pair<std::int64_t, std::int64_t>> product(std::string_view part) const {
    const std::size_t cross = part.find('x');
    if (cross == std::string_view::npos) return std::nullopt;
    return std::pair(block(part.substr(0, cross)), block(part.substr(cross + 1)));
  }

  Placement tiles(const std::vector<std::string_view>& parts) const {
    const auto tile = product(parts[1]);
    if (!tile) invalid(where_, "no size of a tile", "use tiles:MBxNB:PxQ, such as tiles:64x64:2x2");
    std::size_t next = 2;
    std::pair<std::int64_t, std::int64_t> grid{0, 0};
    if (next < parts.size()) {
      if (const auto given = product(parts[next])) {
        grid = *given;
        ++next;
      }
    }
    if (next + 1 < parts.size()) invalid(where_, "too many parts", "use tiles:MBxNB:PxQ:LIST");
    const bool named = next < parts.size();
    std::vector<int> nodes = named ? nodes_named(parts[next]) : nodes_with_memory(machine_);
    const auto places = static_cast<std::size_t>(std::min<std::int64_t>(grid.first, 1 << 15) *
                                                 std::min<std::int64_t>(grid.second, 1 << 15));
    // The first nodes fill the grid; more places than nodes cannot be meant.
    if (places > nodes.size() || (named && places > 0 && places != nodes.size())) {
      invalid(
          where_,
          "the grid has " + std::to_string(places) + " places for " + std::to_string(nodes.size()) + " nodes",
          "use a grid of as many places as nodes; " + nodes_that_exist_);
    }
    if (places > 0) nodes.resize(places);
    return resolved(Placement::tiles(tile->first, tile->second, static_cast<int>(grid.first),
                                     static_cast<int>(grid.second), std::move(nodes)),
                    machine_, {});
  }

  Placement weighted(std::string_view list) const {
    if (list.data() == nullptr || list.empty()) {
      if (text_.back() == ':') invalid(where_, "no weights", "use weighted:0=2,1=1 or weighted");
      return Placement::weighted(nodes_with_memory(machine_));
    }
    std::vector<std::pair<int, int>> pairs;
    for (std::size_t begin = 0; begin <= list.size();) {
      const std::size_t end = std::min(list.find(',', begin), list.size());
      const std::string_view part = list.substr(begin, end - begin);
      const std::size_t sign = part.find('=');
      int number = 0, weight = 0;
      if (sign != std::string_view::npos) {
        const auto before = std::from_chars(part.data(), part.data() + sign, number);
        const auto after = std::from_chars(part.data() + sign + 1, part.data() + part.size(), weight);
        if (before.ec != std::errc() || before.ptr != part.data() + sign || after.ec != std::errc() ||
            after.ptr != part.data() + part.size() || weight < 1 || weight > 255) {
          weight = 0;
        }
      }
      if (weight == 0) {
        invalid(where_, "\"" + std::string(part) + "\" is not a node and its weight",
                "use NODE=WEIGHT with weights of 1 to 255, such as weighted:0=2,1=1");
      }
      pairs.emplace_back(node_of(number), weight);
      begin = end + 1;
    }
    std::sort(pairs.begin(), pairs.end());
    Placement placement = Placement::weighted();
    for (const auto& [node, weight] : pairs) {
      if (!placement.nodes.empty() && placement.nodes.back() == node) {
        invalid(where_, "a node has two weights", "name each once");
      }
      placement.nodes.push_back(node);
      placement.weights.push_back(weight);
    }
    return placement;
  }

  std::string_view text_;
  const Machine& machine_;
  std::string where_, nodes_that_exist_;
};

}  // namespace

Placement parse_placement(std::string_view text, const Machine& machine) {
  return Parser(text, machine).parse();
}

}  // namespace numapack
