// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/runtime.hpp"

#include <pthread.h>
#include <time.h>

#include <algorithm>
#include <bit>
#include <optional>

#include "profile/store.hpp"
#include "runtime/complaints.hpp"
#include "runtime/main_thread.hpp"
#include "runtime/process.hpp"

namespace numapack {

namespace {

// All of this is usable before main and after exit: nothing here has a constructor or destructor that runs.
constinit std::atomic<Runtime*> current{nullptr};
// That of lenient calls, made of what is left of settings that make no sense.
constinit std::atomic<Runtime*> lenient{nullptr};
constinit std::mutex making;
// The parent's runtime, in a forked child. Its threads are gone and may hold its locks: only the nodes that
// it had chosen are used again.
constinit Runtime* forked_from = nullptr;

// A fork waits until no runtime is half made. Registered when the library is loaded: registering at the first
// call would leave a moment in which a fork copies a locked mutex.
[[maybe_unused]] const int fork_handlers = pthread_atfork([] { making.lock(); }, [] { making.unlock(); },
                                                          [] {
                                                            for (auto* const parents : {&lenient, &current})
                                                              if (Runtime* old = parents->exchange(nullptr))
                                                                forked_from = old;
                                                            making.unlock();
                                                          });

constexpr std::int64_t nanoseconds_between_questions = 10'000'000;
// Making some threads, and ending them when others are refused, may take longer than a call without.
constexpr std::int64_t nanoseconds_between_trials = 1'000'000'000;

std::int64_t coarse_nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

/// A quarter, with its two leading bits: cached plans depend on the limit.
std::size_t allowed_of(std::uint64_t room) {
  const std::uint64_t quarter = std::max<std::uint64_t>(1, room / 4);
  const int dropped = std::max(0, 62 - std::countl_zero(quarter));
  return static_cast<std::size_t>(quarter >> dropped << dropped);
}

}  // namespace

Runtime::Runtime(const Limits& limits, Runtime* parents)
    : machine_(detect_machine()),
      profile_(profile_for(limits)),
      chosen_(parents == nullptr ? ChosenTeams(lay_out_teams(machine_, limits.threads))
                                 : ChosenTeams(lay_out_teams(machine_, limits.threads), machine_,
                                               parents->chosen_, parents->machine_)),
      workspaces_(machine_),
      binding_(limits.bind ? Binding::cores : Binding::none),
      workspace_limit_(limits.workspace),
      parents_(parents) {}

Profile Runtime::profile_for(const Limits& limits) const {
  const ProfileFiles& files = limits.profiles;
  FoundProfile found = find_profile(machine_, files);
  if (!files.named.empty() && !found.ignored.empty())
    detail::complain("NUMAPACK_PROFILE", unused_profile(files.named, found.ignored).what());
  return at_level(profile_of(found, machine_), limits.bits);
}

Runtime& Runtime::get() {
  if (Runtime* runtime = current.load(std::memory_order_acquire)) return *runtime;
  if (LenientSettings::here())
    if (Runtime* runtime = lenient.load(std::memory_order_acquire)) return *runtime;
  return make();
}

Runtime& Runtime::make() {
  const CancellationOff whole_or_not_at_all;
  const std::lock_guard lock(making);
  if (Runtime* runtime = current.load(std::memory_order_relaxed)) return *runtime;
  const bool is_lenient = LenientSettings::here();
  if (Runtime* runtime = is_lenient ? lenient.load(std::memory_order_relaxed) : nullptr) return *runtime;
  choose_for_good();
  const CheckedLimits checked = checked_limits_of_environment();
  const bool right = checked.complaints.empty();
  if (!right && !is_lenient) throw Error(checked.complaints.front());
  auto* const made = new Runtime(checked.limits, forked_from);
  (right ? current : lenient).store(made, std::memory_order_release);
  return *made;
}

Teams& Runtime::teams() {
  if (Teams* teams = teams_.load(std::memory_order_acquire)) return *teams;
  const CancellationOff whole_or_not_at_all;
  const std::lock_guard lock(teams_mutex_);
  if (Teams* teams = teams_.load(std::memory_order_relaxed)) return *teams;
  const std::int64_t refused_at = teams_refused_at_.load(std::memory_order_relaxed);
  if (refused_at > 0 && coarse_nanoseconds() - refused_at < nanoseconds_between_trials) throw NoTeams();
  try {
    auto* const made = new Teams(machine_, layout(), binding_);
    teams_.store(made);
    // After the teams are visible: a main thread that leaves meanwhile tells them itself.
    if (const double seconds = most_idle_seconds(); seconds > 0) made->end_idle_threads(seconds);
    return *made;
  } catch (const Error& error) {
    if (error.code() != ErrorCode::system) throw;
    detail::complain("threads",
                     (std::string(error.what()) + "; until then each call keeps to its own thread").c_str());
  } catch (const std::bad_alloc&) {
    // Who has no memory for teams may have enough for the work.
  }
  teams_refused_at_.store(coarse_nanoseconds(), std::memory_order_relaxed);
  throw NoTeams();
}

void Runtime::main_thread_left() noexcept {
  for (const auto* const made : {&lenient, &current}) {
    Runtime* const runtime = made->load(std::memory_order_acquire);
    Teams* const teams = runtime == nullptr ? nullptr : runtime->teams_.load();
    if (teams != nullptr) teams->end_idle_threads(most_idle_seconds());
  }
}

std::size_t Runtime::workspace_allowance() {
  if (!memory_groups_.limit()) return workspace_limit_;
  const std::int64_t now = coarse_nanoseconds();
  if (now - asked_at_.load(std::memory_order_relaxed) >= nanoseconds_between_questions) {
    std::size_t held = 0;
    for (std::size_t node = 0; node < machine_.nodes.size(); ++node)
      held += workspaces_.held(static_cast<int>(node));
    const std::optional<std::uint64_t> room = memory_groups_.room();
    of_groups_.store(room ? allowed_of(*room + held) : 0, std::memory_order_relaxed);
    asked_at_.store(now, std::memory_order_relaxed);
  }
  const std::size_t groups = of_groups_.load(std::memory_order_relaxed);
  return workspace_limit_ == 0 || (groups > 0 && groups < workspace_limit_) ? groups : workspace_limit_;
}

int& Runtime::calls_of_this_thread() {
  static thread_local int calls = 0;
  return calls;
}

}  // namespace numapack
