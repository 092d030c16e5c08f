// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "report/sums.hpp"

namespace numapack {

namespace {

/// What of all operands on one node is more than chance and worth a word.
constexpr double much_on_one_node = 0.6;
/// One thread is enough if calls that went to one thread anyway take so much of the time.
constexpr double nearly_all = 0.8;

std::string percent(double share) { return fmt::format("{:.0f} %", 100 * share); }

void hint_at_memory(const RunSums& sums, const RunConditions& conditions, std::vector<std::string>& said) {
  if (sums.most_nodes < 2 || sums.operand_bytes() <= 0) return;
  const auto most = std::max_element(sums.operand_bytes_at.begin(), sums.operand_bytes_at.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  const double share = most->second / sums.operand_bytes();
  if (share < much_on_one_node) return;
  const std::string where = fmt::format("{} of your matrices live on node {}", percent(share), most->first);
  said.push_back(conditions.interleaved
                     ? where + " in spite of --memory interleave: the program places them itself"
                     : where + ": start with --memory interleave");
}

void hint_at_small_calls(const RunSums& sums, std::vector<std::string>& said) {
  const bool have_several = std::any_of(sums.processes.begin(), sums.processes.end(),
                                        [](const ReportedProcess& p) { return p.threads > 1; });
  if (!have_several || sums.total.calls == 0) return;
  double alone = 0;
  for (const CallsOfSize& calls : sums.calls)
    if (2 * calls.counts.one_thread > calls.counts.calls) alone += double(calls.counts.nanoseconds);
  const double calls = double(sums.total.one_thread) / double(sums.total.calls);
  if (calls <= 0.5 || alone < nearly_all * double(sums.total.nanoseconds)) return;
  said.push_back(fmt::format(
      "most calls are small: {} went to one thread, and such take {} of the time; one thread is "
      "enough (--threads 1)",
      percent(calls), percent(alone / double(std::max<std::uint64_t>(1, sums.total.nanoseconds)))));
}

/// Processes whose calls were at the same time, at the moment when their threads were most.
void hint_at_concurrent_calls(const RunSums& sums, const RunConditions& conditions,
                              std::vector<std::string>& said) {
  std::vector<std::pair<std::int64_t, int>> changes;  // who ends before who begins at the same time
  for (const ReportedProcess& process : sums.processes) {
    changes.emplace_back(process.last_ns, -process.threads);
    changes.emplace_back(process.first_ns, process.threads);
  }
  std::sort(changes.begin(), changes.end());
  int threads = 0, most_threads = 0, together = 0, most_together = 0;
  for (const auto& [when, change] : changes) {
    threads += change;
    together += change > 0 ? 1 : -1;
    if (threads > most_threads) {
      most_threads = threads;
      most_together = together;
    }
  }
  if (most_together < 2 || most_threads <= conditions.usable_threads) return;
  said.push_back(
      fmt::format("{} processes that called at the same time had {} threads for {} cores: start with "
                  "--threads {}",
                  most_together, most_threads, conditions.usable_threads,
                  std::max(1, conditions.usable_threads / most_together)));
}

}  // namespace

std::vector<std::string> hints(const RunSums& sums, const RunConditions& conditions) {
  std::vector<std::string> said;
  if (sums.total.calls + sums.total.left == 0) {
    said.emplace_back(
        "no call reached numapack: the command multiplies no matrices, or by a BLAS of its own that nothing "
        "can be put before");
    return said;
  }
  hint_at_memory(sums, conditions, said);
  hint_at_small_calls(sums, said);
  hint_at_concurrent_calls(sums, conditions, said);
  return said;
}

}  // namespace numapack
