// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/outcome.hpp"
#include "cli/quantities/pages.hpp"
#include "profile/document/json.hpp"
#include "support/command.hpp"

namespace numapack {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

std::string shown(FiguresPage page, const MeasuredProfile& profile) {
  WithoutFigure missing;
  return page(profile, missing);
}

Figure at_clock(double ns, double ghz) {
  Figure figure = figure_of({ns});
  figure.clock_ghz = ghz;
  return figure;
}

/// Of two packages with two nodes each and so many CPUs on each.
ProfiledMachine four_nodes(int cpus) {
  ProfiledMachine machine;
  for (int node = 0; node < 4; ++node) {
    ProfiledNode& one = machine.nodes.emplace_back(ProfiledNode{node, node / 2, "DRAM", 0, {}});
    for (int cpu = 0; cpu < cpus; ++cpu) one.pus.push_back(node * cpus + cpu);
    machine.caches.push_back({3, 1 << 25, one.pus});
  }
  return machine;
}

TEST(Figures, ARunAndItsProfileHaveOnePage) {
  const testing::TemporaryDirectory folder;
  const std::string path = folder.file("run.json");
  int compared = 0;
  for (const std::vector<std::string>& verb :
       std::vector<std::vector<std::string>>{{"latency", "--size", "1M", "--order", "list", "--pages", "all"},
                                             {"latency", "--sweep", "--cores", "0"},
                                             {"latency", "--loaded", "--size", "4M", "--points", "3"},
                                             {"coherence", "--levels", "L1,L2"},
                                             {"coherence", "--matrix"},
                                             {"stream", "--size", "1M", "--repetitions", "2"},
                                             {"barrier"}}) {
    std::vector<std::string> words = verb;
    words.insert(words.end(), {"--rounds", "1", "--keep-disturbed", "--wide", "--json", path});
    const Outcome live = run(words);
    if (live.status != 0) continue;  // such as a single core, which has no pair
    const std::string kept = run({verb[0], "--wide", "--from", path}).out;
    const std::string figures = kept.substr(kept.find("\n\n") + 2);
    EXPECT_THAT(live.out, HasSubstr(figures.substr(0, figures.find("\nno figure: "))))
        << ::testing::PrintToString(words);
    EXPECT_GT(std::count(figures.begin(), figures.end(), '\n'), 1) << kept;
    ++compared;
  }
  EXPECT_GE(compared, 3);  // latencies and stream take one core
}

TEST(Figures, ManyCpusAreGridsAndManySizesASweep) {
  MeasuredProfile profile;
  profile.machine = four_nodes(8);
  for (int cpu = 0; cpu < 32; ++cpu)
    profile.memory_latency.push_back({cpu, 0, 1 << 28, 2, 0, at_clock(100 + cpu, 2)});
  for (int size = 14; size < 28; ++size)
    profile.memory_latency.push_back(
        {0, 0, std::uint64_t{1} << size, 2, 0, at_clock(size < 25 ? 10 : 90, 2)});
  const std::string page = shown(latency_figures, profile);
  EXPECT_THAT(page, AllOf(HasSubstr("a chain of loads through 256 MiB, 2 lines apart\nns, node 0 "),
                          HasSubstr("node 0: min 100.0, max 131.0, delta 31.0\n"),
                          ContainsRegex("cycles, node 0 [^\n]*\nCPU 0 +200\\.0  202\\.0"),
                          ContainsRegex("GHz [^\n]*\nCPU 0 +2\\.00  2\\.00")));
  EXPECT_THAT(page,
              AllOf(Not(HasSubstr("through 16 KiB")), ContainsRegex("\n16 KiB +10\\.0 +10\\.0 +- +20\\.0"),
                    ContainsRegex("\n16 KiB to 16 MiB +10\\.0 +16 MiB +32 MiB +L3 of 32 MiB")));
}

TEST(Figures, LoadedPointsOfAProfileAreCurvesWithKnees) {
  MeasuredProfile profile;
  profile.machine = four_nodes(2);
  const double line_and_a_third = 4.0 / 3;
  for (const double share : {0.25, 0.0}) {
    const double crossing = share > 0 ? line_and_a_third : 1;
    profile.loaded_latency.push_back({0, 1, share, 1, 0, 0.0, figure_of({1}), figure_of({100})});
    profile.loaded_latency.push_back({0, 1, share, 1, 0, 6 * crossing, figure_of({6}), figure_of({150})});
    profile.loaded_latency.push_back({0, 1, share, 1, 0, {}, figure_of({11}), figure_of({250})});
  }
  EXPECT_THAT(
      shown(latency_figures, profile),
      AllOf(ContainsRegex("^CPU 0 of node 0 waits for node 1, GB/s of reads asked +reads GB/s +ns +cycles "
                          "+3:1 GB/s"),
            ContainsRegex("\nno load +1\\.00 +100\\.0 +- +1\\.00 +100\\.0"),
            ContainsRegex("\n6\\.00 +6\\.00 +150\\.0 +- +6\\.00"), HasSubstr("\nall there is"),
            HasSubstr("3:1: a load waits twice as long as idle from 8.50 GB/s on; the most is 11.0 GB/s")));
}

TEST(Figures, ManyPairsAreAPictureAndAFigureADistance) {
  MeasuredProfile profile;
  profile.machine = four_nodes(8);
  for (int reader = 0; reader < 32; ++reader)
    for (int owner = 0; owner < 32; ++owner)
      if (reader != owner)
        profile.core_to_core.push_back({reader,
                                        owner,
                                        -1,
                                        -1,
                                        LineState::exclusive,
                                        1,
                                        0,
                                        figure_of({reader / 16 != owner / 16 ? 200.0 : 50.0}),
                                        {}});
  profile.core_to_core.push_back({0, 1, 2, 0, LineState::shared, 2, 0, figure_of({30}), {}});
  profile.core_to_core.push_back({0, 1, -1, 0, LineState::exclusive, 2, 0, figure_of({20}), {}});
  EXPECT_THAT(
      shown(coherence_figures, profile),
      AllOf(ContainsRegex("\nCPU 0 reads 1's \\(shares L3\\), shared with 2, home node 0 +20\\.0 +30\\.0\n"),
            HasSubstr("\nL1 E, ns, reads lines of (columns)\n CPU 0  "), HasSubstr("  50 to 200 ns\n"),
            ContainsRegex("\nL1 E, shares L3 +224 +50\\.0"),
            ContainsRegex("\nL1 E, node 1, same package +64 +50\\.0"),
            ContainsRegex("\nL1 E, node 3, other package +128 +200\\.0"), Not(HasSubstr("CPU 1 reads"))));
  // Of one reader each owner's figure can be read.
  std::erase_if(profile.core_to_core, [](const CoreToCore& cell) { return cell.reader != 0; });
  EXPECT_THAT(shown(coherence_figures, profile),
              ContainsRegex("L1 E, ns, CPU 0 reads lines of [^\n]*\nCPU 0 +50\\.0 +50\\.0"));
}

TEST(Figures, HandoversOfAProfileAreAMatrix) {
  MeasuredProfile profile;
  profile.machine = four_nodes(1);
  profile.handovers = {{0, 1, 0, figure_of({40}), figure_of({80})},
                       {0, 2, 0, figure_of({140}), figure_of({180})}};
  EXPECT_THAT(
      shown(coherence_figures, profile),
      AllOf(ContainsRegex("^handover by compare-and-swap, ns +CPU 0  CPU 1  CPU 2\nCPU 0 +40\\.0  140\\.0\n"),
            ContainsRegex("handover by store, ns[^\n]*\n[^\n]* 80\\.0  180\\.0\n"),
            ContainsRegex("\nnode 1, same package +1 +40\\.0"),
            ContainsRegex("\nnode 2, other package +1 +140\\.0")));
}

TEST(Figures, BarriersOfAProfileSayWhoMet) {
  MeasuredProfile profile;
  profile.machine = four_nodes(2);
  profile.barriers.push_back({"central", {2, 3}, figure_of({0.25, 0.5}), 0.5});
  profile.barriers.push_back({"central", {0, 2, 4, 6}, figure_of({1}), {}});
  profile.barriers.push_back({"tree", {0, 2, 4, 6}, figure_of({2}), {}});
  profile.barriers.push_back({"tree", {98, 99}, not_measured("alone"), {}});
  EXPECT_THAT(
      shown(barrier_figures, profile),
      AllOf(ContainsRegex("^barrier of 2 threads, node 1 [^\n]*\ncentral +500\\.0 +375\\.0 +250\\.0 +500\\.0 "
                          "+0\\.75\n"),
            ContainsRegex("\nbarrier of 4 threads, one on each node "), HasSubstr("\nfastest: central\n"),
            ContainsRegex("\nbarrier of 2 threads, CPUs 98-99 [^\n]*\ntree +- +- +- +- +-\n$")));
}

}  // namespace
}  // namespace numapack
