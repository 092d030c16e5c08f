// SPDX-License-Identifier: BSD-3-Clause
// How fast a matrix is initialised in parallel, block by block on the nodes' threads, against a parallel
// memset of memory that has never been touched either, in rounds that alternate. Also the cost of a census of
// its pages.
//
// usage: bench_initialisation [N] [ROUNDS]     a matrix of N x N doubles

#include <fmt/core.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "base/clock.hpp"
#include "base/statistics.hpp"
#include "matrix/matrix_memory.hpp"
#include "memory/pages/census.hpp"
#include "runtime/runtime.hpp"

namespace {

using namespace numapack;

double memset_seconds(std::int64_t n, bool huge, Runtime& runtime) {
  const auto bytes = static_cast<std::size_t>(n * n) * sizeof(double);
  const Buffer buffer(bytes, runtime.machine(), {{}, huge, false});
  Teams& teams = runtime.teams();
  const TeamThreads team_threads = teams.everyone();
  std::vector<int> before(team_threads.threads.size(), 0);
  for (std::size_t team = 1; team < before.size(); ++team)
    before[team] = before[team - 1] + team_threads.threads[team - 1];
  const auto threads = static_cast<std::size_t>(team_threads.total());
  const double start = seconds_now();
  teams.try_run(team_threads, [&](const ThreadSlot& slot) {
    const auto thread = static_cast<std::size_t>(before[static_cast<std::size_t>(slot.team)] + slot.thread);
    const std::size_t begin = bytes * thread / threads, end = bytes * (thread + 1) / threads;
    std::memset(buffer.as<char>() + begin, 1, end - begin);
  });
  return seconds_now() - start;
}

struct Times {
  double fill = 0, census = 0;
};

Times distribute_seconds(std::int64_t n, bool huge, const Placement& placement, Runtime& runtime) {
  const StoredMatrix matrix{n, n, n, sizeof(double), false};
  const PlacedMatrix memory(matrix, placement, huge ? PageSize::huge : PageSize::ordinary, runtime.machine());
  auto* const data = static_cast<char*>(memory.data(0));
  Times times;
  double start = seconds_now();
  memory.fill(
      [&](int, const Piece& piece) {
        for (std::int64_t column = 0; column < piece.columns; ++column) {
          std::memset(data + matrix.offset(piece.row, piece.column + column), 1,
                      static_cast<std::size_t>(piece.rows) * sizeof(double));
        }
      },
      {runtime.machine(), runtime.layout(), &runtime.teams()});
  times.fill = seconds_now() - start;
  start = seconds_now();
  const Census pages = census(data, matrix.span(), runtime.machine());
  times.census = seconds_now() - start;
  if (pages.untouched > 0) fmt::print("  {} pages untouched\n", pages.untouched);
  return times;
}

}  // namespace

int main(int argc, char** argv) {
  const std::int64_t n = argc > 1 ? std::atoll(argv[1]) : 8192;
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 7;
  Runtime& runtime = Runtime::get();
  const double bytes = double(n) * double(n) * sizeof(double);
  const std::vector<int> nodes = nodes_with_memory(runtime.machine());
  for (const bool huge : {false, true}) {
    for (const Placement& placement : {Placement::cyclic_columns(64, nodes),
                                       Placement::cyclic_rows(64, nodes), Placement::interleave(nodes)}) {
      std::vector<double> plain, filled, ratio, counted;
      for (int round = 0; round < rounds; ++round) {
        // Each goes first in every other round.
        if (round % 2 == 0) plain.push_back(memset_seconds(n, huge, runtime));
        const Times times = distribute_seconds(n, huge, placement, runtime);
        if (round % 2 == 1) plain.push_back(memset_seconds(n, huge, runtime));
        filled.push_back(times.fill);
        counted.push_back(times.census);
        ratio.push_back(plain.back() / times.fill);
      }
      fmt::print(
          "{:8} {:16} memset {:5.2f} GB/s, distribute {:5.2f} GB/s, ratio {:.3f} ({:.3f} to {:.3f}), "
          "census {:.1f} ms a GiB\n",
          huge ? "huge" : "ordinary", to_string(placement, runtime.machine()), bytes / median(plain) / 1e9,
          bytes / median(filled) / 1e9, median(ratio), spread(ratio).min, spread(ratio).max,
          median(counted) * 1e3 / (bytes / 0x1p30));
    }
  }
}
