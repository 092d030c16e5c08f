// SPDX-License-Identifier: BSD-3-Clause
#include "schedule/run.hpp"

#include <atomic>
#include <deque>
#include <exception>
#include <functional>
#include <memory>

#include "runtime/watch.hpp"
#include "schedule/step_trace.hpp"
#include "team/barriers/ticket_counter.hpp"

namespace numapack {

namespace {

/// What a gang needs next to its kernel.
struct Gang {
  Gang(int width, Patience patience) : meeting(width, patience), left(width) {}
  Barrier meeting;
  std::atomic<int> left;  ///< parts that are not done
};

/// Runs a part of a step, and records it if a trace is set.
void do_step(const Schedule& schedule, std::uint32_t number, const StepPart& part, const StepKernel& kernel,
             StepTrace* trace) {
  const Step& step = schedule.steps[number];
  if (trace == nullptr) return kernel(step, part);
  const std::uint64_t begun = trace->now();
  kernel(step, part);
  trace->add({number, static_cast<std::uint32_t>(part.part), part.team, part.thread, begun, trace->now()});
}

/// Steps without dependencies, at most one per team.
bool run_without_tickets(const Schedule& schedule, Teams& teams, const StepKernel& kernel, StepTrace* trace) {
  const auto work = [&](const ThreadSlot& slot) {
    for (std::uint32_t i = 0; i < schedule.steps.size(); ++i)
      if (const Step& step = schedule.steps[i]; step.team == slot.team)
        do_step(schedule, i, {slot.thread, step.width, slot.team, slot.thread}, kernel, trace);
  };
  // A small product takes a hundred times what a function on the heap takes.
  return teams.try_run({schedule.threads}, std::cref(work));
}

class Run {
 public:
  Run(const Schedule& schedule, const StepKernel& kernel, Patience patience, StepTrace* trace)
      : schedule_(schedule),
        kernel_(kernel),
        trace_(trace),
        patience_(patience),
        counters_(std::make_unique<EpochCounter[]>(schedule.counters)),
        tickets_(std::make_unique<TicketCounter[]>(schedule.threads.size())) {
    for (std::size_t team = 0; team < schedule.threads.size(); ++team)
      tickets_[team].set_pieces(
          static_cast<std::uint32_t>(schedule.tickets_of(static_cast<int>(team)).size()));
    for (const Step& step : schedule.steps)
      if (step.gang >= 0) gangs_.emplace_back(step.width, patience);
  }

  void work(const ThreadSlot& slot) {
    const auto tickets = schedule_.tickets_of(slot.team);
    TicketCounter& next = tickets_[static_cast<std::size_t>(slot.team)];
    for (int i = next.take(); i >= 0; i = next.take()) do_part(tickets[static_cast<std::size_t>(i)], slot);
  }

  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void do_part(const Schedule::Ticket& ticket, const ThreadSlot& slot) {
    const Step& step = schedule_.steps[ticket.step];
    Gang* const gang = step.gang < 0 ? nullptr : &gangs_[static_cast<std::size_t>(step.gang)];
    for (const Schedule::Wait& wait : schedule_.waits_of(step))
      counters_[wait.counter].wait_for(wait.value, patience_);
    call(ticket.step, {static_cast<int>(ticket.part), step.width, slot.team, slot.thread,
                       gang ? &gang->meeting : nullptr});
    if (gang != nullptr && gang->left.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
    for (const std::uint32_t counter : schedule_.signals_of(step)) counters_[counter].advance();
  }

  void call(std::uint32_t step, const StepPart& part) {
    // All threads of a gang run, or none: they wait for each other.
    if (part.meeting == nullptr && failed_.load(std::memory_order_acquire)) return;
    try {
      do_step(schedule_, step, part, kernel_, trace_);
    } catch (...) {
      if (!failed_.exchange(true, std::memory_order_acq_rel)) failure_ = std::current_exception();
    }
  }

  const Schedule& schedule_;
  const StepKernel& kernel_;
  StepTrace* const trace_;
  const Patience patience_;
  const std::unique_ptr<EpochCounter[]> counters_;
  const std::unique_ptr<TicketCounter[]> tickets_;  ///< of each team
  std::deque<Gang> gangs_;
  std::atomic<bool> failed_{false};
  std::exception_ptr failure_;
};

bool run_by_tickets(const Schedule& schedule, Teams& teams, const StepKernel& kernel, StepTrace* trace) {
  Run run(schedule, kernel, teams.patience(), trace);
  if (!teams.try_run({schedule.threads}, [&](const ThreadSlot& slot) { run.work(slot); })) return false;
  run.rethrow();
  return true;
}

}  // namespace

bool run(const Schedule& schedule, Teams& teams, const StepKernel& kernel) {
  WatchedCall* const watched = watched_call();
  StepTrace* const trace = watched != nullptr ? watched->steps : nullptr;
  if (trace != nullptr) trace->begin(schedule);
  const bool done = schedule.tickets.empty() ? run_without_tickets(schedule, teams, kernel, trace)
                                             : run_by_tickets(schedule, teams, kernel, trace);
  if (trace != nullptr && !done) trace->take_back();
  return done;
}

}  // namespace numapack
