// SPDX-License-Identifier: BSD-3-Clause
#include "matrix/pieces.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/machines.hpp"
#include "support/random.hpp"

namespace numapack {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

StoredMatrix doubles(std::int64_t rows, std::int64_t columns, bool row_major = false) {
  return {rows, columns, row_major ? columns : rows, 8, row_major};
}

TEST(DealPieces, CoversOnceAndCrossesNoBlock) {
  testing::Generator generator(testing::test_seed());
  SCOPED_TRACE(testing::test_seed());
  const auto pick = [&](int from, int to) { return std::uniform_int_distribution<int>(from, to)(generator); };
  const Machine machine = testing::flat_machine(4, 3);
  for (int round = 0; round < 100; ++round) {
    const StoredMatrix matrix = doubles(pick(1, 600), pick(1, 600), pick(0, 1) == 1);
    const std::vector<TeamLayout> teams = lay_out_teams(machine, pick(1, 12));
    const std::vector<Placement> kinds{Placement::first_touch(),
                                       Placement::bind(pick(0, 3)),
                                       Placement::interleave({0, 1, 2, 3}),
                                       Placement::cyclic_columns(pick(1, 90), {0, 1, 2, 3}),
                                       Placement::cyclic_rows(pick(1, 90), {3, 1}),
                                       Placement::tiles(pick(1, 300), pick(1, 300), 2, 2, {0, 1, 2, 3})};
    const Placement& placement = kinds[static_cast<std::size_t>(pick(0, 5))];
    std::vector<int> times(static_cast<std::size_t>(matrix.rows * matrix.columns), 0);
    const auto dealt = deal_pieces(placement, matrix, machine, teams, 4096);
    ASSERT_EQ(dealt.size(), teams.size());
    for (std::size_t team = 0; team < dealt.size(); ++team) {
      for (const Piece& piece : dealt[team]) {
        for (std::int64_t j = piece.column; j < piece.column + piece.columns; ++j) {
          for (std::int64_t i = piece.row; i < piece.row + piece.rows; ++i) {
            ++times.at(static_cast<std::size_t>(j * matrix.rows + i));
            if (!has_blocks(placement)) continue;
            const int owner = block_grid(placement, matrix).owner(i, j);
            ASSERT_EQ(owner, block_grid(placement, matrix).owner(piece.row, piece.column));
            ASSERT_EQ(static_cast<int>(team), team_for(owner, machine, teams));
          }
        }
      }
    }
    ASSERT_TRUE(std::all_of(times.begin(), times.end(), [](int count) { return count == 1; })) << round;
  }
}

TEST(DealPieces, BoundMemoryIsWrittenByItsNode) {
  const Machine machine = testing::flat_machine(3, 2);
  const auto dealt =
      deal_pieces(Placement::bind(1), doubles(100, 100), machine, lay_out_teams(machine), 4096);
  EXPECT_THAT(dealt, ElementsAre(IsEmpty(), SizeIs(2), IsEmpty()));
}

TEST(DealPieces, NodesWithoutATeamAreServedByTheNearest) {
  Machine machine = testing::flat_machine(2, 1);
  testing::add_node(machine, {});  // memory only
  machine.distances = {{10, 20, 30}, {20, 10, 15}, {30, 15, 10}};
  const auto teams = lay_out_teams(machine);
  EXPECT_EQ(team_for(2, machine, teams), 1);
  EXPECT_FALSE(has_team(2, teams));
  const auto dealt =
      deal_pieces(Placement::cyclic_columns(1, {0, 1, 2}), doubles(4, 6), machine, teams, 4096);
  EXPECT_THAT(dealt[0], ElementsAre(Piece{0, 0, 4, 1}, Piece{0, 3, 4, 1}));
  EXPECT_THAT(dealt[1],
              ElementsAre(Piece{0, 1, 4, 1}, Piece{0, 2, 4, 1}, Piece{0, 4, 4, 1}, Piece{0, 5, 4, 1}));
}

TEST(DealPieces, CutsEvenOneLongLine) {
  const Machine machine = testing::flat_machine(2, 2);
  const auto dealt =
      deal_pieces(Placement::interleave({0, 1}), doubles(1 << 20, 1), machine, lay_out_teams(machine), 4096);
  EXPECT_GE(dealt[0].size(), 8u);
  EXPECT_GE(dealt[1].size(), 8u);
}

TEST(DealPieces, OneNodesBlocksAreOneAndHugePagesAreNotShared) {
  const Machine machine = testing::flat_machine(1, 2);
  const auto dealt = deal_pieces(Placement::cyclic_rows(1, {0}), doubles(1024, 8192), machine,
                                 lay_out_teams(machine), std::size_t{2} << 20);
  EXPECT_THAT(dealt, ElementsAre(SizeIs(16)));
  for (const Piece& piece : dealt[0]) EXPECT_EQ(piece.rows * piece.columns * 8, 4 << 20);
}

TEST(DealPieces, NothingToDo) {
  const Machine machine = testing::flat_machine(2, 2);
  EXPECT_THAT(deal_pieces(Placement::cyclic_columns(4, {0, 1}), {0, 4, 1, 8, false}, machine,
                          lay_out_teams(machine), 4096),
              ElementsAre(IsEmpty(), IsEmpty()));
}

}  // namespace
}  // namespace numapack
