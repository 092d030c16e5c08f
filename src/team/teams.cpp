// SPDX-License-Identifier: BSD-3-Clause
#include "team/teams.hpp"

#include <sched.h>

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "team/cancellation.hpp"
#include "team/futex.hpp"
#include "team/spin.hpp"
#include "team/state.hpp"

namespace numapack {

namespace {
// On the count of unfinished teams: the caller sleeps there.
constexpr std::uint32_t caller_sleeps = 1u << 31;
}  // namespace

bool& inside_region_flag() {
  static thread_local bool inside = false;
  return inside;
}

Place Teams::State::callers_place(const Crew& crew) const {
  const int pu = sched_getcpu();
  if (pu < 0 || static_cast<std::size_t>(pu) >= place_of_pu.size()) return {};
  Place place = place_of_pu[static_cast<std::size_t>(pu)];
  if (place.team < 0) return {};
  const int seats = crew.threads[static_cast<std::size_t>(place.team)];
  if (seats == 0) return {};
  // Its core is free: any seat of this node leaves one thread a core.
  if (place.worker < 0 || place.worker >= seats) place.worker = 0;
  return place;
}

void Teams::State::prepare(const Crew& crew, Place caller) {
  int taking_part = 0;
  for (std::size_t t = 0; t < teams.size(); ++t) {
    Team& team = *teams[t];
    team.threads = crew.threads[t];
    team.callers_seat = static_cast<int>(t) == caller.team ? caller.worker : -1;
    team.unfinished.store(team.threads, std::memory_order_relaxed);
    team.place = taking_part;
    if (team.threads > 0) ++taking_part;
  }
  unfinished_teams.store(static_cast<std::uint32_t>(taking_part), std::memory_order_relaxed);
  if (crew.threads != crew_of_barriers) {
    for (std::size_t t = 0; t < teams.size(); ++t) {
      if (teams[t]->threads > 0) teams[t]->barrier->form(teams[t]->threads);
    }
    node_barrier->form(taking_part);
    std::ranges::copy(crew.threads, crew_of_barriers.begin());
  }
}

void Teams::State::post_workers(Team& team) {
  for (int thread = 1; thread < team.threads; ++thread) {
    if (thread != team.callers_seat) team.workers[static_cast<std::size_t>(thread)]->mailbox.post_work();
  }
}

void Teams::State::take_seat(int t, int thread) {
  Team& team = *teams[static_cast<std::size_t>(t)];
  const Seat seat{t, thread, team.threads, team.place, &*team.barrier, &*node_barrier};
  try {
    (*body)(seat);
  } catch (...) {
    if (!failed.exchange(true, std::memory_order_acq_rel)) failure = std::current_exception();
  }
  if (team.unfinished.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  const std::uint32_t before = unfinished_teams.fetch_sub(1, std::memory_order_acq_rel);
  if (before == (1 | caller_sleeps)) futex_wake(unfinished_teams, 1);
}

void Teams::State::wait_for_end() {
  const auto ended = [&] { return (unfinished_teams.load(std::memory_order_acquire) & ~caller_sleeps) == 0; };
  if (spin_until(region_patience, ended)) return;
  std::uint32_t now = unfinished_teams.fetch_or(caller_sleeps, std::memory_order_acq_rel) | caller_sleeps;
  while ((now & ~caller_sleeps) != 0) {
    futex_wait(unfinished_teams, now);
    now = unfinished_teams.load(std::memory_order_acquire);
  }
}

Teams::Teams(const Machine& machine, std::vector<TeamLayout> layout, Binding binding,
             BarrierAlgorithms barriers)
    : state_(std::make_unique<State>(machine, std::move(layout), binding, barriers)) {}

Teams::~Teams() = default;

const std::vector<TeamLayout>& Teams::layout() const { return state_->layout; }

Crew Teams::everyone() const {
  Crew crew;
  for (const TeamLayout& team : state_->layout) crew.threads.push_back(static_cast<int>(team.cores.size()));
  return crew;
}

bool Teams::try_run(const Crew& crew, const std::function<void(const Seat&)>& body, CallersPart part) {
  if (inside_region()) return false;
  State& state = *state_;
  bool fits = crew.threads.size() == state.teams.size() && crew.total() > 0;
  for (std::size_t t = 0; fits && t < state.teams.size(); ++t) {
    fits = crew.threads[t] >= 0 && static_cast<std::size_t>(crew.threads[t]) <= state.layout[t].cores.size();
  }
  if (!fits) {
    invalid("teams", "the crew does not fit the teams",
            "ask each team for no more threads than its layout has");
  }
  const CancellationOff whole_or_not_at_all;
  if (state.busy.exchange(true, std::memory_order_acquire)) return false;

  const Place caller = part == CallersPart::waits ? Place{} : state.callers_place(crew);
  state.body = &body;
  state.prepare(crew, caller);
  for (int t = 0; t < static_cast<int>(state.teams.size()); ++t) {
    Team& team = *state.teams[static_cast<std::size_t>(t)];
    if (team.threads > 0 && team.callers_seat != 0) team.workers[0]->mailbox.post_work();
  }
  if (caller.team >= 0) {
    if (caller.worker == 0) state.post_workers(*state.teams[static_cast<std::size_t>(caller.team)]);
    inside_region_flag() = true;
    state.take_seat(caller.team, caller.worker);
    inside_region_flag() = false;
  }
  state.wait_for_end();

  std::exception_ptr failure;
  if (state.failed.load(std::memory_order_relaxed)) {
    failure = std::exchange(state.failure, nullptr);
    state.failed.store(false, std::memory_order_relaxed);
  }
  state.busy.store(false, std::memory_order_release);
  if (failure) std::rethrow_exception(failure);
  return true;
}

bool Teams::inside_region() { return inside_region_flag(); }

bool Teams::all_bound() const { return state_->all_bound; }

Patience Teams::patience() const { return state_->region_patience; }

BarrierAlgorithms Teams::barriers() const {
  const auto used = [](const std::optional<TeamBarrier>& barrier) {
    return barrier ? barrier->algorithm() : BarrierAlgorithm::central;
  };
  return {state_->teams.empty() ? BarrierAlgorithm::central : used(state_->teams.front()->barrier),
          used(state_->node_barrier)};
}

std::vector<std::string> Teams::problems() const {
  std::vector<std::string> lines;
  for (const Worker* worker : state_->started) {
    if (worker->refusal.empty()) continue;
    const TeamLayout& team = state_->layout[static_cast<std::size_t>(worker->team)];
    lines.push_back("core " + std::to_string(team.cores[static_cast<std::size_t>(worker->thread)]) +
                    " of node " + std::to_string(team.node) + ": cannot bind its thread: " + worker->refusal);
  }
  return lines;
}

std::vector<int> Teams::thread_ids() const {
  std::vector<int> ids;
  for (const Worker* worker : state_->started) ids.push_back(worker->tid);
  return ids;
}

void Teams::abandon_after_fork() { static_cast<void>(state_.release()); }

}  // namespace numapack
