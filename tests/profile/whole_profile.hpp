// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "machine/machine.hpp"
#include "profile/document/fingerprint.hpp"
#include "profile/document/measured.hpp"

namespace numapack::testing {

/// A measured profile with everything that plans and advice rest on, of a machine whose nodes have two cores
/// or more each: 80 ns and 20 GB/s at home, 120 ns and 15 GB/s elsewhere, 57.3 GF/s of all cores.
inline MeasuredProfile whole_profile(const Machine& machine) {
  MeasuredProfile profile;
  profile.made_by = "numapack 0";
  profile.machine = profiled_machine(machine);
  profile.conditions.date = "2026-01-01T00:00:00Z";
  const auto near = [](double value) { return figure_of({value, 1.001 * value, 0.999 * value}); };
  for (const ProfiledNode& from : profile.machine.nodes) {
    for (const ProfiledNode& home : profile.machine.nodes) {
      const bool own = from.os_index == home.os_index;
      profile.memory_latency.push_back({from.pus[0], home.os_index, 1 << 28, 2, 0, near(own ? 80 : 120)});
      profile.node_bandwidth.push_back({from.os_index, home.os_index, "read", false,
                                        static_cast<int>(from.pus.size()), 0, near(own ? 20 : 15)});
    }
    for (const char* algorithm : {"central", "dissemination"})
      profile.barriers.push_back({algorithm, {from.pus[0], from.pus[1]}, near(0.3), {}});
    CoreToCore pair;
    pair.reader = from.pus[0];
    pair.owner = from.pus[1];
    pair.latency_ns = near(40);
    profile.core_to_core.push_back(pair);
  }
  const int cores = static_cast<int>(machine.cores.size());
  profile.peaks = {{"double", "avx2", cores, near(57.3)}, {"single", "avx2", cores, near(114.6)}};
  return profile;
}

}  // namespace numapack::testing
