// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <set>

#include "base/error.hpp"
#include "probe/measuring/here.hpp"
#include "probe/plans/select.hpp"
#include "probe/running/bound_threads.hpp"
#include "probe/running/chase_memory.hpp"
#include "support/machines.hpp"
#include "team/affinity.hpp"

// Bound threads sit where they must, and memory lies where it must.
namespace numapack::probe {
namespace {

using ::testing::HasSubstr;
using testing::here;

TEST(BoundThreads, SitWhereTheyAreToldAndTheCallerStays) {
  const std::vector<int> before = affinity_of_this_thread();
  std::vector<int> pus = testing::host_pus();
  std::vector<std::vector<int>> seen(pus.size());
  run_bound(pus, [&](int thread, Barrier& barrier) {
    seen[static_cast<std::size_t>(thread)] = affinity_of_this_thread();
    barrier.wait();
  });
  for (std::size_t at = 0; at < pus.size(); ++at) EXPECT_EQ(seen[at], std::vector<int>{pus[at]});
  EXPECT_EQ(affinity_of_this_thread(), before);
}

TEST(BoundThreads, ACpuThatIsNotThereIsAnErrorAndNothingRuns) {
  std::atomic<int> ran{0};
  try {
    run_bound({testing::host_pus().front(), 8000}, [&](int, Barrier&) { ++ran; });
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("CPU 8000"));
  }
  EXPECT_EQ(ran, 0);
}

TEST(BoundThreads, ManyThreadsOnOneCpuMeetWithoutSpinning) {
  const int pu = testing::host_pus().front();
  std::atomic<int> met{0};
  run_bound({pu, pu, pu, pu}, [&](int, Barrier& barrier) {
    for (int turn = 0; turn < 20; ++turn) barrier.wait();
    ++met;
  });
  EXPECT_EQ(met, 4);
}

TEST(HomedMemory, IsWhereItIsSaidOrAnError) {
  for (const bool huge : {false, true}) {
    const int home = here().home_for(here().compute_nodes().front());
    const HomedMemory memory(4 << 20, home, huge ? PageKind::huge : PageKind::small, here());
    EXPECT_EQ(memory.size(), std::size_t{4} << 20);
    EXPECT_EQ(memory.pages().untouched, 0U);
    EXPECT_TRUE(huge || memory.pages().huge_bytes == 0);
  }
}

TEST(HomedMemory, GiantPagesComeFromThePoolOrNotAtAll) {
  const int home = memory_nodes(here()).front();
  std::uint64_t free = 0;
  for (const HugePages& pool : detect_machine().huge_pages) {
    if (pool.bytes == giant_page_bytes) free = pool.free;
  }
  try {
    const HomedMemory memory(1 << 20, home, PageKind::giant, here());
    EXPECT_GT(free, 0U);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory.data()) % giant_page_bytes, 0U);
    EXPECT_EQ(memory.pages().untouched, 0U);
    EXPECT_EQ(memory.size(), std::size_t{1} << 20);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::out_of_memory);
    EXPECT_THAT(error.what(), HasSubstr("pages of 1 GiB"));
  }
}

TEST(HomedMemory, OnANodeThatIsNotIsAnError) {
  if (const char* reason = testing::no_node_to_invent()) GTEST_SKIP() << reason;
  EXPECT_THROW(HomedMemory(1 << 20, 1, PageKind::small, testing::host_machine_one_core_a_node()), Error);
}

TEST(ChaseMemory, ShortStretchesHavePlacesOfTheirOwn) {
  ChaseMemory memory(here(), std::size_t{4} << 20, PageKind::small, 1);
  const int home = memory_nodes(here()).front();
  std::set<const void*> starts;
  for (int place = 0; place < 5; ++place) {
    const Chase& chase = memory.chase(home, 64 << 10, 128, place);
    EXPECT_EQ(chase.elements(), 512U);
    const char* const start = static_cast<const char*>(chase.position());
    EXPECT_EQ((start - memory.memory(home).data()) % static_cast<std::ptrdiff_t>(here().page_bytes), 0);
    EXPECT_LE(start + (64 << 10), memory.memory(home).data() + memory.memory(home).size());
    starts.insert(start);
  }
  EXPECT_GE(starts.size(), 4U) << "five draws of a thousand pages";
  EXPECT_EQ(memory.chase(home, std::size_t{4} << 20, 128, 7).position(), memory.memory(home).data());
}

}  // namespace
}  // namespace numapack::probe
