// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "doctor/examine.hpp"

namespace numapack {

// The steps of examine(), in their order. Each adds what it looked at, and what it could not look at.

void check_nodes(const SystemFacts& facts, const MeasuredProfile* profile, Examination& found);
void check_latencies(const SystemFacts& facts, const MeasuredProfile& profile, Examination& found);
void check_kernel(const SystemFacts& facts, Examination& found);
void check_huge_pages(const SystemFacts& facts, Examination& found);
void check_swap(const SystemFacts& facts, Examination& found);
void check_clocks(const SystemFacts& facts, Examination& found);
void check_cpus(const SystemFacts& facts, Examination& found);
void check_limits(const SystemFacts& facts, Examination& found);
void check_memory_limits(const SystemFacts& facts, Examination& found);
void check_settings(const SystemFacts& facts, Examination& found);
void check_complete_library(const SystemFacts& facts, Examination& found);

/// Something that is right.
inline void fine(Examination& found, std::string id, std::string is) {
  found.findings.push_back({.id = std::move(id), .is = std::move(is)});
}

inline void skip(Examination& found, std::string what, std::string why) {
  found.not_looked_at.push_back({std::move(what), std::move(why)});
}

/// What another node's memory costs: of the profile, else of the paper's machine.
struct FarMemory {
  Slowdown slowdown;
  std::string source;
};
FarMemory far_memory(const MeasuredProfile* profile);

/// "1.7 to 2.7 times", or "1.2 times" where the ends look alike.
std::string times(const Slowdown& slowdown);

/// Nodes that have memory; none where nodes could not be read.
std::vector<SystemNode> nodes_with_memory_in(const SystemFacts& facts);

bool is_virtual(const SystemFacts& facts);

}  // namespace numapack
