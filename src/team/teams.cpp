// SPDX-License-Identifier: BSD-3-Clause
#include "team/teams.hpp"

#include <sched.h>

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "team/barriers/futex.hpp"
#include "team/barriers/spin.hpp"
#include "team/cancellation.hpp"
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

ParallelRegion* Teams::State::reserve(const TeamThreads& team_threads) {
  const std::lock_guard lock(mutex);
  const auto found = std::ranges::find(regions, false, [](const auto& region) { return region->taken; });
  if (found == regions.end()) return nullptr;
  ParallelRegion& region = **found;
  for (std::size_t t = 0; t < teams.size(); ++t) {
    ParallelRegion::Part& part = *region.parts[t];
    part.threads = team_threads.threads[t];
    part.first = part.threads == 0 ? 0 : teams[t]->free.take(part.threads);
    if (part.first >= 0) continue;
    for (std::size_t taken = 0; taken < t; ++taken)
      if (region.parts[taken]->threads > 0) teams[taken]->free.give_back(region.parts[taken]->first);
    return nullptr;
  }
  region.taken = true;
  if (some_ended) make_again(region);
  return &region;
}

void Teams::State::free_slots_of(ParallelRegion& region) {
  for (std::size_t t = 0; t < teams.size(); ++t)
    if (region.parts[t]->threads > 0) teams[t]->free.give_back(region.parts[t]->first);
  region.taken = false;
}

void Teams::State::give_back(ParallelRegion& region) {
  {
    const std::lock_guard lock(mutex);
    free_slots_of(region);
    // In the lock: a caller that looked before the threads were free has seen the previous count.
    regions_ended.fetch_add(1, std::memory_order_seq_cst);
  }
  if (waiting.load(std::memory_order_seq_cst) > 0) futex_wake(regions_ended);
}

CallersSlot Teams::State::callers_slot(const ParallelRegion& region) const {
  const int pu = sched_getcpu();
  if (pu < 0 || static_cast<std::size_t>(pu) >= slot_of_pu.size()) return {};
  const CallersSlot known = slot_of_pu[static_cast<std::size_t>(pu)];
  if (known.team < 0) return {};
  const ParallelRegion::Part& part = *region.parts[static_cast<std::size_t>(known.team)];
  if (part.threads == 0) return {};
  // Its core is free, or another region's: any slot of this node leaves one thread a core.
  const int slot = known.worker - part.first;
  return {known.team, known.worker < 0 || slot < 0 || slot >= part.threads ? 0 : slot};
}

void ParallelRegion::prepare(CallersSlot caller) {
  std::uint32_t taking_part = 0;
  for (std::size_t t = 0; t < parts.size(); ++t) {
    Part& part = *parts[t];
    part.callers_slot = static_cast<int>(t) == caller.team ? caller.worker : -1;
    part.unfinished.store(part.threads, std::memory_order_relaxed);
    if (part.threads > 0) ++taking_part;
  }
  unfinished_teams.store(taking_part, std::memory_order_relaxed);
}

void Teams::State::post(ParallelRegion& region, int t, int slot) {
  const auto worker = static_cast<std::size_t>(region.parts[static_cast<std::size_t>(t)]->first + slot);
  teams[static_cast<std::size_t>(t)]->workers[worker]->mailbox.post({&region, slot});
}

void Teams::State::post_workers(ParallelRegion& region, int t) {
  const ParallelRegion::Part& part = *region.parts[static_cast<std::size_t>(t)];
  for (int slot = 1; slot < part.threads; ++slot)
    if (slot != part.callers_slot) post(region, t, slot);
}

void ParallelRegion::take_slot(int t, int thread) {
  Part& part = *parts[static_cast<std::size_t>(t)];
  const ThreadSlot slot{t, thread, part.threads};
  try {
    (*body)(slot);
  } catch (...) {
    if (!failed.exchange(true, std::memory_order_acq_rel)) failure = std::current_exception();
  }
  if (part.unfinished.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  const std::uint32_t before = unfinished_teams.fetch_sub(1, std::memory_order_acq_rel);
  if (before == (1 | caller_sleeps)) futex_wake(unfinished_teams, 1);
}

void ParallelRegion::wait_for_end(Patience patience) {
  const auto ended = [&] { return (unfinished_teams.load(std::memory_order_acquire) & ~caller_sleeps) == 0; };
  if (spin_until(patience, ended)) return;
  std::uint32_t now = unfinished_teams.fetch_or(caller_sleeps, std::memory_order_acq_rel) | caller_sleeps;
  while ((now & ~caller_sleeps) != 0) {
    futex_wait(unfinished_teams, now);
    now = unfinished_teams.load(std::memory_order_acquire);
  }
}

Teams::Teams(const Machine& machine, std::vector<TeamLayout> layout, Binding binding)
    : state_(std::make_unique<State>(machine, std::move(layout), binding)) {}

Teams::~Teams() = default;

const std::vector<TeamLayout>& Teams::layout() const { return state_->layout; }

TeamThreads Teams::everyone() const { return all_threads_of(state_->layout); }

bool Teams::try_run(const TeamThreads& team_threads, const std::function<void(const ThreadSlot&)>& body,
                    CallersPart part) {
  if (inside_region()) return false;
  State& state = *state_;
  bool fits = team_threads.threads.size() == state.teams.size() && team_threads.total() > 0;
  for (std::size_t t = 0; fits && t < state.teams.size(); ++t) {
    fits = team_threads.threads[t] >= 0 &&
           static_cast<std::size_t>(team_threads.threads[t]) <= state.layout[t].cores.size();
  }
  if (!fits) {
    invalid("teams", "the chosen threads do not fit the teams",
            "ask each team for no more threads than its layout has");
  }
  const CancellationOff whole_or_not_at_all;
  ParallelRegion* const region = state.reserve(team_threads);
  if (region == nullptr) return false;

  const CallersSlot caller = part == CallersPart::waits ? CallersSlot{} : state.callers_slot(*region);
  region->body = &body;
  region->prepare(caller);
  for (int t = 0; t < static_cast<int>(state.teams.size()); ++t) {
    const ParallelRegion::Part& of_team = *region->parts[static_cast<std::size_t>(t)];
    if (of_team.threads > 0 && of_team.callers_slot != 0) state.post(*region, t, 0);
  }
  if (caller.team >= 0) {
    if (caller.worker == 0) state.post_workers(*region, caller.team);
    inside_region_flag() = true;
    region->take_slot(caller.team, caller.worker);
    inside_region_flag() = false;
  }
  region->wait_for_end(state.region_patience);

  std::exception_ptr failure;
  if (region->failed.load(std::memory_order_relaxed)) {
    failure = std::exchange(region->failure, nullptr);
    region->failed.store(false, std::memory_order_relaxed);
  }
  state.give_back(*region);
  if (failure) std::rethrow_exception(failure);
  return true;
}

TeamThreads Teams::idle() const {
  TeamThreads team_threads;
  const std::lock_guard lock(state_->mutex);
  for (const auto& team : state_->teams) team_threads.threads.push_back(team->free.longest());
  return team_threads;
}

std::uint32_t Teams::regions_ended() const { return state_->regions_ended.load(std::memory_order_acquire); }

void Teams::wait_for_end_of_one(std::uint32_t seen, double at_most_seconds) {
  if (at_most_seconds <= 0) return;
  state_->waiting.fetch_add(1, std::memory_order_seq_cst);
  futex_wait(state_->regions_ended, seen, at_most_seconds);
  state_->waiting.fetch_sub(1, std::memory_order_relaxed);
}

bool Teams::inside_region() { return inside_region_flag(); }

bool Teams::all_bound() const { return state_->all_bound; }

Patience Teams::patience() const { return state_->region_patience; }

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

void Teams::end_idle_threads(double after_seconds) {
  state_->most_idle_seconds.store(after_seconds, std::memory_order_seq_cst);
  for (Worker* worker : state_->started) worker->mailbox.stir();
}

void Teams::abandon_after_fork() { static_cast<void>(state_.release()); }

}  // namespace numapack
