// SPDX-License-Identifier: BSD-3-Clause
#include "memory/placement.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"

namespace numapack {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Kind = Placement::Kind;

Machine captured(const std::string& file) {
  return load_machine(std::string(NUMAPACK_MACHINES) + "/" + file);
}

TEST(ParsePlacement, TakesKernelNumbersAndGivesIndices) {
  const Machine machine = captured("sparse-numbering.xml");
  EXPECT_EQ(parse_placement("first-touch", machine).kind, Kind::first_touch);
  const Placement bound = parse_placement("33", machine);
  EXPECT_EQ(bound.kind, Kind::bind);
  EXPECT_THAT(bound.nodes, ElementsAre(3));
  const Placement some = parse_placement("interleave:33,0,3,0", machine);
  EXPECT_EQ(some.kind, Kind::interleave);
  EXPECT_THAT(some.nodes, ElementsAre(0, 1, 3));
  EXPECT_THAT(parse_placement("interleave", machine).nodes, ElementsAre(0, 1, 2, 3));
}

TEST(ParsePlacement, InterleavesOverNodesWithMemoryOnly) {
  EXPECT_THAT(parse_placement("interleave", captured("node-without-memory.xml")).nodes, ElementsAre(0, 2, 3));
  EXPECT_THAT(parse_placement("interleave", captured("half-node-cpuset.xml")).nodes, ElementsAre(1));
}

TEST(ParsePlacement, ToStringIsItsInverse) {
  const Machine machine = captured("sparse-numbering.xml");
  for (const char* text :
       {"first-touch", "0", "33", "interleave:0,3,8", "interleave:8", "preferred:3", "weighted:0=2,33=1",
        "cyclic:64:0,3", "rows:7:0,3,8,33", "tiles:64x32:2x2:0,3,8,33", "replicated:0,8"}) {
    EXPECT_EQ(to_string(parse_placement(text, machine), machine), text);
  }
  const Machine plain = captured("epyc-nps4.xml");
  EXPECT_EQ(to_string(parse_placement("interleave", plain), plain), "interleave:0-7");
  EXPECT_EQ(to_string(parse_placement("interleave:5,0-2", plain), plain), "interleave:0-2,5");
}

TEST(ParsePlacement, TakesBlocksTilesAndWeights) {
  const Machine machine = captured("sparse-numbering.xml");  // nodes 0, 3, 8, 33
  const Placement columns = parse_placement("cyclic:64", machine);
  EXPECT_EQ(columns, Placement::cyclic_columns(64, {0, 1, 2, 3}));
  EXPECT_EQ(parse_placement("cyclic:1:33,3", machine), Placement::cyclic_columns(1, {1, 3}));
  EXPECT_EQ(parse_placement("cyclic:1k:33,3", machine), Placement::cyclic_columns(1024, {1, 3}));
  EXPECT_EQ(parse_placement("rows:8", machine), Placement::cyclic_rows(8, {0, 1, 2, 3}));
  EXPECT_EQ(parse_placement("tiles:64x32", machine), Placement::tiles(64, 32, 2, 2, {0, 1, 2, 3}));
  EXPECT_EQ(parse_placement("tiles:64x32:1x2", machine), Placement::tiles(64, 32, 1, 2, {0, 1}));
  EXPECT_EQ(parse_placement("tiles:64x32:1x2:8,33", machine), Placement::tiles(64, 32, 1, 2, {2, 3}));
  EXPECT_EQ(parse_placement("tiles:5x6:0,3,8", machine), Placement::tiles(5, 6, 1, 3, {0, 1, 2}));
  EXPECT_EQ(parse_placement("weighted:8=1,0=2", machine), Placement::weighted({0, 2}, {2, 1}));
  EXPECT_EQ(parse_placement("weighted", machine), Placement::weighted({0, 1, 2, 3}));
  EXPECT_EQ(parse_placement("preferred:3", machine), Placement::preferred(1));
  EXPECT_EQ(parse_placement("replicated:0,3", machine), Placement::replicated({0, 1}));
  EXPECT_EQ(parse_placement("local", machine), Placement::first_touch());
}

TEST(ParsePlacement, RefusesBlocksTilesAndWeightsThatCannotBe) {
  const Machine machine = captured("sparse-numbering.xml");
  for (const char* text : {"cyclic",
                           "cyclic:",
                           "cyclic:0",
                           "cyclic:-4",
                           "cyclic:4x4",
                           "cyclic:64:7",
                           "cyclic:64:0:0",
                           "rows:0",
                           "tiles",
                           "tiles:64",
                           "tiles:64x",
                           "tiles:0x4",
                           "tiles:4x4:3x2",
                           "tiles:4x4:2x2:0,3",
                           "tiles:4x4:2x2:0:3",
                           "weighted:",
                           "weighted:0",
                           "weighted:0=",
                           "weighted:0=0",
                           "weighted:0=256",
                           "weighted:0=2,0=3",
                           "weighted:5=1",
                           "weighted:=1",
                           "weighted:0=1,",
                           "preferred",
                           "preferred:0,3",
                           "replicated:",
                           "99999999999999999999",
                           "cyclic:99999999999999999999",
                           "tiles:4x4:99999999x99999999"}) {
    EXPECT_THROW(parse_placement(text, machine), Error) << text;
  }
}

TEST(WeightsFromBandwidth, AreSmallAndInProportion) {
  EXPECT_THAT(weights_from_bandwidth({100, 100}), ElementsAre(1, 1));
  EXPECT_THAT(weights_from_bandwidth({200, 100}), ElementsAre(2, 1));
  EXPECT_THAT(weights_from_bandwidth({300, 200, 100}), ElementsAre(3, 2, 1));
  // A memory ten times slower still gets a page.
  EXPECT_THAT(weights_from_bandwidth({450, 30}), ElementsAre(15, 1));
  EXPECT_THAT(weights_from_bandwidth({100, 0}), ElementsAre(1, 1));
  EXPECT_THAT(weights_from_bandwidth({}), ElementsAre());
  EXPECT_THAT(weights_from_bandwidth({0, 0, 0}), ElementsAre(1, 1, 1));
}

TEST(Resolved, LeavesNothingOpen) {
  const Machine machine = captured("node-without-memory.xml");  // memory on 0, 2, 3
  EXPECT_EQ(resolved(Placement::cyclic_columns(8), machine, {}), Placement::cyclic_columns(8, {0, 2, 3}));
  EXPECT_EQ(resolved(Placement::interleave({3, 0, 3}), machine, {}), Placement::interleave({0, 3}));
  EXPECT_EQ(resolved(Placement::weighted(), machine, {50, 0, 100, 50}),
            Placement::weighted({0, 2, 3}, {1, 2, 1}));
  EXPECT_EQ(resolved(Placement::weighted({3, 0}, {5, 1}), machine, {}), Placement::weighted({0, 3}, {1, 5}));
  EXPECT_EQ(resolved(Placement::tiles(4, 4), machine, {}), Placement::tiles(4, 4, 1, 3, {0, 2, 3}));
  EXPECT_EQ(resolved(Placement::first_touch(), machine, {}), Placement::first_touch());
}

TEST(ParsePlacement, RefusesWithTheNodesThatExist) {
  const Machine machine = captured("node-without-memory.xml");
  for (const char* text : {"", "7", "1", "interleave:1", "interleave:0-9", "interleave:", "interleave:x",
                           "0,2", "-1", "0-", "everywhere", "interleaved", "firsttouch", " 0"}) {
    try {
      parse_placement(text, machine);
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_argument) << text;
      EXPECT_THAT(error.where(), HasSubstr("\"" + std::string(text) + "\""));
    }
  }
  try {
    parse_placement("1", machine);
  } catch (const Error& error) {
    EXPECT_THAT(error.advice(), HasSubstr("0,2-3"));
  }
}

}  // namespace
}  // namespace numapack
