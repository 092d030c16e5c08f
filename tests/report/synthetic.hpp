// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstring>

#include "report/records.hpp"

namespace numapack::testing {

/// A process as the drop-in would leave it, on a machine with so many nodes (numbered 0, 2, 4 …).
class Synthetic {
 public:
  explicit Synthetic(int nodes, int threads, std::int64_t process = 100)
      : made_(std::make_unique<RecordedProcess>()) {
    standard::ProcessRecord& record = made_->record;
    record.layout = standard::record_layout;
    record.process = process;
    record.parent = 1;
    record.nodes = record.working_nodes = nodes;
    record.threads = threads;
    std::strcpy(record.command.data(), "python3");
    std::strcpy(record.cpu.data(), "zen4");
    for (int i = 0; i < nodes; ++i) record.node_numbers[static_cast<std::size_t>(i)] = 2 * i;
    record.first_ns = 1000;
    record.last_ns = 2000;
  }

  standard::ProcessRecord& record() { return made_->record; }
  std::vector<standard::CallRecord>& calls() { return made_->calls; }
  standard::CallCounts& counts(standard::Routine routine, char type, int size_class) {
    const auto index =
        static_cast<std::size_t>(std::strchr(standard::type_letters, type) - standard::type_letters);
    return made_->record
        .counts[static_cast<std::size_t>(routine)][index][static_cast<std::size_t>(size_class)];
  }
  /// Calls that went to one thread, in so many seconds.
  void add_alone(standard::Routine routine, char type, int size_class, std::uint64_t calls, double seconds) {
    standard::CallCounts& of_size = counts(routine, type, size_class);
    of_size.calls += calls;
    of_size.one_thread += calls;
    of_size.nanoseconds += static_cast<std::uint64_t>(seconds * 1e9);
    of_size.flops += 1e9 * double(calls);
  }
  /// … to all nodes, with operands of so many bytes on the node of this index.
  void add_on_all(standard::Routine routine, char type, int size_class, std::uint64_t calls, double seconds,
                  std::size_t node, double bytes) {
    standard::CallCounts& of_size = counts(routine, type, size_class);
    of_size.calls += calls;
    of_size.all_nodes += calls;
    of_size.nanoseconds += static_cast<std::uint64_t>(seconds * 1e9);
    of_size.flops += 1e12 * double(calls);
    of_size.crossing_bytes += bytes / 2;
    of_size.oblivious_bytes += bytes * 3;
    standard::OperandCounts& operands = made_->record.operands;
    operands.calls += calls;
    operands.bytes_at[node] += bytes;
    operands.on_one_node_bytes += bytes;
  }

  std::unique_ptr<const RecordedProcess> take() { return std::move(made_); }

 private:
  std::unique_ptr<RecordedProcess> made_;
};

}  // namespace numapack::testing
