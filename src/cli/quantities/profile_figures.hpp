// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "probe/running/runner.hpp"
#include "profile/document/measured.hpp"

namespace numapack {

// What the pages of figures have in common. CPUs and nodes go by the kernel's numbers.

/// "141.5", "39.2-45" of a printed range, "28*" where it is inferred, "-" where there is no figure.
std::string figure_text(const Figure& one);
/// The best of the samples, as STREAM reports; of a figure without any, figure_text().
std::string best_text(const Figure& one);
/// The median in cycles of the core's clock; "-" where either is not known.
std::string cycles_text(const Figure& one);

/// "CPU 17", "node 1 (HBM)", with the kind only where it is not ordinary memory; or that it is not said
/// which.
std::string profiled_cpu(int pu);
/// "CPU 17, node 1" where several nodes have CPUs.
std::string profiled_cpu(const ProfiledMachine& machine, int pu);
std::string profiled_node(const ProfiledMachine& machine, int node);

/// A column of what there is to say of CPUs; `grid` is its title where it stands alone.
struct CpuColumn {
  std::string name, grid;
  std::map<int, std::string> texts{};
};

/// A row a CPU, then rows of all of them. Of more than 16 CPUs a grid a column, then those rows in a line
/// each.
std::string by_cpu(const std::string& title, const std::vector<CpuColumn>& columns,
                   const ProfiledMachine& machine, const std::vector<std::vector<std::string>>& rows = {});

/// What a run's cells are in a profile of the machine.
MeasuredProfile figures_of_run(const probe::RunResult& result, const Machine& machine);

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
