// SPDX-License-Identifier: BSD-3-Clause
#include "blas/counts/recorder.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <new>

#include "base/limits.hpp"

namespace numapack::standard {

namespace {

std::int64_t now_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

template <class Number>
Number add_to(Number& counter, Number value) {
  return std::atomic_ref<Number>(counter).fetch_add(value, std::memory_order_relaxed);
}

template <std::size_t size>
void copy_text(std::array<char, size>& to, const char* text) {
  std::strncpy(to.data(), text, size - 1);
}

/// `bytes` of a file from `offset` on, which are there then: a full disk is found out now, not when they are
/// written. Null: they are not available.
void* map_file(int file, std::uint64_t offset, std::size_t bytes) {
  if (file < 0 || posix_fallocate(file, static_cast<off_t>(offset), static_cast<off_t>(bytes)) != 0)
    return nullptr;
  void* const mapped =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, static_cast<off_t>(offset));
  return mapped == MAP_FAILED ? nullptr : mapped;
}

double flops_of(double pairs, std::size_t type) { return (type < 2 ? 2 : 8) * pairs; }

/// The index of the node where the caller runs, as a bit; 0: unknown.
std::uint64_t node_here(const ProcessRecord& record) {
  unsigned cpu = 0, number = 0;
  if (getcpu(&cpu, &number) != 0) return 0;
  for (int node = 0; node < std::min(record.nodes, record_nodes); ++node)
    if (record.node_numbers[static_cast<std::size_t>(node)] == static_cast<int>(number))
      return node_bit(node);
  return 0;
}

constinit std::atomic<Recorder*> current{nullptr};
constinit std::atomic<bool> is_not_to_be_had{false};
constinit std::mutex making;

/// A forked child makes a file of its own; its parent's stays mapped, and is not touched.
[[maybe_unused]] const int fork_handlers = pthread_atfork([] { making.lock(); }, [] { making.unlock(); },
                                                          [] {
                                                            current.store(nullptr);
                                                            making.unlock();
                                                          });

bool report_is_asked_for() noexcept {
  try {
    return !drop_in_limits_of_environment().report.empty();
  } catch (...) {
    return false;
  }
}

/// At load, so that each call has but one look at it.
[[maybe_unused]] const bool counted_from_the_start = [] {
  calls_are_counted.store(report_is_asked_for());
  return true;
}();

}  // namespace

constinit std::atomic<bool> calls_are_counted{false};

Recorder* Recorder::make(const std::string& folder, std::int64_t traced) noexcept {
  try {
    std::string name = folder + "/" + record_prefix + std::to_string(getpid()) + "-XXXXXX";
    const int file = mkostemp(name.data(), O_CLOEXEC);
    void* const mapped = map_file(file, 0, sizeof(ProcessRecord));
    if (file >= 0) close(file);
    if (mapped == nullptr) return nullptr;
    auto* const made = new Recorder(*static_cast<ProcessRecord*>(mapped), name + trace_suffix);
    made->record_.kept = std::min(static_cast<std::uint64_t>(traced), most_chunks * trace_chunk);
    made->describe_process();
    return made;
  } catch (...) {
    return nullptr;
  }
}

void Recorder::describe_process() noexcept {
  record_.process = getpid();
  record_.parent = getppid();
  copy_text(record_.command, program_invocation_short_name);
  try {
    const detail::ProcessFacts facts = detail::process_facts();
    record_.nodes = static_cast<std::int32_t>(facts.nodes.size());
    for (std::size_t i = 0; i < std::min(facts.nodes.size(), record_.node_numbers.size()); ++i)
      record_.node_numbers[i] = facts.nodes[i];
    record_.working_nodes = facts.working_nodes;
    record_.threads = facts.threads;
    copy_text(record_.cpu, facts.cpu.c_str());
  } catch (...) {
    // Calls say what is wrong; they are left to the program's own BLAS, which is counted.
    record_.threads = 0;
  }
  std::atomic_ref<std::uint64_t>(record_.layout).store(record_layout, std::memory_order_release);
}

void Recorder::add(const Work& work, std::size_t type, const Times& times, bool left,
                   const WatchedCall& watched) noexcept {
  std::int64_t none = 0;
  std::atomic_ref<std::int64_t>(record_.first_ns).compare_exchange_strong(none, times.begin_ns);
  std::atomic_ref<std::int64_t>(record_.last_ns).store(times.end_ns, std::memory_order_relaxed);
  const double pairs = multiply_adds(work);
  CallCounts& counts =
      record_
          .counts[static_cast<std::size_t>(work.routine)][type][static_cast<std::size_t>(size_class(pairs))];
  if (left)
    add_to<std::uint64_t>(counts.left, 1);
  else
    count(counts, flops_of(pairs, type), times, watched);
  if (record_.kept > 0) keep(work, type, times, left, watched);
}

void Recorder::count(CallCounts& counts, double flops, const Times& times,
                     const WatchedCall& watched) noexcept {
  add_to<std::uint64_t>(counts.calls, 1);
  add_to<std::uint64_t>(counts.nanoseconds, static_cast<std::uint64_t>(times.end_ns - times.begin_ns));
  add_to(counts.flops, flops);
  const int nodes = std::popcount(watched.nodes);
  add_to<std::uint64_t>(watched.threads <= 1            ? counts.one_thread
                        : nodes <= 1                    ? counts.one_node
                        : nodes < record_.working_nodes ? counts.some_nodes
                                                        : counts.all_nodes,
                        1);
  if (!watched.asked_homes) return;
  add_to(counts.crossing_bytes, watched.crossing_bytes);
  add_to(counts.oblivious_bytes, watched.oblivious_bytes);
  OperandCounts& operands = record_.operands;
  add_to<std::uint64_t>(operands.calls, 1);
  for (std::size_t i = 0; i < operands.bytes_at.size(); ++i)
    if (watched.bytes_at[i] > 0) add_to(operands.bytes_at[i], watched.bytes_at[i]);
  add_to(operands.on_one_node_bytes, watched.on_one_node_bytes);
  add_to(operands.interleaved_bytes, watched.interleaved_bytes);
  add_to(operands.divided_bytes, watched.divided_bytes);
}

void Recorder::keep(const Work& work, std::size_t type, const Times& times, bool left,
                    const WatchedCall& watched) noexcept {
  const std::uint64_t number = add_to<std::uint64_t>(record_.traced, 1);
  CallRecord* const place = number < record_.kept ? place_of(number) : nullptr;
  if (place == nullptr) return;
  CallRecord call{times.begin_ns,
                  0,  // while it is written
                  work.m,
                  work.n,
                  work.k,
                  watched.nodes == 0 ? node_here(record_) : watched.nodes,
                  flops_of(multiply_adds(work), type),
                  static_cast<std::int32_t>(gettid()),
                  watched.threads,
                  static_cast<std::uint8_t>(work.routine),
                  static_cast<std::uint8_t>(type),
                  work.by_rows,
                  left,
                  work.letters,
                  {}};
  copy_text(call.algorithm, watched.algorithm);
  *place = call;
  std::atomic_ref<std::int64_t>(place->end_ns).store(times.end_ns, std::memory_order_release);
}

CallRecord* Recorder::place_of(std::uint64_t number) noexcept {
  const auto chunk = number / trace_chunk;
  CallRecord* calls = chunks_[chunk].load(std::memory_order_acquire);
  if (calls == nullptr) {
    const std::lock_guard lock(mapping_);
    calls = chunks_[chunk].load(std::memory_order_relaxed);
    if (calls == nullptr) {
      constexpr std::size_t bytes = trace_chunk * sizeof(CallRecord);
      const int file = open(trace_file_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
      calls = static_cast<CallRecord*>(map_file(file, chunk * bytes, bytes));
      if (file >= 0) close(file);
      if (calls == nullptr) return nullptr;
      chunks_[chunk].store(calls, std::memory_order_release);
    }
  }
  return calls + number % trace_chunk;
}

Recorder* recorder_here() noexcept {
  if (Recorder* const made = current.load(std::memory_order_acquire)) return made;
  if (is_not_to_be_had.load(std::memory_order_relaxed)) return nullptr;
  const std::lock_guard lock(making);
  if (Recorder* const made = current.load(std::memory_order_relaxed)) return made;
  Recorder* made = nullptr;
  try {
    const DropInLimits limits = drop_in_limits_of_environment();
    made = Recorder::make(limits.report, limits.traced);
  } catch (...) {
    made = nullptr;
  }
  is_not_to_be_had.store(made == nullptr);
  current.store(made, std::memory_order_release);
  return made;
}

void Counted::begin(const Work& work, std::size_t type) noexcept {
  Recorder* const recorder = recorder_here();
  if (recorder == nullptr) return;
  State& state = state_.emplace(State{*recorder, work, type, {}, nullptr, 0});
  state.before = detail::watch_calls(&state.watched);
  state.begin_ns = now_ns();
}

void Counted::end() noexcept {
  State& state = *state_;
  const std::int64_t end_ns = now_ns();
  detail::watch_calls(state.before);
  state.recorder.add(state.work, state.type, {state.begin_ns, end_ns}, left_, state.watched);
}

}  // namespace numapack::standard
