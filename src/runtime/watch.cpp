// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/watch.hpp"

#include <algorithm>
#include <utility>

#include "base/limits.hpp"
#include "machine/cpu_of.hpp"
#include "runtime/runtime.hpp"
#include "runtime/thread_limit.hpp"

namespace numapack {

constinit std::atomic<bool> calls_are_watched{false};

namespace {

constinit thread_local WatchedCall* noted_here = nullptr;

}  // namespace

void WatchedCall::add_home(const OperandHome& home) {
  double all = 0;
  for (std::size_t node = 0; node < home.bytes.size(); ++node) {
    bytes_at[std::min(node, bytes_at.size() - 1)] += home.bytes[node];
    all += home.bytes[node];
  }
  asked_homes = true;
  (home.lies == OperandHome::Lies::on_one_node   ? on_one_node_bytes
   : home.lies == OperandHome::Lies::interleaved ? interleaved_bytes
                                                 : divided_bytes) += all;
}

WatchedCall* watched_call() noexcept {
  return calls_are_watched.load(std::memory_order_relaxed) ? noted_here : nullptr;
}

namespace detail {

WatchedCall* watch_calls(WatchedCall* noted) noexcept {
  calls_are_watched.store(true, std::memory_order_relaxed);
  return std::exchange(noted_here, noted);
}

ProcessFacts process_facts() {
  const LenientSettings calls_say_what_is_wrong;
  Runtime& runtime = Runtime::get();
  ProcessFacts facts;
  for (const Node& node : runtime.machine().nodes) facts.nodes.push_back(node.os_index);
  facts.working_nodes = static_cast<int>(runtime.layout().size());
  facts.threads = threads_here(runtime);
  facts.cpu = microarch_of(runtime.machine()).microarch->name;
  return facts;
}

}  // namespace detail

}  // namespace numapack
