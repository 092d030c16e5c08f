// SPDX-License-Identifier: BSD-3-Clause
#include "probe/loops/barriers.hpp"

#include <algorithm>

#include "probe/loops/barrier_parts.hpp"
#include "probe/loops/dissemination.hpp"
#include "profile/barrier_models.hpp"

namespace numapack::probe {

namespace {

/// A thread's own number of the episode, on lines of its own.
struct alignas(128) Turn {
  std::uint32_t episode = 0;
};

std::size_t at(int index) { return static_cast<std::size_t>(index); }

/// The gangs' own, so that what is measured is what a gang takes.
class Central : public AnyBarrier {
 public:
  Central(const std::vector<int>& nodes, Patience patience)
      : barrier_(static_cast<int>(nodes.size()), patience) {}
  void wait(int) override { barrier_.wait(); }

 private:
  Barrier barrier_;
};

class ByRounds : public AnyBarrier {
 public:
  ByRounds(const std::vector<int>& nodes, Patience patience)
      : barrier_(static_cast<int>(nodes.size()), patience) {}
  void wait(int thread) override { barrier_.wait(thread); }

 private:
  Dissemination barrier_;
};

/// Arrival through a tree of fan-in 4, release through one of fan-out 2; every flag has one writer and one
/// reader.
class Tree : public AnyBarrier {
 public:
  Tree(const std::vector<int>& nodes, Patience)
      : threads_(static_cast<int>(nodes.size())),
        turns_(nodes.size()),
        arrived_(nodes.size()),
        released_(nodes.size()) {}

  void wait(int thread) override {
    const std::uint32_t episode = ++turns_[at(thread)].episode;
    for (int child = 4 * thread + 1; child <= std::min(4 * thread + 4, threads_ - 1); ++child) {
      arrived_[at(child)].wait_for(episode);
    }
    if (thread != 0) {
      arrived_[at(thread)].set(episode);
      released_[at(thread)].wait_for(episode);
    }
    for (int child = 2 * thread + 1; child <= std::min(2 * thread + 2, threads_ - 1); ++child) {
      released_[at(child)].set(episode);
    }
  }

 private:
  const int threads_;
  std::vector<Turn> turns_;
  std::vector<Episode> arrived_, released_;
};

/// Pairs; the winner is known beforehand and waits for the loser. The champion releases all with one word.
class Tournament : public AnyBarrier {
 public:
  Tournament(const std::vector<int>& nodes, Patience)
      : threads_(static_cast<int>(nodes.size())), turns_(nodes.size()), lost_(nodes.size()) {}

  void wait(int thread) override {
    const std::uint32_t episode = ++turns_[at(thread)].episode;
    for (int distance = 1; distance < threads_; distance *= 2) {
      if (thread % (2 * distance) != 0) {
        lost_[at(thread)].set(episode);
        return released_.wait_for(episode);
      }
      if (thread + distance < threads_) lost_[at(thread + distance)].wait_for(episode);
    }
    released_.set(episode);
  }

 private:
  const int threads_;
  std::vector<Turn> turns_;
  std::vector<Episode> lost_;
  Episode released_;
};

/// The last to arrive on a node meets the last of the other nodes, then releases its own.
class NodeAware : public AnyBarrier {
 public:
  NodeAware(const std::vector<int>& nodes, Patience patience)
      : turns_(nodes.size()), between_(static_cast<int>(distinct(nodes).size()), patience) {
    const std::vector<int> numbers = distinct(nodes);
    groups_ = std::vector<Group>(numbers.size());
    for (const int node : nodes) {
      group_of_.push_back(
          static_cast<int>(std::lower_bound(numbers.begin(), numbers.end(), node) - numbers.begin()));
      ++groups_[at(group_of_.back())].threads;
    }
  }

  void wait(int thread) override {
    const std::uint32_t episode = ++turns_[at(thread)].episode;
    const int number = group_of_[at(thread)];
    Group& group = groups_[at(number)];
    if (group.arrived.count.fetch_add(1, std::memory_order_acq_rel) + 1 != group.threads * episode) {
      return group.released.wait_for(episode);
    }
    between_.wait(number);
    group.released.set(episode);
  }

 private:
  struct Group {
    std::uint32_t threads = 0;
    Episode arrived, released;
  };

  static std::vector<int> distinct(std::vector<int> nodes) {
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    return nodes;
  }

  std::vector<Turn> turns_;
  std::vector<int> group_of_;
  std::vector<Group> groups_;
  Dissemination between_;
};

template <class Kind>
std::unique_ptr<AnyBarrier> make(const std::vector<int>& nodes, Patience patience) {
  return std::make_unique<Kind>(nodes, patience);
}

}  // namespace

const std::vector<BarrierKind>& barrier_kinds() {
  static const std::vector<BarrierKind> kinds{
      {"central", "one counter, one word that releases all", make<Central>, predict_central},
      {"tree", "arrival four to one, release one to two", make<Tree>, predict_tree},
      {"tournament", "pairs, a word that releases all", make<Tournament>, predict_tournament},
      {"dissemination", "everybody tells one other a round", make<ByRounds>, predict_dissemination},
      {"node-aware", "central on each node, dissemination between nodes", make<NodeAware>,
       predict_node_aware},
  };
  return kinds;
}

const BarrierKind* barrier_kind(const std::string& name) {
  for (const BarrierKind& kind : barrier_kinds()) {
    if (name == kind.name) return &kind;
  }
  return nullptr;
}

}  // namespace numapack::probe
