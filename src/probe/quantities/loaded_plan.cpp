// SPDX-License-Identifier: BSD-3-Clause
#include "probe/quantities/loaded_plan.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "base/error.hpp"
#include "probe/plans/select.hpp"

namespace numapack::probe {

namespace {

constexpr int most_of_mix = 64;
constexpr double slowest_ns = 26'000, slowest_part = 64;
/// No cache gives a core more than two lines of 64 bytes a cycle of 5 GHz; no memory answers in less than
/// this.
constexpr double most_gb_per_s_a_core = 640, least_memory_ns = 5;

int number(const std::string& text) {
  const bool digits = !text.empty() && text.size() < 4 &&
                      std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
  return digits ? std::stoi(text) : -1;
}

}  // namespace

Mix parse_mix(const std::string& text, const std::string& option) {
  if (text == "reads") return {};
  const std::size_t colon = text.find(':');
  const int reads = number(text.substr(0, colon));
  const int writes = colon == std::string::npos ? -1 : number(text.substr(colon + 1));
  if (reads < 1 || writes < 1 || reads > most_of_mix || writes > reads) {
    invalid(option, "\"" + text + "\" is no share of writes",
            "use reads, or bytes read to bytes written such as 3:1 or 1:1 (a line is read before it is "
            "stored to)");
  }
  const int common = std::gcd(reads, writes);
  return {reads / common, writes / common};
}

std::string mix_text(Mix mix) {
  return mix.stored == 0 ? "reads" : std::to_string(mix.touched) + ":" + std::to_string(mix.stored);
}

double write_share(Mix mix) { return double(mix.stored) / (mix.touched + mix.stored); }

double bytes_a_line(Mix mix, std::size_t line_bytes) {
  return double(line_bytes) * (mix.touched + mix.stored) / mix.touched;
}

std::vector<int> paces(int points) {
  if (points < 3) invalid("points", std::to_string(points) + " points are no curve", "use 3 or more");
  std::vector<int> chosen{no_load};
  const int between = points - 2;
  for (int at = 0; at < between; ++at)
    chosen.push_back(
        static_cast<int>(std::lround(slowest_ns / std::pow(slowest_part, double(at) / between))));
  chosen.push_back(full_load);
  return chosen;
}

double asked_gb_per_s(int pace, int threads, Mix mix, std::size_t line_bytes) {
  return threads * double(lines_a_block) * bytes_a_line(mix, line_bytes) / pace;
}

std::size_t load_bytes(const Machine& machine, int node, int threads) {
  std::set<const Cache*> last;
  for (const int core : machine.usable_cores(node)) last.insert(machine.cache(cache_levels(machine), core));
  std::size_t shared = 0;
  for (const Cache* const cache : last) shared += cache == nullptr ? 0 : cache->bytes;
  const auto all = static_cast<std::size_t>(std::max(1, threads));
  const std::size_t own = first_level_bytes(machine) + cache_bytes(machine, 2);
  const std::size_t each = std::max({2 * shared, 4 * last_level_bytes(machine), 2 * own * all}) / all;
  const std::size_t unit = std::max(machine.page_bytes, lines_a_block * line_bytes(machine));
  return all * ((each + unit - 1) / unit * unit);
}

std::string implausible(int pace, int threads, Mix mix, std::size_t line_bytes, double load_gb_per_s,
                        double latency_ns) {
  if (pace == no_load) return "";
  if (!(load_gb_per_s > 0)) return "the threads that should make load did not run";
  if (pace > 0 && load_gb_per_s > 1.1 * asked_gb_per_s(pace, threads, mix, line_bytes))
    return "more was drawn than the pace allows: the clock is not steady";
  if (load_gb_per_s > most_gb_per_s_a_core * threads) return "what was drawn came from caches";
  if (latency_ns < least_memory_ns) return "what was waited for came from a cache";
  return "";
}

}  // namespace numapack::probe
