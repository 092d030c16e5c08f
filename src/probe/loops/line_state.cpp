// SPDX-License-Identifier: BSD-3-Clause
#include "probe/loops/line_state.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "base/error.hpp"
#include "probe/loops/flush.hpp"

namespace numapack::probe {

std::vector<Step> steps_to(const std::string& state) {
  const Step take{Actor::owner, Act::take_and_flush};
  if (state == "M") return {take, {Actor::owner, Act::write}};
  if (state == "E") return {take, {Actor::owner, Act::read}};
  if (state == "S") return {take, {Actor::owner, Act::read}, {Actor::helper, Act::read}};
  if (state == "O") return {take, {Actor::owner, Act::write}, {Actor::helper, Act::read}};
  if (state == "F") return {take, {Actor::helper, Act::read}, {Actor::owner, Act::read}};
  invalid("state", "there is no state \"" + state + "\"", "use M, E, S, O or F");
}

bool needs_helper(const std::string& state) {
  const std::vector<Step> steps = steps_to(state);
  return std::any_of(steps.begin(), steps.end(),
                     [](const Step& step) { return step.actor == Actor::helper; });
}

std::vector<std::string> states_of(const Machine& machine) {
  std::vector<std::string> states{"M", "E", "S"};
  const std::string model = machine.packages.empty() ? "" : machine.packages.front().model;
  if (model.find("AMD") != std::string::npos) states.push_back("O");
  if (model.find("Intel") != std::string::npos) states.push_back("F");
  return states;
}

void perform(Act act, char* data, std::size_t bytes, std::size_t line_bytes) {
  for (std::size_t at = 0; at < bytes; at += line_bytes) {
    // The same value again: the chase through the lines must survive.
    auto* const word = reinterpret_cast<volatile std::uintptr_t*>(data + at);
    const std::uintptr_t value = *word;
    if (act != Act::read) *word = value;
  }
  if (act == Act::take_and_flush) flush_lines(data, bytes, line_bytes);
  // What the others do next comes after all of this, also in the order of the memory.
  std::atomic_thread_fence(std::memory_order_seq_cst);
}

}  // namespace numapack::probe
