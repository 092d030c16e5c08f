// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>

#include "doctor/facts.hpp"

namespace numapack {

// The larger parts of read_system_facts().

Fact<std::vector<SystemNode>> read_node_facts(const std::filesystem::path& root);
Fact<std::vector<SystemCpu>> read_cpu_facts(const std::filesystem::path& root);

/// What can be had above the nominal clock: cpufreq's "boost", intel_pstate's "no_turbo".
Fact<bool> read_boost(const std::filesystem::path& root);

/// By the CPU's flag, and on other architectures by what the system is called.
Fact<std::string> read_hypervisor(const std::filesystem::path& root);

/// The numapack settings in this process's environment that make no sense.
std::vector<WrongSetting> read_wrong_settings();

/// The complete BLAS and LAPACK, with 32-bit or 64-bit integers, next to this program, in a build's folder or
/// installed; "" if there is none.
std::string find_complete_library(bool wide_integers);

/// Tries the calls on a page of our own, and sets this thread's policy to what it is. `nodes`: which may be
/// named; empty: node 0.
Fact<PolicyTrial> try_memory_policies(const std::vector<int>& nodes);

}  // namespace numapack
