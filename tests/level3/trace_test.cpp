// SPDX-License-Identifier: BSD-3-Clause
#include "level3/run/trace.hpp"
#include "level3/explain/explain.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "base/integer.hpp"
#include "base/split.hpp"
#include "level3/call/k_pieces.hpp"
#include "level3/gemm.hpp"
#include "level3/plan/planner.hpp"
#include "level3/run/execute.hpp"
#include "level3/tasks/task.hpp"
#include "level3/ways/thin_choice.hpp"
#include "runtime/process.hpp"
#include "runtime/runtime.hpp"
#include "support/machines.hpp"
#include "support/planning.hpp"

// What runs is what the plan says: traces of random calls against their plans.
namespace numapack {
namespace {

using namespace testing;  // NOLINT
using What = TraceRecord::What;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int share = 40;  // of the calls that a release tries
#else
constexpr int share = 1;
#endif

/// What a task did, by kind.
using Records = std::map<What, std::vector<TraceRecord>>;

/// How often a cell of a grid of ranges is covered.
class Cover {
 public:
  Cover(Range rows, Range columns) : rows_(rows), columns_(columns) {}
  void add(Range rows, Range columns) { pieces_.push_back({rows, columns}); }

  /// Least and most often, over all cells that the pieces' edges cut.
  std::pair<int, int> times() const {
    std::vector<Index> down{rows_.begin, rows_.end}, across{columns_.begin, columns_.end};
    for (const auto& [rows, columns] : pieces_) {
      down.insert(down.end(), {rows.begin, rows.end});
      across.insert(across.end(), {columns.begin, columns.end});
    }
    for (auto* const edges : {&down, &across}) {
      std::sort(edges->begin(), edges->end());
      edges->erase(std::unique(edges->begin(), edges->end()), edges->end());
    }
    const std::size_t width = across.size();
    std::vector<int> change(down.size() * width, 0);
    const auto at = [&](Index row, Index column) -> int& {
      const auto i = std::lower_bound(down.begin(), down.end(), row) - down.begin();
      const auto j = std::lower_bound(across.begin(), across.end(), column) - across.begin();
      return change[std::size_t(i) * width + std::size_t(j)];
    };
    for (const auto& [rows, columns] : pieces_) {
      ++at(rows.begin, columns.begin);
      --at(rows.begin, columns.end);
      --at(rows.end, columns.begin);
      ++at(rows.end, columns.end);
    }
    int least = std::numeric_limits<int>::max(), most = 0;
    for (std::size_t i = 0; i < down.size(); ++i)
      for (std::size_t j = 0; j < width; ++j) {
        int& sum = change[i * width + j];
        if (j > 0) sum += change[i * width + j - 1];
        if (i > 0) sum += change[(i - 1) * width + j] - (j > 0 ? change[(i - 1) * width + j - 1] : 0);
        const bool inside = down[i] >= rows_.begin && down[i] < rows_.end && across[j] >= columns_.begin &&
                            across[j] < columns_.end;
        if (!inside) {
          if (sum != 0) return {-1, -1};  // beyond what there is
          continue;
        }
        least = std::min(least, sum);
        most = std::max(most, sum);
      }
    return {least, most};
  }

 private:
  Range rows_, columns_;
  std::vector<std::pair<Range, Range>> pieces_;
};

std::string told(const TraceRecord& r) {
  return "kind " + std::to_string(int(r.what)) + " thread " + std::to_string(r.thread) + " rows " +
         std::to_string(r.rows.begin) + "-" + std::to_string(r.rows.end) + " columns " +
         std::to_string(r.columns.begin) + "-" + std::to_string(r.columns.end) + " steps " +
         std::to_string(r.steps.begin) + "-" + std::to_string(r.steps.end);
}

/// Compares what one task did with what its plan says.
class Comparison {
 public:
  Comparison(const Plan& plan, const NodeTask& task, Records records)
      : plan_(plan), task_(task), records_(std::move(records)) {}

  /// "" or what is different.
  std::string difference() {
    for (const auto& [what, records] : records_)
      for (const TraceRecord& record : records)
        if (record.thread < 0 || record.thread >= task_.threads) return "no such thread: " + told(record);
    if (const std::string lease = lease_differs(); !lease.empty()) return lease;
    std::string found;
    if (task_.order.pieces > 1)
      found = pieces_differ();
    else if (const InPlaceWay* const way = task_.in_place())
      found = in_place_differs(*way);
    else if (const Skinny* const skinny = task_.skinny())
      found = skinny_differs(*skinny);
    else
      found = panels_differ(*task_.panels());
    if (!found.empty()) return found;
    for (const auto& [what, records] : records_)
      if (!records.empty()) return "not in the plan: " + told(records.front());
    return "";
  }

 private:
  std::vector<TraceRecord> take(What what) { return std::exchange(records_[what], {}); }
  Index k() const { return plan_.call.k; }

  std::string lease_differs() {
    std::size_t leased = 0;
    for (const TraceRecord& record : take(What::lease)) leased += record.bytes;
    return leased == task_.workspace_bytes ? "" : "leased " + std::to_string(leased) + " bytes";
  }

  Range rows_of(int thread, Index unit) const {
    return split(task_.rows, task_.thread_grid.rows, unit, thread / task_.thread_grid.columns);
  }
  Range columns_of(int thread) const {
    return split(task_.columns, task_.thread_grid.columns, plan_.kernel.nr,
                 thread % task_.thread_grid.columns);
  }

  /// The same records in any order.
  static std::string same(std::vector<TraceRecord> done, std::vector<TraceRecord> meant) {
    const auto before = [](const TraceRecord& l, const TraceRecord& r) {
      return std::tuple(l.thread, l.rows.begin, l.columns.begin, l.steps.begin) <
             std::tuple(r.thread, r.rows.begin, r.columns.begin, r.steps.begin);
    };
    std::sort(done.begin(), done.end(), before);
    std::sort(meant.begin(), meant.end(), before);
    if (done == meant) return "";
    for (std::size_t i = 0; i < std::min(done.size(), meant.size()); ++i)
      if (!(done[i] == meant[i])) return "meant " + told(meant[i]) + ", done " + told(done[i]);
    return std::to_string(done.size()) + " instead of " + std::to_string(meant.size()) + " steps";
  }

  std::string in_place_differs(const InPlaceWay& way) {
    std::vector<TraceRecord> meant;
    for (int thread = 0; thread < task_.threads; ++thread) {
      const Range rows = rows_of(thread, plan_.kernel.mr), columns = columns_of(thread);
      if (rows.size() == 0) continue;
      for (Index j = columns.begin; j < columns.end; j += way.columns)
        for (Index p = 0; p < k(); p += task_.order.kc)
          meant.push_back({What::in_place,
                           task_.node,
                           thread,
                           rows,
                           {j, std::min(columns.end, j + way.columns)},
                           {p, std::min(k(), p + task_.order.kc)},
                           0});
    }
    return same(take(What::in_place), meant);
  }

  std::string skinny_differs(const Skinny& way) {
    const std::vector<TraceRecord> done = take(What::skinny);
    std::vector<TraceRecord> meant;
    for (int thread = 0; thread < task_.threads; ++thread) {
      const Range rows = rows_of(thread, line_of(plan_.call.type)), columns = columns_of(thread);
      if (rows.size() == 0 || columns.size() == 0) continue;
      const bool slabs = way.form == ThinForm::in_slabs;
      const Index height = slabs ? way.tall.height : rows.size(), depth = slabs ? task_.order.kc : k();
      // Blocks that see all of K at once start again with each block.
      const Index together = slabs ? way.tall.together : rows.size();
      for (Index high = rows.begin; high < rows.end; high += together)
        for (Index i = high; i < std::min(rows.end, high + together); i += height)
          for (Index p = 0; p < k(); p += depth)
            meant.push_back({What::skinny,
                             task_.node,
                             thread,
                             {i, std::min({rows.end, high + together, i + height})},
                             columns,
                             {p, std::min(k(), p + depth)},
                             0});
    }
    return same(done, meant);
  }

  /// Each part of K by one thread, its kc blocks in order, and each column of C added up once.
  std::string pieces_differ() {
    const What kind = task_.in_place() != nullptr ? What::in_place
                      : task_.skinny() != nullptr ? What::skinny
                                                  : What::panels;
    const Index depth = task_.skinny() != nullptr ? k() : task_.order.kc;
    const Index width = task_.in_place() != nullptr ? task_.in_place()->columns : task_.columns.size();
    std::map<Index, int> thread_of;  // by where a piece begins
    std::vector<TraceRecord> done = take(kind), meant, packed_a, packed_b;
    const auto piece_at = [&](Index step) {
      Index piece = 0;
      while (k_piece(k(), task_.order.cut, task_.order.pieces, piece).end <= step) ++piece;
      return piece;
    };
    for (const TraceRecord& record : done) {
      const auto [known, is_new] = thread_of.emplace(piece_at(record.steps.begin), record.thread);
      if (known->second != record.thread) return "two threads in a piece: " + told(record);
    }
    for (Index number = 0; number < task_.order.pieces; ++number) {
      const Range piece = k_piece(k(), task_.order.cut, task_.order.pieces, number);
      const int thread = thread_of.count(number) > 0 ? thread_of[number] : -1;
      for (Index p = piece.begin; p < piece.end; p += depth) {
        const Range slab{p, std::min(piece.end, p + depth)};
        packed_a.push_back({What::pack_a, task_.node, thread, task_.rows, {}, slab, 0});
        packed_b.push_back({What::pack_b, task_.node, thread, {}, task_.columns, slab, 0});
        for (Index j = task_.columns.begin; j < task_.columns.end; j += width)
          meant.push_back(
              {kind, task_.node, thread, task_.rows, {j, std::min(task_.columns.end, j + width)}, slab, 0});
      }
    }
    if (const std::string found = same(done, meant); !found.empty()) return found;
    if (kind == What::panels) {
      if (const std::string found = same(take(What::pack_a), packed_a); !found.empty()) return found;
      if (const std::string found = same(take(What::pack_b), packed_b); !found.empty()) return found;
    }
    meant.clear();
    for (int thread = 0; thread < task_.threads; ++thread)
      if (const Range columns = split(task_.columns, task_.threads, 1, thread); columns.size() > 0)
        meant.push_back({What::add_up, task_.node, thread, task_.rows, columns, {0, k()}, 0});
    return same(take(What::add_up), meant);
  }

  std::string panels_differ(const Panels& way) {
    const std::vector<TraceRecord> multiplied = take(What::panels), a = take(What::pack_a),
                                   ahead = take(What::pack_a_ahead), b = take(What::pack_b);
    if (const std::string found = products_differ(way, multiplied); !found.empty()) return found;
    if (const std::string found = buffers_differ(way, multiplied); !found.empty()) return found;
    if (const std::string found = b_differs(way, b); !found.empty()) return found;
    return a_differs(way, a, ahead);
  }

  /// In each kc block each element of C once, in the plan's blocks, by a thread that may.
  std::string products_differ(const Panels& way, const std::vector<TraceRecord>& multiplied) {
    std::map<Index, Cover> slabs;
    for (const TraceRecord& record : multiplied) {
      if (record.steps.begin % way.slab != 0 ||
          record.steps.end != std::min(k(), record.steps.begin + way.slab))
        return "not a slab: " + told(record);
      if (record.rows.size() > block_rows(way)) return "too high a block: " + told(record);
      slabs.try_emplace(record.steps.begin, task_.rows, task_.columns)
          .first->second.add(record.rows, record.columns);
    }
    if (Index(slabs.size()) != divide_up(k(), way.slab)) return "not all slabs";
    for (const auto& [step, cover] : slabs)
      if (cover.times() != std::pair(1, 1)) return "C not once in the slab from " + std::to_string(step);
    return "";
  }
  /// Where blocks end with pages they may take up what is less than a tile.
  Index block_rows(const Panels& way) const {
    return round_up(way.blocking.mc, Index{plan_.kernel.mr}) + (way.pages.rows > 0 ? plan_.kernel.mr : 0);
  }

  /// Every block of C that a buffer finishes is written to C once per kc block, and is read first if it must
  /// be.
  std::string buffers_differ(const Panels& way, const std::vector<TraceRecord>& multiplied) {
    if (!way.buffered_c) return "";
    std::vector<TraceRecord> read, written;
    for (TraceRecord record : multiplied) {
      record.what = What::write_c;
      written.push_back(record);
      record.what = What::buffer_c;
      if (record.steps.begin > 0 || plan_.call.reads_c) read.push_back(record);
    }
    if (const std::string found = same(take(What::write_c), written); !found.empty()) return found;
    return same(take(What::buffer_c), read);
  }

  /// B once, by the whole team.
  std::string b_differs(const Panels& way, const std::vector<TraceRecord>& b) {
    Cover cover({0, k()}, task_.columns);
    for (const TraceRecord& record : b) {
      if (record.columns.size() > way.column_chunk) return "B: more than a chunk: " + told(record);
      cover.add(record.steps, record.columns);
    }
    return cover.times() == std::pair(1, 1) ? "" : "B not packed once";
  }

  /// A once a chunk, by each column of the thread grid or by all together; less often where a thread finds
  /// the block that it had.
  std::string a_differs(const Panels& way, const std::vector<TraceRecord>& a,
                        const std::vector<TraceRecord>& ahead) {
    if (!way.packs_ahead && !ahead.empty()) return "packed ahead: " + told(ahead.front());
    if (way.packs_ahead && blocks_on_their_own(a) > most_on_their_own(way))
      return "blocks of A that were not packed ahead: " + std::to_string(blocks_on_their_own(a));
    Cover cover(task_.rows, {0, k()});
    for (const auto* const records : {&a, &ahead})
      for (const TraceRecord& record : *records) cover.add(record.rows, record.steps);
    const auto [least, most] = cover.times();
    const int columns = way.shares_a ? 1 : task_.thread_grid.columns;
    const int chunks = int(divide_up(task_.columns.size(), way.column_chunk));
    const bool kept = task_.passes.a == 1 && chunks > 1;  // each thread has one block of all its steps
    if (kept || chunks == 1) {
      if (least != columns || most != columns)
        return "A packed " + std::to_string(least) + " to " + std::to_string(most) + " times, not " +
               std::to_string(columns);
    } else if (least < columns || most > columns * chunks) {
      return "A packed " + std::to_string(least) + " to " + std::to_string(most) + " times";
    }
    if (way.shares_a) {
      for (const TraceRecord& record : a)
        if (record.rows.size() >
            divide_up(divide_up(block_rows(way), Index{plan_.kernel.mr}), Index{task_.thread_grid.columns}) *
                plan_.kernel.mr)
          return "A not shared: " + told(record);
    }
    return "";
  }

  /// Of a thread's blocks in a kc block, the first is packed before anything is multiplied, and the second
  /// while B is packed.
  Index most_on_their_own(const Panels& way) const {
    return 2 * task_.threads * divide_up(k(), way.slab) * divide_up(task_.columns.size(), way.column_chunk);
  }
  /// Not those few rows that are less than a tile, which are packed behind what was packed ahead.
  Index blocks_on_their_own(const std::vector<TraceRecord>& a) const {
    return std::count_if(a.begin(), a.end(),
                         [&](const TraceRecord& record) { return record.rows.size() >= plan_.kernel.mr; });
  }

  const Plan& plan_;
  const NodeTask& task_;
  Records records_;
};

/// "" or what is different between a plan and a trace of its execution.
std::string difference(const Plan& plan, const std::vector<TraceRecord>& trace) {
  std::map<int, Records> by_node;
  for (const TraceRecord& record : trace) by_node[record.node][record.what].push_back(record);
  for (const NodeTask& task : plan.tasks) {
    const std::string found = Comparison(plan, task, std::exchange(by_node[task.node], {})).difference();
    if (!found.empty()) return "node " + std::to_string(task.node) + ": " + found;
  }
  for (const auto& [node, records] : by_node)
    for (const auto& [what, some] : records)
      if (!some.empty()) return "a node that has no task: " + std::to_string(node);
  return "";
}

/// Memory for operands of random calls, made once.
template <class T>
struct Store {
  std::vector<T> a, b, c;
  Store() : a(most, T{1}), b(most, T{1}), c(most, T{0}) {}
  static constexpr std::size_t most = std::size_t{4} << 20;
};

/// A random call on it. Sizes evenly by logarithm.
template <class T>
Problem<T> pick_problem(Generator& generator, Store<T>& store, Index most_side) {
  const double most_flops = is_complex(type_of<T>()) ? 4e8 : 1e8;
  for (;;) {
    Problem<T> p;
    p.m = pick_size(generator, most_side);
    p.n = pick_size(generator, most_side);
    p.k = pick_size(generator, most_side);
    if (pick(generator, 0, 11) == 0) (&p.m)[pick(generator, 0, 2)] = pick(generator, 1000, 9000);
    p.trans_a = Transpose(pick(generator, 0, 3));
    p.trans_b = Transpose(pick(generator, 0, 3));
    if (pick(generator, 0, 1) == 0) p.trans_a = p.trans_b = Transpose::none;
    if (most_side > 100 && pick(generator, 0, 49) == 0) {  // tall, of few columns: A is packed ahead
      p.m = pick(generator, 2500, 4000);
      p.n = pick(generator, 65, 96);
      p.k = pick(generator, 112, 140);
      p.trans_a = Transpose::none;
    }
    const auto gap = [&] {
      return pick(generator, 0, 2) > 0 ? 0 : pick(generator, 0, 3) == 0 ? 300 : pick(generator, 1, 17);
    };
    p.lda = (transposes(p.trans_a) ? p.k : p.m) + gap();
    p.ldb = (transposes(p.trans_b) ? p.n : p.k) + gap();
    p.ldc = pick(generator, 0, 5) == 0 ? round_up(p.m, Index{4096} / Index(sizeof(T))) : p.m + gap();
    const auto bytes = [](Index elements) { return std::size_t(elements); };
    if (p.flops() > most_flops || bytes(p.lda * (transposes(p.trans_a) ? p.m : p.k)) > Store<T>::most ||
        bytes(p.ldb * (transposes(p.trans_b) ? p.k : p.n)) > Store<T>::most ||
        bytes(p.ldc * p.n) > Store<T>::most)
      continue;
    p.a = store.a.data();
    p.b = store.b.data();
    p.c = store.c.data();
    p.beta = T{pick(generator, 0, 1) == 0 ? 0.0F : 0.5F};
    return p;
  }
}

template <class T>
std::string told(const Problem<T>& p, const Options& options) {
  return std::string(1, letter(type_of<T>())) + " m " + std::to_string(p.m) + " n " + std::to_string(p.n) +
         " k " + std::to_string(p.k) + " ops " + letter(p.trans_a) + letter(p.trans_b) + " ld " +
         std::to_string(p.lda) + " " + std::to_string(p.ldb) + " " + std::to_string(p.ldc) + " threads " +
         std::to_string(options.threads) + (options.collapse ? "" : " all") + " workspace " +
         std::to_string(options.workspace_limit) + " NUMAPACK_TEST_SEED=" + std::to_string(test_seed());
}

/// Traces go to it while it lives.
struct Tracing {
  Trace trace;
  Tracing() { Runtime::get().trace_to(&trace); }
  ~Tracing() { Runtime::get().trace_to(nullptr); }
};

template <class T>
class TraceOf : public ::testing::Test {
 protected:
  Generator generator{test_seed()};
  Store<T> store;

  /// Calls as programs make them, through gemm().
  void expect_plans_kept(int calls, Index most_side) {
    Tracing tracing;
    int traced = 0, ahead = 0;
    std::array<int, 3> ways{};
    for (int i = 0; i < calls; ++i) {
      const Problem<T> problem = pick_problem(generator, store, most_side);
      Options options;
      options.threads = int(pick(generator, 0, Runtime::get().machine().usable_threads()));
      options.collapse = pick(generator, 0, 2) > 0;
      options.localise = pick(generator, 0, 5) > 0;
      if (pick(generator, 0, 7) == 0)
        options.workspace_limit = std::size_t(pick_size(generator, Index{1} << 24));
      if (pick(generator, 0, 9) == 0) options.blocking = {48, 8 * pick(generator, 4, 40), 96};
      const Plan plan = plan_for(problem, options);
      gemm(problem, options);
      const std::vector<TraceRecord> trace = tracing.trace.take();
      if (trace.empty() && is_tiny(problem)) continue;  // see TinyProducts
      ++traced;
      ++ways[plan.tasks.front().way.index()];
      ahead += std::any_of(trace.begin(), trace.end(),
                           [](const TraceRecord& record) { return record.what == What::pack_a_ahead; });
      const std::string found = difference(plan, trace);
      ASSERT_EQ(found, "") << told(problem, options) << "\n" << explain(plan, Runtime::get().machine());
    }
    EXPECT_GT(traced, calls / 3);
    if (share > 1 || most_side <= 100) return;                    // too few calls for all ways
    if (!Runtime::get().profile().tuned_figures.empty()) return;  // a row tuned to extremes lacks some
    EXPECT_TRUE(ahead > 0 || !default_kernel<T>().shape.packs_ahead());
    for (const int count : ways) EXPECT_TRUE(count > 0 || !default_kernel<T>().shape.in_place);
  }
};
using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(TraceOf, Types);

TYPED_TEST(TraceOf, OfSmallCallsIsTheirPlans) { this->expect_plans_kept(4000 / share, 100); }
TYPED_TEST(TraceOf, OfCallsOfAllSizesIsTheirPlans) { this->expect_plans_kept(1500 / share, 600); }

/// Several nodes' teams on this machine, whose memory is one: everything of their plans but the homes.
/// Threads are not bound.
TYPED_TEST(TraceOf, OfCallsOnSeveralNodesIsTheirPlans) {
  using T = TypeParam;
  Machine machine = flat_machine(4, 2);
  const Machine host = host_machine();
  machine.is_this_machine = machine.runs_here = true;
  machine.architecture = host.architecture;
  Teams teams{machine, lay_out_teams(machine), Binding::none};
  WorkspacePool pool{host};
  const KernelShape kernel = choose_shape("", true, type_of<T>());
  const Profile profile = estimate_profile(machine);
  Trace trace;
  for (int i = 0; i < 300 / share; ++i) {
    const Problem<T> problem = pick_problem(this->generator, this->store, 600);
    Options options;
    options.collapse = pick(this->generator, 0, 3) == 0;
    options.localise = pick(this->generator, 0, 4) > 0;
    options.threads = int(pick(this->generator, 0, 8));
    if (pick(this->generator, 0, 5) == 0)
      options.workspace_limit = std::size_t(pick_size(this->generator, Index{1} << 24));
    const Call call = problem.call();
    const auto home = [&](Index rows, Index columns) {
      return HomeMap::on_node(rows, columns, int(pick(this->generator, 0, 3)), 4);
    };
    Plan plan =
        make_plan(call, kernel, homes_for(call, home), machine, profile, lay_out_teams(machine), options);
    for (NodeTask& task : plan.tasks) task.memory_node = 0;
    ASSERT_TRUE(execute(plan, problem, &teams, pool, &trace));
    ASSERT_EQ(difference(plan, trace.take()), "") << told(problem, options) << "\n" << explain(plan, machine);
  }
}

/// The one lane without a plan does what there would be in it.
TYPED_TEST(TraceOf, OfTinyProductsWouldBeOneCallOfTheLoop) {
  using T = TypeParam;
  const KernelShape& kernel = Planner::get(Runtime::get()).kernel<T>().shape;
  int tiny = 0;
  for (int i = 0; i < 20000; ++i) {
    const Problem<T> problem = pick_problem(this->generator, this->store, 40);
    if (!is_tiny(problem) || !prefers_in_place(problem.m, problem.n, problem.k, problem.trans_a, kernel))
      continue;
    ++tiny;
    const Call call = problem.call();
    const Choice choice = choose(call, kernel);
    ASSERT_EQ(choice.kind, Choice::Kind::in_place) << told(problem, Options{});
    ASSERT_EQ(choice.order, (Order{Form::in_steps, call.k})) << told(problem, Options{});
    const NodeTask task = task_of(call, kernel, {}, choice, {0, call.m}, {0, call.n}, {});
    ASSERT_EQ(*task.in_place(), (InPlaceWay{call.k, call.n})) << told(problem, Options{});
    ASSERT_EQ(task.workspace_bytes, 0U);
    if (i % 50 == 0) {
      ASSERT_TRUE(plan_for(problem).caller_only);
    }
  }
  EXPECT_TRUE(tiny > 1000 || !kernel.in_place);
}

}  // namespace
}  // namespace numapack
