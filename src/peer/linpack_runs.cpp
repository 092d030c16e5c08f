// SPDX-License-Identifier: BSD-3-Clause
#include "peer/linpack_runs.hpp"

#include <cmath>
#include <limits>
#include <memory>

#include "base/error.hpp"
#include "peer/member.hpp"
#include "peer/processes/bound_threads.hpp"
#include "peer/work/job.hpp"

namespace numapack {

namespace {

constexpr double not_measured = std::numeric_limits<double>::quiet_NaN();

class LinpackSession {
 public:
  LinpackSession(const std::vector<LinpackCase>& cases, const Machine& machine, const LinpackOptions& options)
      : cases_(cases), options_(options) {
    const std::vector<int> first_core = pus_in_turn(machine, 1);
    for (const LinpackCase& one : cases) start(one, first_core);
    calibrator_ =
        std::make_unique<Member>("FMA calibrator", options.program, Environment{}, options.interrupted);
    Job peak;  // the calibrator looks at the precision and the length of a visit
    peak.visit_seconds = 0.05;
    calibrator_->ask(
        {{"start",
          {{"kind", "peak"}, {"pus", pus_in_turn(machine, cases.front().job.threads)}, {"job", peak}}}},
        60);
  }

  LinpackRuns run() {
    for (std::size_t i = 0; i < members_.size() && !stopped(); ++i) prepare(i);
    calibrator_->ask({{"do", "prepare"}}, 60);
    for (int round = 0; round < options_.rounds && !stopped(); ++round) measure(round);
    for (std::size_t i = 0; i < members_.size() && options_.check && !stopped(); ++i) check(i);
    for (std::size_t i = 0; i < members_.size(); ++i) runs_.results[i].failure = members_[i]->failure();
    return std::move(runs_);
  }

 private:
  bool stopped() const { return options_.interrupted && options_.interrupted(); }
  void tell(const std::string& what, double left) const {
    if (options_.progress) options_.progress(what, left);
  }
  /// The slowest that still counts as alive.
  double patience(std::size_t i) const {
    return 60 + 2 * cases_[i].job.flops() / 0.05e9 + cases_[i].job.bytes() / 20e6;
  }

  void start(const LinpackCase& one, const std::vector<int>& first_core) {
    const Environment environment =
        one.peer ? one.peer->environment
                 : Environment{{"NUMAPACK_NUM_THREADS", std::to_string(one.job.threads)}};
    members_.push_back(
        std::make_unique<Member>(one.library(), options_.program, environment, options_.interrupted));
    nlohmann::json order = {{"kind", one.peer ? "peer" : "numapack"}, {"linpack", one.job}};
    if (one.peer) order["paths"] = one.peer->paths;
    // One thread wanders, and cores are not alike: see Session in comparison.cpp.
    if (one.job.threads == 1) order["core"] = first_core;
    LinpackResult& result = runs_.results.emplace_back();
    Member& member = *members_.back();
    if (const auto hello = member.ask({{"start", order}}, 60)) {
      result.version = hello->value("version", "");
      result.path = hello->value("path", "");
      result.symbol = hello->value("symbol", "");
    } else if (!stopped()) {
      invalid("--library " + one.library(), member.failure(), "");
    }
  }

  void prepare(std::size_t i) {
    Member& member = *members_[i];
    tell("warming up " + member.name(), -1);
    const auto answer = member.ask({{"do", "prepare"}}, patience(i));
    if (!answer) return;
    round_seconds_ += answer->value("seconds", 0.0);
    runs_.results[i].pages = answer->at("pages");
    runs_.results[i].explanation = answer->value("explanation", "");
  }

  struct Sample {
    double seconds = not_measured, flops = not_measured, factor_seconds = not_measured;
    double gflops() const { return flops / seconds / 1e9; }
  };

  Sample sample(Member& member, double seconds) {
    if (!member.alive() || stopped()) return {};
    const auto answer = member.ask({{"do", "sample"}}, seconds);
    if (!answer) return {};
    return {answer->at("seconds").get<double>(), answer->at("flops").get<double>(),
            answer->value("factor_seconds", not_measured)};
  }

  void measure(int round) {
    const std::size_t count = members_.size() + 1;
    std::vector<Sample> samples(count);
    for (std::size_t turn = 0; turn < count; ++turn) {
      const std::size_t place = (turn + static_cast<std::size_t>(round)) % count;
      const bool calibrating = place == members_.size();
      Member& member = calibrating ? *calibrator_ : *members_[place];
      const double done = round + static_cast<double>(turn) / static_cast<double>(count);
      tell("round " + std::to_string(round + 1) + " of " + std::to_string(options_.rounds) + ", " +
               member.name(),
           (options_.rounds - done) * round_seconds_);
      samples[place] = sample(member, calibrating ? 60 : patience(place));
    }
    if (stopped()) return;  // half a round has no ratios
    runs_.peak_gflops.push_back(samples.back().gflops());
    for (std::size_t i = 0; i < members_.size(); ++i) {
      const LinpackJob& job = cases_[i].job;
      LinpackResult& result = runs_.results[i];
      result.gflops.push_back(samples[i].gflops());
      result.efficiencies.push_back(samples[i].gflops() / samples.back().gflops());
      if (job.k == 0) result.factor_gflops.push_back(job.factor_flops() / samples[i].factor_seconds / 1e9);
    }
    ++runs_.rounds;
  }

  void check(std::size_t i) {
    Member& member = *members_[i];
    if (!member.alive() || cases_[i].job.k > 0) return;
    tell("checking " + member.name(), -1);
    const auto answer = member.ask({{"do", "check"}}, patience(i));
    if (!answer) return;
    runs_.results[i].info = answer->value("info", std::int64_t{0});
    // A residual that is no number comes as null.
    if (answer->contains("residual"))
      runs_.results[i].residual = answer->at("residual").is_number()
                                      ? answer->at("residual").get<double>()
                                      : std::numeric_limits<double>::infinity();
  }

  const std::vector<LinpackCase>& cases_;
  const LinpackOptions& options_;
  std::vector<std::unique_ptr<Member>> members_;
  std::unique_ptr<Member> calibrator_;
  LinpackRuns runs_;
  double round_seconds_ = 0;
};

}  // namespace

Spread LinpackResult::rate() const { return spread(measured(gflops)); }

std::optional<double> LinpackResult::efficiency() const {
  const std::vector<double> values = measured(efficiencies);
  if (values.empty()) return std::nullopt;
  return median(values);
}

LinpackRuns measure_linpack(const std::vector<LinpackCase>& cases, const Machine& machine,
                            const LinpackOptions& options) {
  return LinpackSession(cases, machine, options).run();
}

}  // namespace numapack
