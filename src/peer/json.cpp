#include "peer/json.hpp"

#include <nlohmann/json.hpp>

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

int kernel_number(const Machine& machine, int node) {
  return machine.nodes[static_cast<std::size_t>(node)].os_index;
}

const char* form(ThinForm form) {
  switch (form) {
    case ThinForm::by_rows:
      return "by_rows";
    case ThinForm::by_depth:
      return "by_depth";
    case ThinForm::in_slabs:
      return "in_slabs";
  }
  return "";
}

json thin(const ThinChoice& choice) {
  if (!choice.is_thin()) return nullptr;
  return {{"long_operand", choice.longer == ThinOperand::a ? "A" : "B"}, {"form", form(choice.form)}};
}

json task(const NodeTask& task, const Machine& machine) {
  return {{"node", kernel_number(machine, task.node)},
          {"threads", task.threads},
          {"thread_grid", grid(task.thread_grid)},
          {"rows", range(task.rows)},
          {"columns", range(task.columns)},
          {"mc", task.blocking.mc},
          {"kc", task.blocking.kc},
          {"nc", task.blocking.nc},
          {"slab", task.slab},
          {"column_chunk", task.column_chunk},
          {"k_pieces", task.k_pieces},
          {"thin", thin(task.thin)},
          {"localise_a", task.localise_a},
          {"localise_b", task.localise_b},
          {"finish_c", task.finish_c},
          {"streams_c", task.streams_c},
          {"workspace_bytes", task.workspace_bytes},
          {"reasons", task.reasons}};
}

}  // namespace

json plan_to_json(const Plan& plan, const Machine& machine) {
  json nodes = json::array(), tasks = json::array();
  for (const Node& node : machine.nodes) nodes.push_back(node.os_index);
  for (const NodeTask& one : plan.tasks) tasks.push_back(task(one, machine));
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
          {"reasons", plan.reasons}};
}

json census_to_json(const Census& census, const Machine& machine) {
  json by_node = json::object();
  for (std::size_t node = 0; node < census.by_node.size(); ++node)
    by_node[std::to_string(kernel_number(machine, static_cast<int>(node)))] = census.by_node[node];
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
