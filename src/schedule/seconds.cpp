// SPDX-License-Identifier: BSD-3-Clause
#include "schedule/seconds.hpp"

#include <algorithm>
#include <set>

#include "schedule/flows.hpp"

namespace numapack {

namespace {

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
    for (RunningStep& slot : slots_) slot.load.bytes.assign(nodes, 0.0);
    all_cores_ = workers_.size() > 1;
  }

  Seconds seconds() {
    if (workers_.empty()) return result_;
    const double wake = all_cores_ ? seconds_to_wake() : 0;
    // The caller is at work at once; what it ends before the others are there is ended.
    proceed(0);
    while (!active_.empty() && next_end() <= wake) finish_next(1);
    now_ = std::max(now_, wake);
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

  /// Until the last of the threads has begun; the first is the caller.
  double seconds_to_wake() const {
    const auto node_of = [&](const Worker& worker) {
      return static_cast<std::size_t>(of_team_[worker.team]);
    };
    double longest = 0;
    if (model_.wake_s.empty()) return longest;
    for (const Worker& worker : workers_)
      longest = std::max(longest, model_.wake_s[node_of(workers_.front())][node_of(worker)]);
    return longest;
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
    RunningStep& running = slots_[workers.front()];
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
    running.begun = now_;
    running.alone = running.takes = flows_.takes_alone(running);
    flows_.add(running, 1);
    active_.push_back(workers.front());
    ends_.push_back(now_ + running.takes);
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

  double next_end() const { return *std::ranges::min_element(ends_); }

  /// Ends what ends next, and lets the first `awake` threads go on.
  void finish_next(std::size_t awake) {
    constexpr double rounding = 1e-12;
    now_ = next_end();
    ended_.clear();
    for (std::size_t i = 0; i < active_.size();) {
      if (ends_[i] > now_ * (1 + rounding)) {
        ++i;
        continue;
      }
      ended_.push_back(active_[i]);
      active_[i] = active_.back(), ends_[i] = ends_.back();
      active_.pop_back(), ends_.pop_back();
    }
    for (const std::size_t slot : ended_) finish(slots_[slot]);
    settle(awake);
  }

  void finish(const RunningStep& running) {
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

  void account(const RunningStep& running) {
    const double took = now_ - running.begun, parts = double(running.workers.size());
    double local = 0, remote = 0;
    for (std::size_t home = 0; home < running.load.bytes.size(); ++home)
      (home == running.node ? local : remote) +=
          running.load.bytes[home] / model_.core_bytes_per_s[running.node][home];
    const double behind = std::max(0.0, local - running.arithmetic);
    // What the clock's rounding leaves is no waiting.
    constexpr double rounding = 1e-9;
    const double waited = took - running.arithmetic, memory = waited > rounding * took ? waited : 0;
    const double of_remote = remote > 0 ? memory * (remote / (remote + behind)) : 0;
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
    for (std::size_t i = 0; i < active_.size(); ++i) {
      RunningStep& step = slots_[active_[i]];
      const double takes = is_full_ ? flows_.takes(step) : step.alone;
      if (step.takes > 0) ends_[i] = now_ + (ends_[i] - now_) / step.takes * takes;
      step.takes = takes;
    }
  }

  void sum_up(double wake) {
    const double threads = double(workers_.size());
    result_.threads = static_cast<int>(workers_.size());
    std::set<int> nodes;
    for (const Worker& worker : workers_) nodes.insert(of_team_[worker.team]);
    result_.nodes = static_cast<int>(nodes.size());
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
  std::vector<RunningStep> slots_;   ///< of each thread what it does, or the gang that it is first of
  std::vector<std::size_t> active_;  ///< slots in use
  std::vector<double> ends_;         ///< when each of them ends if nothing begins or ends before
  std::vector<std::size_t> ended_;   ///< slots that end now
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
  nodes = std::max(nodes, next.nodes);
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
               std::size_t node, std::size_t element_bytes, double bytes_a_written_byte,
               std::vector<double>& bytes) {
  const auto move = [&](const Region& region, double times) {
    if (!region.is_empty())
      matrices[static_cast<std::size_t>(region.matrix)].add(region, times * double(element_bytes), node,
                                                            bytes);
  };
  for (const Region& region : schedule.writes_of(step))
    move(region, bytes_a_written_byte + (step.overwrites ? 0 : 1));
  for (const Region& region : schedule.reads_of(step)) move(region, 1);
}

}  // namespace numapack
