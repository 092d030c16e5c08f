// SPDX-License-Identifier: BSD-3-Clause
// How the threads of teams come and go.
#include <sched.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <set>
#include <system_error>

#include "base/error.hpp"
#include "base/limits.hpp"
#include "team/affinity.hpp"
#include "team/barriers/futex.hpp"
#include "team/barriers/spin.hpp"
#include "team/cancellation.hpp"
#include "team/state.hpp"

namespace numapack {

namespace {

constexpr std::size_t stack_bytes = 512 * 1024;
// Idle threads wait about as long as waking them from sleep would take, which bounds the loss on either side.
constexpr double idle_spin_microseconds = 50;
// Beyond this number the callers' own threads keep the cores busy.
constexpr std::size_t most_regions = 8;

// Everything is blocked but what a fault of the thread itself raises: a blocked fault kills the process
// without asking the program's handler, and programs resolve faults in handlers (paging, write barriers of
// collectors).
sigset_t blocked_signals() {
  sigset_t signals;
  sigfillset(&signals);
  for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS}) sigdelset(&signals, fault);
  return signals;
}

class ThreadAttributes {
 public:
  ThreadAttributes() {
    pthread_attr_init(&attributes_);
    const sigset_t signals = blocked_signals();
    pthread_attr_setsigmask_np(&attributes_, &signals);
  }
  ~ThreadAttributes() { pthread_attr_destroy(&attributes_); }
  ThreadAttributes(const ThreadAttributes&) = delete;
  ThreadAttributes& operator=(const ThreadAttributes&) = delete;
  void set_stack(std::size_t bytes) { pthread_attr_setstacksize(&attributes_, bytes); }
  const pthread_attr_t* get() const { return &attributes_; }

 private:
  pthread_attr_t attributes_;
};

}  // namespace

Teams::State::State(const Machine& machine, std::vector<TeamLayout> teams_layout, Binding binding)
    : layout(std::move(teams_layout)) {
  check_layout(machine);
  std::set<int> taken;
  bool own_cores = true;
  for (std::size_t t = 0; t < layout.size(); ++t) {
    const TeamLayout& where = layout[t];
    const Node& node = machine.nodes[static_cast<std::size_t>(where.node)];
    auto& team = *teams.emplace_back(std::make_unique<Team>(static_cast<int>(where.cores.size())));
    const auto place = [&](int core, int worker) {
      for (const int pu : machine.cores[static_cast<std::size_t>(core)].pus) {
        if (static_cast<std::size_t>(pu) >= slot_of_pu.size()) {
          slot_of_pu.resize(static_cast<std::size_t>(pu) + 1);
        }
        slot_of_pu[static_cast<std::size_t>(pu)] = {static_cast<int>(t), worker};
      }
    };
    for (const int core : node.cores) place(core, -1);
    for (std::size_t i = 0; i < where.cores.size(); ++i) {
      const Core& core = machine.cores[static_cast<std::size_t>(where.cores[i])];
      own_cores = own_cores && core.usable() && taken.insert(where.cores[i]).second;
      place(where.cores[i], static_cast<int>(i));
      auto& worker = *team.workers.emplace_back(std::make_unique<Worker>());
      worker.state = this;
      worker.team = static_cast<int>(t);
      worker.thread = static_cast<int>(i);
      if (binding == Binding::cores) worker.pus = core.usable_pus;
      worker.name = "numapack/" + std::to_string(node.os_index) + "." + std::to_string(i);
    }
  }
  start_all();
  all_bound = binding == Binding::cores &&
              std::ranges::all_of(started, [](const Worker* worker) { return worker->refusal.empty(); });
  if (all_bound && own_cores) {
    idle_patience = patience_of(idle_spin_microseconds);
    region_patience = patience_of(region_spin_microseconds);
  }
  for (std::size_t i = 0; i < std::min(started.size(), most_regions); ++i) {
    auto& region = *regions.emplace_back(std::make_unique<ParallelRegion>());
    for (std::size_t team = 0; team < layout.size(); ++team)
      region.parts.push_back(std::make_unique<ParallelRegion::Part>());
  }
}

Teams::State::~State() { stop_all(); }

void Teams::State::check_layout(const Machine& machine) const {
  const auto within = [](int index, std::size_t size) {
    return index >= 0 && static_cast<std::size_t>(index) < size;
  };
  for (const TeamLayout& team : layout) {
    if (!within(team.node, machine.nodes.size())) {
      invalid("teams", "the machine has no node " + std::to_string(team.node), "use lay_out_teams");
    }
    if (team.cores.empty()) invalid("teams", "a team has no cores", "use lay_out_teams");
    for (const int core : team.cores) {
      if (!within(core, machine.cores.size())) {
        invalid("teams", "the machine has no core " + std::to_string(core), "use lay_out_teams");
      }
    }
  }
}

void Teams::State::start_all() {
  const CancellationOff whole_or_not_at_all;
  std::size_t total = 0;
  for (const auto& team : teams) total += team->workers.size();
  started.reserve(total);
  try {
    for (const auto& team : teams) {
      for (const auto& worker : team->workers) {
        start(*worker);
        started.push_back(worker.get());
      }
    }
  } catch (...) {
    stop_all();
    throw;
  }
  wait_until_placed();
}

void Teams::State::start(Worker& worker) {
  ThreadAttributes attributes;
  attributes.set_stack(stack_bytes);
  int error = pthread_create(&worker.handle, attributes.get(), thread_main, &worker);
  if (error == EINVAL) {
    // A program with much thread-local memory needs a larger stack than ours just to start.
    const ThreadAttributes usual_stack;
    error = pthread_create(&worker.handle, usual_stack.get(), thread_main, &worker);
  }
  if (error != 0) {
    throw Error(ErrorCode::system, "teams",
                "cannot make thread " + std::to_string(started.size() + 1) + ": " +
                    std::generic_category().message(error),
                "raise the limit of processes (ulimit -u) or set NUMAPACK_NUM_THREADS to fewer");
  }
  worker.running = true;
}

void Teams::State::wait_until_placed() {
  while (true) {
    const std::uint32_t now = placed.load(std::memory_order_acquire);
    if (now == started.size()) return;
    futex_wait(placed, now);
  }
}

void Teams::State::stop_all() {
  const CancellationOff join_is_a_cancellation_point;
  {
    const std::lock_guard lock(mutex);
    stopping = true;
    std::erase_if(started, [](const Worker* worker) { return !worker->running; });
  }
  for (Worker* worker : started) worker->mailbox.post({});
  for (Worker* worker : started) pthread_join(worker->handle, nullptr);
  started.clear();
}

/// Whether this thread, which has been idle for long enough, is to end. No region holds its slot then, and
/// whoever reserves the slot creates another thread.
bool Teams::State::may_end(Worker& worker) {
  const std::lock_guard lock(mutex);
  if (stopping || !teams[static_cast<std::size_t>(worker.team)]->free.has(worker.thread)) return false;
  pthread_detach(worker.handle);
  worker.running = false;
  some_ended = true;
  return true;
}

/// Recreates the threads that have ended in a region's reserved slots. The mutex is held.
void Teams::State::make_again(ParallelRegion& region) {
  try {
    for (std::size_t t = 0; t < teams.size(); ++t) {
      const ParallelRegion::Part& part = *region.parts[t];
      for (int slot = part.first; slot < part.first + part.threads; ++slot)
        if (Worker& worker = *teams[t]->workers[static_cast<std::size_t>(slot)]; !worker.running)
          start(worker);
    }
  } catch (const Error&) {
    free_slots_of(region);
    throw NoTeams();
  }
}

void* Teams::State::thread_main(void* argument) {
  Worker& self = *static_cast<Worker*>(argument);
  State& state = *self.state;
  // Once more: under the AddressSanitizer of GCC 14 the attribute counts for nothing.
  const sigset_t signals = blocked_signals();
  pthread_sigmask(SIG_SETMASK, &signals, nullptr);
  // For good: only the teams end this thread.
  int before = 0;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
  pthread_setname_np(pthread_self(), self.name.substr(0, 15).c_str());
  // The caller of this work has learnt of senseless settings, or its call was refused.
  LenientSettings::for_good();
  const bool first = self.tid.exchange(static_cast<int>(gettid())) == 0;
  std::string refusal = self.pus.empty() ? "" : bind_this_thread(self.pus);
  inside_region_flag() = true;
  if (first) {
    self.refusal = std::move(refusal);
    state.placed.fetch_add(1, std::memory_order_acq_rel);
    futex_wake(state.placed);
  }
  // The first wait is a sleep: whether threads may spin is known when all sit.
  Patience patience;
  while (true) {
    const std::optional<Errand> errand = self.mailbox.take(patience, state.most_idle_seconds);
    if (!errand && state.may_end(self)) return nullptr;
    if (!errand) continue;
    if (errand->region == nullptr) return nullptr;
    if (errand->slot == 0) state.post_workers(*errand->region, self.team);
    errand->region->take_slot(self.team, errand->slot);
    patience = state.idle_patience;
  }
}

}  // namespace numapack
