// SPDX-License-Identifier: BSD-3-Clause
#include "insight/position/arrange.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <string>

#include "base/error.hpp"
#include "base/shuffle.hpp"
#include "base/statistics.hpp"

namespace numapack {

namespace {

class Search {
 public:
  Search(const SquareMatrix& traffic, const SquareMatrix& latency)
      : latency_(latency), both_(traffic.size(), std::vector<double>(traffic.size(), 0)) {
    for (std::size_t one = 0; one < traffic.size(); ++one)
      for (std::size_t other = 0; other < traffic.size(); ++other)
        if (one != other) both_[one][other] = traffic[one][other] + traffic[other][one];
  }

  double cost(const std::vector<std::size_t>& places) const {
    double sum = 0;
    for (std::size_t one = 0; one < both_.size(); ++one)
      for (std::size_t other = 0; other < one; ++other)
        sum += both_[one][other] * mean(places[one], places[other]);
    return sum;
  }

  /// The busiest thread first, then the thread that exchanges most with those already placed, each on its
  /// cheapest place.
  std::vector<std::size_t> greedy() const {
    const std::size_t threads = both_.size();
    constexpr std::size_t nowhere = std::size_t(-1);
    std::vector<std::size_t> places(threads, nowhere);
    std::vector<bool> taken(latency_.size(), false);
    for (std::size_t step = 0; step < threads; ++step) {
      std::size_t next = nowhere;
      double most = -1;
      for (std::size_t thread = 0; thread < threads; ++thread) {
        if (places[thread] != nowhere) continue;
        double with = 0;
        for (std::size_t other = 0; other < threads; ++other)
          if (step == 0 || places[other] != nowhere) with += both_[thread][other];
        if (with <= most) continue;
        most = with;
        next = thread;
      }
      std::size_t best = nowhere;
      double least = 0;
      for (std::size_t place = 0; place < latency_.size(); ++place) {
        if (taken[place]) continue;
        double sum = 0;
        for (std::size_t other = 0; other < threads; ++other)
          if (places[other] != nowhere) sum += both_[next][other] * mean(place, places[other]);
        if (best != nowhere && sum >= least) continue;
        best = place;
        least = sum;
      }
      places[next] = best;
      taken[best] = true;
    }
    return places;
  }

  void descend(std::vector<std::size_t>& places) const {
    constexpr std::size_t free_place = std::size_t(-1);
    std::vector<std::size_t> thread_at(latency_.size(), free_place);
    for (std::size_t thread = 0; thread < places.size(); ++thread) thread_at[places[thread]] = thread;
    for (bool moved = true; moved;) {
      moved = false;
      for (std::size_t thread = 0; thread < places.size(); ++thread) {
        for (std::size_t place = 0; place < latency_.size(); ++place) {
          const std::size_t from = places[thread], other = thread_at[place];
          if (place == from || gain(places, thread, place, other) <= 1e-9) continue;
          places[thread] = place;
          thread_at[place] = thread;
          thread_at[from] = other;
          if (other != free_place) places[other] = from;
          moved = true;
        }
      }
    }
  }

 private:
  double mean(std::size_t one, std::size_t other) const {
    return (latency_[one][other] + latency_[other][one]) / 2;
  }

  /// The gain of moving a thread to a place, and the thread there to the first one's place.
  double gain(const std::vector<std::size_t>& places, std::size_t thread, std::size_t to,
              std::size_t other) const {
    const std::size_t from = places[thread];
    double saved = 0;
    for (std::size_t third = 0; third < places.size(); ++third) {
      if (third == thread || third == other) continue;
      const double by = mean(from, places[third]) - mean(to, places[third]);
      saved += both_[thread][third] * by;
      if (other < places.size()) saved -= both_[other][third] * by;
    }
    return saved;
  }

  const SquareMatrix& latency_;
  SquareMatrix both_;
};

}  // namespace

Arrangement arrange(const SquareMatrix& traffic, const SquareMatrix& latency_ns, std::uint64_t seed) {
  if (traffic.empty() || traffic.size() > latency_ns.size())
    invalid("threads", std::to_string(traffic.size()) + " for " + std::to_string(latency_ns.size()) + " CPUs",
            "use a thread a CPU at most");
  const Search search(traffic, latency_ns);
  std::vector<std::size_t> all(latency_ns.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const auto threads = std::ptrdiff_t(traffic.size());
  Arrangement best{{all.begin(), all.begin() + threads}, 0, 0};
  best.cost = best.as_numbered = search.cost(best.places);
  std::vector<std::vector<std::size_t>> starts{best.places, search.greedy()};
  std::mt19937_64 random(seed);
  // A descent of few threads costs nothing, and four starts end a tenth above the best now and then.
  const std::size_t random_starts = 4 + 1024 / (traffic.size() * all.size());
  for (std::size_t i = 0; i < random_starts; ++i) {
    shuffle(all, random);
    starts.emplace_back(all.begin(), all.begin() + threads);
  }
  for (std::vector<std::size_t>& places : starts) {
    search.descend(places);
    const double cost = search.cost(places);
    if (cost >= best.cost) continue;
    best.cost = cost;
    best.places = places;
  }
  return best;
}

SquareMatrix latencies_between(const std::vector<int>& pus, const Machine& machine, const Profile& figures,
                               const MeasuredProfile* measured) {
  std::map<std::pair<int, int>, double> pairs;
  std::map<std::pair<int, int>, std::vector<double>> nodes;
  std::map<Reach, std::vector<double>> as_far;
  const auto node_of = [&](int pu) {
    const int core = machine.core_of_pu(pu);
    return core < 0 ? -1 : machine.cores[std::size_t(core)].node;
  };
  if (measured != nullptr) {
    for (const CoreToCore& cell : measured->core_to_core) {
      // A line that several have may come from a copy that is nearer than its owner.
      const bool of_owner = cell.state == LineState::modified || cell.state == LineState::exclusive;
      if (!cell.latency_ns.valid() || cell.reader == cell.owner || cell.level == 0 || !of_owner) continue;
      const double value = cell.latency_ns.value();
      const auto known = pairs.emplace(std::pair(cell.reader, cell.owner), value).first;
      known->second = std::min(known->second, value);
    }
    for (const auto& [pair, value] : pairs) {
      const int reader = node_of(pair.first), owner = node_of(pair.second);
      nodes[std::minmax(reader, owner)].push_back(value);
      if (reader >= 0 && owner >= 0) as_far[machine.reach(reader, owner)].push_back(value);
    }
  }
  SquareMatrix matrix(pus.size(), std::vector<double>(pus.size(), 0));
  for (std::size_t one = 0; one < pus.size(); ++one) {
    for (std::size_t other = 0; other < pus.size(); ++other) {
      if (one == other) continue;
      const int from = node_of(pus[one]), to = node_of(pus[other]);
      auto pair = pairs.find({pus[one], pus[other]});
      if (pair == pairs.end()) pair = pairs.find({pus[other], pus[one]});
      const auto by_nodes = nodes.find(std::minmax(from, to));
      const auto by_reach = as_far.find(machine.reach(from, to));
      matrix[one][other] = pair != pairs.end()        ? pair->second
                           : by_nodes != nodes.end()  ? median(by_nodes->second)
                           : by_reach != as_far.end() ? median(by_reach->second)
                                                      : figures.latency(from, to);
    }
  }
  return matrix;
}

}  // namespace numapack
