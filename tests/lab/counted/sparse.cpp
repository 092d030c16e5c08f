// SPDX-License-Identifier: BSD-3-Clause
// Sparse matrices that are laid out times vectors, on the machine of lab/machines/default.json: a grid's
// stencil, a band and any columns; vectors on node 0, and over all nodes. Intervals and lines of JSON as in
// routines.cpp.
//
// usage: lab_sparse ROWS

#include <cstdint>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "lab/counted/counted.hpp"
#include "sparse/placed_csr.hpp"
#include "sparse/sparse_traffic.hpp"

namespace numapack::testing {
namespace {

constexpr double line = 64;

/// A square matrix whose rows have columns at these distances, or so many anywhere.
struct CountedMatrix {
  const char* name;
  std::vector<Index> away;
  int anywhere = 0;
};

class SparseProducts {
 public:
  explicit SparseProducts(Index rows)
      : rows_(rows),
        machine_(Runtime::get().machine()),
        sweep_(Runtime::get()),
        small_(96, machine_, Placement::bind(0)) {}

  void run() {
    stay_on_cpu_0();
    warm_up();
    counted([&] { warm_up(); });
    counted([&] { warm_up(); });
    counted(sweep_);
    const Index side = 200;
    for (const CountedMatrix& matrix :
         {CountedMatrix{"stencil", {-side, -1, 0, 1, side}, 0},
          CountedMatrix{"band", {-9, -5, -2, 0, 1, 4, 8}, 0}, CountedMatrix{"any columns", {}, 6}})
      multiply(matrix);
  }

 private:
  void warm_up() const { gemm(small_.problem(), all_of_it()); }

  void multiply(const CountedMatrix& matrix) {
    std::mt19937_64 random(1);
    std::vector<std::int32_t> starts{0}, indices;
    for (Index row = 0; row < rows_; ++row) {
      for (const Index away : matrix.away)
        if (row + away >= 0 && row + away < rows_) indices.push_back(static_cast<std::int32_t>(row + away));
      for (int i = 0; i < matrix.anywhere; ++i)
        indices.push_back(static_cast<std::int32_t>(random() % static_cast<std::uint64_t>(rows_)));
      starts.push_back(static_cast<std::int32_t>(indices.size()));
    }
    const std::vector<double> values(indices.size(), 1);
    const PlacedCsr<double> placed(SparsePattern<std::int32_t>{rows_, rows_, starts.data(), indices.data()},
                                   values.data());
    std::vector<std::vector<ColumnRun>> used;
    for (const PlacedPart& part : placed.parts()) {
      const ColumnRun* const runs = part.column_runs.as<ColumnRun>();
      used.emplace_back(runs, runs + part.runs);
    }
    const int nodes = static_cast<int>(machine_.nodes.size());
    std::vector<int> all;
    for (int node = 0; node < nodes; ++node) all.push_back(node);
    count(matrix.name, "on node 0", placed, used, Placement::bind(0), HomeMap::on_node(rows_, 1, 0, nodes));
    count(matrix.name, "over all nodes", placed, used, Placement::interleave(all),
          HomeMap::interleaved(rows_, 1, all, nodes));
  }

  void count(const char* matrix, const char* where, const PlacedCsr<double>& placed,
             const std::vector<std::vector<ColumnRun>>& used, const Placement& placement,
             const HomeMap& homes) {
    const std::size_t bytes = static_cast<std::size_t>(rows_) * sizeof(double);
    const Buffer x(bytes, machine_, {placement, false}), y(bytes, machine_, {placement, false});
    touch(x), touch(y);
    for (Index i = 0; i < rows_; ++i) x.as<double>()[i] = double(i % 7);
    // Leases its memory.
    spmv(placed, 1.0, x.as<double>(), 0.0, y.as<double>());
    sweep_();
    const SparseTraffic traffic =
        traffic_of(placed.plan(), used, homes, homes, sizeof(double), machine_.nodes.size());
    std::printf("{\"call\": \"spmv, %s, vectors %s\", \"least_lines\": %.0f}\n", matrix, where,
                traffic.least_bytes / line);
    counted([&] { warm_up(); });
    counted([&] { spmv(placed, 1.0, x.as<double>(), 0.0, y.as<double>()); });
    counted(sweep_);
  }

  const Index rows_;
  const Machine& machine_;
  const Sweep sweep_;
  const IntegerProblem<double> small_;
};

int run_sparse(Index rows) {
  SparseProducts(rows).run();
  return 0;
}

}  // namespace
}  // namespace numapack::testing

int main(int count, char** arguments) {
  return numapack::testing::main_of("lab_sparse", count, arguments, numapack::testing::run_sparse);
}
