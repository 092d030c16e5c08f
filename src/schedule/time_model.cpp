// SPDX-License-Identifier: BSD-3-Clause
#include "schedule/time_model.hpp"

#include <string>

namespace numapack {

double TimeModel::arithmetic_s(const StepWork& work, bool all_cores) const {
  return 1e-9 * (all_cores ? costs.all_cores : 1) *
         (work.flops * costs.flop_ns + work.panel_flops * costs.panel_flop_ns +
          work.elements * costs.element_ns + costs.step_ns);
}

TimeModel time_model(const Machine& machine, const Profile& profile, std::string_view routine, Type type) {
  constexpr const char* letters[] = {"s", "d", "c", "z"};
  const std::size_t nodes = machine.nodes.size();
  TimeModel model;
  model.costs = kernel_costs_of(profile, std::string(routine), letters[static_cast<int>(type)]);
  model.core_bytes_per_s.assign(nodes, std::vector<double>(nodes, 0));
  model.link_bytes_per_s = model.wake_s = model.core_bytes_per_s;
  for (std::size_t from = 0; from < nodes; ++from) {
    for (std::size_t home = 0; home < nodes; ++home) {
      const double all = profile.bandwidth_gb_per_s[from][home] * 1e9;
      model.link_bytes_per_s[from][home] = all;
      model.core_bytes_per_s[from][home] = profile.core_bandwidth(int(from), int(home)) * 1e9;
      model.wake_s[from][home] = profile.wake_s(static_cast<int>(from), static_cast<int>(home));
    }
    model.memory_bytes_per_s.push_back(profile.bandwidth_gb_per_s[from][from] * 1e9);
  }
  model.bytes_a_written_byte = profile.bytes_a_written_byte;
  model.barrier_s = profile.barrier_us * 1e-6;
  return model;
}

}  // namespace numapack
