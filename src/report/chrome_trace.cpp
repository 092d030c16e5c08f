// SPDX-License-Identifier: BSD-3-Clause
#include "report/chrome_trace.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/sums.hpp"

namespace numapack {

namespace {

using nlohmann::json;
using standard::CallRecord;
using standard::ProcessRecord;

std::vector<int> nodes_of(const CallRecord& call, const ProcessRecord& record) {
  std::vector<int> nodes;
  for (std::size_t i = 0; i < record.node_numbers.size(); ++i)
    if ((call.nodes >> i & 1) != 0) nodes.push_back(record.node_numbers[i]);
  return nodes;
}

const char* category(unsigned routine) {
  using standard::Routine;
  return routine < static_cast<unsigned>(Routine::gemv)    ? "level 3"
         : routine < static_cast<unsigned>(Routine::getrf) ? "level 2"
                                                           : "LAPACK";
}

json event_of(const CallRecord& call, const ProcessRecord& record, std::int64_t start_ns) {
  const auto duration_ns = static_cast<double>(call.end_ns - call.begin_ns);
  return {{"name", called(call.routine, call.type)},
          {"cat", category(call.routine)},
          {"ph", "X"},
          {"pid", record.process},
          {"tid", call.thread},
          {"ts", 1e-3 * double(call.begin_ns - start_ns)},
          {"dur", 1e-3 * duration_ns},
          {"args",
           {{"m", call.m},
            {"n", call.n},
            {"k", call.k},
            {"options", text_of(call.letters) + (call.by_rows != 0 ? " row-major" : "")},
            {"threads", call.threads},
            {"nodes", nodes_of(call, record)},
            {"way", call.left != 0 ? "left to the program's own BLAS" : text_of(call.algorithm)},
            {"gigaflops_per_second", duration_ns > 0 && call.left == 0 ? call.flops / duration_ns : 0.0}}}};
}

}  // namespace

std::string chrome_trace(const Records& records) {
  std::int64_t start_ns = 0;
  for (const auto& process : records.processes)
    if (!process->calls.empty() && (start_ns == 0 || process->calls.front().begin_ns < start_ns))
      start_ns = process->calls.front().begin_ns;
  std::string text = "{\"traceEvents\": [\n";
  bool first = true;
  const auto add = [&](const json& event) {
    text += (first ? "" : ",\n") + event.dump(-1, ' ', false, json::error_handler_t::replace);
    first = false;
  };
  for (const auto& process : records.processes) {
    const ProcessRecord& record = process->record;
    if (process->calls.empty()) continue;
    add({{"name", "process_name"},
         {"ph", "M"},
         {"pid", record.process},
         {"args", {{"name", text_of(record.command)}}}});
    for (const CallRecord& call : process->calls) add(event_of(call, record, start_ns));
  }
  const RunSums sums = sum_up(records);
  text += fmt::format(
      "\n],\n\"displayTimeUnit\": \"ns\",\n\"otherData\": {{\"calls\": {}, \"cut_calls\": {}}}}}\n",
      sums.traced, sums.cut);
  return text;
}

}  // namespace numapack
