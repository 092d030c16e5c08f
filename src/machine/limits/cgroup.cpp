// SPDX-License-Identifier: BSD-3-Clause
#include "machine/limits/cgroup.hpp"

#include <fstream>

#include "machine/limits/cgroup_folders.hpp"

namespace numapack {
namespace {

namespace fs = std::filesystem;

std::optional<double> ratio(double quota, double period) {
  if (!(quota > 0) || !(period > 0)) return std::nullopt;
  return quota / period;
}

std::optional<double> cpus_in(const fs::path& file, bool version_2) {
  std::ifstream stream(file);
  double quota = 0, period = 0;
  if (version_2) {
    // "max 100000" fails to read as a number: no limit.
    if (!(stream >> quota >> period)) return std::nullopt;
    return ratio(quota, period);
  }
  std::ifstream period_stream(file.parent_path() / "cpu.cfs_period_us");
  if (!(stream >> quota) || !(period_stream >> period)) return std::nullopt;
  return ratio(quota, period);
}

}  // namespace

CpuQuota read_cpu_quota(const fs::path& root) {
  CpuQuota tightest;
  for (const GroupFolder& group : groups_with("cpu", root)) {
    const fs::path file = group.path / (group.version_2 ? "cpu.max" : "cpu.cfs_quota_us");
    const std::optional<double> limit = cpus_in(root / file.relative_path(), group.version_2);
    if (limit && (!tightest.cpus || *limit < *tightest.cpus)) tightest = {limit, file.string()};
  }
  return tightest;
}

}  // namespace numapack
