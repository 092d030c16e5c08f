// SPDX-License-Identifier: BSD-3-Clause
#include "probe/tuning/tune.hpp"

#include <algorithm>

#include "base/integer.hpp"
#include "base/statistics.hpp"

namespace numapack::probe {

namespace {

class Search {
 public:
  Search(const std::function<double(const Blocking&)>& seconds, const TuneOptions& options,
         TuneResult& result)
      : seconds_(seconds), options_(options), result_(result) {}

  /// Rounds of `base` next to all `tried`, in rotating order. Returns the first of the steps added; complete
  /// rounds only.
  std::size_t meet(const std::string& parameter, const Blocking& base, const std::vector<Blocking>& tried) {
    const std::size_t first = result_.steps.size();
    std::vector<Blocking> all = tried;
    all.push_back(base);
    for (const Blocking& blocks : tried) result_.steps.push_back({parameter, base, blocks, {}, false});
    for (const Blocking& blocks : all) measured(blocks);
    for (int round = 0; round < options_.rounds && goes_on(); ++round) {
      if (options_.progress)
        options_.progress(parameter + ", round " + std::to_string(round + 1) + " of " +
                          std::to_string(options_.rounds));
      std::vector<double> times(all.size());
      for (std::size_t turn = 0; turn < all.size(); ++turn) {
        const std::size_t place = (turn + static_cast<std::size_t>(round)) % all.size();
        times[place] = measured(all[place]);
      }
      if (stopped()) break;
      for (std::size_t i = 0; i < tried.size(); ++i)
        result_.steps[first + i].ratios.push_back(times.back() / times[i]);
    }
    return first;
  }

  bool goes_on() {
    if (stopped()) return false;
    if (options_.enough && options_.enough()) result_.out_of_time = true;
    return !result_.out_of_time;
  }

 private:
  bool stopped() {
    if (options_.interrupted && options_.interrupted()) result_.interrupted = true;
    return result_.interrupted;
  }
  double measured(const Blocking& blocks) { return stopped() ? 0 : seconds_(blocks); }

  const std::function<double(const Blocking&)>& seconds_;
  const TuneOptions& options_;
  TuneResult& result_;
};

}  // namespace

bool better(const std::vector<double>& ratios, const TuneOptions& options) {
  // Fewer rounds agree by chance too easily.
  if (ratios.size() < 3 || median(ratios) <= 1 + options.least_gain) return false;
  const auto faster = std::count_if(ratios.begin(), ratios.end(), [](double ratio) { return ratio > 1; });
  return static_cast<double>(faster) >= options.agreeing * static_cast<double>(ratios.size());
}

std::vector<Blocking> tune_candidates(const std::string& parameter, const Blocking& base,
                                      const KernelShape& shape, Index n, bool shallower) {
  std::vector<Blocking> candidates;
  const auto add = [&](Index Blocking::*member, Index value, Index unit) {
    Blocking blocks = base;
    blocks.*member = std::max(unit, divide(value, unit) * unit);
    const bool known = std::find(candidates.begin(), candidates.end(), blocks) != candidates.end();
    if (blocks != base && !known) candidates.push_back(blocks);
  };
  if (parameter == "mc") {
    for (const Index quarters : {2, 3, 5, 6}) add(&Blocking::mc, base.mc * quarters / 4, shape.mr);
  } else if (parameter == "kc") {
    for (const Index quarters : {3, 5}) {
      if (quarters > 4 || shallower) add(&Blocking::kc, base.kc * quarters / 4, 8);
    }
  } else {
    // Wider than C makes no difference.
    const Index reach = std::min(base.nc, round_up(n, shape.nr));
    for (const Index part : {4, 2}) add(&Blocking::nc, reach / part, shape.nr);
    if (base.nc < n) add(&Blocking::nc, base.nc * 2, shape.nr);
  }
  return candidates;
}

TuneResult tune(const KernelShape& shape, const Blocking& start, Index n,
                const std::function<double(const Blocking&)>& seconds, const TuneOptions& options) {
  TuneResult result;
  result.before = result.after = start;
  Search search(seconds, options, result);
  Blocking at = start;
  for (const char* parameter : {"mc", "nc", "kc"}) {
    if (!search.goes_on()) break;
    const std::vector<Blocking> candidates = tune_candidates(parameter, at, shape, n, options.shallower);
    if (candidates.empty()) continue;
    const std::size_t first = search.meet(parameter, at, candidates);
    TuneStep* best = nullptr;
    for (std::size_t i = first; i < result.steps.size(); ++i) {
      TuneStep& step = result.steps[i];
      if (better(step.ratios, options) && (best == nullptr || median(step.ratios) > median(best->ratios)))
        best = &step;
    }
    if (best == nullptr) continue;
    best->taken = true;
    at = best->tried;
  }
  if (at == start || result.interrupted) return result;
  // The best of several noisy ones looks better than it is: rounds of its own decide. They are few, and the
  // last thing that the time is for.
  const bool ran_out = result.out_of_time;
  result.out_of_time = false;
  TuneOptions last = options;
  last.enough = nullptr;
  Search again(seconds, last, result);
  TuneStep& step = result.steps[again.meet("all", start, {at})];
  result.out_of_time = ran_out;
  if (result.interrupted || !better(step.ratios, options)) return result;
  step.taken = true;
  result.after = at;
  result.gain = median(step.ratios);
  return result;
}

}  // namespace numapack::probe
