// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <string>

#include "profile/document/measured.hpp"

namespace numapack {

/// "141.5", "39.2-45" of a printed range, "28*" where it is inferred, "-" where there is no figure.
std::string figure_text(const Figure& one);

/// "CPU 17", "node 1", or that it is not said which.
std::string profiled_cpu(int pu);
std::string profiled_node(int node);

/// What else the profile reports in this unit, a table after an empty line. "": nothing.
std::string reported_text(const MeasuredProfile& profile, const std::string& unit);

/// Adds up why cells have no figure, and from what those follow that are not legible.
class WithoutFigure {
 public:
  void note(const Figure& one);
  std::string text() const;

 private:
  std::map<std::string, int> reasons_, inferred_;
};

}  // namespace numapack
