// SPDX-License-Identifier: BSD-3-Clause
#include "peer/work/json.hpp"

#include <nlohmann/json.hpp>

#include "level3/explain/explain.hpp"

namespace numapack {

namespace {

using nlohmann::json;

json range(const Range& range) { return {range.begin, range.end}; }
json grid(const Grid& grid) { return {{"rows", grid.rows}, {"columns", grid.columns}}; }

json traffic(const Traffic& traffic, const Machine& machine) {
  return {{"read", traffic.read},
          {"written", traffic.written},
          {"crossing_bytes", traffic.crossing()},
          {"cross_die_bytes", traffic.crossing(machine, Reach::cross_die)},
          {"cross_chip_bytes", traffic.crossing(machine, Reach::cross_chip)}};
}

const char* form(SkinnyForm form) {
  switch (form) {
    case SkinnyForm::by_rows:
      return "by_rows";
    case SkinnyForm::by_depth:
      return "by_depth";
    case SkinnyForm::in_kc_blocks:
      return "in_slabs";
  }
  return "";
}

json algorithm(const InPlaceAlgorithm& algorithm) {
  return {{"name", "in_place"},
          {"steps", algorithm.depth},
          {"columns", algorithm.columns},
          {"asks_for", algorithm.prefetches_below ? "c_below" : "next_columns"},
          {"copies_b", algorithm.copies_b}};
}

json algorithm(const Skinny& algorithm) {
  json text{{"name", "skinny"},
            {"long_operand", algorithm.longer == SkinnyOperand::a ? "A" : "B"},
            {"form", form(algorithm.form)}};
  if (algorithm.form == SkinnyForm::in_kc_blocks)
    text["slabs"] = {{"rows", algorithm.tall.height},
                     {"rows_together", algorithm.tall.together},
                     {"steps", algorithm.tall.depth}};
  return text;
}

json algorithm(const Panels& algorithm) {
  return {{"name", "panels"},
          {"mc", algorithm.blocking.mc},
          {"kc", algorithm.blocking.kc},
          {"nc", algorithm.blocking.nc},
          {"slab", algorithm.kc_block},
          {"column_chunk", algorithm.jc_block},
          {"schedule", algorithm.schedule == LoopSchedule::dynamic ? "dynamic" : "fixed"},
          {"shares_a", algorithm.shares_a},
          {"copies_half_a", algorithm.copies_triangle_a},
          {"copies_half_b", algorithm.copies_triangle_b},
          {"packs_ahead", algorithm.packs_ahead},
          {"buffers_c", algorithm.buffered_c},
          {"streams_c", algorithm.streams_c}};
}

json packed(const NodeTask& task) {
  json operands = json::array();
  if (task.panels() != nullptr) operands = {"A", "B"};
  if (task.in_place() != nullptr && task.in_place()->copies_b) operands = {"B"};
  return operands;
}

json order(const Order& order) {
  return {{"form", order.form == Form::in_lanes ? "in_lanes" : "in_steps"},
          {"kc", order.kc},
          {"pieces", order.pieces}};
}

json task(const Plan& plan, const NodeTask& task, const Machine& machine) {
  return {{"node", machine.os_index_of(task.node)},
          {"threads", task.threads},
          {"thread_grid", grid(task.thread_grid)},
          {"rows", range(task.rows)},
          {"columns", range(task.columns)},
          {"order", order(task.order)},
          {"way", std::visit([](const auto& chosen) { return algorithm(chosen); }, task.algorithm)},
          {"packed", packed(task)},
          {"passes",
           {{"a_read", task.passes.a},
            {"b_read", task.passes.b},
            {"c_read", task.passes.c_read},
            {"c_written", task.passes.c_written}}},
          {"workspace_bytes", task.workspace_bytes},
          {"reasons", reasons_of(plan, task)}};
}

}  // namespace

json plan_to_json(const Plan& plan, const Machine& machine) {
  json nodes = json::array(), tasks = json::array();
  for (const Node& node : machine.nodes) nodes.push_back(node.os_index);
  for (const NodeTask& one : plan.tasks) tasks.push_back(task(plan, one, machine));
  return {{"kernel", plan.kernel.name != nullptr ? plan.kernel.name : ""},
          {"instruction_set", name(plan.kernel.set)},
          {"mr", plan.kernel.mr},
          {"nr", plan.kernel.nr},
          {"grid", grid(plan.grid)},
          {"caller_only", plan.caller_only},
          {"nodes", nodes},
          {"tasks", tasks},
          {"traffic", traffic(plan.traffic, machine)},
          {"bound", traffic(plan.bound, machine)},
          {"seconds_estimate", plan.seconds_estimate},
          {"workspace_bytes", plan.workspace_bytes()},
          {"reasons", reasons_of(plan, machine)}};
}

json census_to_json(const Census& census, const Machine& machine) {
  json by_node = json::object();
  for (std::size_t node = 0; node < census.by_node.size(); ++node)
    by_node[std::to_string(machine.os_index_of(static_cast<int>(node)))] = census.by_node[node];
  json entry = {{"page_bytes", census.page_bytes},
                {"pages", census.pages},
                {"by_node", by_node},
                {"untouched", census.untouched},
                {"huge_bytes", census.huge_bytes}};
  if (!census.unavailable.empty()) entry["unavailable"] = census.unavailable;
  return entry;
}

json pages_to_json(const std::array<Census, 3>& pages, const Machine& machine) {
  json result = json::object();
  for (std::size_t operand = 0; operand < 3; ++operand)
    result[std::string(1, static_cast<char>('A' + operand))] = census_to_json(pages[operand], machine);
  return result;
}

}  // namespace numapack
