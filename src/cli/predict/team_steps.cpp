// SPDX-License-Identifier: BSD-3-Clause
#include "cli/predict/team_steps.hpp"

#include <utility>

namespace numapack {

TeamSteps::TeamSteps(std::vector<int> threads, std::vector<int> nodes, std::size_t nodes_of_machine,
                     bool all_meet)
    : nodes_(std::move(nodes)), nodes_of_machine_(nodes_of_machine) {
  schedule_.threads = std::move(threads);
  schedule_.counters = all_meet ? 1 : static_cast<std::uint32_t>(nodes_.size());
  counted_.assign(schedule_.counters, 0);
  met_ = counted_;
}

StepLoad& TeamSteps::add(std::size_t team, int width) {
  const auto counter = static_cast<std::uint32_t>(schedule_.counters == 1 ? 0 : team);
  Step step;
  step.team = static_cast<std::int16_t>(team);
  step.width = static_cast<std::int16_t>(width);
  if (width > 1) step.gang = static_cast<std::int32_t>(schedule_.gangs++);
  step.first_wait = static_cast<std::uint32_t>(schedule_.waits.size());
  if (met_[counter] > 0) {
    step.waits = 1;
    schedule_.waits.push_back({counter, met_[counter]});
  }
  step.first_signal = static_cast<std::uint32_t>(schedule_.signals.size());
  step.signals = 1;
  schedule_.signals.push_back(counter);
  ++counted_[counter];
  schedule_.steps.push_back(step);
  StepLoad& load = loads_.emplace_back();
  load.bytes.assign(nodes_of_machine_, 0.0);
  load.work.meetings = 1;
  return load;
}

Seconds TeamSteps::seconds(const TimeModel& model) const {
  const auto load_of = [&](const Step& step, StepLoad& load) {
    load = loads_[static_cast<std::size_t>(&step - schedule_.steps.data())];
  };
  return seconds_of(schedule_, nodes_, load_of, model);
}

}  // namespace numapack
