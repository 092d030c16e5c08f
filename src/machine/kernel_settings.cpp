// SPDX-License-Identifier: BSD-3-Clause
#include "machine/kernel_settings.hpp"

#include <sched.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <memory>
#include <sstream>

#include "base/environment.hpp"
#include "base/error.hpp"

namespace numapack {
namespace {

namespace fs = std::filesystem;

template <class T>
std::optional<T> read_number(const fs::path& path) {
  std::ifstream file(path);
  T value{};
  if (!(file >> value)) return std::nullopt;
  return value;
}

/// The rest of the line that starts with `key` and a colon, in a file of such lines.
std::optional<std::string> read_entry(const fs::path& path, const std::string& key) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(key + ":")) continue;
    const auto start = line.find_first_not_of(" \t", key.size() + 1);
    return start == std::string::npos ? std::string() : line.substr(start);
  }
  return std::nullopt;
}

/// A list of /proc/self/status.
std::optional<std::vector<int>> read_own_list(const fs::path& root, const std::string& key) {
  const auto text = read_entry(root / "proc/self/status", key);
  if (!text || text->empty()) return std::nullopt;
  try {
    return parse_list(*text, key);
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

std::string read_chosen(const fs::path& path) {
  std::ifstream file(path);
  for (std::string word; file >> word;) {
    if (word.size() > 2 && word.front() == '[' && word.back() == ']') return word.substr(1, word.size() - 2);
  }
  return "";
}

std::string read_transparent_huge_pages(const fs::path& root) {
  return read_chosen(root / "sys/kernel/mm/transparent_hugepage/enabled");
}

std::vector<HugePages> read_huge_page_pools(const fs::path& folder) {
  std::vector<HugePages> pools;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    std::size_t kilobytes = 0;
    std::istringstream text(name.starts_with("hugepages-") ? name.substr(10) : "");
    if (!(text >> kilobytes)) continue;
    pools.push_back({kilobytes * 1024, read_number<std::uint64_t>(entry.path() / "nr_hugepages").value_or(0),
                     read_number<std::uint64_t>(entry.path() / "free_hugepages").value_or(0)});
  }
  std::sort(pools.begin(), pools.end(), [](const auto& a, const auto& b) { return a.bytes < b.bytes; });
  return pools;
}

std::vector<HugePages> read_huge_pages(const fs::path& root) {
  return read_huge_page_pools(root / "sys/kernel/mm/hugepages");
}

std::optional<int> read_numa_balancing(const fs::path& root) {
  return read_number<int>(root / "proc/sys/kernel/numa_balancing");
}

std::optional<std::vector<int>> read_allowed_nodes(const fs::path& root) {
  return read_own_list(root, "Mems_allowed_list");
}

std::optional<std::vector<int>> read_allowed_cpus(const fs::path& root) {
  return read_own_list(root, "Cpus_allowed_list");
}

std::optional<std::uint64_t> read_meminfo(const std::string& key, const fs::path& root) {
  std::istringstream text(read_entry(root / "proc/meminfo", key).value_or(""));
  std::uint64_t kilobytes = 0;
  if (!(text >> kilobytes)) return std::nullopt;
  return kilobytes * 1024;
}

std::vector<int> affinity_of_caller() {
  const auto release = [](cpu_set_t* set) { CPU_FREE(set); };
  // The kernel refuses a mask smaller than its own, and does not say how large that is.
  for (std::size_t count = 1024; count <= (1u << 20); count *= 2) {
    const std::unique_ptr<cpu_set_t, decltype(release)> set(CPU_ALLOC(count), release);
    const std::size_t bytes = CPU_ALLOC_SIZE(count);
    if (sched_getaffinity(0, bytes, set.get()) == 0) {
      std::vector<int> pus;
      for (std::size_t pu = 0; pu < count; ++pu) {
        if (CPU_ISSET_S(pu, bytes, set.get())) pus.push_back(static_cast<int>(pu));
      }
      return pus;
    }
    if (errno != EINVAL) break;
  }
  throw Error(ErrorCode::system, "affinity", "the kernel does not tell this thread's mask",
              "check that sched_getaffinity is permitted");
}

}  // namespace numapack
