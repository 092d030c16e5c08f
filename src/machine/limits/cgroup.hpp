// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace numapack {

/// CPU time that control groups leave to this process.
struct CpuQuota {
  std::optional<double> cpus;  ///< CPUs' worth of time; nothing: no limit
  std::string source;          ///< the file that says so, as the process sees it
};

/// The tightest CPU limit on the way from this process's control group up to the root, of version 1
/// (cpu.cfs_quota_us over cpu.cfs_period_us) and version 2 (cpu.max). What cannot be read limits nothing.
/// `root` is put before every path, so that a folder can stand for the file system.
CpuQuota read_cpu_quota(const std::filesystem::path& root = "/");

}  // namespace numapack
