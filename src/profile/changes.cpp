// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "profile/planning.hpp"
#include "profile/tuned_microarch.hpp"

namespace numapack {

namespace {

using Figures = std::vector<std::vector<double>>;

std::string number(double value) {
  const double rounded = value < 10 ? std::round(value * 100) / 100 : std::round(value);
  std::string text = std::to_string(rounded);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

}  // namespace

std::vector<std::string> profile_changes(const Profile& before, const Profile& after,
                                         const Machine& machine) {
  std::vector<std::string> sentences;
  const auto changed = [](double left, double right) {
    return std::abs(left - right) > 0.05 * std::min(std::abs(left), std::abs(right));
  };
  const auto table = [&](const std::string& what, const std::string& unit, const Figures& left,
                         const Figures& right) {
    std::vector<std::pair<std::string, std::string>> changes;  // change -> pairs, in the order met
    for (std::size_t from = 0; from < left.size(); ++from) {
      for (std::size_t home = 0; home < left.size(); ++home) {
        if (!changed(left[from][home], right[from][home])) continue;
        const std::string change = number(left[from][home]) + " " + unit + " estimated, " +
                                   number(right[from][home]) + " " + unit + " used";
        const std::string pair =
            std::to_string(machine.nodes[from].os_index) + "-" + std::to_string(machine.nodes[home].os_index);
        const auto same = std::find_if(changes.begin(), changes.end(),
                                       [&](const auto& entry) { return entry.first == change; });
        if (same == changes.end()) {
          changes.emplace_back(change, pair);
        } else {
          same->second += " " + pair;
        }
      }
    }
    for (const auto& [change, pairs] : changes) {
      sentences.push_back(what + ", nodes " + pairs + ": " + change);
    }
  };
  table("latency", "ns", before.latency_ns, after.latency_ns);
  table("bandwidth", "GB/s", before.bandwidth_gb_per_s, after.bandwidth_gb_per_s);
  const auto single = [&](const std::string& what, const std::string& unit, double left, double right) {
    if (!changed(left, right)) return;
    sentences.push_back(what + ": " + number(left) + " " + unit + " estimated, " + number(right) + " " +
                        unit + " used");
  };
  single("rate of a core", "Gflop/s", before.core_gflops, after.core_gflops);
  single("barrier within a node", "us", before.barrier_us, after.barrier_us);
  for (const TunedBlocking& tuned : after.tuned) {
    sentences.push_back("blocks of " + tuned.kernel + ": tuned to mc " + std::to_string(tuned.mc) + ", kc " +
                        std::to_string(tuned.kc) + ", nc " + std::to_string(tuned.nc) + ", " +
                        number(100 * (tuned.ratio - 1)) + " % faster at n = " + std::to_string(tuned.n));
  }
  for (const TunedFigures& tuned : after.tuned_figures) sentences.push_back(tuned_text(tuned));
  return sentences;
}

}  // namespace numapack
