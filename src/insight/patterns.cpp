// SPDX-License-Identifier: BSD-3-Clause
#include "insight/patterns.hpp"

#include <algorithm>
#include <map>

#include "profile/reduction_tree.hpp"

namespace numapack {

namespace {

/// Messages in the order in which receivers take them; keeps for each thread when it is ready and why.
class Timeline {
 public:
  Timeline(const std::vector<int>& pus, const PairLatency& latency) : pus_(pus), latency_(latency) {
    events_.push_back({0, -1, {}});
    last_.assign(pus.size(), 0);
  }

  /// What thread `from` has done until now becomes known to `to`.
  void message(std::size_t from, std::size_t to) { arrive(to, last_[from], from, to); }

  /// The same from a moment that snapshot() remembered: steps of one round all start together.
  std::vector<std::size_t> snapshot() const { return last_; }
  void message(const std::vector<std::size_t>& then, std::size_t from, std::size_t to) {
    arrive(to, then[from], from, to);
  }

  /// A thread takes flags one after another: the reading of each costs a latency after the one before.
  void read_next(const std::vector<std::size_t>& then, std::size_t from, std::size_t to) {
    const double own = events_[last_[to]].time, other = events_[then[from]].time;
    const double cost = latency_(pus_[from], pus_[to]);
    const std::size_t cause = other > own ? then[from] : last_[to];
    events_.push_back({std::max(own, other) + cost, int(cause), {pus_[from], pus_[to], cost}});
    last_[to] = events_.size() - 1;
  }
  void read_next(std::size_t from, std::size_t to) { read_next(last_, from, to); }

  PatternCost cost(std::string pattern) const {
    PatternCost cost;
    cost.pattern = std::move(pattern);
    std::size_t latest = 0;
    for (const std::size_t event : last_) {
      if (events_[event].time > events_[latest].time) latest = event;
    }
    cost.ns = events_[latest].time;
    for (int event = int(latest); event > 0; event = events_[std::size_t(event)].cause) {
      cost.path.push_back(events_[std::size_t(event)].step);
    }
    std::reverse(cost.path.begin(), cost.path.end());
    return cost;
  }

 private:
  struct Event {
    double time;
    int cause;
    PatternStep step;
  };

  void arrive(std::size_t to, std::size_t cause, std::size_t from, std::size_t at) {
    const double cost = latency_(pus_[from], pus_[at]);
    const double time = events_[cause].time + cost;
    if (time <= events_[last_[to]].time) return;
    events_.push_back({time, int(cause), {pus_[from], pus_[at], cost}});
    last_[to] = events_.size() - 1;
  }

  const std::vector<int>& pus_;
  const PairLatency& latency_;
  std::vector<Event> events_;
  std::vector<std::size_t> last_;
};

using Members = std::vector<std::size_t>;

void gather(Timeline& time, const Members& members) {
  for (std::size_t i = 1; i < members.size(); ++i) time.message(members[i - 1], members[i]);
}

void release(Timeline& time, const Members& members, std::size_t from) {
  const auto now = time.snapshot();
  for (const std::size_t to : members) {
    if (to != from) time.message(now, from, to);
  }
}

void disseminate(Timeline& time, const Members& members) {
  const std::size_t count = members.size();
  for (std::size_t distance = 1; distance < count; distance *= 2) {
    const auto now = time.snapshot();
    for (std::size_t to = 0; to < count; ++to) {
      time.message(now, members[(to + count - distance) % count], members[to]);
    }
  }
}

void binomial(Timeline& time, const Members& members) {
  for (std::size_t distance = 1; distance < members.size(); distance *= 2) {
    const auto now = time.snapshot();
    for (std::size_t from = 0; from < distance && from + distance < members.size(); ++from) {
      time.message(now, members[from], members[from + distance]);
    }
  }
}

void tree_arrive(Timeline& time, std::size_t thread, std::size_t count) {
  for (std::size_t child = 4 * thread + 1; child <= 4 * thread + 4 && child < count; ++child) {
    tree_arrive(time, child, count);
  }
  const auto now = time.snapshot();
  for (std::size_t child = 4 * thread + 1; child <= 4 * thread + 4 && child < count; ++child) {
    time.read_next(now, child, thread);
  }
}

void tree_release(Timeline& time, std::size_t thread, std::size_t count) {
  for (std::size_t child = 2 * thread + 1; child <= 2 * thread + 2 && child < count; ++child) {
    time.message(thread, child);
    tree_release(time, child, count);
  }
}

void tournament(Timeline& time, const Members& members) {
  for (std::size_t distance = 1; distance < members.size(); distance *= 2) {
    const auto now = time.snapshot();
    for (std::size_t winner = 0; winner + distance < members.size(); winner += 2 * distance) {
      time.message(now, members[winner + distance], members[winner]);
    }
  }
}

void reduce(Timeline& time, const ReductionTree& tree) {
  for (const ReductionStep& step : tree) time.read_next(std::size_t(step.from), std::size_t(step.into));
}

}  // namespace

std::vector<PatternCost> pattern_costs(const std::vector<int>& pus, const std::vector<int>& nodes,
                                       const PairLatency& latency) {
  Members all;
  std::map<int, Members> groups;
  for (std::size_t thread = 0; thread < pus.size(); ++thread) {
    all.push_back(thread);
    groups[nodes[thread]].push_back(thread);
  }
  Members leaders;
  for (const auto& [node, members] : groups) leaders.push_back(members.back());

  std::vector<PatternCost> costs;
  const auto add = [&](const char* pattern, const std::function<void(Timeline&)>& run) {
    Timeline time(pus, latency);
    if (pus.size() > 1) run(time);
    costs.push_back(time.cost(pattern));
  };
  add("central", [&](Timeline& time) {
    gather(time, all);
    release(time, all, all.back());
  });
  add("tree", [&](Timeline& time) {
    tree_arrive(time, 0, all.size());
    tree_release(time, 0, all.size());
  });
  add("tournament", [&](Timeline& time) {
    tournament(time, all);
    release(time, all, 0);
  });
  add("dissemination", [&](Timeline& time) { disseminate(time, all); });
  add("node-aware", [&](Timeline& time) {
    for (const auto& [node, members] : groups) gather(time, members);
    disseminate(time, leaders);
    for (const auto& [node, members] : groups) release(time, members, members.back());
  });
  add("flat broadcast", [&](Timeline& time) { release(time, all, 0); });
  add("binomial broadcast", [&](Timeline& time) { binomial(time, all); });
  add("node-aware broadcast", [&](Timeline& time) {
    Members heads;
    for (const auto& [node, members] : groups) {
      const bool root = std::find(members.begin(), members.end(), std::size_t{0}) != members.end();
      heads.insert(root ? heads.begin() : heads.end(), members.front());
    }
    release(time, heads, heads.front());
    for (const auto& [node, members] : groups) release(time, members, members.front());
  });
  add("reduction by number", [&](Timeline& time) { reduce(time, reduction_by_number(int(pus.size()))); });
  add("reduction by distance", [&](Timeline& time) {
    reduce(time, reduction_by_distance(int(pus.size()), [&](int one, int other) {
             return latency(pus[std::size_t(one)], pus[std::size_t(other)]);
           }));
  });
  return costs;
}

}  // namespace numapack
