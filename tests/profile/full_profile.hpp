// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "profile/document/measured.hpp"

namespace numapack::testing {

/// Something in every member.
inline MeasuredProfile full_profile() {
  MeasuredProfile profile;
  profile.made_by = "a \"test\" with \\ and \n and \x01 and µ";
  profile.machine = {"two nodes",
                     "x86_64",
                     "0123456789abcdef",
                     "numa:2 core:1 pu:1",
                     2.5,
                     {{0, 2}, {1, 3}},
                     {{0, 0, "DRAM", std::uint64_t{1} << 40, {0, 2}}, {4, -1, "HBM", 1, {}}},
                     {{3, 32u << 20, {0, 1}}},
                     {{10, 21}, {20.5, 10}},
                     {{2, -1}, {1, 0}}};
  profile.conditions = {"2026-01-01T00:00:00Z",
                        "6.1",
                        "performance",
                        "madvise",
                        1,
                        4096,
                        4,
                        2,
                        1.5,
                        0.25,
                        1.0 / 3,
                        60,
                        59.5,
                        1.25,
                        0.5,
                        7,
                        "GCC 9",
                        "Pthreads",
                        "a library"};
  profile.sources["t1"] = {"a document", "Table 1"};
  profile.remarks = {"a neighbour was noisy"};
  Figure figure = figure_of({3, 1, 2.125});
  figure.note = "note";
  figure.source = "t1";
  figure.visit_medians = {3, 1.5};
  figure.disturbed = 2;
  figure.kept_disturbed = 1;
  figure.placed = true;
  figure.pinned = false;
  figure.page_bytes = 2u << 20;
  figure.clock_ghz = 3.4;
  figure.clock_moved = 1;
  figure.conditions["stride"] = "128";
  profile.memory_latency.push_back({2, 4, std::uint64_t{1} << 33, 2, 1.5, figure});
  profile.memory_latency.push_back({-1, -1, 0, 0, 0, not_measured("mbind refused")});
  profile.latency_by_pages.push_back({{2, 4, std::uint64_t{1} << 33, 2, 0, figure}, "1G", "list"});
  profile.loaded_latency.push_back({2, 4, 0.25, 3, std::uint64_t{1} << 27, 12.5, figure, figure});
  profile.loaded_latency.push_back({2, 4, 0, 3, 0, {}, not_measured("alone"), not_measured("alone")});
  profile.channel_stride.push_back({0, 8192, figure});
  profile.node_bandwidth.push_back({0, 4, "triad", true, 2, 1u << 30, figure});
  profile.core_to_core.push_back({0, 1, 2, 0, LineState::shared, 2, 1 << 20, figure, {}});
  profile.core_to_core.push_back({0, 1, -1, -1, LineState::forward, 0, 0, {}, figure});
  profile.handovers.push_back({0, 1, 0, figure, not_measured("alone")});
  profile.stream.push_back({"bind",
                            {0},
                            {4},
                            "add_add",
                            true,
                            "GCC 12",
                            2,
                            true,
                            800,
                            figure,
                            {{0, 5}, {4, 7}},
                            {{"numa_hit", {{0, -3}}}},
                            4096});
  profile.barriers.push_back({"tree", {0, 1}, figure, 0.5, {{1, 0}}});
  profile.wakes.push_back({4, 2, true, figure});
  profile.fresh_memory.push_back({0, 4, 2, "huge", figure});
  profile.sentinel.push_back({1.5, 0.8, 90});
  profile.peaks.push_back({"single", "avx512", 2, figure});
  profile.reported.push_back({"events", "accesses", figure});
  profile.tuned.push_back({"avx512-d24x8", 168, 384, 8192, 1.03, 9, 2048, 2, "2026-01-01T00:00:00Z"});
  profile.tuned_figures.push_back({"zen4",
                                   "avx512-d24x8-by-columns",
                                   "in_place",
                                   {{"in_place.most_bytes", 786432}},
                                   1.04,
                                   9,
                                   37,
                                   "2026-01-01T00:00:00Z"});
  profile.tuned_figures.push_back(
      {"zen4", "avx512-d24x8-by-columns", "cycles", {{"cycles.gather", 0.61}}, 1.03, 9, 20, ""});
  return profile;
}

}  // namespace numapack::testing
