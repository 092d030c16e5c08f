// SPDX-License-Identifier: BSD-3-Clause
#include "launch/cpu_expression.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>

#include "base/environment.hpp"
#include "base/error.hpp"
#include "machine/text.hpp"

namespace numapack {

namespace {

/// What there may be several of: its cores by its number.
struct Domain {
  int number;
  std::vector<int> cores;  ///< usable ones
};

void note_core(std::vector<Domain>& domains, int number, int core) {
  const auto found =
      std::find_if(domains.begin(), domains.end(), [&](const Domain& one) { return one.number == number; });
  if (found == domains.end())
    domains.push_back({number, {core}});
  else
    found->cores.push_back(core);
}

/// The last level of cache, numbered as its groups come.
std::vector<Domain> last_caches(const Machine& machine) {
  int level = 0;
  for (const Cache& cache : machine.caches) level = std::max(level, cache.level);
  std::vector<Domain> domains;
  int number = 0;
  for (const Cache& cache : machine.caches) {
    if (cache.level != level) continue;
    for (const int core : cache.cores)
      if (machine.cores[static_cast<std::size_t>(core)].usable()) note_core(domains, number, core);
    ++number;
  }
  return domains;
}

/// All there are of a kind that have a usable core. `kind` is one of those below.
std::vector<Domain> domains_of(std::string_view kind, const Machine& machine) {
  if (kind == "cache") return last_caches(machine);
  std::vector<Domain> domains;
  for (std::size_t core = 0; core < machine.cores.size(); ++core) {
    const Core& one = machine.cores[core];
    if (!one.usable() || (kind == "node" && one.node < 0)) continue;
    const int number = kind == "package" ? machine.packages[static_cast<std::size_t>(one.package)].os_index
                       : kind == "die"   ? one.die
                       : kind == "node"  ? machine.os_index_of(one.node)
                                         : static_cast<int>(core);
    note_core(domains, number, static_cast<int>(core));
  }
  return domains;
}

constexpr const char* kinds = "all, package, die, node, cache, core or cpu, such as node:0/0-3";

/// Reads one expression; an error message quotes the whole expression.
class Reader {
 public:
  Reader(std::string_view text, const Machine& machine, std::string what, bool siblings)
      : text_(text), machine_(machine), what_(std::move(what)), siblings_(siblings) {}

  std::vector<int> cpus() {
    for (std::size_t at = 0; at <= text_.size();) {
      const std::size_t end = std::min(text_.find('+', at), text_.size());
      add_part(text_.substr(at, end - at));
      at = end + 1;
    }
    return std::move(cpus_);
  }

 private:
  [[noreturn]] void refuse(const std::string& problem, const std::string& advice) const {
    invalid(what_, "\"" + std::string(text_) + "\": " + problem, advice);
  }

  void add_part(std::string_view part) {
    if (part == "all") return add_cores(cores_of(domains_of("core", machine_), "all", std::nullopt));
    const std::size_t colon = part.find(':');
    const std::string_view kind = colon == std::string_view::npos ? "cpu" : part.substr(0, colon);
    const std::string_view rest = colon == std::string_view::npos ? part : part.substr(colon + 1);
    if (kind == "cpu") return add_cpus(rest);
    if (kind != "package" && kind != "die" && kind != "node" && kind != "cache" && kind != "core")
      refuse("there is no \"" + std::string(kind) + "\"", std::string("use ") + kinds);
    const std::size_t slash = rest.find('/');
    add_cores(cores_of(
        domains_of(kind, machine_), rest.substr(0, slash),
        slash == std::string_view::npos ? std::optional<std::string_view>() : rest.substr(slash + 1), kind));
  }

  /// Of the domains of a list, all usable cores, or those at the places of another list.
  std::vector<int> cores_of(const std::vector<Domain>& domains, std::string_view list,
                            std::optional<std::string_view> places, std::string_view kind = "core") const {
    std::vector<int> numbers, there_are;
    for (const Domain& domain : domains) there_are.push_back(domain.number);
    numbers = list == "all" ? there_are : parse_list(list, what_);
    std::vector<int> cores;
    for (const int number : numbers) {
      const auto domain = std::find_if(domains.begin(), domains.end(),
                                       [&](const Domain& one) { return one.number == number; });
      if (domain == domains.end())
        refuse("there is no " + std::string(kind) + " " + std::to_string(number) + " with a usable core",
               "use some of " + list_text(there_are) + ", or all");
      if (!places) {
        cores.insert(cores.end(), domain->cores.begin(), domain->cores.end());
        continue;
      }
      for (const int place : parse_list(*places, what_)) {
        if (static_cast<std::size_t>(place) >= domain->cores.size())
          refuse(std::string(kind) + " " + std::to_string(number) + " has " +
                     std::to_string(domain->cores.size()) + " usable cores",
                 "use places from 0 to " + std::to_string(domain->cores.size() - 1));
        cores.push_back(domain->cores[static_cast<std::size_t>(place)]);
      }
    }
    return cores;
  }

  void add_cores(const std::vector<int>& cores) {
    std::size_t most = 1;
    if (siblings_)
      for (const int core : cores)
        most = std::max(most, machine_.cores[static_cast<std::size_t>(core)].usable_pus.size());
    for (std::size_t thread = 0; thread < most; ++thread) {
      for (const int core : cores) {
        const std::vector<int>& pus = machine_.cores[static_cast<std::size_t>(core)].usable_pus;
        if (thread < pus.size()) add(pus[thread]);
      }
    }
  }

  void add_cpus(std::string_view list) {
    std::vector<int> usable;
    for (const Core& core : machine_.cores)
      usable.insert(usable.end(), core.usable_pus.begin(), core.usable_pus.end());
    for (const int cpu : list == "all" ? usable : parse_list(list, what_)) {
      if (std::find(usable.begin(), usable.end(), cpu) == usable.end())
        refuse("CPU " + std::to_string(cpu) + " is none that this process may use",
               "use some of " + list_text(usable));
      add(cpu);
    }
  }

  void add(int cpu) {
    if (seen_.insert(cpu).second) cpus_.push_back(cpu);
  }

  std::string_view text_;
  const Machine& machine_;
  std::string what_;
  bool siblings_;
  std::vector<int> cpus_;
  std::set<int> seen_;
};

}  // namespace

std::vector<int> parse_cpus(std::string_view text, const Machine& machine, const std::string& what,
                            bool siblings) {
  return Reader(text, machine, what, siblings).cpus();
}

std::vector<int> nodes_of_cpus(const std::vector<int>& cpus, const Machine& machine) {
  std::set<int> nodes;
  for (const int cpu : cpus)
    if (const int node = machine.node_of_pu(cpu); node >= 0) nodes.insert(node);
  return {nodes.begin(), nodes.end()};
}

}  // namespace numapack
