// SPDX-License-Identifier: BSD-3-Clause
// The routines of level 3, potrf, getrf and geqrf, on the machine of lab/machines/default.json, all operands
// on node 0 and as large as each other; then products with a prepacked operand, a batch, and level 2. As in
// random_calls.cpp a small product, the call and a sweep are an interval between marks each. Prints a line of
// JSON for each call: which, and the lines that must cross.
//
// usage: lab_routines N

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

#include "lab/counted/counted.hpp"
#include "lapack/cholesky.hpp"
#include "lapack/cholesky_traffic.hpp"
#include "lapack/rank_k.hpp"
#include "level3/plan/planner.hpp"
#include "lu/lu.hpp"
#include "lu/lu_traffic.hpp"
#include "numapack/batch.hpp"
#include "numapack/level2.hpp"
#include "packed/packed.hpp"
#include "panels/vector_calls.hpp"
#include "qr/qr.hpp"
#include "qr/qr_traffic.hpp"
#include "triangle/triangle_traffic.hpp"

namespace numapack::testing {
namespace {

constexpr double line = 64;

/// A routine by what is structured, as plans have it.
struct Product {
  const char* name;
  Pattern a, b;
  MatrixType region;
  Transpose trans_b;
};

class Routines {
 public:
  explicit Routines(Index n)
      : n_(n),
        machine_(Runtime::get().machine()),
        sweep_(Runtime::get()),
        small_(96, machine_, Placement::bind(0)),
        a_(on_node_0(n * n)),
        b_(on_node_0(n * n)),
        c_(on_node_0(n * n)) {
    for (Index i = 0; i < n * n; ++i) b_.as<double>()[i] = double(i % 7);
    for (Index i = 0; i < n * n; ++i) a_.as<double>()[i] = i % (n + 1) == 0 ? 1.0 : 0.0;
  }

  void run() {
    stay_on_cpu_0();
    warm_up();
    counted([&] { warm_up(); });
    counted([&] { warm_up(); });
    counted(sweep_);
    const Pattern symmetric{Structure::symmetric, Triangle::lower};
    for (const Product& product :
         {Product{"symm", symmetric, {}, MatrixType::general, Transpose::none},
          Product{"symm, right", {}, symmetric, MatrixType::general, Transpose::none},
          Product{"syrk", {}, {}, MatrixType::lower, Transpose::transpose}})
      multiply(product);
    rank_2k();
    triangle(false);
    triangle(true);
    cholesky();
    lu();
    qr();
    prepacked();
    batch();
    level_2();
  }

 private:
  Buffer on_node_0(Index elements) const {
    Buffer buffer(static_cast<std::size_t>(elements) * sizeof(double), machine_, {Placement::bind(0), false});
    touch(buffer);
    return buffer;
  }
  Buffer interleaved(Index elements) const {
    Buffer buffer(static_cast<std::size_t>(elements) * sizeof(double), machine_,
                  {Placement::interleave(everywhere()), false});
    touch(buffer);
    return buffer;
  }
  std::vector<int> everywhere() const {
    std::vector<int> nodes(machine_.nodes.size());
    std::iota(nodes.begin(), nodes.end(), 0);
    return nodes;
  }
  void warm_up() const { gemm(small_.problem(), all_of_it()); }

  template <class Call>
  void measure(const char* name, double bytes, const Call& call) {
    std::printf("{\"call\": \"%s\", \"least_lines\": %.0f}\n", name, bytes / line);
    counted([&] { warm_up(); });
    counted(call);
    counted(sweep_);
  }

  void multiply(const Product& product) {
    const bool triangles = product.region != MatrixType::general;
    Problem<double> problem{Transpose::none,
                            product.trans_b,
                            n_,
                            n_,
                            n_,
                            1.0,
                            b_.as<double>(),
                            n_,
                            b_.as<double>(),
                            n_,
                            1.0,
                            c_.as<double>(),
                            n_};
    if (!triangles) problem.a = a_.as<double>(), problem.pattern_a = product.a, problem.pattern_b = product.b;
    problem.region = product.region;
    const Plan plan = plan_for(problem, all_of_it());
    std::fprintf(stderr, "%s: the plan has %.3f of the bound\n", product.name,
                 plan.traffic.crossing() / plan.bound.crossing());
    measure(product.name, plan.bound.crossing(), [&] { gemm(problem, all_of_it()); });
  }

  void rank_2k() {
    Problem<double> both = rank_k_problem(syr2k_routine, Structure::symmetric, Layout::column_major,
                                          Uplo::lower, Transpose::none, n_, n_, 1.0, a_.as<double>(), n_,
                                          b_.as<double>(), n_, 1.0, c_.as<double>(), n_);
    both.twofold = true;
    measure("syr2k", plan_for(both, all_of_it()).bound.crossing(), [&] {
      syr2k(Layout::column_major, Uplo::lower, Transpose::none, n_, n_, 1.0, a_.as<double>(), n_,
            b_.as<double>(), n_, 1.0, c_.as<double>(), n_);
    });
  }

  /// Every node but that of the pages gets the triangle, and its lines of B, which go back, too.
  void triangle(bool solves) {
    TriangularProblem<double> problem;
    problem.routine = solves ? "trsm" : "trmm";
    problem.m = problem.n = n_;
    problem.a = a_.as<double>(), problem.lda = n_;
    problem.b = c_.as<double>(), problem.ldb = n_;
    const double nodes = double(machine_.nodes.size()), matrix = double(n_ * n_) * sizeof(double);
    measure(problem.routine, (nodes - 1) * matrix / 2 + 2 * matrix * (nodes - 1) / nodes,
            [&] { solves ? solve_triangle(problem) : multiply_by_triangle(problem); });
  }

  /// Of an identity of order 2n, so that it is worth sharing. The bound is that of its owners.
  void cholesky() {
    Runtime& runtime = Runtime::get();
    const Index order = 2 * n_;
    const Buffer matrix = on_node_0(order * order);
    for (Index i = 0; i < order; ++i) matrix.as<double>()[i * (order + 1)] = 1;
    const HomeMap homes = HomeMap::on_node(order, order, 0, static_cast<int>(machine_.nodes.size()));
    const CholeskyPlan plan =
        make_cholesky_plan({Type::d, Triangle::lower, order}, Planner::get(runtime).kernel<double>().shape,
                           homes, machine_, runtime.profile(), runtime.layout());
    const CholeskyTraffic traffic = traffic_of(plan, homes, static_cast<int>(machine_.nodes.size()));
    std::fprintf(stderr, "potrf: the plan has %.3f of the bound\n%s",
                 traffic.crossing_bytes / traffic.least_bytes, explain(plan, machine_).c_str());
    measure("potrf", traffic.least_bytes, [&] {
      factor_cholesky(StoredTriangle<double>{"potrf", Triangle::lower, order, matrix.as<double>(), order});
    });
  }

  /// Of order 2n, too; the bound is that of its owners.
  void lu() {
    const Index order = 2 * n_;
    const Buffer matrix = on_node_0(order * order);
    for (Index i = 0; i < order * order; ++i)
      matrix.as<double>()[i] = double(i * 2654435761 % 1009) + (i % (order + 1) == 0 ? 1e6 : 0);
    std::vector<std::int64_t> pivots(static_cast<std::size_t>(order));
    const LuProblem<double> problem{order, order, matrix.as<double>(), order, pivots.data()};
    const LuPlan plan = plan_for(problem, all_of_it());
    const HomeMap homes = HomeMap::on_node(order, order, 0, static_cast<int>(machine_.nodes.size()));
    const PanelTraffic traffic = traffic_of(plan, homes, static_cast<int>(machine_.nodes.size()));
    std::fprintf(stderr, "getrf: the plan has %.3f of the bound\n%s",
                 traffic.crossing_bytes / traffic.least_bytes, explain(plan, machine_).c_str());
    measure("getrf", traffic.least_bytes, [&] { factor(problem, all_of_it()); });
  }

  /// Likewise.
  void qr() {
    const Index order = 2 * n_;
    const Buffer matrix = on_node_0(order * order);
    for (Index i = 0; i < order * order; ++i) matrix.as<double>()[i] = double(i * 2654435761 % 1009);
    std::vector<double> tau(static_cast<std::size_t>(order));
    const QrProblem<double> problem{order, order, matrix.as<double>(), order, tau.data()};
    const QrPlan plan = plan_for(problem, all_of_it());
    const HomeMap homes = HomeMap::on_node(order, order, 0, static_cast<int>(machine_.nodes.size()));
    const PanelTraffic traffic = traffic_of(plan, homes, static_cast<int>(machine_.nodes.size()));
    std::fprintf(stderr, "geqrf: the plan has %.3f of the bound\n%s",
                 traffic.crossing_bytes / traffic.least_bytes, explain(plan, machine_).c_str());
    measure("geqrf", traffic.least_bytes, [&] { factor(problem, all_of_it()); });
  }

  /// An n x 4n operand, so that it is worth sharing, times 64 columns, twice: of what stays nothing crosses,
  /// every node gets all of the columns and does its rows of C.
  void prepacked() {
    constexpr Index columns = 64;
    const Index depth = 4 * n_;
    const Buffer wide = on_node_0(n_ * depth), others = on_node_0(depth * columns);
    const PackedOperand<double> packed(true, Transpose::none, n_, depth, wide.as<double>(), n_);
    Problem<double> problem;
    problem.m = n_, problem.n = columns, problem.k = depth;
    problem.b = others.as<double>(), problem.ldb = depth;
    problem.c = c_.as<double>(), problem.ldc = n_;
    const double nodes = double(packed.plan().parts.size()), element = sizeof(double);
    const double others_bytes = double(depth * columns) * element, c_bytes = double(n_ * columns) * element;
    for (const char* name : {"packed, first call", "packed, second call"})
      measure(name, (nodes - 1) * others_bytes + 2 * c_bytes * (nodes - 1) / nodes,
              [&] { numapack::multiply(packed, problem); });
  }

  /// Of small products with A and B on node 0 and C's pages on the nodes in turn, more than are asked for
  /// page by page: each node reads A and B of the problems whose C it has.
  void batch() {
    constexpr Index side = 16, elements = side * side;
    const Index problems = 48 * n_, all = problems * elements;
    const Buffer a = on_node_0(all), b = on_node_0(all);
    const Buffer c = interleaved(all);
    const double nodes = double(machine_.nodes.size()), bytes = double(all) * sizeof(double);
    measure("batch", 2 * bytes * (nodes - 1) / nodes, [&] {
      gemm_batch_strided(Layout::column_major, Transpose::none, Transpose::none, side, side, side, 1.0,
                         a.as<double>(), side, elements, b.as<double>(), side, elements, 0.0, c.as<double>(),
                         side, elements, problems);
    });
  }

  /// On a matrix of order 4n, interleaved; vectors are on node 0. The least is what the plan says, since
  /// nothing is read twice.
  void level_2() {
    const Index order = 4 * n_;
    // QEMU reads what AVX2 masks out, too, and must find memory there.
    constexpr Index more = 16;
    const Buffer matrix = interleaved(order * order + more);
    const Buffer x = on_node_0(order + more), y = on_node_0(order + more);
    double *const a = matrix.as<double>(), *const of_x = x.as<double>(), *const of_y = y.as<double>();
    Runtime& runtime = Runtime::get();
    const CallsSetting setting{Type::d,          Planner::get(runtime).kernel<double>().shape,
                               machine_,         runtime.profile(),
                               runtime.layout(), all_of_it()};
    const auto nodes = static_cast<int>(machine_.nodes.size());
    const HomeMap spread = HomeMap::interleaved(order, order, everywhere(), nodes),
                  vector = HomeMap::on_node(order, 1, 0, nodes);
    Call product;
    product.m = product.k = product.a.leading = order, product.n = 1;
    const auto planned = [&](VectorCall::Kind kind, const char* name, const Call& call) {
      const bool updates = kind == VectorCall::Kind::update;
      return plan_vector_call({kind, name, call, call.flops()},
                              updates ? Homes{vector, vector, spread} : Homes{spread, vector, vector},
                              setting)
          .crossing_bytes();
    };
    constexpr Layout layout = Layout::column_major;
    measure("gemv", planned(VectorCall::Kind::product, "gemv", product),
            [&] { gemv(layout, Transpose::none, order, order, 1.0, a, order, of_x, 1, 1.0, of_y, 1); });
    product.a.pattern = {Structure::symmetric, Triangle::lower};
    measure("symv", planned(VectorCall::Kind::product, "symv", product),
            [&] { symv(layout, Uplo::lower, order, 1.0, a, order, of_x, 1, 1.0, of_y, 1); });
    Call update;
    update.m = update.n = order, update.k = 1, update.region = MatrixType::lower;
    measure("syr", planned(VectorCall::Kind::update, "syr", update),
            [&] { syr(layout, Uplo::lower, order, 1.0, of_x, 1, a, order); });
  }

  const Index n_;
  const Machine& machine_;
  const Sweep sweep_;
  const IntegerProblem<double> small_;
  const Buffer a_, b_, c_;
};

}  // namespace
}  // namespace numapack::testing

int main(int count, char** arguments) {
  if (count != 2) return 2;
  try {
    numapack::testing::Routines(std::atoi(arguments[1])).run();
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "lab_routines: %s\n", error.what());
    return 1;
  }
}
