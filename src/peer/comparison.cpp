// SPDX-License-Identifier: BSD-3-Clause
#include "peer/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/error.hpp"
#include "peer/member.hpp"
#include "peer/processes/bound_threads.hpp"
#include "team/teams.hpp"

namespace numapack {

namespace {

constexpr double kNotMeasured = std::numeric_limits<double>::quiet_NaN();

std::optional<double> median_of_measured(const std::vector<double>& rounds) {
  const std::vector<double> values = measured(rounds);
  if (values.empty()) return std::nullopt;
  return median(values);
}

std::vector<int> pus_of_nodes(const Machine& machine, const std::vector<int>& nodes) {
  std::vector<int> pus;
  for (const int node : nodes) {
    for (const int core : machine.usable_cores(node)) {
      const std::vector<int>& own = machine.cores[static_cast<std::size_t>(core)].usable_pus;
      pus.insert(pus.end(), own.begin(), own.end());
    }
  }
  return pus;
}

/// Efficiencies and ratios of the rounds, from the rates.
void relate(ComparisonResult& result) {
  for (std::size_t round = 0; round < result.peak_gflops.size(); ++round) {
    double best = 0;
    for (const LibraryResult& library : result.libraries) {
      if (!std::isnan(library.gflops[round])) best = std::max(best, library.gflops[round]);
    }
    for (LibraryResult& library : result.libraries) {
      library.ratios.push_back(best > 0 ? library.gflops[round] / best : kNotMeasured);
      library.efficiencies.push_back(library.gflops[round] / result.peak_gflops[round]);
    }
  }
}

class Session {
 public:
  Session(const Job& job, const std::vector<Peer>& peers, const Machine& machine,
          const ComparisonOptions& options)
      : job_(job),
        machine_(machine),
        options_(options),
        cores_(pus_in_turn(machine, job.threads, job.options.nodes)) {
    const nlohmann::json work = job;
    const std::vector<int> pus = pus_of_nodes(machine, job.options.nodes);
    add_own("numapack", job);
    if (options.plain) add_own("numapack plain", stored_plainly(job));
    for (const Peer& peer : peers) {
      nlohmann::json start = {{"kind", "peer"}, {"paths", peer.paths}, {"pus", pus}, {"job", work}};
      if (peer.pinned) start["pin"] = cores_;
      if (add(peer.name, peer.environment, start)) result_.libraries.back().remarks = peer.remarks;
    }
  }

  ComparisonResult run() {
    prepare();
    for (int round = 0; round < options_.rounds && !stopped(); ++round) measure(round);
    if (options_.counters && !stopped()) count();
    if (options_.check && !stopped()) check();
    result_.interrupted = stopped();
    for (std::size_t i = 0; i < members_.size(); ++i) result_.libraries[i].failure = members_[i]->failure();
    relate(result_);
    return std::move(result_);
  }

 private:
  std::function<bool()> interrupt() const { return options_.interrupted; }
  bool stopped() const { return options_.interrupted && options_.interrupted(); }
  void tell(const std::string& what, double seconds_left) const {
    if (options_.progress) options_.progress(what, seconds_left);
  }

  double start_patience() const { return options_.patience > 0 ? options_.patience : 60; }
  /// The slowest that still counts as alive: unoptimised code on one busy core.
  double call_patience(double calls) const {
    if (options_.patience > 0) return options_.patience;
    return 60 + calls * job_.flops() / 0.05e9 + job_.bytes() / 50e6;
  }

  void add_own(const std::string& name, const Job& job) {
    nlohmann::json start = {{"kind", "numapack"}, {"job", job}};
    // Only gemm takes a plan's options: the other routines follow the environment and the CPU mask, as for
    // any caller.
    const bool by_options = options_.library.empty() && job.form.is_gemm();
    Environment environment;
    if (!options_.bits.empty()) environment.emplace_back("NUMAPACK_BITS", options_.bits);
    if (by_options) {
      add(name, environment, start);
      return;
    }
    if (!options_.library.empty()) start["paths"] = {options_.library};
    start["pus"] = pus_of_nodes(machine_, job.options.nodes);
    environment.emplace_back("NUMAPACK_NUM_THREADS", std::to_string(job.threads));
    if (!add(name, environment, start))
      invalid("--library", result_.left_out.back().path + " has no " + result_.left_out.back().lacks,
              "choose another routine");
  }

  /// False for one that lacks the routine.
  bool add(const std::string& name, const Environment& environment, nlohmann::json start) {
    // One thread wanders, and cores are not alike: next to a busy sibling one is half as fast as another.
    if (job_.threads == 1) start["core"] = cores_;
    if (options_.counters) start["counters"] = true;
    LibraryResult library;
    library.name = name;
    library.environment = environment;
    members_.push_back(std::make_unique<Member>(name, options_.program, environment, interrupt()));
    Member& member = *members_.back();
    if (const auto hello = member.ask({{"start", start}}, start_patience())) {
      library.version = hello->value("version", "");
      library.path = hello->value("path", "");
      library.symbol = hello->value("symbol", "");
      if (hello->contains("lacks")) {
        result_.left_out.push_back({name, library.path, hello->at("lacks").get<std::string>()});
        members_.pop_back();
        return false;
      }
    } else if (!stopped()) {
      // Nothing has been measured yet: what cannot even start is a mistake in the command line.
      const std::string own = options_.library.empty() ? name : "--library";
      invalid(start.at("kind") == "numapack" ? own : "--peer " + name, member.failure(), "");
    }
    result_.libraries.push_back(std::move(library));
    return true;
  }

  void start_calibrator() {
    Job job = job_;
    job.visit_seconds = job.sample_seconds / result_.visits;
    calibrator_ = std::make_unique<Member>("FMA calibrator", options_.program, Environment{}, interrupt());
    const auto hello =
        calibrator_->ask({{"start", {{"kind", "peak"}, {"pus", cores_}, {"job", job}}}}, start_patience());
    if (hello) result_.peak_instruction_set = hello->value("version", "");
  }

  void prepare() {
    const auto warm_up = [&](Member& member) {
      if (stopped()) return std::optional<nlohmann::json>{};
      tell("warming up " + member.name(), -1);
      // Warm-up calls: two at most, and four times a fifth of a visit.
      auto answer = member.ask({{"do", "prepare"}}, call_patience(4) + 10 * job_.visit_seconds);
      if (answer) visit_seconds_.push_back(answer->value("seconds", 0.0));
      return answer;
    };
    for (std::size_t i = 0; i < members_.size(); ++i) {
      const auto answer = warm_up(*members_[i]);
      if (!answer) continue;
      LibraryResult& library = result_.libraries[i];
      library.calls_per_visit = answer->value("calls", std::int64_t{0});
      library.pages = answer->at("pages");
      library.refused = answer->at("refused");
      if (answer->contains("pinning")) library.remarks.push_back(answer->at("pinning").get<std::string>());
      if (i > 0) continue;
      result_.plan = answer->value("plan", nlohmann::json());
      result_.explanation = answer->value("explanation", "");
    }
    result_.visits = visits_in_a_round(job_.sample_seconds, visit_seconds_);
    start_calibrator();
    warm_up(*calibrator_);
  }

  /// Flops and seconds of one member's visits in a round.
  struct Sample {
    double flops = 0, seconds = 0, ghz = 0;
    std::int64_t calls = 0;
    bool complete = true;
    double gflops() const { return complete ? flops / seconds / 1e9 : kNotMeasured; }
  };

  void visit(Member& member, double calls, Sample& sample) {
    sample.complete = sample.complete && member.alive() && !stopped();
    if (!sample.complete) return;
    const auto answer = member.ask({{"do", "sample"}}, call_patience(calls));
    sample.complete = answer.has_value();
    if (!answer) return;
    sample.flops += answer->at("flops").get<double>();
    sample.seconds += answer->at("seconds").get<double>();
    sample.calls += answer->value("calls", std::int64_t{0});
    sample.ghz = answer->value("ghz", 0.0);
  }

  void measure(int round) {
    const std::size_t count = members_.size() + 1;
    const std::size_t turns = count * static_cast<std::size_t>(result_.visits);
    const double round_seconds =
        result_.visits * std::reduce(visit_seconds_.begin(), visit_seconds_.end(), 0.0);
    std::vector<Sample> samples(count);
    for (std::size_t turn = 0; turn < turns; ++turn) {
      const std::size_t before = turn / count + static_cast<std::size_t>(round * result_.visits);
      const std::size_t place = (turn + before) % count;
      const bool library = place < members_.size();
      Member& member = library ? *members_[place] : *calibrator_;
      const double done = round + static_cast<double>(turn) / static_cast<double>(turns);
      tell("round " + std::to_string(round + 1) + " of " + std::to_string(options_.rounds) + ", " +
               member.name(),
           (options_.rounds - done) * round_seconds);
      const double calls = library ? static_cast<double>(result_.libraries[place].calls_per_visit) + 1 : 1;
      visit(member, calls, samples[place]);
    }
    // Counters have these, also those of half a round.
    counted_calls_.resize(members_.size());
    for (std::size_t i = 0; i < members_.size(); ++i) counted_calls_[i] += samples[i].calls;
    // Half a round has no ratios.
    if (stopped()) return;
    for (std::size_t i = 0; i < members_.size(); ++i)
      result_.libraries[i].gflops.push_back(samples[i].gflops());
    result_.peak_gflops.push_back(samples.back().gflops());
    result_.peak_ghz.push_back(samples.back().ghz);
    ++result_.rounds;
  }

  void count() {
    for (std::size_t i = 0; i < members_.size(); ++i) {
      Member& member = *members_[i];
      if (!member.alive() || stopped()) continue;
      const auto answer = member.ask({{"do", "counters"}}, start_patience());
      if (!answer) continue;
      result_.libraries[i].counters = *answer;
      result_.libraries[i].counters["calls"] = counted_calls_[i];
    }
  }

  void check() {
    for (std::size_t i = 0; i < members_.size(); ++i) {
      Member& member = *members_[i];
      if (!member.alive() || stopped()) continue;
      tell("checking " + member.name(), -1);
      const auto answer = member.ask({{"do", "check"}}, call_patience(2));
      if (!answer) continue;
      result_.libraries[i].error_over_bound = answer->at("error_over_bound").get<double>();
      result_.libraries[i].elements_checked = answer->value("elements", std::int64_t{0});
    }
  }

  const Job& job_;
  const Machine& machine_;
  const ComparisonOptions& options_;
  const std::vector<int> cores_;                  ///< one for each thread
  std::vector<std::unique_ptr<Member>> members_;  ///< as result_.libraries
  std::unique_ptr<Member> calibrator_;
  ComparisonResult result_;
  std::vector<double> visit_seconds_;        ///< of all who were warmed up
  std::vector<std::int64_t> counted_calls_;  ///< as result_.libraries
};

}  // namespace

int visits_in_a_round(double sample_seconds, const std::vector<double>& visit_seconds) {
  if (visit_seconds.empty()) return 1;
  const double least = *std::min_element(visit_seconds.begin(), visit_seconds.end());
  if (!(least > 0)) return 1;
  return static_cast<int>(std::clamp(std::round(sample_seconds / least), 1.0, 1000.0));
}

Spread LibraryResult::rate() const { return spread(measured(gflops)); }
std::optional<double> LibraryResult::ratio() const { return median_of_measured(ratios); }
std::optional<double> LibraryResult::efficiency() const { return median_of_measured(efficiencies); }

ComparisonResult compare(const Job& job, const std::vector<Peer>& peers, const Machine& machine,
                         const ComparisonOptions& options) {
  return Session(job, peers, machine, options).run();
}

}  // namespace numapack
