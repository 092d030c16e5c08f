#include "memory/placement.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"

namespace numapack {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
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
  for (const char* text : {"first-touch", "0", "33", "interleave:0,3,8", "interleave:8"}) {
    EXPECT_EQ(to_string(parse_placement(text, machine), machine), text);
  }
  const Machine plain = captured("epyc-nps4.xml");
  EXPECT_EQ(to_string(parse_placement("interleave", plain), plain), "interleave:0-7");
  EXPECT_EQ(to_string(parse_placement("interleave:5,0-2", plain), plain), "interleave:0-2,5");
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
