// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>

#include "level3/explain/explain.hpp"
#include "level3/gemm.hpp"
#include "support/four_teams.hpp"
#include "support/planning.hpp"
#include "support/structured.hpp"

// syr2k and her2k: both products in one plan.
namespace numapack {
namespace {

using namespace testing;  // NOLINT
using What = TraceRecord::What;

/// One triangle of C = alpha A B' + alpha' B A' of order n.
Call twofold(Type type, Index n, Index k, Transpose transposed, bool plain, MatrixType triangle) {
  Call call{type, n, n, k};
  (plain ? call.b : call.a).op = transposed;
  call.region = triangle;
  call.twofold = true;
  return call;
}

/// Lines of A or B, rows or columns, that are not on a node: counted apart from what plans are made of.
double lines_elsewhere(const HomeMap& homes, bool across, Range rows, Range columns, int node) {
  double elements = 0;
  const auto add = [&](Range lines) {
    if (lines.size() <= 0) return;
    const std::vector<double> by_node = homes.elements_by_node(across ? Range{0, homes.rows} : lines,
                                                               across ? lines : Range{0, homes.columns});
    for (std::size_t home = 0; home < by_node.size(); ++home)
      if (int(home) != node) elements += by_node[home];
  };
  add(columns);
  add({rows.begin, std::min(rows.end, columns.begin)});
  add({std::max(rows.begin, columns.end), rows.end});
  return elements;
}

/// Bytes that must cross for a plan's owners.
double least_of_owners(const Plan& plan, const Homes& homes) {
  const Call& call = plan.call;
  double elements = 0;
  for (const NodeTask& task : plan.tasks) {
    elements += lines_elsewhere(homes.a, transposes(call.a.op), task.rows, task.columns, task.node) +
                lines_elsewhere(homes.b, !transposes(call.b.op), task.rows, task.columns, task.node);
    for_each_rectangle(call.region, task.rows, task.columns, [&](Range rows, Range columns, double share) {
      const std::vector<double> by_node = homes.c.elements_by_node(rows, columns);
      for (std::size_t home = 0; home < by_node.size(); ++home)
        if (int(home) != task.node) elements += (call.reads_c ? 2 : 1) * share * by_node[home];
    });
  }
  return elements * double(call.element_bytes());
}

TEST(TwofoldPlans, CrossAtMostATwentiethAboveTheLeast) {
  for (const std::string& file : captured_machines()) {
    const Site site(file);
    const std::vector<int> memory = site.with_memory();
    if (site.layout.size() < 2) continue;
    for (const Type type : {Type::s, Type::d, Type::c, Type::z})
      for (const bool plain : {true, false})
        for (const int kind : {0, 1, 2}) {
          Call call =
              twofold(type, 8192, 8192,
                      is_complex(type) && plain ? Transpose::conjugate_transpose : Transpose::transpose,
                      plain, plain ? MatrixType::lower : MatrixType::upper);
          call.reads_c = plain;
          const Homes homes = homes_for(call, [&](Index rows, Index columns) {
            return kind == 0   ? HomeMap::on_node(rows, columns, memory[0], site.nodes())
                   : kind == 1 ? HomeMap::interleaved(rows, columns, memory, site.nodes())
                               : HomeMap::cyclic_columns(rows, columns, 64, memory, site.nodes());
          });
          Options everyone;
          everyone.collapse = false;
          everyone.workspace_limit = no_limit;
          const Plan plan = site.plan(call, homes, everyone);
          const double least = least_of_owners(plan, homes), crossing = plan.traffic.crossing();
          EXPECT_LE(crossing, 1.05 * plan.bound.crossing()) << file << explain(plan, site.machine);
          EXPECT_GE(crossing, 0.999 * least) << file << explain(plan, site.machine);
          EXPECT_LE(crossing, 1.02 * least) << file << explain(plan, site.machine);
        }
  }
}

TEST(TwofoldPlans, TakeWhatTheWorkspaceAllows) {
  const Site site(captured("kunpeng920"));
  const Call call = twofold(Type::d, 4096, 4096, Transpose::transpose, true, MatrixType::lower);
  const Homes homes = homes_on(call, 0, site.nodes());
  double before = 0;
  for (const std::size_t megabytes : {16, 128, 512, 2048}) {
    Options options;
    options.collapse = false;
    options.workspace_limit = megabytes << 20;
    const Plan plan = site.plan(call, homes, options);
    EXPECT_LE(plan.workspace_bytes(), options.workspace_limit);
    EXPECT_GE(plan.traffic.crossing(), plan.bound.crossing() * 0.999);
    if (before > 0) {
      EXPECT_LE(plan.traffic.crossing(), before * 1.001) << explain(plan, site.machine);
    }
    before = plan.traffic.crossing();
  }
}

template <class T>
class TwofoldRuns : public FourTeams {};
using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(TwofoldRuns, Types);

/// The bits of the two products, one after the other, whoever computes; and what a node packs from afar is
/// what its plan says that crosses.
TYPED_TEST(TwofoldRuns, HaveTheBitsOfBothProductsAndReadEachLineOnce) {
  using T = TypeParam;
  bool some_near = false;
  for (int turn = 0; turn < 40; ++turn) {
    StructuredSizes sizes;
    sizes.m = sizes.n = pick(this->generator_, 1, turn % 4 == 0 ? 700 : 200);
    sizes.k = pick(this->generator_, 1, turn % 5 == 0 ? 900 : 300);
    sizes.trans_b = turn % 2 == 0 ? Transpose::transpose : Transpose::conjugate_transpose;
    if (turn % 3 == 0) std::swap(sizes.trans_a, sizes.trans_b);
    sizes.region = pick(this->generator_, 0, 1) == 0 ? MatrixType::lower : MatrixType::upper;
    sizes.slack = pick(this->generator_, 0, 3);
    sizes.twofold = true;
    StructuredOperands<T> operands(sizes, T{1}, pick(this->generator_, 0, 1) == 0 ? T{0} : T{0.5},
                                   this->generator_);
    Problem<T>& problem = operands.problem;
    problem.alpha = random_value<T>(this->generator_);
    Options options;
    options.collapse = false;
    options.localise = turn % 7 != 0;
    if (turn % 4 == 1) options.workspace_limit = std::size_t{1} << pick(this->generator_, 12, 24);
    const Homes homes = this->all_on(problem, int(pick(this->generator_, 0, 3)));
    const Plan plan = this->plan(problem, homes, options);
    Trace trace;
    ASSERT_TRUE(execute(plan, problem, &this->teams_, this->guarded_, &trace));
    const std::vector<T> by_plan = operands.result();
    operands.restore();
    gemm(problem);
    ASSERT_EQ(std::memcmp(by_plan.data(), operands.result().data(), by_plan.size() * sizeof(T)), 0)
        << operands << explain(plan, this->machine_);
    operands.restore();
    const Problem<T> second = problem.exchanged();
    Problem<T> first = problem;
    first.twofold = false;
    gemm(first);
    gemm(second);
    ASSERT_EQ(std::memcmp(by_plan.data(), operands.result().data(), by_plan.size() * sizeof(T)), 0)
        << "other bits than two products: " << operands << explain(plan, this->machine_);

    std::map<int, double> packed, near;  // lines x steps of A and B, by node
    for (const TraceRecord& record : trace.take()) {
      const double rows = double(record.rows.size() * record.steps.size());
      if (record.what == What::pack_a) packed[record.node] += rows;
      if (record.what == What::pack_a_near) near[record.node] += rows;
      if (record.what == What::pack_b)
        packed[record.node] += double(record.columns.size() * record.steps.size());
    }
    for (const NodeTask& task : plan.tasks) {
      const Panels* const algorithm = task.panels();
      if (algorithm == nullptr) continue;                       // tiny: nothing is packed
      if (task.columns.size() > algorithm->jc_block) continue;  // parts of A are left out for some jc blocks
      const Range both = common(task.rows, task.columns);
      const double steps = double(plan.call.steps()), columns = double(task.columns.size()),
                   rows = double(task.rows.size());
      ASSERT_DOUBLE_EQ(packed[task.node] - near[task.node],
                       steps * (task.passes.a * (rows - double(both.size())) + task.passes.b * columns))
          << operands << explain(plan, this->machine_);
      some_near = some_near || near[task.node] > 0;
    }
  }
  EXPECT_TRUE(some_near);
}

}  // namespace
}  // namespace numapack
