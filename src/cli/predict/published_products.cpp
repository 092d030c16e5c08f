// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <limits>
#include <map>
#include <optional>

#include "base/statistics.hpp"
#include "cli/predict/other_blas.hpp"
#include "cli/predict/published.hpp"
#include "cli/predict/timed_calls.hpp"
#include "profile/planning.hpp"
#include "profile/printed.hpp"
#include "schedule/time_model.hpp"

namespace numapack {

namespace {

/// Share of its multiply-adds' rate that a kernel of mr x nr reaches if each load of a vector of two takes so
/// long next to one of them.
double share_of_rate(int mr, int nr, double load) {
  const double additions = mr * nr / 2.0, loads = (mr + nr) / 2.0;
  return additions / (additions + load * loads);
}

/// The paper's multiplications: seconds for n on the first nodes.
class PaperProduct {
 public:
  PaperProduct(const Machine& machine, TimeModel model) : machine_(machine), model_(std::move(model)) {}

  double seconds(OtherBlas how, Index n, int nodes, const Placement& homes = Placement::first_touch()) const {
    const std::vector<int> all = machine_.compute_nodes();
    int threads = 0;
    for (int node = 0; node < nodes; ++node)
      threads += static_cast<int>(machine_.usable_cores(all[static_cast<std::size_t>(node)]).size());
    Job job = job_of({"dgemm", n, n, n, threads, {}}, machine_);
    job.options.nodes.assign(all.begin(), all.begin() + nodes);
    job.placement = {homes, homes, homes};
    return seconds_of(how, job, machine_, model_).total;
  }

 private:
  const Machine& machine_;
  TimeModel model_;
};

/// The least size from which one takes no longer than the other, to 64; infinite beyond `most`.
double crossing(const PaperProduct& product, OtherBlas one, OtherBlas other, int nodes, Index most) {
  const auto wins = [&](Index n) {
    return product.seconds(one, n, nodes) <= product.seconds(other, n, nodes);
  };
  if (!wins(most)) return std::numeric_limits<double>::infinity();
  constexpr Index near = 64;
  Index loses = 0;
  while (most - loses > near) {
    const Index middle = (loses + most) / 2;
    (wins(middle) ? most : loses) = middle;
  }
  return double(most);
}

using Kind = Demand::Kind;

/// Adds cells of one document.
class Cells {
 public:
  explicit Cells(const MeasuredProfile& profile) : profile_(profile) {}

  void add(std::string what, std::string unit, std::optional<double> published, double predicted,
           std::string from, Demand demand) {
    if (published)
      cells_.push_back({profile_.machine.name, std::move(what), std::move(unit), *published, predicted,
                        std::move(from), demand});
  }
  std::optional<double> printed(const std::string& quantity) const {
    return printed_value(profile_, quantity);
  }
  std::optional<double> rate(const char* kernel) const {
    return printed_value(profile_, "average efficiency", {{"library", "NUMA-aware"}, {"kernel", kernel}});
  }
  std::vector<PublishedCell> all() { return std::move(cells_); }

 private:
  const MeasuredProfile& profile_;
  std::vector<PublishedCell> cells_;
};

/// The paper's sizes that fit on node 0.
template <class Value>
double mean_over_sizes(const Value& value) {
  const std::vector<Index> sizes{10240, 20480, 30720, 40960, 51200};
  std::vector<double> values;
  for (const Index n : sizes) values.push_back(value(n));
  return mean(values);
}

constexpr const char* by_latencies = "latencies; bandwidths assumed";

void add_speed_ups(const PaperProduct& product, Cells& cells) {
  const char* const names[] = {"speed-up of one to two nodes", "speed-up of one to three nodes",
                               "speed-up of one to four nodes"};
  const auto speed_up = [&](OtherBlas how, int nodes) {
    return mean_over_sizes(
        [&](Index n) { return product.seconds(how, n, 1) / product.seconds(how, n, nodes); });
  };
  constexpr Demand near{Kind::ratio, 0.08};
  for (int nodes = 2; nodes <= 4; ++nodes) {
    const std::string name = names[nodes - 2];
    cells.add(name, "1", cells.printed(name), speed_up(OtherBlas::paper, nodes), by_latencies, near);
  }
  for (int nodes = 2; nodes <= 4; ++nodes) {
    const std::string name = names[nodes - 2];
    cells.add(name + ", all threads copy", "1", cells.printed(name),
              speed_up(OtherBlas::paper_team_copy, nodes), by_latencies, near);
  }
  std::vector<double> times;
  for (int nodes = 1; nodes <= 4; ++nodes) times.push_back(speed_up(OtherBlas::oblivious, nodes));
  const std::string oblivious = "speed-up of one to four nodes, OpenBLAS";
  cells.add(oblivious, "1", cells.printed(oblivious), times.back(), by_latencies, {Kind::below, 2.6});
  const std::string best = "nodes on which OpenBLAS is fastest";
  cells.add(best, "1", cells.printed(best), double(std::ranges::max_element(times) - times.begin() + 1),
            by_latencies, {Kind::equal, 0});
}

void add_copies(const PaperProduct& product, Cells& cells) {
  constexpr int nodes = 4;
  const std::string gain = "gain from localising data";
  const auto gain_of = [&](OtherBlas how) {
    return mean_over_sizes([&](Index n) {
      return 100 *
             (product.seconds(OtherBlas::paper_in_place, n, nodes) / product.seconds(how, n, nodes) - 1);
    });
  };
  constexpr Demand near{Kind::points, 3};
  cells.add(gain, "%", cells.printed(gain), gain_of(OtherBlas::paper), by_latencies, near);
  cells.add(gain + ", all threads copy", "%", cells.printed(gain), gain_of(OtherBlas::paper_team_copy),
            by_latencies, near);
  const std::string size = "size up to which OpenBLAS is faster";
  constexpr Index most = 51200;
  for (const OtherBlas how : {OtherBlas::paper, OtherBlas::paper_team_copy})
    cells.add(size + (how == OtherBlas::paper ? "" : ", all threads copy"), "1", cells.printed(size),
              crossing(product, how, OtherBlas::oblivious, nodes, most), by_latencies, {Kind::factor, 1.5});
}

/// The text says of its own product that the policy makes no difference.
void add_policies(const PaperProduct& product, Cells& cells) {
  if (!cells.printed("speed-up of one to four nodes")) return;
  const double spread = mean_over_sizes([&](Index n) {
    std::vector<double> seconds;
    for (const Placement& homes :
         {Placement::first_touch(), Placement::interleave({0, 1, 2, 3}), Placement::bind(1)})
      seconds.push_back(product.seconds(OtherBlas::paper, n, 4, homes));
    const auto [least, most] = std::ranges::minmax(seconds);
    return 100 * (most / least - 1);
  });
  cells.add("difference between first touch, interleave and bind", "%", 0, spread, by_latencies,
            {Kind::points, 2});
}

}  // namespace

std::vector<PublishedCell> product_cells(const MeasuredProfile& profile, const Machine& machine) {
  Cells cells(profile);
  const std::optional<double> fitted = cells.rate("8x6");
  if (!fitted) return {};
  // Of 24 multiply-adds and 7 loads.
  const double load = (24 / (*fitted / 100) - 24) / 7;
  constexpr Demand near{Kind::points, 3};
  cells.add("average rate, 8 x 4 kernel", "% of peak", cells.rate("8x4"), 100 * share_of_rate(8, 4, load),
            "the 8 x 6 kernel's", near);
  cells.add("average rate, 4 x 4 kernel", "% of peak", cells.rate("4x4"), 100 * share_of_rate(4, 4, load),
            "the 8 x 6 kernel's", near);
  const Profile figures = planning_profile(profile, machine);
  TimeModel model = time_model(machine, figures, "gemm", Type::d);
  model.costs.flop_ns = 100 / (figures.core_gflops * *fitted);
  const PaperProduct product(machine, model);
  add_speed_ups(product, cells);
  add_copies(product, cells);
  add_policies(product, cells);
  return cells.all();
}

}  // namespace numapack
