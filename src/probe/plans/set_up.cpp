// SPDX-License-Identifier: BSD-3-Clause
#include "probe/plans/set_up.hpp"

#include <algorithm>

namespace numapack::probe {

namespace {

// Zeroing pages that come for the first time and asking the kernel where they lie; and an element of a chain:
// its pointer is written at a random place, and the walk that checks the chain waits for the memory.
constexpr double huge_bytes_per_second = 4e9, small_bytes_per_second = 1.5e9;
constexpr double seconds_an_element = 170e-9;

std::pair<std::string, int> key_of(const Cell& cell) { return {cell.probe, cell.home}; }

}  // namespace

SetUp::Home SetUp::needs(const Cell& cell) {
  // Arrays of a visit are the visit's own.
  if (cell.home < 0 || cell.probe == "stream" || cell.probe == "barrier") return {};
  Home home{cell.bytes, 0, cell.pages};
  // Those that make load read and write as much again, at least.
  if (cell.probe == "loaded latency" && cell.load >= 0) home.touched *= 2;
  // Of many sizes every visit links its own.
  const bool one_chain = cell.variant == "matrix" || cell.probe == "loaded latency";
  if (one_chain && cell.step_bytes > 0) home.linked = cell.bytes / cell.step_bytes;
  return home;
}

double SetUp::seconds_of(const Home& home) {
  return static_cast<double>(home.touched) /
             (home.pages != PageKind::small ? huge_bytes_per_second : small_bytes_per_second) +
         static_cast<double>(home.linked) * seconds_an_element;
}

SetUp::Home SetUp::with(const Cell& cell) const {
  Home home = needs(cell);
  if (const auto known = homes_.find(key_of(cell)); known != homes_.end()) {
    home.touched = std::max(home.touched, known->second.touched);
    home.linked = std::max(home.linked, known->second.linked);
  }
  return home;
}

double SetUp::more(const Cell& cell) const {
  const auto known = homes_.find(key_of(cell));
  return seconds_of(with(cell)) - (known == homes_.end() ? 0 : seconds_of(known->second));
}

void SetUp::take(const Cell& cell) {
  seconds_ += more(cell);
  homes_[key_of(cell)] = with(cell);
}

double set_up_seconds(const std::vector<Cell>& cells) {
  SetUp made;
  for (const Cell& cell : cells) made.take(cell);
  return made.seconds();
}

}  // namespace numapack::probe
