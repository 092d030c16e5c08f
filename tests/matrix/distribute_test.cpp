// SPDX-License-Identifier: BSD-3-Clause
#include "matrix/distribute.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <set>
#include <stdexcept>

#include "base/error.hpp"
#include "matrix/matrix_memory.hpp"
#include "memory/pages/census.hpp"
#include "support/machines.hpp"

namespace numapack {
namespace {

/// This machine as one node a core: several teams, although their memory is one.
struct Setting {
  Machine machine = testing::host_machine_one_core_a_node();
  std::vector<TeamLayout> layout = lay_out_teams(machine);
  Teams teams{machine, layout};
  Workers workers{machine, layout, &teams};
  std::vector<int> nodes() const { return nodes_with_memory(machine); }
};

StoredMatrix doubles(std::int64_t rows, std::int64_t columns, std::int64_t leading, bool row_major = false) {
  return {rows, columns, leading, 8, row_major};
}

std::vector<Placement> placements(const std::vector<int>& nodes) {
  const int count = static_cast<int>(nodes.size());
  return {Placement::first_touch(),
          Placement::bind(nodes.back()),
          Placement::preferred(nodes.front()),
          Placement::interleave(nodes),
          Placement::weighted(nodes, std::vector<int>(nodes.size(), 2)),
          Placement::cyclic_columns(1, nodes),
          Placement::cyclic_columns(64, nodes),
          Placement::cyclic_rows(3, nodes),
          Placement::tiles(16, 16, 1, count, nodes)};
}

void expect_filled(const double* data, const StoredMatrix& matrix, const std::string& what) {
  for (std::int64_t j = 0; j < matrix.columns; ++j) {
    for (std::int64_t i = 0; i < matrix.rows; ++i) {
      ASSERT_EQ(data[matrix.offset(i, j) / 8], double(i * 1000 + j)) << what << " " << i << " " << j;
    }
  }
}

WritePiece filler(double* data, const StoredMatrix& matrix) {
  return [=](const Piece& piece) {
    for (std::int64_t j = piece.column; j < piece.column + piece.columns; ++j) {
      for (std::int64_t i = piece.row; i < piece.row + piece.rows; ++i) {
        data[matrix.offset(i, j) / 8] = double(i * 1000 + j);
      }
    }
  };
}

TEST(Distribute, FillsEveryPlacementLayoutAndLeadingDimension) {
  Setting setting;
  for (const Placement& placement : placements(setting.nodes())) {
    for (const bool row_major : {false, true}) {
      for (const std::int64_t gap : {0, 5}) {
        const StoredMatrix matrix = doubles(200, 150, (row_major ? 150 : 200) + gap, row_major);
        PlacedMatrix memory(matrix, placement, PageSize::ordinary, setting.machine);
        auto* const data = static_cast<double*>(memory.data(0));
        memory.fill([&](int, const Piece& piece) { filler(data, matrix)(piece); }, setting.workers);
        expect_filled(data, matrix, to_string(placement, setting.machine));
      }
    }
  }
}

TEST(Distribute, WithoutTeamsTheCallerDoesItAll) {
  const Setting setting;
  const Workers alone{setting.machine, setting.layout, nullptr};
  for (const Placement& placement : placements(setting.nodes())) {
    const StoredMatrix matrix = doubles(100, 300, 128);
    PlacedMatrix memory(matrix, placement, PageSize::automatic, setting.machine);
    auto* const data = static_cast<double*>(memory.data(0));
    memory.fill([&](int, const Piece& piece) { filler(data, matrix)(piece); }, alone);
    expect_filled(data, matrix, to_string(placement, setting.machine));
  }
}

TEST(Distribute, MakesPagesWithoutWriting) {
  Setting setting;
  if (setting.nodes().size() < 2) testing::add_node(setting.machine, {});
  for (const bool teams : {true, false}) {
    const Workers workers{setting.machine, setting.layout, teams ? &setting.teams : nullptr};
    for (const Placement& placement :
         {Placement::cyclic_columns(3, nodes_with_memory(setting.machine)),
          Placement::cyclic_rows(3, nodes_with_memory(setting.machine)),
          Placement::weighted(nodes_with_memory(setting.machine),
                              std::vector<int>(nodes_with_memory(setting.machine).size(), 3))}) {
      const StoredMatrix matrix = doubles(600, 400, 600);
      PlacedMatrix memory(matrix, placement, PageSize::ordinary, setting.machine);
      memory.fill(nullptr, workers);
      const Machine real = detect_machine();
      const Census pages = census(memory.data(0), matrix.span(), real);
      EXPECT_EQ(pages.untouched, 0u) << to_string(placement, setting.machine);
      const auto* const data = static_cast<double*>(memory.data(0));
      EXPECT_TRUE(std::all_of(data, data + 600 * 400, [](double value) { return value == 0; }));
    }
  }
}

TEST(Distribute, EveryPieceRunsOnItsTeam) {
  Setting setting;
  const std::vector<int> nodes = setting.nodes();
  const StoredMatrix matrix = doubles(512, 512, 512);
  const Placement placement = Placement::cyclic_columns(32, nodes);
  std::vector<double> data(512 * 512);
  std::mutex mutex;
  std::map<int, std::set<pid_t>> threads;
  distribute(
      data.data(), matrix, placement, {4096, false, false},
      [&](const Piece& piece) {
        const std::lock_guard lock(mutex);
        threads[block_grid(placement, matrix).owner(piece.row, piece.column)].insert(gettid());
      },
      setting.workers);
  // One thread a team: each node's blocks were written by one thread.
  ASSERT_EQ(threads.size(), nodes.size());
  for (const auto& [node, ids] : threads) EXPECT_EQ(ids.size(), 1u) << node;
}

TEST(Distribute, AnExceptionComesOutAndTheTeamsLiveOn) {
  Setting setting;
  const StoredMatrix matrix = doubles(512, 512, 512);
  std::vector<double> data(512 * 512);
  const auto fill = [&](const WritePiece& write) {
    distribute(data.data(), matrix, Placement::cyclic_columns(8, setting.nodes()), {4096, false, false},
               write, setting.workers);
  };
  EXPECT_THROW(fill([](const Piece& piece) {
                 if (piece.column == 256) throw std::runtime_error("enough");
               }),
               std::runtime_error);
  fill(filler(data.data(), matrix));
  expect_filled(data.data(), matrix, "after an exception");
}

TEST(Distribute, InsideARegionTheCallerWorksAlone) {
  Setting setting;
  const StoredMatrix matrix = doubles(300, 300, 300);
  std::vector<double> data(300 * 300);
  std::atomic<int> runs{0};
  setting.teams.try_run(setting.teams.everyone(), [&](const ThreadSlot&) {
    if (runs.fetch_add(1) == 0) {
      distribute(data.data(), matrix, Placement::cyclic_rows(7, setting.nodes()), {4096, false, false},
                 filler(data.data(), matrix), setting.workers);
    }
  });
  expect_filled(data.data(), matrix, "inside a region");
}

TEST(Distribute, RefusesNonsense) {
  const Setting setting;
  const Workers alone{setting.machine, setting.layout, nullptr};
  double value = 0;
  const auto fill = [&](const StoredMatrix& matrix, const Placement& placement) {
    distribute(
        &value, matrix, placement, {}, [](const Piece&) {}, alone);
  };
  const std::vector<int> nodes = setting.nodes();
  EXPECT_THROW(fill(doubles(2, 2, 1), Placement::first_touch()), Error);
  EXPECT_THROW(fill(doubles(1, 1, 1), Placement::cyclic_columns(0, nodes)), Error);
  EXPECT_THROW(fill(doubles(1, 1, 1), Placement::cyclic_rows(-1, nodes)), Error);
  EXPECT_THROW(fill(doubles(1, 1, 1), Placement::tiles(1, 1, 9, 9, nodes)), Error);
  EXPECT_THROW(fill(doubles(1, 1, 1), Placement::weighted(nodes, {})), Error);
  EXPECT_THROW(fill(doubles(1, 1, 1), Placement::weighted(nodes, std::vector<int>(nodes.size(), 0))), Error);
  EXPECT_THROW(fill(doubles(1, 1, 1), Placement::bind(99)), Error);
  fill(doubles(0, 0, 1), Placement::cyclic_columns(4, nodes));
}

}  // namespace
}  // namespace numapack
