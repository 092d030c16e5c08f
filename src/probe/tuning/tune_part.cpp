// SPDX-License-Identifier: BSD-3-Clause
#include "probe/tuning/tune_part.hpp"

#include <algorithm>
#include <cmath>

#include "base/statistics.hpp"
#include "probe/tuning/tune_shapes.hpp"

namespace numapack::probe {

namespace {

constexpr int rounds_of_calls = 3;
constexpr double most_gain = 0.7;  // of a call in a round: other processes must not decide
constexpr double much_slower = 0.22;
constexpr int most_drawn = 4000, most_differing = 150, least_differing = 8;

bool is_enough(const TuneOptions& options) { return options.enough && options.enough(); }
bool is_interrupted(const TuneOptions& options) { return options.interrupted && options.interrupted(); }

/// A call for which two rows choose otherwise.
struct Differing {
  Call call;
  Choice before, after;
};

std::vector<Differing> differing_calls(const KernelShape& before, const KernelShape& after,
                                       const Blocking& wanted, std::uint64_t seed, int& drawn) {
  std::vector<Differing> found;
  TuneShapes shapes(before.type, seed);
  for (drawn = 0; drawn < most_drawn && int(found.size()) < most_differing; ++drawn) {
    const Call call = shapes.next();
    const Choice left = choose(call, before, wanted), right = choose(call, after, wanted);
    if (!(left == right)) found.push_back({call, left, right});
  }
  return found;
}

double standard_error(const std::vector<double>& values) {
  const double middle = mean(values);
  double squares = 0;
  for (const double value : values) squares += (value - middle) * (value - middle);
  const auto count = static_cast<double>(values.size());
  return count < 2 ? 0 : std::sqrt(squares / (count - 1) / count);
}

}  // namespace

TimedCalls time_calls(const KernelShape& kernel, const Blocking& wanted, std::uint64_t seed, int most,
                      const ChoiceClock& seconds, const TuneOptions& options) {
  TimedCalls timed;
  TuneShapes shapes(kernel.type, seed);
  while (int(timed.calls.size()) < most && !is_enough(options)) {
    TimedCall one;
    one.call = shapes.next();
    const std::vector<Choice> algorithms = all_choices(one.call, kernel, wanted);
    if (algorithms.size() < 2) continue;
    for (const Choice& algorithm : algorithms) one.choices.push_back({algorithm, 0});
    for (int round = 0; round < rounds_of_calls; ++round) {
      for (std::size_t i = 0; i < algorithms.size(); ++i) {
        if (is_interrupted(options)) {
          timed.interrupted = true;
          return timed;
        }
        TimedChoice& algorithm = one.choices[(i + std::size_t(round)) % algorithms.size()];
        const double took = seconds(one.call, algorithm.choice);
        algorithm.seconds = round == 0 ? took : std::min(algorithm.seconds, took);
      }
    }
    timed.timings += int(algorithms.size());
    timed.calls.push_back(std::move(one));
    if (options.progress && timed.calls.size() % 10 == 0)
      options.progress("call " + std::to_string(timed.calls.size()) + " in all ways");
  }
  return timed;
}

PartResult tune_part(MicroarchPart part, const KernelShape& kernel, const Blocking& wanted,
                     const std::vector<TimedCall>& calls, std::uint64_t seed, const ChoiceClock& seconds,
                     const TuneOptions& options) {
  PartResult result;
  result.part = part;
  result.calls = int(calls.size());
  if (options.progress) options.progress(std::string("fitting ") + name(part));
  const auto stop = [&] { return is_enough(options) || is_interrupted(options); };
  result.fit = fit_part(part, calls, kernel, wanted, seed, stop);
  if (result.fit.figures.empty() || is_interrupted(options)) {
    result.interrupted = is_interrupted(options);
    return result;
  }
  const Microarch microarch = with_figures(*kernel.microarch, result.fit.figures);
  KernelShape fitted = kernel;
  fitted.microarch = &microarch;
  const std::vector<Differing> others = differing_calls(kernel, fitted, wanted, seed, result.drawn);
  result.differing = int(others.size());
  if (result.differing < least_differing) return result;

  // The time may be up: these few rounds are the last that it is for, as with blocks.
  std::vector<std::vector<double>> logs(others.size());
  for (int round = 0; round < options.rounds; ++round) {
    if (options.progress)
      options.progress(std::string(name(part)) + ", round " + std::to_string(round + 1) + " of " +
                       std::to_string(options.rounds));
    std::vector<double> gains;
    for (std::size_t i = 0; i < others.size(); ++i) {
      if (is_interrupted(options)) {
        result.interrupted = true;
        return result;
      }
      const bool after_first = (std::size_t(round) + i) % 2 == 0;
      const double first = seconds(others[i].call, after_first ? others[i].after : others[i].before);
      const double second = seconds(others[i].call, after_first ? others[i].before : others[i].after);
      const double gain = after_first ? std::log(second / first) : std::log(first / second);
      gains.push_back(std::clamp(gain, -most_gain, most_gain));
      logs[i].push_back(gains.back());
    }
    result.ratios.push_back(std::exp(mean(gains)));
  }
  std::vector<double> by_call;
  by_call.reserve(logs.size());
  for (const std::vector<double>& of_call : logs) by_call.push_back(median(of_call));
  result.by_call = mean(by_call);
  result.error = standard_error(by_call);
  result.slower =
      int(std::count_if(by_call.begin(), by_call.end(), [](double gain) { return gain < -much_slower; }));
  result.taken = better(result.ratios, options) && result.by_call > 2 * result.error &&
                 20 * result.slower <= result.differing;
  if (result.taken) result.gain = median(result.ratios);
  return result;
}

}  // namespace numapack::probe
