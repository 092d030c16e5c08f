// SPDX-License-Identifier: BSD-3-Clause
#include "memory/pages/process_pages.hpp"

#include <fcntl.h>
#include <linux/capability.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cinttypes>
#include <cstring>
#include <fstream>
#include <map>
#include <numeric>
#include <optional>
#include <sstream>

#include "base/error.hpp"
#include "base/scratch.hpp"

namespace numapack {
namespace {

namespace fs = std::filesystem;

fs::path directory(pid_t process, const fs::path& root) { return root / "proc" / std::to_string(process); }

std::optional<uid_t> owner_of(pid_t process, const fs::path& root) {
  struct stat status;
  if (stat(directory(process, root).c_str(), &status) != 0) return std::nullopt;
  return status.st_uid;
}

std::string owner(pid_t process, const fs::path& root) {
  const auto number = owner_of(process, root);
  if (!number) return "";
  // Not getpwuid_r in a loop over buffer sizes: one that is too small leaves the number.
  char buffer[4096];
  passwd entry, *found = nullptr;
  getpwuid_r(*number, &entry, buffer, sizeof buffer, &found);
  return found != nullptr ? found->pw_name : std::to_string(*number);
}

/// A file of /proc whole, or the error number.
int read_whole(const fs::path& path, std::string& text) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return errno;
  text.clear();
  const Scratch<char, 65536> buffer;
  ssize_t count = 0;
  while ((count = read(file, buffer.data(), buffer.bytes)) != 0) {
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) break;
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
  const int error = count < 0 ? errno : 0;
  close(file);
  return error;
}

/// Who asks: the effective user, and whether other processes may be looked into (CAP_SYS_PTRACE).
struct Asker {
  std::optional<uid_t> user;
  bool may_trace = false;
};

Asker asker(const fs::path& root) {
  Asker found;
  std::string text;
  if (read_whole(root / "proc/self/status", text) != 0) return found;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    unsigned user = 0;
    std::uint64_t rights = 0;
    if (std::sscanf(line.c_str(), "Uid: %*u %u", &user) == 1) found.user = user;
    if (std::sscanf(line.c_str(), "CapEff: %" SCNx64, &rights) == 1)
      found.may_trace = (rights >> CAP_SYS_PTRACE & 1) != 0;
  }
  return found;
}

/// Why the kernel does not let it be looked at, and what helps.
std::pair<std::string, std::string> why_forbidden(pid_t process, const fs::path& root) {
  const Asker who = asker(root);
  if (who.user == uid_t{0} && !who.may_trace)
    return {"root may not look at it without CAP_SYS_PTRACE, which is missing here, as in most containers",
            "start the container with that capability, or run numapack outside the container"};
  if (who.user == uid_t{0})
    return {"the kernel does not let root look at it: it has more rights, or a security module forbids it",
            "run numapack outside this container"};
  if (who.user && who.user == owner_of(process, root))
    return {"it is yours, but has rights or a setting that forbid looking at it", "run numapack as root"};
  const std::string user = owner(process, root), whom = user.empty() ? "its owner" : user;
  return {(user.empty() ? "" : "it belongs to " + user + ", and ") + "you may not look at it",
          "run numapack as " + (user == "root" ? "" : whom + " or as ") + "root"};
}

std::string name_of(const std::string& path) { return path.empty() ? "anonymous" : path; }

std::vector<ProcessMapping> parse_maps(const std::string& text, std::size_t nodes) {
  std::vector<ProcessMapping> mappings;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    ProcessMapping mapping;
    int name_at = 0;
    std::uint64_t begin = 0, end = 0;
    if (std::sscanf(line.c_str(), "%" SCNx64 "-%" SCNx64 " %*s %*s %*s %*s %n", &begin, &end, &name_at) < 2) {
      continue;
    }
    mapping.begin = begin;
    mapping.end = end;
    mapping.name = name_of(name_at > 0 ? line.substr(std::min<std::size_t>(name_at, line.size())) : "");
    mapping.by_node.assign(nodes, 0);
    mappings.push_back(std::move(mapping));
  }
  return mappings;
}

ProcessMapping* starting_at(std::vector<ProcessMapping>& mappings, std::uintptr_t begin) {
  const auto at =
      std::lower_bound(mappings.begin(), mappings.end(), begin,
                       [](const ProcessMapping& one, std::uintptr_t value) { return one.begin < value; });
  return at != mappings.end() && at->begin == begin ? &*at : nullptr;
}

/// "7f12 default anon=5 N0=3 N1=2 kernelpagesize_kB=4", a mapping a line.
void add_numa_maps(const std::string& text, const Machine& machine, ProcessPages& pages) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string address, policy;
    words >> address >> policy;
    ProcessMapping* const mapping = starting_at(pages.mappings, std::strtoull(address.c_str(), nullptr, 16));
    if (mapping == nullptr) continue;
    mapping->policy = policy;
    std::vector<std::pair<int, std::uint64_t>> counts;
    std::uint64_t page_bytes = machine.page_bytes;
    bool explicit_huge = false;
    for (std::string word; words >> word;) {
      int node = 0;
      std::uint64_t value = 0;
      if (std::sscanf(word.c_str(), "N%d=%" SCNu64, &node, &value) == 2) counts.emplace_back(node, value);
      if (std::sscanf(word.c_str(), "kernelpagesize_kB=%" SCNu64, &value) == 1) page_bytes = value * 1024;
      explicit_huge = explicit_huge || word == "huge";
    }
    for (const auto& [number, count] : counts) {
      const int node = machine.node_by_os_index(number);
      if (node < 0) {
        pages.incomplete = "pages on node " + std::to_string(number) + ", which the machine does not have";
        continue;
      }
      mapping->by_node[static_cast<std::size_t>(node)] += count * page_bytes;
      if (explicit_huge) mapping->huge_bytes += count * page_bytes;
    }
  }
}

void add_smaps(const std::string& text, const Machine& machine, bool residents, ProcessPages& pages) {
  std::istringstream lines(text);
  ProcessMapping* mapping = nullptr;
  const int only_node =
      machine.home_for(machine.compute_nodes().empty() ? 0 : machine.compute_nodes().front());
  for (std::string line; std::getline(lines, line);) {
    std::uint64_t begin = 0, end = 0, kilobytes = 0;
    char key[64];
    if (std::sscanf(line.c_str(), "%" SCNx64 "-%" SCNx64 " ", &begin, &end) == 2) {
      mapping = starting_at(pages.mappings, begin);
    } else if (mapping != nullptr &&
               std::sscanf(line.c_str(), "%63[^:]: %" SCNu64 " kB", key, &kilobytes) == 2) {
      const std::string_view what = key;
      if (what == "AnonHugePages" || what == "ShmemPmdMapped" || what == "FilePmdMapped") {
        mapping->huge_bytes += kilobytes * 1024;
      } else if (what == "Swap") {
        mapping->swapped_bytes += kilobytes * 1024;
      } else if (residents && what == "Rss") {
        mapping->by_node[static_cast<std::size_t>(only_node)] += kilobytes * 1024;
      }
    }
  }
}

}  // namespace

std::uint64_t ProcessMapping::resident() const {
  return std::accumulate(by_node.begin(), by_node.end(), std::uint64_t{0});
}

ProcessMapping ProcessPages::total() const {
  ProcessMapping sum;
  sum.name = "all";
  for (const ProcessMapping& mapping : mappings) {
    sum.by_node.resize(std::max(sum.by_node.size(), mapping.by_node.size()), 0);
    for (std::size_t node = 0; node < mapping.by_node.size(); ++node)
      sum.by_node[node] += mapping.by_node[node];
    sum.huge_bytes += mapping.huge_bytes;
    sum.swapped_bytes += mapping.swapped_bytes;
  }
  return sum;
}

void refuse_process(pid_t process, int error, const fs::path& root) {
  const std::string where = "process " + std::to_string(process);
  if (error == EACCES || error == EPERM) {
    const auto [why, advice] = why_forbidden(process, root);
    throw Error(ErrorCode::not_supported, where, why, advice);
  }
  if (error == ENOENT || error == ESRCH || error == 0) {
    throw Error(ErrorCode::system, where, "it ended meanwhile", "look at one that runs");
  }
  throw Error(ErrorCode::system, where, std::strerror(error), "look at /proc/" + std::to_string(process));
}

ProcessPages process_pages(pid_t process, const Machine& machine, const fs::path& root) {
  const fs::path here = directory(process, root);
  const std::string where = "process " + std::to_string(process);
  std::string text;
  ProcessPages pages;
  pages.process = process;
  if (process <= 0 || read_whole(here / "comm", pages.command) != 0) {
    invalid(where, "there is no such process", "ps shows which there are");
  }
  pages.command.erase(pages.command.find_last_not_of('\n') + 1);
  pages.user = owner(process, root);
  if (const int error = read_whole(here / "maps", text)) refuse_process(process, error, root);
  // A process that ended, or a thread of the kernel, has no memory: only the first has no directory either.
  if (text.empty()) {
    std::string state;
    if (read_whole(here / "status", state) != 0 || state.find("State:\tZ") != std::string::npos ||
        state.find("State:\tX") != std::string::npos) {
      refuse_process(process, ESRCH, root);
    }
    pages.incomplete = "it has no memory of its own: a thread of the kernel";
    return pages;
  }
  pages.mappings = parse_maps(text, machine.nodes.size());
  std::string smaps;
  const int numa_error = read_whole(here / "numa_maps", text);
  const int smaps_error = read_whole(here / "smaps", smaps);
  const bool no_numa = numa_error == ENOENT && fs::exists(here / "maps");
  if (numa_error != 0 && !no_numa) refuse_process(process, numa_error, root);
  if (smaps_error != 0) refuse_process(process, smaps_error, root);
  if (!no_numa) add_numa_maps(text, machine, pages);
  // A kernel without NUMA has one node.
  add_smaps(smaps, machine, no_numa, pages);
  if (!no_numa && text.empty()) refuse_process(process, ESRCH, root);
  return pages;
}

}  // namespace numapack
