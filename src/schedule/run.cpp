// SPDX-License-Identifier: BSD-3-Clause
#include "schedule/run.hpp"

#include <atomic>
#include <deque>
#include <exception>
#include <memory>

#include "team/barriers/ticket_counter.hpp"

namespace numapack {

namespace {

/// What a gang needs beside its kernel.
struct Gang {
  Gang(int width, Patience patience) : meeting(width, patience), left(width) {}
  Barrier meeting;
  std::atomic<int> left;  ///< parts that are not done
};

class Run {
 public:
  Run(const Schedule& schedule, const StepKernel& kernel, Patience patience)
      : schedule_(schedule),
        kernel_(kernel),
        patience_(patience),
        counters_(std::make_unique<EpochCounter[]>(schedule.counters)),
        tickets_(std::make_unique<TicketCounter[]>(schedule.threads.size())) {
    for (std::size_t team = 0; team < schedule.threads.size(); ++team)
      tickets_[team].set_pieces(
          static_cast<std::uint32_t>(schedule.tickets_of(static_cast<int>(team)).size()));
    for (const Step& step : schedule.steps)
      if (step.gang >= 0) gangs_.emplace_back(step.width, patience);
  }

  void work(const Seat& seat) {
    const auto tickets = schedule_.tickets_of(seat.team);
    TicketCounter& next = tickets_[static_cast<std::size_t>(seat.team)];
    for (int i = next.take(); i >= 0; i = next.take()) do_part(tickets[static_cast<std::size_t>(i)], seat);
  }

  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void do_part(const Schedule::Ticket& ticket, const Seat& seat) {
    const Step& step = schedule_.steps[ticket.step];
    Gang* const gang = step.gang < 0 ? nullptr : &gangs_[static_cast<std::size_t>(step.gang)];
    for (const Schedule::Wait& wait : schedule_.waits_of(step))
      counters_[wait.counter].wait_for(wait.value, patience_);
    call(step, {static_cast<int>(ticket.part), step.width, seat.team, seat.thread,
                gang ? &gang->meeting : nullptr});
    if (gang != nullptr && gang->left.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
    for (const std::uint32_t counter : schedule_.signals_of(step)) counters_[counter].advance();
  }

  void call(const Step& step, const StepPart& part) {
    // A gang is whole or nobody: its threads wait for each other.
    if (step.gang < 0 && failed_.load(std::memory_order_acquire)) return;
    try {
      kernel_(step, part);
    } catch (...) {
      if (!failed_.exchange(true, std::memory_order_acq_rel)) failure_ = std::current_exception();
    }
  }

  const Schedule& schedule_;
  const StepKernel& kernel_;
  const Patience patience_;
  const std::unique_ptr<EpochCounter[]> counters_;
  const std::unique_ptr<TicketCounter[]> tickets_;  ///< of each team
  std::deque<Gang> gangs_;
  std::atomic<bool> failed_{false};
  std::exception_ptr failure_;
};

}  // namespace

bool run(const Schedule& schedule, Teams& teams, const StepKernel& kernel) {
  Run run(schedule, kernel, teams.patience());
  if (!teams.try_run({schedule.threads}, [&](const Seat& seat) { run.work(seat); })) return false;
  run.rethrow();
  return true;
}

}  // namespace numapack
