// SPDX-License-Identifier: BSD-3-Clause
#include "profile/document/measured.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/statistics.hpp"

namespace numapack {

double Figure::value() const {
  if (!valid()) {
    numapack::invalid("profile", "a cell has no figure: " + (invalid.empty() ? "not measured" : invalid),
                      "look at the cell's \"invalid\"");
  }
  return median ? *median : (*min + *max) / 2;
}

Figure figure_of(std::vector<double> samples) {
  if (samples.empty()) return not_measured("no samples");
  Figure figure;
  const Spread of = spread(samples);
  figure.median = of.median;
  figure.min = of.min;
  figure.max = of.max;
  figure.samples = std::move(samples);
  return figure;
}

Figure scaled(Figure figure, double factor) {
  for (std::vector<double>* const list : {&figure.samples, &figure.visit_medians})
    for (double& value : *list) value *= factor;
  for (std::optional<double>* const value : {&figure.median, &figure.min, &figure.max})
    if (*value) **value *= factor;
  return figure;
}

Figure not_measured(std::string why) {
  Figure figure;
  figure.invalid = why.empty() ? "not measured" : std::move(why);
  return figure;
}

const char* name(LineState state) {
  switch (state) {
    case LineState::modified:
      return "M";
    case LineState::exclusive:
      return "E";
    case LineState::shared:
      return "S";
    case LineState::owned:
      return "O";
    case LineState::forward:
      return "F";
  }
  return "?";
}

int ProfiledMachine::node_of_pu(int pu) const {
  for (const ProfiledNode& node : nodes) {
    if (std::find(node.pus.begin(), node.pus.end(), pu) != node.pus.end()) return node.os_index;
  }
  return -1;
}

const ProfiledNode* ProfiledMachine::node(int os_index) const {
  for (const ProfiledNode& node : nodes) {
    if (node.os_index == os_index) return &node;
  }
  return nullptr;
}

}  // namespace numapack
