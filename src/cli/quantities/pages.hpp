// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "cli/quantities/profile_figures.hpp"
#include "probe/running/runner.hpp"
#include "profile/document/measured.hpp"

namespace numapack {

// How quantities are shown. Pure, except for colours.
//
// The pages of figures, whoever measured them: of a run what its profile keeps, or what --from names. "":
// there are none. `missing` gets the cells without a figure.

using FiguresPage = std::string(const MeasuredProfile& profile, WithoutFigure& missing);

/// For each chain of loads CPUs by nodes, with least, greatest and difference of each node's column, and the
/// same in cycles; where many sizes were walked, sizes by places, and the plateaus with what the machine says
/// has that size; then those under load.
FiguresPage latency_figures;
/// Bandwidth and latency point by point, shares of writes next to each other, a table for each CPU and node,
/// and where each curve has its knee.
FiguresPage loaded_figures;
/// CPUs by nodes: least of the samples in ns, median and greatest.
FiguresPage quick_latency_figures;
/// Latency and read bandwidth: for each level a line for each reader, owner and home, a column a state (and
/// size). Of many pairs a matrix or a picture, and what the pairs of each distance pay. Then handovers.
FiguresPage coherence_figures;
/// Core to core: numbers for up to 16 CPUs, a heat map for more, with the median of its distance for a pair
/// that was not measured; least, greatest, and the median of each distance.
FiguresPage handover_figures;
/// For each number of threads, pinned or not, GB/s of every kernel by placement (the best of the repetitions,
/// as STREAM reports); then where the pages of every row lay and what the kernel's counters grew by; then the
/// matrix of nodes.
FiguresPage stream_figures;
/// For each set of CPUs predicted and measured time of every kind, and the fastest as measured; of reductions
/// also what their trees differ by. Where none was measured, what latencies between cores predict.
FiguresPage barrier_figures;

/// The page of what a run's cells are in a profile.
template <FiguresPage page>
std::string page_of_run(const probe::RunResult& result, const Machine& machine) {
  WithoutFigure told_below;
  return page(figures_of_run(result, machine), told_below);
}

// As verbs and the parts of a probe name them.
using RunPage = std::string(const probe::RunResult& result, const Machine& machine);
inline constexpr RunPage *latency_matrix = page_of_run<latency_figures>,
                         *loaded_latency_page = page_of_run<loaded_figures>,
                         *quick_latency_page = page_of_run<quick_latency_figures>,
                         *coherence_page = page_of_run<coherence_figures>,
                         *handover_page = page_of_run<handover_figures>,
                         *stream_page = page_of_run<stream_figures>,
                         *barrier_page = page_of_run<barrier_figures>;

// Pages of runs that show more than a profile keeps.

/// Strides by nodes and what follows.
RunPage found_strides;
/// What the bytes of the rates are.
std::string stream_counting();

/// For each node and number of threads median, least and greatest.
RunPage by_nodes_page;

/// What a profile keeps of a run in words: of quantities without a page of their own.
RunPage reported_page;

}  // namespace numapack
