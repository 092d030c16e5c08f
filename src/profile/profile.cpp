// SPDX-License-Identifier: BSD-3-Clause
#include "profile/profile.hpp"

#include <algorithm>

namespace numapack {

namespace {

/// The paper's machine: local, cross-die and cross-chip (near end), Electronics 2021, 10, 1984, section 4.1.
double paper_latency_ns(Reach reach) {
  switch (reach) {
    case Reach::local:
      return 90;
    case Reach::cross_die:
      return 156;
    case Reach::cross_chip:
      return 241;
  }
  return 241;
}

// Guesses between the server processors of 2015 to 2024: one core draws about 20 GB/s, and four to eight DDR
// channels a node saturate near 100 GB/s. Halved or doubled, few calls have other threads (PR-009).
constexpr double core_gb_per_s = 20, node_gb_per_s = 100;

/// Double-precision FMA rate of a core at about 2.5 GHz: AVX2 or AVX-512 with one unit's worth (16 flops a
/// cycle); one 128-bit FMA a cycle (4 flops), the paper's core; and two flops a cycle for anything else.
double guess_core_gflops(const std::string& architecture) {
  if (architecture == "x86_64") return 40;
  if (architecture == "aarch64") return 10;
  return 4;
}

/// Of the FMA rate of a core, in products of packed operands (Z4-069).
constexpr double product_share = 0.9;

}  // namespace

KernelCosts kernel_costs_of(const Profile& profile, const std::string& routine, const std::string& type) {
  // The same steps, except for conjugates.
  const std::string timed = routine == "hemm"                          ? "symm"
                            : routine == "herk"                        ? "syrk"
                            : routine == "her2k"                       ? "syr2k"
                            : routine == "gemmt"                       ? "gemm"
                            : routine == "getrs" || routine == "potrs" ? "trsm"
                            : routine == "posv"                        ? "potrf"
                                                                       : routine;
  for (const KernelCosts& costs : profile.kernel_costs)
    if (costs.routine == timed && costs.type == type) return costs;
  KernelCosts assumed{.routine = routine, .type = type};
  const bool single = type == "s" || type == "c", complex = type == "c" || type == "z";
  const double flops_a_ns = profile.core_gflops * (single ? 2 : 1);
  assumed.flop_ns = 1 / (product_share * flops_a_ns);
  assumed.panel_flop_ns = 1 / (profile.panel_share * flops_a_ns);
  assumed.element_ns = profile.flops_an_element * (complex ? 2 : 1) / flops_a_ns;
  assumed.step_ns = 1e3 * profile.step_us;
  return assumed;
}

Profile estimate_profile(const Machine& machine) {
  Profile profile;
  const std::size_t nodes = machine.nodes.size();
  profile.source =
      machine.distances_known ? "estimated from firmware distances" : "estimated from the machine's tree";
  profile.core_gflops = guess_core_gflops(machine.architecture);
  profile.latency_ns.assign(nodes, std::vector<double>(nodes, 0));
  profile.bandwidth_gb_per_s = profile.latency_ns;
  for (std::size_t from = 0; from < nodes; ++from) {
    // A node without cores reads nothing; its row stands for what its memory can serve.
    const std::size_t cores = machine.nodes[from].cores.size();
    const double own = cores == 0 ? node_gb_per_s : std::min(core_gb_per_s * double(cores), node_gb_per_s);
    for (std::size_t home = 0; home < nodes; ++home) {
      const double latency = machine.distances_known ? 90 * machine.distances[from][home] / 10
                                                     : paper_latency_ns(machine.reach(int(from), int(home)));
      profile.latency_ns[from][home] = latency;
      profile.bandwidth_gb_per_s[from][home] = own * std::min(1.0, 90 / latency);
    }
  }
  return profile;
}

}  // namespace numapack
