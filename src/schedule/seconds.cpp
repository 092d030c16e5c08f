// SPDX-License-Identifier: BSD-3-Clause
#include "schedule/seconds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace numapack {

namespace {

/// A step, or a thread's part of one without a gang, that is being done.
struct Running {
  std::uint32_t step = 0;
  std::vector<std::size_t> workers;
  std::size_t node = 0;
  StepLoad load;          ///< of each worker
  double arithmetic = 0;  ///< seconds, likewise
  double alone = 0;       ///< what it takes if nobody else is at work
  double takes = 0;       ///< what it takes while all others do what they do now
  double left = 1;        ///< share of it
  double begun = 0;
  double chain = 0;  ///< the longest chain of steps to its end
};

/// Memories and links, by what is asked of each as a multiple of what it gives.
class Flows {
 public:
  explicit Flows(const TimeModel& model)
      : model_(model),
        nodes_(model.memory_bytes_per_s.size()),
        asked_(nodes_ * (nodes_ + 1), 0.0),
        load_(asked_),
        slower_(nodes_ * (nodes_ + 1), 1.0) {}

  /// sign: 1 where a step begins, -1 where it ends.
  void add(const Running& step, double sign) { add(step, sign / step.alone, asked_); }

  /// Whether any could be asked for more than it gives.
  bool any_full() const {
    return std::ranges::any_of(asked_, [](double times) { return times > 1; });
  }

  /// Finds how many times slower each is for all who use it while these steps are done, so that none gives
  /// more than it has: by iteration, since who waits for one asks the others for less.
  void share(const std::vector<Running>& slots, const std::vector<std::size_t>& active) {
    std::ranges::fill(slower_, 1.0);
    constexpr int most_rounds = 20;
    constexpr double near = 0.01;
    for (int round = 0; round < most_rounds; ++round) {
      std::ranges::fill(load_, 0.0);
      for (const std::size_t slot : active) add(slots[slot], 1 / takes(slots[slot]), load_);
      double off = 0;
      for (std::size_t i = 0; i < load_.size(); ++i) {
        const double next = std::max(1.0, slower_[i] * load_[i]);
        off = std::max(off, std::abs(next / slower_[i] - 1));
        slower_[i] = next;
      }
      if (off < near) return;
    }
  }

  double takes(const Running& step) const {
    return time_of(step, [&](std::size_t home) {
      return home == step.node ? slower_[home] : std::max(slower_[home], slower_[link(step.node, home)]);
    });
  }
  /// If nobody else is at work.
  double takes_alone(const Running& step) const {
    return time_of(step, [](std::size_t) { return 1.0; });
  }

 private:
  /// What a step asks for if it is done so many times a second.
  void add(const Running& step, double times_a_second, std::vector<double>& to) const {
    for (std::size_t home = 0; home < nodes_ && step.alone > 0; ++home) {
      if (step.load.bytes[home] <= 0) continue;
      const double rate = times_a_second * double(step.workers.size()) * step.load.bytes[home];
      to[home] += rate / model_.memory_bytes_per_s[home];
      if (home != step.node) to[link(step.node, home)] += rate / model_.link_bytes_per_s[step.node][home];
    }
  }

  template <class Slower>
  double time_of(const Running& step, const Slower& slower) const {
    double local = 0, remote = 0;
    for (std::size_t home = 0; home < nodes_; ++home)
      if (step.load.bytes[home] > 0)
        (home == step.node ? local : remote) +=
            slower(home) * step.load.bytes[home] / model_.core_bytes_per_s[step.node][home];
    return std::max(step.arithmetic, local) + remote;
  }
  std::size_t link(std::size_t from, std::size_t home) const { return nodes_ + from * nodes_ + home; }

  const TimeModel& model_;
  const std::size_t nodes_;
  std::vector<double> asked_;  ///< while all steps take what they take alone, which is the most
  std::vector<double> load_, slower_;
};

/// A thread with a clock.
struct Worker {
  enum class State { free, blocked, in_gang, working, done } state = State::free;
  std::size_t team = 0;
  Schedule::Ticket ticket = {};
};

class Walk {
 public:
  Walk(const Schedule& schedule, std::span<const int> of_team, const LoadOf& load_of, const TimeModel& model)
      : schedule_(schedule), of_team_(of_team), load_of_(load_of), model_(model), flows_(model) {
    const std::size_t nodes = model.memory_bytes_per_s.size();
    result_.remote_by_link.assign(nodes, std::vector<double>(nodes, 0.0));
    for (std::size_t team = 0; team < schedule.threads.size(); ++team) {
      for (int i = 0; i < schedule.threads[team]; ++i) workers_.push_back({.team = team});
      tickets_.push_back(tickets_of(team));
    }
    next_.assign(tickets_.size(), 0);
    counters_.assign(schedule.counters, 0);
    chains_.resize(schedule.counters);
    joined_.resize(schedule.gangs);
    slots_.resize(workers_.size());
    busy_.assign(workers_.size(), 0.0);
    for (Running& slot : slots_) slot.load.bytes.assign(nodes, 0.0);
    all_cores_ = workers_.size() > 1;
  }

  Seconds seconds() {
    if (workers_.empty()) return result_;
    const double wake = all_cores_ ? model_.wake_s : 0;
    // The caller is at work at once; what it ends before the others are there is ended.
    proceed(0);
    while (!active_.empty() && next_end() <= wake) finish_next(1);
    pass_to(std::max(now_, wake));
    settle(workers_.size());
    while (!active_.empty()) finish_next(workers_.size());
    sum_up(wake);
    return result_;
  }

 private:
  std::vector<Schedule::Ticket> tickets_of(std::size_t team) const {
    if (!schedule_.tickets.empty()) {
      const auto of = schedule_.tickets_of(static_cast<int>(team));
      return {of.begin(), of.end()};
    }
    std::vector<Schedule::Ticket> tickets;
    for (std::uint32_t i = 0; i < schedule_.steps.size(); ++i) {
      const Step& step = schedule_.steps[i];
      for (int part = 0; step.team == static_cast<int>(team) && part < step.width; ++part)
        tickets.push_back({i, static_cast<std::uint32_t>(part)});
    }
    return tickets;
  }

  bool is_ready(const Step& step) const {
    return std::ranges::all_of(schedule_.waits_of(step), [&](const Schedule::Wait& wait) {
      return counters_[wait.counter] >= wait.value;
    });
  }

  /// Lets a thread go on until it works or waits.
  void proceed(std::size_t number) {
    Worker& worker = workers_[number];
    if (worker.state == Worker::State::free) {
      const std::vector<Schedule::Ticket>& tickets = tickets_[worker.team];
      if (next_[worker.team] == tickets.size()) {
        worker.state = Worker::State::done;
        return;
      }
      worker.ticket = tickets[next_[worker.team]++];
    }
    const Step& step = schedule_.steps[worker.ticket.step];
    worker.state = Worker::State::blocked;
    if (!is_ready(step)) return;
    if (step.gang < 0) return begin(step, {&number, 1});
    worker.state = Worker::State::in_gang;
    std::vector<std::size_t>& gang = joined_[static_cast<std::size_t>(step.gang)];
    gang.push_back(number);
    if (gang.size() == static_cast<std::size_t>(step.width)) begin(step, gang);
  }

  void begin(const Step& step, std::span<const std::size_t> workers) {
    Running& running = slots_[workers.front()];
    running.step = static_cast<std::uint32_t>(&step - schedule_.steps.data());
    running.workers.assign(workers.begin(), workers.end());
    running.node = static_cast<std::size_t>(of_team_[static_cast<std::size_t>(step.team)]);
    running.load.work = {};
    std::ranges::fill(running.load.bytes, 0.0);
    load_of_(step, running.load);
    const double parts = std::max<double>(1, step.width);
    StepWork& work = running.load.work;
    work.flops /= parts, work.panel_flops /= parts, work.elements /= parts;
    for (double& bytes : running.load.bytes) bytes /= parts;
    running.arithmetic =
        model_.arithmetic_s(work, all_cores_) + (parts > 1 ? work.meetings * model_.barrier_s : 0);
    running.left = 1, running.begun = now_;
    running.alone = running.takes = flows_.takes_alone(running);
    flows_.add(running, 1);
    active_.push_back(workers.front());
    for (const std::size_t worker : workers) workers_[worker].state = Worker::State::working;
    running.chain = chain_to(step) + running.alone;
    result_.critical_path = std::max(result_.critical_path, running.chain);
  }

  /// The longest chain of steps to one: what its waits are for has come first in their counters.
  double chain_to(const Step& step) const {
    double chain = 0;
    for (const Schedule::Wait& wait : schedule_.waits_of(step))
      if (wait.value > 0) chain = std::max(chain, chains_[wait.counter][wait.value - 1]);
    return chain;
  }

  double end_of(std::size_t slot) const { return now_ + slots_[slot].left * slots_[slot].takes; }
  double next_end() const {
    double at = std::numeric_limits<double>::infinity();
    for (const std::size_t slot : active_) at = std::min(at, end_of(slot));
    return at;
  }

  void pass_to(double at) {
    for (const std::size_t slot : active_) {
      Running& step = slots_[slot];
      step.left = step.takes > 0 ? std::max(0.0, step.left - (at - now_) / step.takes) : 0;
    }
    now_ = at;
  }

  /// Ends what ends next, and lets the first `awake` threads go on.
  void finish_next(std::size_t awake) {
    const double at = next_end();
    constexpr double rounding = 1e-12;
    const auto ended =
        std::ranges::partition(active_, [&](std::size_t slot) { return end_of(slot) > at * (1 + rounding); });
    const std::vector<std::size_t> slots(ended.begin(), ended.end());
    active_.erase(ended.begin(), ended.end());
    pass_to(at);
    for (const std::size_t slot : slots) finish(slots_[slot]);
    settle(awake);
  }

  void finish(const Running& running) {
    const Step& step = schedule_.steps[running.step];
    flows_.add(running, -1);
    account(running);
    for (const std::size_t worker : running.workers) workers_[worker].state = Worker::State::free;
    // A part of a step without a gang signals for itself, as run() does.
    for (const std::uint32_t counter : schedule_.signals_of(step)) {
      ++counters_[counter];
      std::vector<double>& chains = chains_[counter];
      chains.push_back(std::max(chains.empty() ? 0 : chains.back(), running.chain));
    }
  }

  void account(const Running& running) {
    const double took = now_ - running.begun, parts = double(running.workers.size());
    double local = 0, remote = 0;
    for (std::size_t home = 0; home < running.load.bytes.size(); ++home)
      (home == running.node ? local : remote) +=
          running.load.bytes[home] / model_.core_bytes_per_s[running.node][home];
    const double behind = std::max(0.0, local - running.arithmetic);
    const double memory = std::max(0.0, took - running.arithmetic);
    const double of_remote = remote > 0 ? memory * remote / (remote + behind) : 0;
    result_.arithmetic += parts * (took - memory);
    result_.remote_memory += parts * of_remote;
    result_.local_memory += parts * (memory - of_remote);
    if (running.load.work.is_copy) result_.copying += parts * took;
    for (std::size_t home = 0; home < running.load.bytes.size() && remote > 0; ++home)
      if (home != running.node)
        result_.remote_by_link[running.node][home] += parts * of_remote * running.load.bytes[home] /
                                                      model_.core_bytes_per_s[running.node][home] / remote;
    for (const std::size_t worker : running.workers) busy_[worker] += took;
  }

  /// Lets all who can go on.
  void settle(std::size_t awake) {
    const bool was_full = is_full_;
    for (std::size_t i = 0; i < awake; ++i)
      if (workers_[i].state == Worker::State::free || workers_[i].state == Worker::State::blocked) proceed(i);
    is_full_ = flows_.any_full();
    if (!is_full_ && !was_full) return;
    if (is_full_) flows_.share(slots_, active_);
    for (const std::size_t slot : active_)
      slots_[slot].takes = is_full_ ? flows_.takes(slots_[slot]) : slots_[slot].alone;
  }

  void sum_up(double wake) {
    const double threads = double(workers_.size());
    result_.threads = static_cast<int>(workers_.size());
    result_.total = now_ + (all_cores_ ? model_.barrier_s : 0);
    for (double* part :
         {&result_.arithmetic, &result_.local_memory, &result_.remote_memory, &result_.copying})
      *part /= threads;
    for (std::vector<double>& row : result_.remote_by_link)
      for (double& link : row) link /= threads;
    result_.waking = wake * (threads - 1) / threads;
    result_.busiest = *std::ranges::max_element(busy_);
    result_.waiting =
        result_.total - result_.arithmetic - result_.local_memory - result_.remote_memory - result_.waking;
  }

  const Schedule& schedule_;
  const std::span<const int> of_team_;
  const LoadOf& load_of_;
  const TimeModel& model_;
  Flows flows_;
  Seconds result_;
  double now_ = 0;
  bool is_full_ = false, all_cores_ = false;
  std::vector<Worker> workers_;
  std::vector<Running> slots_;       ///< of each thread what it does, or the gang that it is first of
  std::vector<std::size_t> active_;  ///< slots in use
  std::vector<std::vector<Schedule::Ticket>> tickets_;  ///< of each team
  std::vector<std::size_t> next_;                       ///< ticket of each team
  std::vector<std::uint32_t> counters_;
  std::vector<std::vector<double>> chains_;  ///< of each counter and value, the longest chain of steps to it
  std::vector<std::vector<std::size_t>> joined_;  ///< threads of each gang that are there
  std::vector<double> busy_;
};

}  // namespace

Seconds& Seconds::operator+=(const Seconds& next) {
  for (double Seconds::*part :
       {&Seconds::total, &Seconds::arithmetic, &Seconds::local_memory, &Seconds::remote_memory,
        &Seconds::waiting, &Seconds::waking, &Seconds::copying, &Seconds::critical_path, &Seconds::busiest})
    this->*part += next.*part;
  threads = std::max(threads, next.threads);
  if (remote_by_link.empty())
    remote_by_link = next.remote_by_link;
  else
    for (std::size_t from = 0; from < next.remote_by_link.size(); ++from)
      for (std::size_t home = 0; home < next.remote_by_link.size(); ++home)
        remote_by_link[from][home] += next.remote_by_link[from][home];
  return *this;
}

Seconds seconds_of(const Schedule& schedule, std::span<const int> of_team, const LoadOf& load_of,
                   const TimeModel& model) {
  return Walk(schedule, of_team, load_of, model).seconds();
}

void add_bytes(const Schedule& schedule, const Step& step, std::span<const Storage> matrices,
               std::size_t node, std::size_t element_bytes, std::vector<double>& bytes) {
  const auto move = [&](const Region& region, double times) {
    if (!region.is_empty())
      matrices[static_cast<std::size_t>(region.matrix)].add(region, times * double(element_bytes), node,
                                                            bytes);
  };
  for (const Region& region : schedule.writes_of(step)) move(region, step.overwrites ? 1 : 2);
  for (const Region& region : schedule.reads_of(step)) move(region, 1);
}

}  // namespace numapack
