// SPDX-License-Identifier: BSD-3-Clause
#include "cli/predict/axes.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <ctime>

#include "base/environment.hpp"
#include "base/error.hpp"
#include "cli/options/quoted.hpp"
#include "cli/predict/other_blas.hpp"
#include "cli/predict/timed_calls.hpp"

namespace numapack {

namespace {

constexpr Index most_n = Index{1} << 20;

/// "512,1024" or "LO:HI:STEP" of whole numbers from `least` to `most`.
std::vector<Index> parse_axis(const std::string& text, const char* option, Index least, Index most) {
  const auto bad = [&]() {
    invalid(option, fmt::format("{} is no list of numbers from {} to {}", quoted(text), least, most),
            "give N,N or LO:HI:STEP");
  };
  std::vector<Index> numbers;
  std::string separators;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find_first_of(",:", begin), text.size());
    const auto number = parse_elements(std::string_view(text).substr(begin, end - begin));
    if (!number || *number < least || *number > most) bad();
    numbers.push_back(*number);
    if (end < text.size()) separators += text[end];
    begin = end + 1;
  }
  if (separators.find(':') == std::string::npos) return numbers;
  if (separators != "::" || numbers[1] < numbers[0]) bad();
  std::vector<Index> steps;
  constexpr Index most_steps = 1000;
  if ((numbers[1] - numbers[0]) / numbers[2] >= most_steps) bad();
  for (Index number = numbers[0]; number <= numbers[1]; number += numbers[2]) steps.push_back(number);
  return steps;
}

/// The same, or what stands for "as it is" where the option is not given.
std::vector<Index> axis(const std::string& text, const char* option, Index most, Index otherwise) {
  return text.empty() ? std::vector<Index>{otherwise} : parse_axis(text, option, 1, most);
}

/// Each of the first with each of the second.
std::vector<std::pair<Index, Index>> pairs_of(const std::vector<Index>& first,
                                              const std::vector<Index>& second) {
  std::vector<std::pair<Index, Index>> pairs;
  for (const Index one : first)
    for (const Index other : second) pairs.emplace_back(one, other);
  return pairs;
}

/// Of this thread on a CPU: what others do here in the meantime is no part of a prediction.
template <class Body>
double cpu_seconds_of(const Body& body) {
  const auto now = [] {
    timespec cpu{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &cpu);
    return static_cast<double>(cpu.tv_sec) + 1e-9 * static_cast<double>(cpu.tv_nsec);
  };
  const double begun = now();
  body();
  return now() - begun;
}

/// One setting, as numapack does it and as others do.
void add_cases(const Job& job, const PredictedCase& setting, const PredictionAxes& axes,
               const Machine& machine, const ChosenProfile& chosen, std::vector<PredictedCase>& cases) {
  PredictedCase own = setting;
  own.algorithm = "numapack";
  own.took_s = cpu_seconds_of([&] { own.prediction = predict(job, machine, chosen); });
  cases.push_back(own);
  const TimeModel model = time_model(machine, chosen.figures, job.form.routine->name, job.call.type);
  for (const std::string& name : axes.others) {
    const auto number = std::ranges::find(other_names(), name) - other_names().begin();
    PredictedCase other = own;
    other.algorithm = name;
    other.took_s = cpu_seconds_of(
        [&] { other.prediction.seconds = seconds_of(static_cast<OtherBlas>(number), job, machine, model); });
    cases.push_back(std::move(other));
  }
}

}  // namespace

std::vector<Index> PredictionAxes::all_sizes(const ProblemOptions& problem) const {
  return axis(sizes, "--sizes", most_n, problem.n);
}

void add_axes(CLI::App& verb, PredictionAxes& axes) {
  const char* const group = "What is varied: a row for each";
  verb.add_option("--sizes", axes.sizes, "n: 1024,2k or 1k:8k:1k, in place of -n")
      ->type_name("LIST")
      ->group(group);
  verb.add_option("--first-nodes", axes.first_nodes, "so many nodes, from the first on: 1,2 or 1:4:1")
      ->type_name("LIST")
      ->group(group);
  verb.add_option("--each-threads", axes.each_threads, "as --threads; each number is a row: 1,2 or 12:96:12")
      ->type_name("LIST")
      ->group(group);
  verb.add_option("--blocks", axes.blocks, "columns of a block of getrf: 32,64 or 32:256:32")
      ->type_name("LIST")
      ->group(group);
  verb.add_option("--each-home", axes.each_home, "as --home; each one is a row")
      ->type_name("HOMES")
      ->group(group)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  verb.add_option(
          "--compare", axes.others,
          "how others do it, too: a NUMA-oblivious BLAS; the paper's product, as its text says, with copies "
          "by all threads, or without copies")
      ->delimiter(',')
      ->check(CLI::IsMember(other_names()))
      ->group(group);
}

std::vector<PredictedCase> predict_all(const PredictionAxes& axes, const ProblemOptions& problem,
                                       const Machine& machine, const ChosenProfile& chosen) {
  const std::vector<int> compute_nodes = machine.compute_nodes();
  const auto all_nodes = static_cast<int>(compute_nodes.size());
  const std::vector<Index> sizes = axes.all_sizes(problem);
  const std::vector<Index> nodes = axis(axes.first_nodes, "--first-nodes", all_nodes, 0);
  const std::vector<Index> threads =
      axis(axes.each_threads, "--each-threads", machine.usable_threads(), problem.threads);
  const std::vector<Index> blocks = axis(axes.blocks, "--blocks", most_n, 0);
  const std::vector<std::string> homes =
      axes.each_home.empty() ? std::vector<std::string>{""} : axes.each_home;
  std::vector<PredictedCase> cases;
  for (const std::string& home : homes)
    for (const Index n : sizes)
      for (const Index block : blocks)
        for (const auto& [count, most] : pairs_of(nodes, threads)) {
          ProblemOptions one = problem;
          one.n = n;
          one.threads = static_cast<int>(most);
          if (!home.empty()) one.homes.push_back(home);
          Job job = make_job(one, machine);
          if (!axes.blocks.empty() && job.form.routine->id != BlasName::getrf)
            invalid("--blocks", std::string(job.form.routine->name) + " has none", "use it with getrf");
          job.options.nb = block;
          std::vector<int>& chosen_nodes = job.options.nodes;
          if (count > 0) chosen_nodes.assign(compute_nodes.begin(), compute_nodes.begin() + count);
          const int used = chosen_nodes.empty() ? all_nodes : static_cast<int>(chosen_nodes.size());
          add_cases(job, {n, used, one.threads, block, home, "", {}, 0, job}, axes, machine, chosen, cases);
        }
  return cases;
}

}  // namespace numapack
