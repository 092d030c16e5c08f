// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "base/clock.hpp"
#include "counters/counting.hpp"
#include "level3/explain/explain.hpp"
#include "level3/gemm.hpp"
#include "peer/work/json.hpp"
#include "peer/work/operands.hpp"
#include "peer/work/reference.hpp"
#include "peer/work/workload.hpp"
#include "runtime/runtime.hpp"

namespace numapack {

class BlasLibrary;

/// Calls of one routine with operands of its own, as many as make a visit.
template <class T>
class Calls : public Workload {
 public:
  Calls(const Job& job, const Machine& machine, const BlasLibrary* library)
      : job_(job), machine_(machine), library_(library) {}

  nlohmann::json prepare() override {
    find();  // before memory is spent
    operands_ = std::make_unique<Operands<T>>(job_, machine_);
    begin();
    nlohmann::json answer;
    if (library_ == nullptr && is_product(job_.form)) {
      const Plan plan = plan_for(operands_->problem(), job_.options);
      answer["plan"] = plan_to_json(plan, machine_);
      answer["explanation"] = explain(plan, machine_);
    }
    double seconds = calls(1);
    // Page faults of the library's own memory and thread starts are nothing next to a long call.
    if (seconds < 1) seconds = calls(1);
    while (seconds < job_.visit_seconds / 5) {
      repeat_ *= 4;
      seconds = calls(repeat_);
    }
    const double call_seconds = seconds / static_cast<double>(repeat_);
    repeat_ = std::max<Index>(1, std::llround(std::ceil(job_.visit_seconds / call_seconds)));
    untimed_calls_ = call_seconds < 0.01 ? 1 : 0;
    answer["calls"] = repeat_;
    answer["seconds"] = call_seconds * static_cast<double>(repeat_);
    answer["pages"] = pages_to_json(operands_->pages(), machine_);
    for (int operand = 0; operand < 3; ++operand)
      if (!job_.has(operand)) answer["pages"].erase(std::string(1, static_cast<char>('A' + operand)));
    if (library_ == nullptr) answer["pages"]["packed"] = packed_pages();
    for (int operand = 0; operand < 3; ++operand)
      answer["refused"].push_back(operands_->policy_refused(operand));
    return answer;
  }

  nlohmann::json sample() override {
    // Repeated calls with beta would drive C to infinity or to denormal numbers, and those are slow.
    if (job_.call.reads_c) operands_->refill_written();
    calls(untimed_calls_);  // a short call is over before caches and sleeping threads are back
    counts_ = counting_ != nullptr;
    const double seconds = calls(repeat_);
    counts_ = false;
    return {{"flops", job_.flops() * static_cast<double>(repeat_)}, {"seconds", seconds}, {"calls", repeat_}};
  }

  void count(Counting& counting) override { counting_ = &counting; }

  nlohmann::json check() override {
    operands_->refill_written();
    calls(1);
    const ErrorReport report = compare_with_reference();
    return {{"error_over_bound", report.error_over_bound}, {"elements", report.elements}};
  }

 protected:
  /// Throws what says that the library lacks the routine.
  virtual void find() = 0;
  /// When operands are there, before the first call.
  virtual void begin() {}
  /// Seconds of so many calls. What is timed counts, too.
  virtual double calls(Index count) = 0;
  virtual ErrorReport compare_with_reference() const {
    return check_against_reference(job_, operands_->written());
  }

  /// Seconds of so many calls, by the library if there is one. Counters start before and stop after.
  template <class Theirs, class Own>
  double timed(Index count, const Theirs& theirs, const Own& own) const {
    if (counts_) counting_->start();
    const double start = seconds_now();
    for (Index i = 0; i < count; ++i) {
      if (library_ != nullptr)
        theirs(*library_);
      else
        own();
    }
    const double seconds = seconds_now() - start;
    if (counts_) counting_->stop();
    return seconds;
  }

  const Job& job() const { return job_; }
  const BlasLibrary* library() const { return library_; }
  const Operands<T>& operands() const { return *operands_; }

 private:
  /// Where numapack's packed panels and copies are, by the node that uses them.
  nlohmann::json packed_pages() const {
    const WorkspacePool& workspaces = Runtime::get().workspaces();
    nlohmann::json packed = nlohmann::json::object();
    for (std::size_t node = 0; node < machine_.nodes.size(); ++node) {
      const Census census = workspaces.census_of(static_cast<int>(node));
      if (census.pages > 0)
        packed[std::to_string(machine_.nodes[node].os_index)] = census_to_json(census, machine_);
    }
    return packed;
  }

  const Job job_;
  const Machine& machine_;
  const BlasLibrary* library_;
  std::unique_ptr<Operands<T>> operands_;
  Index repeat_ = 1, untimed_calls_ = 0;
  Counting* counting_ = nullptr;
  bool counts_ = false;
};

}  // namespace numapack
