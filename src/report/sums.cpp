// SPDX-License-Identifier: BSD-3-Clause
#include "report/sums.hpp"

#include <algorithm>

namespace numapack {

namespace {

using standard::CallCounts;
using standard::ProcessRecord;

/// Calls each(routine, type, class, counts) of all that are not empty.
template <class Each>
void for_each_count(const ProcessRecord& record, const Each& each) {
  for (unsigned routine = 0; routine < standard::routine_count; ++routine)
    for (std::size_t type = 0; type < standard::type_count; ++type)
      for (int size = 0; size < standard::size_classes; ++size)
        if (const CallCounts& counts = record.counts[routine][type][static_cast<std::size_t>(size)];
            counts.calls + counts.left > 0)
          each(routine, type, size, counts);
}

ReportedProcess reported(const ProcessRecord& record) {
  ReportedProcess process{record.process,
                          record.parent,
                          text_of(record.command),
                          text_of(record.cpu),
                          record.working_nodes,
                          record.threads,
                          0,
                          0,
                          0,
                          record.first_ns,
                          record.last_ns};
  for_each_count(record, [&](unsigned, std::size_t, int, const CallCounts& counts) {
    process.calls += counts.calls;
    process.left += counts.left;
    process.seconds += 1e-9 * double(counts.nanoseconds);
  });
  return process;
}

/// A process may have several of the drop-in's libraries (a BLAS and a LAPACK), which count apart.
void add_process(const ReportedProcess& process, std::vector<ReportedProcess>& to) {
  const auto same = std::find_if(
      to.begin(), to.end(), [&](const ReportedProcess& other) { return other.process == process.process; });
  if (same == to.end()) return to.push_back(process);
  same->calls += process.calls;
  same->left += process.left;
  same->seconds += process.seconds;
  same->first_ns = std::min(same->first_ns, process.first_ns);
  same->last_ns = std::max(same->last_ns, process.last_ns);
}

void add_operands(const ProcessRecord& record, RunSums& sums) {
  const standard::OperandCounts& operands = record.operands;
  sums.calls_that_asked += operands.calls;
  sums.on_one_node_bytes += operands.on_one_node_bytes;
  sums.interleaved_bytes += operands.interleaved_bytes;
  sums.divided_bytes += operands.divided_bytes;
  for (std::size_t i = 0; i < operands.bytes_at.size(); ++i)
    if (operands.bytes_at[i] > 0) sums.operand_bytes_at[record.node_numbers[i]] += operands.bytes_at[i];
}

}  // namespace

standard::CallCounts added(standard::CallCounts to, const standard::CallCounts& from) {
  to.calls += from.calls;
  to.left += from.left;
  to.nanoseconds += from.nanoseconds;
  to.one_thread += from.one_thread;
  to.one_node += from.one_node;
  to.some_nodes += from.some_nodes;
  to.all_nodes += from.all_nodes;
  to.flops += from.flops;
  to.crossing_bytes += from.crossing_bytes;
  to.oblivious_bytes += from.oblivious_bytes;
  return to;
}

RunSums sum_up(const Records& records) {
  RunSums sums;
  sums.unreadable = records.unreadable;
  std::map<std::pair<std::string, int>, CallCounts> found;
  for (const auto& process : records.processes) {
    const ProcessRecord& record = process->record;
    add_process(reported(record), sums.processes);
    sums.most_nodes = std::max(sums.most_nodes, record.working_nodes);
    sums.traced += process->calls.size();
    sums.cut +=
        record.kept == 0 ? 0 : record.traced - std::min(record.traced, std::uint64_t{process->calls.size()});
    add_operands(record, sums);
    for_each_count(record, [&](unsigned routine, std::size_t type, int size, const CallCounts& counts) {
      CallCounts& of_size = found[{called(routine, type), size}];
      of_size = added(of_size, counts);
      sums.total = added(sums.total, counts);
    });
  }
  for (const auto& [key, counts] : found) {
    const auto& [routine, size] = key;
    sums.calls.push_back({routine, standard::least_size(size),
                          size + 1 < standard::size_classes ? standard::least_size(size + 1) : 0, counts});
  }
  std::stable_sort(sums.calls.begin(), sums.calls.end(), [](const CallsOfSize& a, const CallsOfSize& b) {
    return a.counts.nanoseconds > b.counts.nanoseconds;
  });
  return sums;
}

}  // namespace numapack
