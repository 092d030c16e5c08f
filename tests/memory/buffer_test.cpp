// SPDX-License-Identifier: BSD-3-Clause
#include "memory/buffer.hpp"
#include "memory/this_machine.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <numaif.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>

#include "base/error.hpp"
#include "memory/pages/census.hpp"
#include "memory/policy.hpp"

namespace numapack {
namespace {

using ::testing::HasSubstr;

std::uintptr_t address(const Buffer& buffer) { return reinterpret_cast<std::uintptr_t>(buffer.data()); }

int first_node_with_memory() {
  const auto& nodes = this_machine().nodes;
  return static_cast<int>(
      std::find_if(nodes.begin(), nodes.end(), [](auto& node) { return node.usable_memory; }) -
      nodes.begin());
}

TEST(Buffer, StartsAsZerosAtAPage) {
  for (const bool huge : {false, true}) {
    const Buffer buffer(100'001, this_machine(), {{}, huge, false});
    EXPECT_EQ(buffer.size(), 100'001u);
    EXPECT_EQ(address(buffer) % this_machine().page_bytes, 0u);
    const auto* bytes = buffer.as<unsigned char>();
    EXPECT_TRUE(std::all_of(bytes, bytes + buffer.size(), [](unsigned char value) { return value == 0; }));
    std::memset(buffer.data(), 0xff, buffer.size());
  }
}

TEST(Buffer, LargeOnesStartAtAHugePage) {
  const Buffer buffer(5u << 20, this_machine(), {{}, true, false});
  EXPECT_EQ(address(buffer) % (2u << 20), 0u);
}

TEST(Buffer, NoBytesAreNoMapping) {
  const Buffer buffer(0, this_machine());
  EXPECT_EQ(buffer.data(), nullptr);
  EXPECT_EQ(buffer.size(), 0u);
}

TEST(Buffer, MovesItsMapping) {
  Buffer first(4096, this_machine());
  first.as<int>()[0] = 42;
  void* const data = first.data();
  Buffer second(std::move(first));
  EXPECT_EQ(second.data(), data);
  Buffer third(8192, this_machine());
  third = std::move(second);
  EXPECT_EQ(third.data(), data);
  EXPECT_EQ(third.size(), 4096u);
  EXPECT_EQ(third.as<int>()[0], 42);
}

class GuardedBuffer : public ::testing::TestWithParam<std::size_t> {};

TEST_P(GuardedBuffer, EndsAtAnInaccessiblePage) {
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  const std::size_t bytes = GetParam();
  for (const bool huge : {false, true}) {
    const Buffer buffer(bytes, this_machine(), {{}, huge, true});
    EXPECT_EQ(address(buffer) % 64, 0u);
    auto* const data = buffer.as<volatile unsigned char>();
    const std::size_t end = (bytes + 63) / 64 * 64;
    data[0] = 1;
    data[end - 1] = 1;
    EXPECT_DEATH(data[end] = 1, "");
    const std::size_t before = address(buffer) % this_machine().page_bytes;
    EXPECT_DEATH(*(data - before - 1) = 1, "");
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, GuardedBuffer, ::testing::Values(1, 64, 4096, 5000, (2u << 20) + 8));

TEST(Buffer, BindsItsPages) {
  const int node = first_node_with_memory();
  const Buffer buffer(3u << 20, this_machine(), {Placement::bind(node), false, false});
  std::memset(buffer.data(), 1, buffer.size());
  const Census pages = census(buffer.data(), buffer.size(), this_machine());
  // A container may refuse to bind or to tell; it must say so then.
  if (!pages.unavailable.empty()) {
    EXPECT_EQ(pages.by_node[static_cast<std::size_t>(node)], 0u);
  } else if (buffer.policy_refused().empty()) {
    EXPECT_EQ(pages.by_node[static_cast<std::size_t>(node)], pages.pages);
  } else {
    EXPECT_THAT(buffer.policy_refused(), HasSubstr("mbind"));
  }
}

TEST(Buffer, LeavesTheThreadsPolicyAlone) {
  int before = -1, after = -1;
  const bool asked = get_mempolicy(&before, nullptr, 0, nullptr, 0) == 0;
  const Buffer buffer(1u << 20, this_machine(),
                      {Placement::interleave({first_node_with_memory()}), true, false});
  std::memset(buffer.data(), 1, buffer.size());
  EXPECT_EQ(get_mempolicy(&after, nullptr, 0, nullptr, 0) == 0, asked);
  EXPECT_EQ(before, after);
}

TEST(Buffer, IsOrdinaryMemoryForAnotherMachine) {
  const Machine other = load_machine("pack:2 numa:2 core:2 pu:1");
  const Buffer buffer(10'000, other, {Placement::bind(3), false, false});
  EXPECT_THAT(buffer.policy_refused(), HasSubstr("pack:2 numa:2 core:2 pu:1"));
  std::memset(buffer.data(), 1, buffer.size());
}

TEST(Buffer, FirstTouchIsNeverRefused) {
  EXPECT_EQ(Buffer(10'000, load_machine("numa:2 core:2 pu:1")).policy_refused(), "");
  EXPECT_EQ(Buffer(10'000, this_machine()).policy_refused(), "");
}

ErrorCode refusal(std::size_t bytes, const Machine& machine, const Placement& placement,
                  const std::string& text) {
  try {
    const Buffer buffer(bytes, machine, {placement, true, false});
    ADD_FAILURE() << text;
    return ErrorCode::system;
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr(text));
    return error.code();
  }
}

TEST(Buffer, RefusesPlacementsThatCannotBe) {
  const Machine machine = load_machine(std::string(NUMAPACK_MACHINES) + "/node-without-memory.xml");
  for (const Placement& placement :
       {Placement::bind(4), Placement::bind(-1), Placement::interleave({0, 9}), Placement::interleave({}),
        Placement{Placement::Kind::bind, {0, 2}}, Placement{Placement::Kind::bind, {}}}) {
    EXPECT_EQ(refusal(4096, machine, placement, "node"), ErrorCode::invalid_argument);
  }
  EXPECT_EQ(refusal(4096, machine, Placement::bind(1), "node 1 has no memory"), ErrorCode::invalid_argument);
  EXPECT_EQ(refusal(4096, machine, Placement::interleave({0, 1}), "node 1 has no memory"),
            ErrorCode::invalid_argument);
}

TEST(Buffer, RefusesMoreThanThereIsWithBothFigures) {
  constexpr std::size_t petabyte = std::size_t{1} << 50;
  EXPECT_EQ(refusal(petabyte, this_machine(), {}, "1 PiB wanted"), ErrorCode::out_of_memory);
  EXPECT_EQ(refusal(petabyte, this_machine(), {}, "available"), ErrorCode::out_of_memory);
  EXPECT_EQ(refusal(std::numeric_limits<std::size_t>::max(), this_machine(), {}, "wanted"),
            ErrorCode::out_of_memory);
  const Machine small = load_machine(std::string(NUMAPACK_MACHINES) + "/node-without-memory.xml");
  EXPECT_EQ(refusal(std::size_t{17} << 30, small, Placement::bind(2),
                    "17 GiB do not fit on node 2, which has 16 GiB"),
            ErrorCode::out_of_memory);
  // What nobody knows is no reason to refuse.
  EXPECT_THROW(check_placement(Placement::bind(1), petabyte, load_machine("numa:2(memory=1GiB) core:1 pu:1")),
               Error);
  EXPECT_NO_THROW(check_placement(Placement::bind(1), petabyte, load_machine("numa:2 core:1 pu:1")));
  EXPECT_NO_THROW(check_placement(Placement::interleave({0, 1}), petabyte,
                                  load_machine("[numa(memory=1GiB)] [numa] core:1 pu:1")));
}

}  // namespace
}  // namespace numapack
