// SPDX-License-Identifier: BSD-3-Clause
#include "probe/tuning/tune_fit.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "probe/tuning/tune_shapes.hpp"

namespace numapack::probe {

namespace {

constexpr double unseen = 0.015;  // what two times differ by anyway
constexpr double most_loss = 1.4;
constexpr double least_fall = 2e-3;         // of the regret, or the microarchitecture stays as it is
constexpr double least_fall_by_one = 2e-4;  // that a figure must be worth

double loss(const TimedCall& timed, const Choice& chosen) {
  double least = 0, taken = 0;
  for (const TimedChoice& one : timed.choices) {
    if (least == 0 || one.seconds < least) least = one.seconds;
    if (one.choice == chosen) taken = one.seconds;
  }
  if (taken <= 0) return most_loss;  // an algorithm that was not timed cannot be chosen
  return std::clamp(std::log(taken / least) - unseen, 0.0, most_loss);
}

class FigureSearch {
 public:
  FigureSearch(MicroarchPart part, const std::vector<TimedCall>& calls, const KernelShape& kernel,
               const Blocking& wanted, std::uint64_t seed, const std::function<bool()>& enough)
      : calls_(calls),
        kernel_(kernel),
        wanted_(wanted),
        enough_(enough),
        random_(seed),
        base_(*kernel.microarch),
        best_(base_) {
    for (const MicroarchFigure& figure : microarch_figures())
      if (figure.part == part) figures_.push_back(&figure);
    before_ = least_ = cost_of(base_);
  }

  Fit fit() {
    start_from_other_rows();
    for (int sweep = 0; sweep < 4; ++sweep) {
      const double had = least_;
      one_at_a_time();
      some_at_once();
      if (had - least_ < least_fall_by_one || done()) break;
    }
    forget_what_hardly_counts();
    Fit found;
    found.before = found.after = regret(calls_, kernel_, wanted_);
    const double after = regret(calls_, with(best_), wanted_);
    if (before_ - least_ < least_fall || after > found.before) return found;
    found.after = after;
    for (const MicroarchFigure* const figure : figures_)
      if (figure->get(best_) != figure->get(base_)) found.figures[figure->name] = figure->get(best_);
    return found;
  }

 private:
  bool done() const { return enough_ && enough_(); }

  KernelShape with(const Microarch& microarch) const {
    KernelShape kernel = kernel_;
    kernel.microarch = &microarch;
    return kernel;
  }

  /// Large losses count more than many small ones of the same sum: a call in four times the time is worse
  /// than a good mean is good.
  double cost_of(const Microarch& microarch) const {
    const KernelShape kernel = with(microarch);
    double sum = 0;
    for (const TimedCall& timed : calls_) {
      const double lost = loss(timed, choose(timed.call, kernel, wanted_));
      sum += lost + 2 * lost * lost;
    }
    return calls_.empty() ? 0 : sum / static_cast<double>(calls_.size());
  }

  bool take_if_better(const Microarch& microarch, double by = 1e-9) {
    const double found = cost_of(microarch);
    if (found > least_ - by) return false;
    least_ = found;
    best_ = microarch;
    return true;
  }

  /// Somebody else's CPU may be more like this one than what the microarchitecture was made for.
  void start_from_other_rows() {
    for (const Microarch* const other : all_microarchs()) {
      Microarch microarch = base_;
      for (const MicroarchFigure* const figure : figures_)
        figure->set(microarch, figure->nearest(figure->get(*other)));
      take_if_better(microarch, least_fall);
    }
  }

  /// Nothing is known of larger operands than those measured.
  static double reach(const MicroarchFigure& figure) {
    return figure.unit == MicroarchFigure::Unit::bytes ? std::min(figure.most, TuneShapes::most_bytes)
                                                       : figure.most;
  }

  static std::vector<double> steps(const MicroarchFigure& figure, double value) {
    if (figure.unit == MicroarchFigure::Unit::truth) return {1 - value};
    std::vector<double> values;
    const auto readable = [&](double step) {
      if (figure.unit == MicroarchFigure::Unit::bytes && step > 4096) return std::round(step / 1024) * 1024;
      if (figure.unit != MicroarchFigure::Unit::cycles || step <= 0) return step;
      const double hundredth = std::pow(10, std::floor(std::log10(step)) - 2);
      return std::round(step / hundredth) * hundredth;
    };
    for (const double factor : {0.25, 0.5, 0.65, 0.8, 0.9, 1.1, 1.25, 1.5, 2.0, 4.0})
      values.push_back(readable(std::min(value, reach(figure)) * factor));
    if (figure.unit == MicroarchFigure::Unit::count)
      for (const double add : {-4, -2, -1, 1, 2, 4, 8, 16}) values.push_back(value + add);
    if (figure.unit == MicroarchFigure::Unit::cycles)
      for (const double add : {0.5, 5.0, 50.0}) values.push_back(value + add);
    if (figure.unit == MicroarchFigure::Unit::bytes)
      for (const double least : {1 << 16, 1 << 18, 1 << 20, 1 << 22}) values.push_back(least);
    for (double& step : values) step = std::min(step, reach(figure));
    return values;
  }

  void one_at_a_time() {
    std::vector<const MicroarchFigure*> order = figures_;
    std::shuffle(order.begin(), order.end(), random_);
    for (const MicroarchFigure* const figure : order) {
      if (done()) return;
      for (const double value : steps(*figure, figure->get(best_))) {
        Microarch microarch = best_;
        figure->set(microarch, figure->nearest(value));
        take_if_better(microarch);
      }
    }
  }

  /// Two or three figures may only be better together.
  void some_at_once() {
    constexpr int tries = 800;
    for (int i = 0; i < tries && !done(); ++i) {
      Microarch microarch = best_;
      const int count = 2 + static_cast<int>(random_() % 2);
      for (int j = 0; j < count; ++j) {
        const MicroarchFigure& figure = *figures_[random_() % figures_.size()];
        const std::vector<double> values = steps(figure, figure.get(microarch));
        figure.set(microarch, figure.nearest(values[random_() % values.size()]));
      }
      take_if_better(microarch);
    }
  }

  void forget_what_hardly_counts() {
    for (const MicroarchFigure* const figure : figures_) {
      const double own = figure->get(base_);
      if (figure->get(best_) == own) continue;
      Microarch microarch = best_;
      figure->copy(base_, microarch);
      const double without = cost_of(microarch);
      if (without - least_ >= least_fall_by_one) continue;
      least_ = without;
      best_ = microarch;
    }
  }

  const std::vector<TimedCall>& calls_;
  const KernelShape& kernel_;
  const Blocking& wanted_;
  const std::function<bool()>& enough_;
  std::mt19937_64 random_;
  std::vector<const MicroarchFigure*> figures_;
  const Microarch base_;
  Microarch best_;
  double before_ = 0, least_ = 0;
};

}  // namespace

double regret(const std::vector<TimedCall>& calls, const KernelShape& kernel, const Blocking& wanted) {
  double sum = 0;
  for (const TimedCall& timed : calls) sum += loss(timed, choose(timed.call, kernel, wanted));
  return calls.empty() ? 0 : sum / static_cast<double>(calls.size());
}

Fit fit_part(MicroarchPart part, const std::vector<TimedCall>& calls, const KernelShape& kernel,
             const Blocking& wanted, std::uint64_t seed, const std::function<bool()>& enough) {
  return FigureSearch(part, calls, kernel, wanted, seed, enough).fit();
}

}  // namespace numapack::probe
