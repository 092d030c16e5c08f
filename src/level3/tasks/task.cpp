// SPDX-License-Identifier: BSD-3-Clause
#include "level3/tasks/task.hpp"

#include <algorithm>
#include <cmath>

#include "base/split.hpp"
#include "kernel/choices.hpp"
#include "level3/algorithms/few_columns.hpp"
#include "level3/algorithms/in_place_algorithm.hpp"
#include "level3/algorithms/skinny_algorithm.hpp"
#include "level3/call/split_k.hpp"
#include "level3/tasks/thread_grid.hpp"
#include "level3/tasks/workspace_layout.hpp"

namespace numapack {

namespace {

/// Everything that a task follows from.
struct Question {
  const Call& call;
  const KernelShape& kernel;
  const Blocking& wanted;
  const Choice& choice;
  const NodeFacts& facts;

  Blocking blocking() const { return blocking_of(call, kernel, facts.caches, wanted); }
  SourceOfA source_of(Index rows) const {
    if (facts.a_is_remote) return SourceOfA::elsewhere;
    const Index bytes = rows * call.k * Index(call.element_bytes());
    return bytes <= most_cached_bytes_of_a ? SourceOfA::caches : SourceOfA::memory;
  }
};

/// Rows and columns of the first thread's part, which is the largest. Cut at multiples of `rows_unit` and nr.
struct FirstPart {
  Index rows, columns;
  FirstPart(const NodeTask& task, Index rows_unit, Index nr)
      : rows(split(task.rows, task.thread_grid.rows, rows_unit, 0).size()),
        columns(split(task.columns, task.thread_grid.columns, nr, 0).size()) {}
};

/// Rows of a triangle have unequal work: threads take blocks of rows from a common list.
Grid packed_grid(const Question& question, const NodeTask& task, const Blocking& blocking) {
  if (question.call.is_structured()) return {task.threads, 1};
  return choose_thread_grid(task.rows.size(), task.columns.size(), task.threads, question.kernel, blocking,
                            question.source_of(task.rows.size()));
}

/// Each thread a stretch of C's columns, or a rectangle of C where there are too few. Strips of a transposed
/// A are made once for all columns.
Grid grid_in_place(const Question& question, const NodeTask& task) {
  if (task.threads == 1) return {1, 1};
  const Index m = task.rows.size(), n = task.columns.size();
  const bool strips = !is_plain(question.call.type, question.call.a.op);
  if (strips && m >= n && divide_up(m, Index{question.kernel.mr}) >= task.threads) return {task.threads, 1};
  if (divide_up(n, Index{question.kernel.nr}) >= task.threads) return {1, task.threads};
  return packed_grid(question, task, question.blocking());
}

/// What the busiest of the threads has of so many lines, cut at multiples of `unit`.
double busiest_share(Index lines, Index unit, int threads) {
  return double(split({0, lines}, threads, unit, 0).size()) / double(lines);
}

/// Threads share the long operand; of an A in the caches all take all rows if C has columns enough, because
/// threads on the same columns of C at the same time fight for the line between their rows (CL-166). In kc
/// blocks C is met several times: there, too, by columns while A is small (CL-162). Where that side is too
/// short for all of them, they share the other one (PR-029).
Grid skinny_grid(const Question& question, const NodeTask& task) {
  constexpr Index least_columns = 8;
  constexpr double shorter = 0.8;
  const SkinnyChoice& skinny = question.choice.skinny;
  const Index m = task.rows.size(), n = task.columns.size();
  const Index cached_bytes = skinny.form == SkinnyForm::in_kc_blocks ? 1 << 20 : 256 << 10;
  const Index bytes_of_a = m * question.call.k * Index(question.call.element_bytes());
  const bool by_columns =
      skinny.longer == SkinnyOperand::b || (bytes_of_a <= cached_bytes && n >= least_columns * task.threads);
  const double of_rows = busiest_share(m, line_of(question.call.type), task.threads),
               of_columns = busiest_share(n, question.kernel.nr, task.threads);
  const bool too_short = by_columns ? of_rows < shorter * of_columns : of_columns < shorter * of_rows;
  return by_columns != too_short ? Grid{1, task.threads} : Grid{task.threads, 1};
}

/// Blocks for a C that stays in L2 while all of K passes: three quarters of L2 hold a block of A (mc x kc),
/// panels of B (kc x nc) and the block of C (mc x nc), about square, which rereads the least of A and B; and
/// C's own lines, unless streaming stores write them. On an emulated four-node machine, data on node 0,
/// larger blocks evict C in between: at n = 1024 a block of C of a quarter of L2, next to a block of A of
/// half of L2, crossed 1.61 times as often as the bound.
void fit_buffered_blocks(Blocking& blocking, std::size_t l2, Index rows, const Question& question) {
  const Index mr = question.kernel.mr, nr = question.kernel.nr, kc = blocking.kc;
  const auto room = Index(l2 * 3 / 4 / question.call.element_bytes());
  const Index c_times = question.facts.streams_c ? 1 : 2;
  const Index side = (Index(std::sqrt(double(kc * kc + c_times * room))) - kc) / c_times;
  blocking.mc = balanced_mc(rows, std::clamp(side / mr * mr, mr, blocking.mc), mr);
  const Index columns = (room - blocking.mc * kc) / (kc + c_times * blocking.mc) / nr * nr;
  blocking.nc = std::clamp(columns, 4 * nr, std::max(4 * nr, blocking.nc));
}

/// Smaller blocks of C where K is so short that the threads' buffers of them would take more than the panels
/// of A and B; never smaller than one tile.
void bound_buffered_blocks(const NodeTask& task, Blocking& blocking, const KernelShape& kernel, Index k) {
  const auto outweigh = [&] {
    const Index panels =
        std::min(blocking.kc, k) * (task.columns.size() + Index{task.thread_grid.rows} * blocking.mc);
    return Index{task.threads} * blocking.mc * blocking.nc > panels;
  };
  while (outweigh() && blocking.nc > kernel.nr) blocking.nc = round_up(blocking.nc / 2, Index{kernel.nr});
  while (outweigh() && blocking.mc > kernel.mr) blocking.mc = round_up(blocking.mc / 2, Index{kernel.mr});
}

/// Blocks in which C is finished, for a thread row with so many rows.
void buffer_blocks(const Question& question, const NodeTask& task, Index thread_rows, Panels& algorithm) {
  const Index mr = question.kernel.mr;
  fit_buffered_blocks(algorithm.blocking, question.facts.caches.l2, thread_rows, question);
  // Two buffers of all of K must not hold more than the rows they are for.
  const Index half = divide_up(thread_rows, mr) / 2 * mr;
  if (task.thread_grid.columns > 1 && algorithm.blocking.mc < thread_rows && half > 0)
    algorithm.blocking.mc = std::min(algorithm.blocking.mc, half);
  bound_buffered_blocks(task, algorithm.blocking, question.kernel, question.call.k);
}

/// Who takes which block, and where blocks end.
void schedule_blocks(const Question& question, const NodeTask& task, Panels& algorithm) {
  const bool tall = is_tall(task.rows.size(), task.columns.size(), question.call.k);
  if (task.threads > 1 && task.thread_grid.columns == 1) algorithm.schedule = LoopSchedule::dynamic;
  algorithm.side_by_side =
      algorithm.schedule == LoopSchedule::dynamic && (tall || blocks_lie_side_by_side(question.kernel));
  if (tall && ends_blocks_with_pages(question.kernel)) algorithm.pages = page_rows(question.call);
}

Index jc_block_of(const Question& question, const NodeTask& task, Index thread_rows,
                  const Panels& algorithm) {
  const Index n = task.columns.size(), k = question.call.k;
  if (question.facts.copies_a) return round_up(n, Index{question.kernel.nr});
  // A remote A is packed as rarely as can be.
  if (question.facts.a_is_remote) return even_jc_block(n, question.kernel, algorithm.blocking);
  return choose_jc_block(thread_rows, n, k, question.facts.caches.l2, question.kernel, algorithm.blocking,
                         task.threads);
}

Panels panels_algorithm(const Question& question, NodeTask& task) {
  const KernelShape& kernel = question.kernel;
  const Call& call = question.call;
  const Index k = call.k, mr = kernel.mr;
  const std::size_t l2 = question.facts.caches.l2;
  Panels algorithm;
  algorithm.blocking = question.blocking();
  if (call.twofold)
    algorithm.blocking.kc = std::min(algorithm.blocking.kc, k);  // none has steps of both products
  task.thread_grid = packed_grid(question, task, algorithm.blocking);
  const Index thread_rows = split(task.rows, task.thread_grid.rows, mr, 0).size();
  algorithm.blocking.mc = balanced_mc(thread_rows, algorithm.blocking.mc, mr);
  algorithm.blocking.mc =
      tall_mc(algorithm.blocking.mc, task.rows.size(), task.columns.size(), call, thread_rows, kernel);

  algorithm.buffered_c = question.facts.buffered_c;
  algorithm.streams_c = question.facts.streams_c;
  algorithm.kc_block =
      algorithm.buffered_c ? round_up(call.steps(), algorithm.blocking.kc) : algorithm.blocking.kc;
  // All of K packed by each thread for itself would take too much room.
  algorithm.shares_a = task.thread_grid.columns > 1 && (question.facts.a_is_remote || algorithm.buffered_c);
  algorithm.jc_block = jc_block_of(question, task, thread_rows, algorithm);
  if (algorithm.buffered_c) buffer_blocks(question, task, thread_rows, algorithm);
  algorithm.packs_ahead = !algorithm.shares_a && packs_as_it_goes(algorithm) &&
                          packs_ahead(call, kernel, divide_up(task.columns.size(), task.thread_grid.columns),
                                      std::min(k, algorithm.kc_block));
  algorithm.prefetches_a = leaves_room_for_a(task, algorithm, call, kernel, l2);
  if (algorithm.prefetches_a)
    algorithm.blocking.mc = shallow_mc(thread_rows, algorithm.blocking.mc, algorithm.blocking.kc, kernel);
  algorithm.a_places = places_of_a(algorithm, thread_rows, call, l2);
  schedule_blocks(question, task, algorithm);
  return algorithm;
}

/// What threads that share K do with a piece.
Algorithm split_k_algorithm(const Question& question, const NodeTask& task) {
  const Call& call = question.call;
  const Index rows = task.rows.size(), columns = task.columns.size();
  const Blocking blocking = question.blocking();
  if (question.choice.kind == Choice::Kind::in_place)
    return in_place_split_k(call, question.kernel, blocking.kc);
  if (question.choice.kind == Choice::Kind::skinny)
    return skinny_algorithm(
        call, question.kernel, question.choice.skinny, rows, columns,
        split_k_part(call.k, question.choice.order.cut, question.choice.order.pieces, 0).size());
  Panels algorithm;
  algorithm.blocking = blocking;
  algorithm.kc_block = blocking.kc;
  algorithm.jc_block = round_up(columns, Index{question.kernel.nr});
  return algorithm;
}

Algorithm choose_parameters(const Question& question, NodeTask& task) {
  const Call& call = question.call;
  const KernelShape& kernel = question.kernel;
  if (question.choice.order.pieces > 1) {
    task.thread_grid = {task.threads, 1};
    return split_k_algorithm(question, task);
  }
  switch (question.choice.kind) {
    case Choice::Kind::in_place: {
      task.thread_grid = grid_in_place(question, task);
      const FirstPart part(task, kernel.mr, kernel.nr);
      return in_place_algorithm(call, kernel, part.rows, part.columns, question.choice.order.kc);
    }
    case Choice::Kind::skinny: {
      task.thread_grid = skinny_grid(question, task);
      const FirstPart part(task, line_of(call.type), kernel.nr);
      return skinny_algorithm(call, kernel, question.choice.skinny, part.rows, part.columns, call.k);
    }
    case Choice::Kind::panels:
      break;
  }
  return panels_algorithm(question, task);
}

}  // namespace

CacheSizes caches_of_core(const Machine& machine, int core) {
  CacheSizes sizes;
  const auto share = [&](int level, std::size_t& bytes) {
    const Cache* const cache = machine.cache(level, core);
    if (cache != nullptr && cache->bytes > 0)
      bytes = cache->bytes / std::max<std::size_t>(1, cache->cores.size());
  };
  share(1, sizes.l1);
  share(2, sizes.l2);
  share(3, sizes.l3_per_core);
  return sizes;
}

NodeFacts facts_at_home(const Machine& machine, int core, int cores, int threads) {
  NodeFacts facts;
  facts.threads = threads;
  facts.caches = caches_of_core(machine, core);
  facts.cache_bytes = facts.caches.l2 * std::size_t(cores);
  if (const Cache* const l3 = machine.cache(3, core); l3 != nullptr) {
    // The team shares one packed panel of B: a quarter of the L3 its threads have together, not of one core's
    // share.
    const std::size_t sharing = std::min(l3->cores.size(), std::size_t(cores));
    facts.caches.l3_per_core = std::max(facts.caches.l3_per_core, facts.caches.l3_per_core * sharing / 4);
    facts.cache_bytes += l3->bytes;
  }
  return facts;
}

NodeTask task_of(const Call& call, const KernelShape& kernel, const Blocking& wanted, const Choice& choice,
                 Range rows, Range columns, const NodeFacts& facts) {
  NodeTask task;
  task.threads = facts.threads;
  task.rows = rows;
  task.columns = columns;
  task.order = choice.order;
  task.algorithm = choose_parameters({call, kernel, wanted, choice, facts}, task);
  task.why.cache_bytes = facts.cache_bytes;
  task.workspace_bytes = task.why.wanted_bytes = workspace_of(task, call, kernel).total;
  return task;
}

Choice packed(Choice choice) {
  choice.kind = Choice::Kind::panels;
  choice.skinny = {};
  return choice;
}

}  // namespace numapack
