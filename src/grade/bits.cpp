// SPDX-License-Identifier: BSD-3-Clause
#include "grade/bits.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "grade/calls/random_call.hpp"

namespace numapack {

namespace {

/// By call; none where the library lacks the routine.
using Digests = std::vector<std::optional<std::array<std::uint64_t, 4>>>;

/// Looks at the calls that both made.
template <class Differ>
BitsRun::Differing count_differing(const BitsOptions& bits, std::size_t calls, const Differ& differ) {
  BitsRun::Differing found;
  for (std::size_t call = 0; call < calls; ++call) {
    if (!differ(call)) continue;
    if (found.calls++ == 0) found.first = describe_call(random_call(bits.seed, call, bits.routines));
  }
  return found;
}

class LibrarySession {
 public:
  LibrarySession(const PeerForThreads& library, const BitsOptions& bits, const ChildOptions& options)
      : library_(library), bits_(bits), options_(options) {}

  LibraryBits measure() {
    Digests first;
    for (std::size_t i = 0; i < bits_.threads.size() && !options_.stopped(); ++i) {
      const int threads = bits_.threads[i];
      Digests digests;
      BitsRun run = make_calls(threads, digests);
      if (i == 0) {
        Digests second;
        const bool alone = run.failure.empty() && !options_.stopped();
        if (alone) make_calls(threads, second);
        if (alone) set(run, BitsAspect::process, compared(digests, second));
        first = digests;
      } else {
        set(run, BitsAspect::threads, compared(first, digests));
      }
      result_.runs.push_back(std::move(run));
    }
    return std::move(result_);
  }

 private:
  static void set(BitsRun& run, BitsAspect aspect, BitsRun::Differing found) {
    run.differing[static_cast<std::size_t>(aspect)] = std::move(found);
  }

  BitsRun::Differing compared(const Digests& left, const Digests& right) const {
    return count_differing(bits_, std::min(left.size(), right.size()), [&](std::size_t call) {
      return left[call] && right[call] && left[call]->front() != right[call]->front();
    });
  }

  void hear(const nlohmann::json& message, BitsRun& run, Digests& digests) {
    if (message.contains("helped")) run.helped = message.at("helped").get<bool>();
    if (!message.contains("call")) return;
    done_ += 1;
    if (options_.progress) {
      const double all = double(bits_.calls) * double(bits_.threads.size() + 1);
      options_.progress(fmt::format("{}, {} threads", result_.name, run.threads), done_ / all);
    }
    if (message.contains("lacks")) {
      digests.emplace_back();
      const auto name = message.at("lacks").get<std::string>();
      if (std::find(result_.lacks.begin(), result_.lacks.end(), name) == result_.lacks.end())
        result_.lacks.push_back(name);
      return;
    }
    digests.emplace_back(message.at("digests").get<std::array<std::uint64_t, 4>>());
    ++run.calls;
    const double error = message.value("error_over_bound", 0.0);
    if (error <= run.worst_error) return;
    run.worst_error = error;
    run.worst_call = describe_call(random_call(bits_.seed, digests.size() - 1, bits_.routines));
  }

  BitsRun make_calls(int threads, Digests& digests) {
    const Peer peer = library_(threads);
    result_.name = peer.name;
    BitsRun run;
    run.threads = threads;
    nlohmann::json order = {{"check", "bits"},
                            {"seed", bits_.seed},
                            {"calls", bits_.calls},
                            {"against_reference", bits_.against_reference}};
    for (const BlasRoutine* routine : bits_.routines) order["routines"].push_back(std::string(routine->name));
    const ChildReport report =
        run_child(peer, order, options_, [&](const nlohmann::json& message) { hear(message, run, digests); });
    if (!report.path.empty()) result_.version = report.version, result_.path = report.path;
    run.failure = report.failure;
    if (!report.failure.empty() && !report.path.empty() && digests.size() < bits_.calls)
      run.failed_call = describe_call(random_call(bits_.seed, digests.size(), bits_.routines));
    for (const BitsAspect aspect : {BitsAspect::repeated, BitsAspect::alignment, BitsAspect::gaps}) {
      const std::size_t which =
          static_cast<std::size_t>(aspect) - static_cast<std::size_t>(BitsAspect::repeated) + 1;
      set(run, aspect, count_differing(bits_, digests.size(), [&](std::size_t call) {
            return digests[call] && (*digests[call])[which] != digests[call]->front();
          }));
    }
    return run;
  }

  const PeerForThreads& library_;
  const BitsOptions& bits_;
  const ChildOptions& options_;
  LibraryBits result_;
  double done_ = 0;
};

}  // namespace

std::uint64_t BitsRun::differing_calls() const {
  std::uint64_t sum = 0;
  for (const auto& aspect : differing) sum += aspect ? aspect->calls : 0;
  return sum;
}

bool LibraryBits::failed() const {
  return std::any_of(runs.begin(), runs.end(), [](const BitsRun& run) { return !run.failure.empty(); });
}

LibraryBits measure_bits(const PeerForThreads& library, const BitsOptions& bits,
                         const ChildOptions& options) {
  return LibrarySession(library, bits, options).measure();
}

}  // namespace numapack
