// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <string>
#include <vector>

#include "profile/document/measured.hpp"

namespace numapack {

// What a profile knows, and what it only seems to know. All pure.

/// What may be planned with: the profile without the figures that hold samples of disturbed visits, and
/// without measured peaks of one sample, which nothing confirms. They say so in `invalid`.
MeasuredProfile undisturbed(MeasuredProfile profile);

/// Figures of one table, or of all.
struct FigureCount {
  int clean = 0;      ///< that may be planned with
  int disturbed = 0;  ///< that hold samples of disturbed visits
  int without = 0;    ///< cells that have none
};
FigureCount count_figures(const MeasuredProfile& profile);
std::map<std::string, FigureCount> figures_by_table(const MeasuredProfile& profile);

/// Something that plans or advice rest on.
struct Knowledge {
  std::string what;        ///< "latency from node to node"
  int known = 0, of = 0;   ///< such as pairs of nodes; clean ones
  bool disturbed = false;  ///< some of its figures are disturbed, or missing because of that
};

/// Complete on this machine: latency and bandwidth from node to node, the rate of a core while all compute,
/// barrier of a node's threads, latency between cores.
std::vector<Knowledge> knowledge_of(const MeasuredProfile& profile);

/// What of that is missing or disturbed, a few words each: "rate of a core (disturbed)". Empty: nothing, or
/// the profile is published, which no measuring completes.
std::vector<std::string> hollow(const MeasuredProfile& profile);

/// The same as one sentence that says what is done instead, "" for nothing.
std::string hollow_text(const MeasuredProfile& profile);

/// What `fresh` lacks that `stored` has, a few words each: anything that plans or advice rest on, what was
/// tuned, or more than a tenth of a table's figures (a few are disturbed now here, now there). Empty:
/// nothing.
std::vector<std::string> knows_less(const MeasuredProfile& fresh, const MeasuredProfile& stored);

}  // namespace numapack
