// SPDX-License-Identifier: BSD-3-Clause
#include "batch/batch_homes.hpp"

#include <algorithm>

#include "base/integer.hpp"

namespace numapack {

namespace {

/// Pages of a problem that decide: whole rounds of the nodes, so that none of an interleaved matrix has more.
Index deciding_pages(std::size_t nodes) {
  return round_up(Index{8}, std::max<Index>(1, static_cast<Index>(nodes)));
}

/// Pages one after the other, those in the middle of a stretch of memory where it has many.
struct PageRun {
  std::uintptr_t first = 0;
  Index count = 0;

  PageRun(std::uintptr_t begin, std::size_t bytes, std::size_t page, Index most) {
    if (bytes == 0) return;
    first = begin / page;
    count = static_cast<Index>((begin + bytes - 1) / page - first) + 1;
    if (count <= most) return;
    first += static_cast<std::uintptr_t>((count - most) / 2);
    count = most;
  }
};

/// Collects one operand's homes, problem after problem.
class HomesOfOperand {
 public:
  HomesOfOperand(BatchHomes& homes, int operand, std::size_t nodes, Index problems, bool with_parts)
      : of_(homes.of[static_cast<std::size_t>(operand)]),
        parts_(homes.parts[static_cast<std::size_t>(operand)]),
        with_parts_(with_parts),
        load_(nodes, 0.0) {
    of_.reserve(static_cast<std::size_t>(problems));
  }

  void add_whole(std::size_t node, double cost) {
    load_[node] += cost;
    of_.push_back(static_cast<std::int16_t>(node));
    if (parts_.empty()) return;
    parts_.resize(of_.size() * load_.size(), 0.0F);
    parts_[(of_.size() - 1) * load_.size() + node] = 1;
  }

  /// `on`: how much of it is on each node. Of those with about as many the one that has the least to do.
  void add(const std::vector<double>& on, double cost) {
    // What begins next to a page's boundary has nearly two whole pages (PR-027).
    constexpr double about_as_many = 7.0 / 8;
    double most = 0, all = 0;
    for (const double bytes : on) most = std::max(most, bytes), all += bytes;
    std::size_t best = on.size();
    for (std::size_t node = 0; node < on.size(); ++node)
      if (on[node] > 0 && on[node] >= about_as_many * most &&
          (best == on.size() || load_[node] < load_[best]))
        best = node;
    if (with_parts_ && most < all) begin_parts();
    add_whole(best < on.size() ? best : 0, cost);
    if (parts_.empty() || all == 0) return;
    float* const part = &parts_[parts_.size() - on.size()];
    for (std::size_t node = 0; node < on.size(); ++node) part[node] = static_cast<float>(on[node] / all);
  }

 private:
  /// Those before are each on one node.
  void begin_parts() {
    if (!parts_.empty()) return;
    parts_.assign(of_.size() * load_.size(), 0.0F);
    for (std::size_t i = 0; i < of_.size(); ++i)
      parts_[i * load_.size() + static_cast<std::size_t>(of_[i])] = 1;
  }

  std::vector<std::int16_t>& of_;
  std::vector<float>& parts_;
  const bool with_parts_;
  std::vector<double> load_;  ///< cost of what each node has so far
};

/// What nodes of some pages say of others: one node, or several in turn by the page's number.
class Turn {
 public:
  Turn(const std::uintptr_t* pages, const int* nodes, std::size_t count) : last_(nodes[count - 1]) {
    for (std::size_t period = 1; period <= count / 2; ++period) {
      of_.assign(period, unseen);
      std::size_t right = 0;
      for (; right < count; ++right) {
        int& node = of_[pages[right] % period];
        if (node != unseen && node != nodes[right]) break;
        node = nodes[right];
      }
      if (right == count) return;
    }
    of_.assign(1, unseen);
  }
  int operator()(std::uintptr_t page) const {
    const int node = of_[page % of_.size()];
    return node == unseen ? last_ : node;
  }

 private:
  static constexpr int unseen = -2;  ///< no node, and not that of an untouched page
  std::vector<int> of_;
  int last_;
};

/// The node of each page; where there are many, by runs.
std::vector<int> nodes_of(const std::vector<std::uintptr_t>& pages, std::size_t page_bytes, std::size_t nodes,
                          const AskHomes& ask) {
  const auto count = static_cast<Index>(pages.size());
  // Half a run shows twice what all nodes have in turn.
  const Index run = count <= most_pages_asked ? std::max<Index>(count, 1)
                                              : std::max<Index>(16, 4 * static_cast<Index>(nodes));
  const Index apart = std::max(run, divide_up(count, most_pages_asked / std::min(run, most_pages_asked)));
  std::vector<const void*> asked;
  for (Index begin = 0; begin < count; begin += apart)
    for (Index i = begin; i < std::min(count, begin + run); ++i)
      asked.push_back(reinterpret_cast<const void*>(pages[static_cast<std::size_t>(i)] * page_bytes));
  std::vector<int> answers = asked.empty() ? std::vector<int>() : ask(asked);
  if (run >= count) return answers;
  std::vector<int> found(pages.size());
  auto answer = answers.cbegin();
  for (Index begin = 0; begin < count; begin += apart) {
    const Index end = std::min(count, begin + run), until = std::min(count, begin + apart);
    std::copy_n(answer, end - begin, found.begin() + begin);
    answer += end - begin;
    // A run may begin with the end of another stretch: its second half is what goes on.
    const auto tail = static_cast<std::size_t>((end - begin + 1) / 2), after = static_cast<std::size_t>(end);
    const Turn turn(&pages[after - tail], &found[after - tail], tail);
    for (std::size_t i = after; i < static_cast<std::size_t>(until); ++i) found[i] = turn(pages[i]);
  }
  return found;
}

double bytes_on(const BatchPlace& place, std::uintptr_t page, std::size_t page_bytes) {
  const auto begin = reinterpret_cast<std::uintptr_t>(place.data);
  return double(std::min(begin + place.bytes, (page + 1) * page_bytes) - std::max(begin, page * page_bytes));
}

/// The pages of problems, in their order, without those that a problem shares with the one before.
struct ProblemPages {
  struct Own {
    std::size_t first;  ///< in `numbers`
    Index count;
  };
  std::vector<std::uintptr_t> numbers;
  std::vector<Own> of;  ///< each problem

  void add(const PageRun& run) {
    const std::size_t shared = shared_with_last(run);
    of.push_back({numbers.size() - shared, run.count});
    for (auto i = shared; i < static_cast<std::size_t>(run.count); ++i) numbers.push_back(run.first + i);
  }

 private:
  std::size_t shared_with_last(const PageRun& run) const {
    if (numbers.empty() || numbers.back() < run.first) return 0;
    const std::size_t count = numbers.back() - run.first + 1;
    const bool are_last = count <= std::min(numbers.size(), static_cast<std::size_t>(run.count)) &&
                          numbers[numbers.size() - count] == run.first;
    return are_last ? count : 0;
  }
};

}  // namespace

BatchHomes sample_batch_homes(const BatchShape& shape, const BatchPlaces& places, const BatchSample& what,
                              const Machine& machine, int fallback_node, const AskHomes& ask) {
  BatchHomes homes;
  const std::size_t nodes = machine.nodes.size(), page_bytes = machine.page_bytes;
  if (nodes < 2) return homes;
  const Index deciding = deciding_pages(nodes);
  const auto each_problem = [&](const auto& each) {
    for (std::size_t group = 0; group < shape.groups.size(); ++group)
      for (Index i = 0; i < shape.groups[group].problems; ++i)
        each(static_cast<Index>(group), i, shape.groups[group].cost);
  };
  std::vector<double> on(nodes, 0.0);
  for (int operand = 0; operand < what.operands; ++operand) {
    ProblemPages pages;
    each_problem([&](Index group, Index i, double) {
      const BatchPlace place = places(group, operand, i);
      pages.add({reinterpret_cast<std::uintptr_t>(place.data), place.bytes, page_bytes, deciding});
    });
    const std::vector<int> found = nodes_of(pages.numbers, page_bytes, nodes, ask);
    const auto node_at = [&](std::size_t page) {
      return static_cast<std::size_t>(found[page] < 0 ? fallback_node : found[page]);
    };
    HomesOfOperand out(homes, operand, nodes, static_cast<Index>(pages.of.size()), what.with_parts);
    auto next = pages.of.cbegin();
    each_problem([&](Index group, Index i, double cost) {
      const ProblemPages::Own own = *next++;
      if (own.count == 0) return out.add_whole(static_cast<std::size_t>(fallback_node), cost);
      if (own.count == 1) return out.add_whole(node_at(own.first), cost);
      const BatchPlace place = places(group, operand, i);
      std::ranges::fill(on, 0.0);
      for (std::size_t page = own.first; page < own.first + static_cast<std::size_t>(own.count); ++page)
        on[node_at(page)] += bytes_on(place, pages.numbers[page], page_bytes);
      out.add(on, cost);
    });
  }
  return homes;
}

void add_homes_of_stack(BatchHomes& homes, int operand, const HomeMap& stack, Index columns, Index problems,
                        std::size_t element_bytes, std::size_t page_bytes) {
  const std::size_t nodes = stack.share.front().size();
  HomesOfOperand out(homes, operand, nodes, problems, true);
  std::vector<std::size_t> in_turn;  // of one tile
  const bool is_one_tile = stack.share.size() == 1;
  for (std::size_t node = 0; is_one_tile && node < nodes; ++node)
    if (stack.share.front()[node] > 0) in_turn.push_back(node);
  const std::size_t bytes = static_cast<std::size_t>(columns * stack.rows) * element_bytes;
  std::vector<double> on(nodes, 0.0);
  for (Index i = 0; i < problems; ++i) {
    if (!is_one_tile) {
      out.add(stack.elements_by_node({0, stack.rows}, {i * columns, (i + 1) * columns}), 1);
      continue;
    }
    const std::uintptr_t begin = static_cast<std::uintptr_t>(i) * bytes;
    const BatchPlace place{reinterpret_cast<const void*>(begin), bytes};
    const PageRun run(begin, bytes, page_bytes, deciding_pages(nodes));
    std::ranges::fill(on, 0.0);
    for (std::uintptr_t page = run.first; page < run.first + static_cast<std::uintptr_t>(run.count); ++page)
      on[in_turn[page % in_turn.size()]] += bytes_on(place, page, page_bytes);
    out.add(on, 1);
  }
}

}  // namespace numapack
