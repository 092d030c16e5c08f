#include "gemm/node_task.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "gemm/few_columns.hpp"
#include "gemm/fit_workspace.hpp"
#include "gemm/k_pieces.hpp"
#include "gemm/readable.hpp"
#include "gemm/split.hpp"
#include "gemm/thread_grid.hpp"
#include "gemm/workspace_layout.hpp"
#include "kernel/choices.hpp"

namespace numapack {

namespace {

/// Blocks for a C that stays in L2 while all of K passes: three quarters of it hold a block of A (mc x kc),
/// panels of B (kc x nc) and the block of C (mc x nc), about square, which reads the least of A and B again.
/// On an emulated four-node machine, data on node 0, larger blocks let C be evicted in between: at n = 1024 a
/// C of a quarter of L2 beside an mc x kc of half of it crossed 1.61 times as often as the bound.
void fit_finished_blocks(Blocking& blocking, std::size_t l2, Index rows, const PlanContext& context) {
  const Index mr = context.kernel.mr, nr = context.kernel.nr, kc = blocking.kc;
  const auto room = Index(l2 * 3 / 4 / context.shape.element_bytes());
  const auto side = Index(std::sqrt(double(kc) * double(kc) + double(room))) - kc;
  blocking.mc = balanced_mc(rows, std::clamp(side / mr * mr, mr, blocking.mc), mr);
  const Index columns = (room - blocking.mc * kc) / (kc + blocking.mc) / nr * nr;
  blocking.nc = std::clamp(columns, 4 * nr, std::max(4 * nr, blocking.nc));
}

/// Smaller blocks of C where K is so short that the threads' buffers of them would take more than the panels
/// of A and B; never smaller than one tile.
void bound_finished_blocks(NodeTask& task, const KernelShape& kernel, Index k) {
  Blocking& blocking = task.blocking;
  const auto outweigh = [&] {
    const Index panels =
        std::min(blocking.kc, k) * (task.columns.size() + Index{task.thread_grid.rows} * blocking.mc);
    return Index{task.threads} * blocking.mc * blocking.nc > panels;
  };
  while (outweigh() && blocking.nc > kernel.nr) blocking.nc = round_up(blocking.nc / 2, Index{kernel.nr});
  while (outweigh() && blocking.mc > kernel.mr) blocking.mc = round_up(blocking.mc / 2, Index{kernel.mr});
}

/// How threads share K.
void say_pieces(const PlanContext& context, const NodeTask& task, std::vector<std::string>& reasons) {
  reasons.push_back(fmt::format(
      "C is small: {} pieces of K of up to {} steps, taken by {} thread{} as they come, added up in "
      "their order",
      task.k_pieces, k_piece(context.shape.k, task.blocking.kc, task.k_pieces, 0).size(), task.threads,
      task.threads == 1 ? "" : "s"));
  reasons.push_back("A, B and C cross at most once: nothing to copy");
}

const char* way_of(ThinForm form) {
  switch (form) {
    case ThinForm::by_rows:
      return "by columns";
    case ThinForm::by_depth:
      return "by dot products";
    case ThinForm::in_slabs:
      return "some rows and steps of K at a time";
  }
  return "";
}

/// Which operand is read as it lies.
void say_thin(const NodeTask& task, std::vector<std::string>& reasons) {
  reasons.push_back(fmt::format("small or thin: nothing is packed, {} is read once as it lies, {}{}",
                                task.thin.longer == ThinOperand::a ? 'A' : 'B', way_of(task.thin.form),
                                task.threads > 1 && task.k_pieces == 1 ? ", each thread some of it" : ""));
}

/// How threads share C, and what is copied first.
void say_parts(const PlanContext& context, const TaskDraft& draft, std::vector<std::string>& reasons) {
  const NodeTask& task = draft.task;
  const Grid grid = task.thread_grid;
  const char* const packing = grid.columns == 1 ? ""
                              : task.shares_a   ? ", a row packs A together"
                                                : ", each packs A for itself";
  reasons.push_back(fmt::format("{} thread{} as {}x{}: {} by {} elements of C each{}", task.threads,
                                task.threads == 1 ? "" : "s", grid.rows, grid.columns,
                                split(task.rows, grid.rows, context.kernel.mr, 0).size(),
                                split(task.columns, grid.columns, context.kernel.nr, 0).size(), packing));
  if (task.a_places.count > 1)
    reasons.push_back(fmt::format(
        "A: a thread's block takes a good part of L2: tried in {} places, kept where it does best",
        task.a_places.count));
  if (task.packs_meanwhile)
    reasons.push_back(
        "A: read once and used for few columns: a thread packs its next block while it multiplies one");
  if (draft.a.remote_bytes + draft.c.remote_bytes <= 0 && !task.localise_b) {
    reasons.push_back("A and C are at home here, B crosses at most once: nothing to copy");
  } else if (context.options.localise) {
    reasons.push_back(describe('A', draft.a));
    reasons.push_back(describe('C', draft.c));
    if (task.finish_c) {
      reasons.push_back("B: all of K packed here at once, so that C can be finished block by block");
    } else {
      reasons.push_back("B: crosses once in any case, straight into packed panels");
    }
  } else {
    reasons.push_back("no copies were asked for: operands are read in place, panel by panel");
  }
}

/// True for a thin product whose C lies elsewhere and is only written: packed blocks of it go past the
/// caches, so that its lines cross once, not twice. The bits are the same.
bool would_stream(const PlanContext& context, const TaskDraft& draft, Index kc) {
  return context.thin.form == ThinForm::by_rows && context.shape.k <= kc && context.streams &&
         !context.shape.reads_c && context.options.localise && draft.c.copy;
}

/// Threads share the long operand; of an A in the caches all take all rows if C has columns enough, because
/// threads on the same columns of C at the same time fight for the line between their rows (s 271 x 583, k =
/// 4, transposed: 0.28 of the rate). In slabs C is met several times (two threads by columns: d 300 x 32, k =
/// 300 1.22, s 770 x 48, k = 217 1.24; an A of 2 MiB 400 x 16, k = 600 0.83).
Grid thin_grid(const NodeTask& task, const PlanContext& context) {
  constexpr Index least_columns = 8;
  const Index cached_bytes = task.thin.form == ThinForm::in_slabs ? 1 << 20 : 256 << 10;
  const Index bytes_of_a = task.rows.size() * context.shape.k * Index(context.shape.element_bytes());
  const bool by_columns = task.thin.longer == ThinOperand::b ||
                          (bytes_of_a <= cached_bytes && task.columns.size() >= least_columns * task.threads);
  return by_columns ? Grid{1, task.threads} : Grid{task.threads, 1};
}

SourceOfA source_of(const LocaliseFigures& a, Index bytes) {
  if (a.remote_bytes > 0) return SourceOfA::elsewhere;
  return bytes <= most_cached_bytes_of_a ? SourceOfA::caches : SourceOfA::memory;
}

}  // namespace

TaskDraft draft_task(const PlanContext& context, const Worker& worker, const GridPart& part) {
  TaskDraft draft;
  draft.worker = worker;
  context.needs_of(part.rows, part.columns, draft.needs);

  const Index m = part.rows.size(), n = part.columns.size(), k = context.shape.k;
  const Index mr = context.kernel.mr, nr = context.kernel.nr;
  NodeTask& task = draft.task;
  task.team = worker.team;
  task.node = worker.node;
  task.memory_node = worker.memory_node;
  task.threads = worker.threads;
  task.rows = part.rows;
  task.columns = part.columns;
  task.blocking = blocking_of(context.shape, context.kernel, context.caches_of(worker), context.wanted);

  const Index kc = task.blocking.kc;
  const Index chunks = divide_up(n, task.blocking.nc), k_passes = std::max<Index>(1, divide_up(k, kc));
  const Index pieces = k_pieces(context.shape, kc);
  // Where threads share K or nothing is packed, A, B and C cross once in any case.
  task.thin = in_pieces(context.thin, pieces);
  const auto once = [&] { return pieces > 1 || task.thin.is_thin(); };
  draft.c = weigh_copy(context, worker, draft.needs.c,
                       {once() ? 1 : double(k_passes), 2, context.least_c_transfers()});
  if (would_stream(context, draft, kc)) task.thin = {};
  draft.a = weigh_copy(context, worker, draft.needs.a, {once() ? 1 : double(chunks), 1, 1});
  const SourceOfA source = source_of(draft.a, m * k * Index(context.shape.element_bytes()));
  task.thread_grid = choose_thread_grid(m, n, task.threads, context.kernel, task.blocking, source);
  const Index thread_rows = split({0, m}, task.thread_grid.rows, mr, 0).size();
  task.blocking.mc = balanced_mc(thread_rows, task.blocking.mc, mr);
  task.blocking.mc = tall_mc(task, context.shape, thread_rows, context.kernel);
  if (once()) {
    task.k_pieces = pieces;
    if (task.thin.is_thin() && pieces == 1) task.thread_grid = thin_grid(task, context);
    task.slab = kc;
    task.column_chunk = round_up(n, nr);
    task.workspace_bytes = draft.wanted_bytes = workspace_of(task, context.shape, context.kernel).total;
    return draft;
  }
  const bool finish_c = context.options.localise && draft.c.copy;
  const bool copy_a = context.options.localise && (draft.a.copy || finish_c);

  task.slab = finish_c ? round_up(k, kc) : kc;
  task.finish_c = finish_c;
  // All of K packed by each thread for itself would take too much room.
  task.shares_a = task.thread_grid.columns > 1 && (source == SourceOfA::elsewhere || finish_c);
  task.streams_c = finish_c && context.streams;
  // A remote A is packed as rarely as can be.
  const bool whole = draft.a.remote_bytes > 0;
  task.column_chunk = copy_a  ? round_up(n, nr)
                      : whole ? even_column_chunk(n, context.kernel, task.blocking)
                              : choose_column_chunk(thread_rows, n, k, context.caches_of(worker).l2,
                                                    context.kernel, task.blocking, task.threads);
  if (finish_c) {
    fit_finished_blocks(task.blocking, context.caches_of(worker).l2, thread_rows, context);
    // Two buffers of all of K must not hold more than the rows they are for.
    const Index half = divide_up(thread_rows, mr) / 2 * mr;
    if (task.thread_grid.columns > 1 && task.blocking.mc < thread_rows && half > 0) {
      task.blocking.mc = std::min(task.blocking.mc, half);
    }
    bound_finished_blocks(task, context.kernel, k);
  }
  task.packs_meanwhile = packs_meanwhile(task, context.shape, context.kernel);
  task.asks_for_a = leaves_room_for_a(task, context.shape, context.kernel, context.caches_of(worker).l2);
  if (task.asks_for_a) task.blocking.mc = shallow_mc(thread_rows, task.blocking.mc, kc, context.kernel);
  task.a_places = places_of_a(task, thread_rows, context.shape, context.caches_of(worker).l2);
  task.workspace_bytes = draft.wanted_bytes = workspace_of(task, context.shape, context.kernel).total;
  return draft;
}

void limit_workspace(const PlanContext& context, std::vector<TaskDraft>& drafts) {
  const std::size_t limit = context.options.workspace_limit;
  std::vector<std::size_t> limits(drafts.size(), limit);
  if (limit == 0) {
    // A quarter of the node's memory, shared by the tasks that put their workspace there.
    for (std::size_t i = 0; i < drafts.size(); ++i) {
      const int home = drafts[i].worker.memory_node;
      const auto sharing = std::size_t(std::count_if(
          drafts.begin(), drafts.end(), [&](const auto& d) { return d.worker.memory_node == home; }));
      const std::uint64_t memory = context.machine.nodes[std::size_t(home)].memory_bytes;
      limits[i] = memory == 0 ? std::numeric_limits<std::size_t>::max() : std::size_t(memory) / 4 / sharing;
    }
  } else {
    std::size_t wanted = 0;
    for (const TaskDraft& draft : drafts) wanted += draft.wanted_bytes;
    if (wanted > limit && drafts.size() > 1) {
      // Everyone gets the least that works, and the same fraction of what is wanted beyond it.
      std::vector<std::size_t> least;
      double beyond = 0, left = double(limit);
      for (const TaskDraft& draft : drafts) {
        NodeTask smallest = draft.task;
        fit_workspace(context, draft.needs, 0, smallest);
        least.push_back(smallest.workspace_bytes);
        beyond += double(draft.wanted_bytes) - double(smallest.workspace_bytes);
        left -= double(smallest.workspace_bytes);
      }
      const double fraction = beyond > 0 ? std::max(0.0, left) / beyond : 0;
      for (std::size_t i = 0; i < drafts.size(); ++i) {
        limits[i] = least[i] + std::size_t(fraction * (double(drafts[i].wanted_bytes) - double(least[i])));
      }
    }
  }
  const bool capped_in_all = limit > 0;
  std::size_t total = 0;
  for (std::size_t i = 0; i < drafts.size(); ++i) {
    drafts[i].fits = fit_workspace(context, drafts[i].needs, limits[i], drafts[i].task);
    total += drafts[i].task.workspace_bytes;
  }
  for (TaskDraft& draft : drafts) {
    if (capped_in_all) draft.fits = total <= limit;
    NodeTask& task = draft.task;
    const bool once = context.options.localise && task.column_chunk >= task.columns.size();
    task.localise_a = once && draft.a.remote_bytes > 0;
    double remote_b = 0;
    for (std::size_t home = 0; home < draft.needs.b.size(); ++home) {
      if (int(home) != draft.worker.node) remote_b += draft.needs.b[home];
    }
    task.localise_b = once && task.slab >= context.shape.k && (remote_b > 0 || task.finish_c);
  }
}

std::vector<std::string> reasons_of(const PlanContext& context, const TaskDraft& draft) {
  const NodeTask& task = draft.task;
  std::vector<std::string> reasons;
  if (task.thin.is_thin()) say_thin(task, reasons);
  if (task.k_pieces > 1)
    say_pieces(context, task, reasons);
  else if (task.thin.is_thin())
    reasons.push_back("A, B and C cross at most once: nothing to copy");
  else
    say_parts(context, draft, reasons);
  if (task.workspace_bytes < draft.wanted_bytes || !draft.fits) {
    reasons.push_back(fmt::format("workspace {} instead of {}: {}",
                                  readable_bytes(double(task.workspace_bytes)),
                                  readable_bytes(double(draft.wanted_bytes)),
                                  draft.fits ? "capped" : "the least there is, the cap is below it"));
  }
  return reasons;
}

}  // namespace numapack
