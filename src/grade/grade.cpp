// SPDX-License-Identifier: BSD-3-Clause
#include "grade/grade.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/clock.hpp"
#include "grade/calls/random_call.hpp"
#include "grade/checks/check.hpp"

namespace numapack {

namespace {

using nlohmann::json;

std::string counted_items(const GradedCheck& check, const char* of) {
  const auto passed =
      std::count_if(check.items.begin(), check.items.end(), [](const auto& one) { return one.passed; });
  return fmt::format("{} of {} {}", passed, check.items.size(), of);
}

std::string lacking(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? ", without " : ", ") + name;
  return text;
}

class ReportCard {
 public:
  ReportCard(const PeerForThreads& library, const GradeOptions& grade, const ChildOptions& options)
      : library_(library), grade_(grade), options_(options), peer_(library(grade.bits.threads.back())) {
    result_.name = peer_.name;
  }

  LibraryGrade run() {
    accuracy();
    random_calls();
    residuals();
    add(one_child("exceptions", {{"check", "exceptions"}}), "rules");
    add(one_child("callers", {{"check", "callers"}, {"threads", grade_.callers}}), "loads as right as alone");
    add(one_child("fork", {{"check", "fork"}, {"patience", grade_.patience}}), "calls");
    stacks();
    end();
    arguments();
    result_.seconds = last_ - begun_;
    return std::move(result_);
  }

 private:
  /// Appends what a child finds.
  void ask(GradedCheck& check, const json& order) { ask(check, order, options_); }
  void ask(GradedCheck& check, json order, const ChildOptions& options) {
    if (options.stopped()) return;
    for (const BlasRoutine* routine : grade_.routines)
      order["routines"].push_back(std::string(routine->name));
    if (options_.progress)
      options_.progress(result_.name + ", " + check.name, double(result_.checks.size()) / kChecks);
    std::string begun;
    const ChildReport report = run_child(peer_, order, options, [&](const json& said) {
      if (said.contains("begin")) begun = said.at("begin").get<std::string>();
      if (!said.contains("item")) return;
      GradedItem item{said.at("item").get<std::string>(),
                      said.at("passed").get<bool>(),
                      said.at("what").get<std::string>(),
                      said.value("grade", ""),
                      {}};
      for (const char* value : {"ratio", "error_over_bound"})
        if (said.contains(value)) item.value = said.at(value).get<double>();
      check.items.push_back(std::move(item));
    });
    if (!report.path.empty()) result_.version = report.version, result_.path = report.path;
    if (!report.failure.empty()) {
      const std::string name = begun.empty() ? check.name : begun;
      check.items.push_back({name, false, name + ": " + report.failure, "", {}});
    }
    ending_ = report.ending;
  }
  GradedCheck one_child(const char* name, const json& order) {
    GradedCheck check{name, {}, "", 0};
    ask(check, order);
    return check;
  }
  void add(GradedCheck check, const char* of) {
    if (options_.stopped()) return;
    if (check.summary.empty() && check.there()) check.summary = counted_items(check, of);
    const double now = seconds_now();
    check.seconds = now - std::exchange(last_, now);
    result_.checks.push_back(std::move(check));
  }

  void accuracy() {
    GradedCheck check = one_child("accuracy", {{"check", "accuracy"}, {"sizes", {96, 512}}});
    for (const GradedItem& item : check.items)
      check.summary += fmt::format("{}{} {}", check.summary.empty() ? "" : ", ", item.item,
                                   item.grade.empty() ? "failed" : item.grade);
    add(std::move(check), "");
  }

  void residuals() {
    GradedCheck check = one_child("residuals", {{"check", "residuals"}});
    double worst = 0;
    for (const GradedItem& item : check.items) worst = std::max(worst, item.value.value_or(0));
    if (check.there())
      check.summary = counted_items(check, fmt::format("ratios below 30, worst {:.2g}", worst).c_str());
    add(std::move(check), "");
  }

  /// Whether they are right, and whether their bits depend on what they should not.
  void random_calls() {
    if (options_.stopped()) return;
    ChildOptions part = options_;
    part.progress = [&](const std::string& what, double share) {
      if (options_.progress) options_.progress(what, (double(result_.checks.size()) + share) / kChecks);
    };
    BitsOptions bits = grade_.bits;
    bits.against_reference = true;
    bits.routines.clear();
    std::copy_if(grade_.routines.begin(), grade_.routines.end(), std::back_inserter(bits.routines),
                 [](const BlasRoutine* routine) { return !routine->is_of_lapack(); });
    if (!bits.routines.empty()) result_.bits = measure_bits(library_, bits, part);
    GradedCheck level3{"level 3", {}, "", 0}, same{"bits", {}, "", 0};
    std::uint64_t calls = 0;
    double worst = 0;
    for (const BitsRun& run : result_.bits.runs) {
      const std::string with = fmt::format("{} thread{}", run.threads, run.threads == 1 ? "" : "s");
      std::string what;
      if (!run.failure.empty())
        what = fmt::format("{}{}{}", run.failed_call, run.failed_call.empty() ? "" : ": ", run.failure);
      else if (run.worst_error > 1)
        what = fmt::format("{}: error {:.3g} times its bound", run.worst_call, run.worst_error);
      calls += run.calls, worst = std::max(worst, run.worst_error);
      if (run.calls > 0 || !what.empty())
        level3.items.push_back({with, what.empty(), what, "", run.worst_error});
      if (run.calls > 0) add_bits(run, with, same);
    }
    if (level3.there())
      level3.summary = fmt::format("{} calls, worst error {:.2g} of its bound{}", calls, worst,
                                   lacking(result_.bits.lacks));
    add(std::move(level3), "");
    add(std::move(same), "comparisons without a difference");
  }
  static void add_bits(const BitsRun& run, const std::string& with, GradedCheck& check) {
    for (std::size_t aspect = 0; aspect < run.differing.size(); ++aspect) {
      const auto& found = run.differing[aspect];
      if (!found) continue;
      std::string what;
      if (found->calls > 0)
        what = fmt::format("{} of {} calls differ, first {}", found->calls, run.calls, found->first);
      check.items.push_back(
          {with + ", " + kBitsAspects[aspect], found->calls == 0, what, "", double(found->calls)});
    }
  }

  void stacks() {
    GradedCheck check{"small stacks", {}, "", 0};
    for (const int kib : {256, 128, 64}) ask(check, {{"check", "stack"}, {"kib", kib}});
    add(std::move(check), "sizes");
  }

  void end() {
    GradedCheck check{"process end", {}, "", 0};
    ending_.clear();
    ChildOptions patient = options_;
    patient.patience = grade_.patience;
    ask(check, {{"check", "end"}}, patient);
    if (check.items.empty())
      check.items.push_back({"end right after a call", ending_.empty(), ending_, "", {}});
    add(std::move(check), "ends with status 0");
  }

  void arguments() {
    GradedCheck check{"bad arguments", {}, "", 0};
    for (const char* which : kWrongArguments) ask(check, {{"check", "arguments"}, {"case", which}});
    add(std::move(check), "calls come back");
  }

  static constexpr double kChecks = 10;
  const PeerForThreads& library_;
  const GradeOptions& grade_;
  const ChildOptions& options_;
  const Peer peer_;
  LibraryGrade result_;
  std::string ending_;
  const double begun_ = seconds_now();
  double last_ = begun_;  ///< when a check ended
};

}  // namespace

std::vector<const BlasRoutine*> graded_routines() {
  std::vector<const BlasRoutine*> routines = standard_routines();
  for (const BlasRoutine& routine : kBlasRoutines)
    if (routine.is_of_lapack()) routines.push_back(&routine);
  return routines;
}

bool GradedCheck::passed() const {
  return std::all_of(items.begin(), items.end(), [](const GradedItem& item) { return item.passed; });
}

std::string GradedCheck::result() const {
  if (!there()) return "not there";
  std::string letter;
  for (const GradedItem& item : items) letter = std::max(letter, item.grade);
  const bool crashed = std::any_of(items.begin(), items.end(),
                                   [&](const auto& one) { return one.grade.empty() && !one.passed; });
  if (!letter.empty() && !crashed) return letter;
  return passed() ? "pass" : "fail";
}

bool LibraryGrade::passed() const {
  return std::all_of(checks.begin(), checks.end(), [](const GradedCheck& check) { return check.passed(); });
}

LibraryGrade grade_library(const PeerForThreads& library, const GradeOptions& grade,
                           const ChildOptions& options) {
  return ReportCard(library, grade, options).run();
}

}  // namespace numapack
