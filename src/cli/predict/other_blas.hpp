// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "peer/work/job.hpp"
#include "schedule/seconds.hpp"

namespace numapack {

/// How other libraries run a call.
///
/// oblivious: all threads of all nodes are one team (OpenBLAS; Electronics 2021, 10, 1984, section 3.4).
/// gemm: in each cycle they pack a panel of B together, meet, pack their own rows of A, multiply with the
/// panel, and meet; operands stay where they lie. getrf: LAPACK's blocks of columns; one node's threads
/// factor a panel, all update the columns to its right, and all meet after each.
///
/// paper: the paper's own (section 4). Each node has its rows of C and works by itself, in the same cycles.
/// Before them its first thread copies its rows of A, and B, to it (algorithm 1, lines 27 to 31). C stays
/// where it lies and is read and written in every cycle. paper_team_copy: all threads of the node copy, which
/// the text does not say. paper_in_place: nothing is copied.
enum class OtherBlas { oblivious, paper, paper_team_copy, paper_in_place };

/// "oblivious", "paper", "paper-team-copy", "paper-in-place", in the order of the enumeration.
const std::vector<std::string>& other_names();

/// The time that the job takes with this algorithm, given its homes, threads and nodes. Throws
/// Error(invalid_argument) for a routine that the algorithm does not cover. Pure.
Seconds seconds_of(OtherBlas how, const Job& job, const Machine& machine, const TimeModel& model);

}  // namespace numapack
