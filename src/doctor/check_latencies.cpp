// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>

#include "doctor/checks.hpp"
#include "insight/inference.hpp"
#include "insight/node_latencies.hpp"
#include "profile/knowledge.hpp"

namespace numapack {

namespace {

/// Figures that differ by less are the same: what infer() takes where noise is not known.
constexpr double same_latency = 0.10;

/// Firmware calls some node farther than another.
bool firmware_has_far_nodes(const ProfiledMachine& machine) {
  for (std::size_t from = 0; from < machine.distances.size(); ++from)
    for (const double distance : machine.distances[from])
      if (from < machine.distances[from].size() && distance > machine.distances[from][from]) return true;
  return false;
}

/// All nodes answer alike: firmware deals lines to them in turn, below what the kernel sees.
void check_equal_latencies(const SystemFacts& facts, const MeasuredProfile& profile, Examination& found) {
  const auto latencies = node_latencies(profile);
  double least = 0, most = 0;
  bool near = false, far = false;
  for (const auto& [pair, ns] : latencies) {
    (pair.first == pair.second ? near : far) = true;
    least = least > 0 ? std::min(least, ns) : ns;
    most = std::max(most, ns);
  }
  if (profile.machine.nodes.size() < 2) return;
  if (!near || !far) return skip(found, "latencies between nodes", "the profile has no near and far ones");
  if (most > least * (1 + same_latency) || !firmware_has_far_nodes(profile.machine)) {
    return fine(found, "equal-latencies",
                fmt::format("nodes answer in {:.0f} to {:.0f} ns, as measured", least, most));
  }
  found.findings.push_back(
      {.id = "equal-latencies",
       .severity = is_virtual(facts) ? Severity::worth_knowing : Severity::matters,
       .is = fmt::format("firmware calls some nodes far, and all answer in {:.0f} to {:.0f} ns: {}", least,
                         most,
                         is_virtual(facts) ? "the host does not place the guest's nodes, it seems"
                                           : "memory is interleaved below the nodes, it seems"),
       .cost = "not known: no placement gains anything, every access costs the mean of near and far",
       .source = "this machine's profile",
       .mend = is_virtual(facts)
                   ? "on the host: bind the guest's nodes to its own (libvirt <numatune>)"
                   : "in the firmware's setup: Node Interleaving (or channel interleaving over sockets) off",
       .by_hand = true});
}

}  // namespace

void check_latencies(const SystemFacts& facts, const MeasuredProfile& profile, Examination& found) {
  check_equal_latencies(facts, profile, found);
  for (const Inference& inference : infer(profile).statements) {
    const bool firmware = inference.kind == "firmware", link = inference.kind == "slow link";
    if (!firmware && !link) continue;
    found.findings.push_back(
        {.id = firmware ? "firmware-disagrees" : "slow-link",
         .severity = Severity::worth_knowing,
         .is = inference.statement +
               (inference.evidence.empty() ? std::string() : " (" + inference.evidence.front() + ")"),
         .cost = firmware ? "not known: programs that trust the firmware's table choose the wrong neighbour; "
                            "numapack uses the profile"
                          : "not known: depends on what crosses there",
         .source = "this machine's profile",
         .mend = "numapack advise   # what to do with it"});
  }
  if (const std::vector<std::string> missing = hollow(profile); missing.empty()) {
    fine(found, "hollow-profile", "the profile has what plans and advice rest on");
  } else {
    found.findings.push_back(
        {.id = "hollow-profile",
         .severity = Severity::worth_knowing,
         .is = fmt::format("the profile is hollow: without {}", fmt::join(missing, ", ")),
         .cost = "not known: plans take estimates in their place",
         .source = "docs/reference/measure/profile.md",
         .mend = "numapack probe   # again, when the machine is quiet"});
  }
  bool quiet = true;
  for (const std::string& remark : profile.remarks) {
    if (!remark.starts_with("not quiet:")) continue;
    quiet = false;
    found.findings.push_back(
        {.id = "drift",
         .severity = Severity::worth_knowing,
         .is = "when the profile was measured: " + remark,
         .cost = "not known: clocks changed, or others used the machine; plans rest on such figures",
         .source = "docs/reference/measure/profile.md",
         .mend = "numapack probe   # again, when the machine is quiet"});
  }
  if (quiet) fine(found, "drift", "the machine was quiet when its profile was measured");
}

}  // namespace numapack
