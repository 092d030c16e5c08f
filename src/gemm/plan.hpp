#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gemm/homes.hpp"
#include "gemm/problem.hpp"
#include "gemm/thin_choice.hpp"
#include "machine/machine.hpp"
#include "profile/profile.hpp"
#include "team/teams.hpp"

namespace numapack {

/// How nodes (or threads of a node) share C: rows x columns of them.
struct Grid {
  int rows = 1, columns = 1;
  bool operator==(const Grid&) const = default;
};

/// Places for a thread's own block of A in its workspace, of which it finds the best (PlaceTrials).
struct PlacesOfA {
  int count = 1;
  std::size_t step = 0;  ///< from one to the next, in bytes, where there are several
  bool operator==(const PlacesOfA&) const = default;
};

/// Bytes that a plan moves between nodes: [reader or writer][home], the diagonal being local traffic. Writing
/// a line that the writer does not hold first reads it (write-allocate), so C counts under `read` as well,
/// unless it is streamed.
struct Traffic {
  std::vector<std::vector<double>> read, written;
  explicit Traffic(std::size_t nodes = 0);
  double crossing(const Machine& machine, Reach reach) const;  ///< read + written over that distance class
  double crossing() const;                                     ///< all that leaves its node
};

/// What one node does. The nest of loops (Goto & van de Geijn 2008, with the packing of both operands shared
/// by the node's team):
///
///   for each chunk of `column_chunk` columns of my part of C          usually one
///     for each slab of `slab` along K                                 one, if finish_c
///       team: pack B[slab, chunk] once, together                      node-local, each element read once;
///                                                                     if slab == kc, with its first use
///       for each block of mc rows of my thread row
///         pack A[block, slab]                                         node-local; shares_a: by a thread row
///         for each nc columns
///           for each kc of the slab: macro-kernel into C
///           with finish_c into a block of a buffer of this node, which stays in its caches, gets the old C
///           first if beta != 0, and is written to C in the end
struct NodeTask {
  int team = 0;         ///< index into the teams' layout
  int node = 0;         ///< index into Machine::nodes
  int memory_node = 0;  ///< where the workspace lives: `node`, or the nearest with memory (home_for)
  int threads = 1;
  Grid thread_grid;       ///< rows * columns == threads
  bool shares_a = false;  ///< a thread row packs each block of A once, together: A comes from elsewhere,
                          ///< or all of K is packed at once
  Range rows, columns;    ///< of C
  Blocking blocking;
  Index slab = 0;          ///< depth of K packed at once: a multiple of kc, or k rounded up to kc
  Index column_chunk = 0;  ///< columns of B packed at once, a multiple of nr
  Index k_pieces = 1;      ///< above 1 threads share K, not C, see PiecesRun and k_pieces()
  ThinChoice thin;  ///< if it is, nothing is packed: each thread some of the long operand's rows as they
                    ///< lie, or (k_pieces > 1) all of them for some pieces of K
  bool localise_a =
      false;  ///< each element of my rows of A is read from its home once (column_chunk spans my columns)
  bool localise_b = false;  ///< the whole of my columns of B is copied at once (slab == k)
  bool finish_c = false;    ///< all of K is packed first, so that a block of C is finished while cached
  bool asks_for_a = false;  ///< while a block of A is multiplied, the next comes into L2: B leaves room there
  bool packs_meanwhile = false;  ///< while a thread multiplies a block of A, its tiles pack the next
  PlacesOfA a_places;
  bool streams_c = false;  ///< finished blocks go past the caches: no line of C is fetched to be written
  std::size_t workspace_bytes = 0;   ///< on memory_node, exactly workspace_of().total
  std::vector<std::string> reasons;  ///< one sentence a decision, with the figures of formulas (1) to (3)
};

/// What one call will do: which node computes which part of C, what it copies first, what that costs.
/// Pure data: made by plan(), printed by explain(), obeyed by execute(). Answers depend on the kernel and kc
/// alone.
struct Plan {
  Shape shape;
  KernelShape kernel;
  Grid grid;                    ///< of nodes over C
  std::vector<NodeTask> tasks;  ///< one a node that takes part; together they cover C exactly once
  bool caller_only = false;  ///< one task with one thread, run by the calling thread itself; no team wakes up
  Traffic traffic;           ///< what this plan moves
  Traffic bound;  ///< the least that any grid of the same nodes with balanced work could move for these
                  ///< homes: every element that a node needs and does not have, once; C's twice, if it must
                  ///< be read
  double seconds_estimate = 0;
  std::vector<std::string> reasons;  ///< why this many nodes and threads, why this grid
  std::size_t workspace_bytes() const;
};

struct PlanOptions {
  int threads = 0;           ///< at most so many in all; 0: what the machine gives
  std::vector<int> nodes;    ///< only these (indices into Machine::nodes); empty: let the model decide
  std::optional<Grid> grid;  ///< force the node grid; rows * columns must equal the number of nodes used
  bool localise = true;      ///< false: the paper's variant without data localisation
  bool collapse = true;      ///< false: never fewer nodes or threads than asked for
  std::size_t workspace_limit = 0;  ///< bytes in all; 0: a quarter of each node's memory
  std::string cpu;                  ///< the row of cpu/ by name; empty: the machine's (row_of())
  std::string kernel;               ///< by name; empty: the row's
  Blocking blocking;                ///< cache blocks; kc 0: the profile's tuned ones, else the built-in
  bool operator==(const PlanOptions&) const = default;
};

/// The plan for a shape whose operands have these homes. Pure: no hardware, no state, same answer for same
/// arguments. `layout` says which teams exist (lay_out_teams). Throws Error(invalid_argument) for nodes,
/// grids or kernels that do not exist.
Plan make_plan(const Shape& shape, const Homes& homes, const Machine& machine, const Profile& profile,
               const std::vector<TeamLayout>& layout, const PlanOptions& options = {});

/// Least flops for which more than the calling thread can pay; the executor's shortcut for tiny problems asks
/// this before it asks for homes or a plan, and make_plan() obeys the same number.
double least_parallel_flops(const Profile& profile);

/// The plan as a person reads it: grid, tasks, decisions with their reasons, bytes a node pair against the
/// bound.
std::string explain(const Plan& plan, const Machine& machine);

}  // namespace numapack
