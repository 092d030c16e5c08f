// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/workspace.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <optional>
#include <random>
#include <thread>

#include "base/error.hpp"
#include "support/machines.hpp"
#include "support/threads.hpp"

namespace numapack {
namespace {

constexpr std::size_t unit = std::size_t{2} << 20;  ///< a huge page: buffers are whole ones

class Workspace : public ::testing::Test {
 protected:
  void* data_of_lease(std::size_t bytes) {
    const WorkspacePool::Lease lease(pool_, 0, bytes);
    std::memset(lease.data(), 1, bytes);
    return lease.data();
  }

  const Machine machine_ = testing::host_machine();
  WorkspacePool pool_{machine_};
};

TEST_F(Workspace, IsReusedAndNotCleared) {
  const void* first = data_of_lease(3 * unit);
  const WorkspacePool::Lease again(pool_, 0, 3 * unit);
  EXPECT_EQ(again.data(), first);
  EXPECT_EQ(static_cast<char*>(again.data())[3 * unit - 1], 1);
  EXPECT_EQ(pool_.held(0), 3 * unit);
}

TEST_F(Workspace, KeepsWhatWasFoundOutAboutIt) {
  {
    WorkspacePool::Lease lease(pool_, 0, unit);
    PlaceTrials& of_second = lease.trials_of(2)[1];
    of_second.about({0, 4096, 2});
    while (!of_second.settled()) of_second.took(of_second.next(), of_second.next() == 1 ? 1 : 2);
  }
  WorkspacePool::Lease again(pool_, 0, unit), other(pool_, 0, unit);
  EXPECT_EQ(again.trials_of(3)[1].next(), 1);
  EXPECT_EQ(other.trials_of(3)[1].next(), 0) << "another buffer";
}

TEST_F(Workspace, OfSeveralThatFitTheSmallestIsTaken) {
  const void *small = nullptr, *large = nullptr;
  {
    const WorkspacePool::Lease a(pool_, 0, 3 * unit), b(pool_, 0, 2 * unit), c(pool_, 0, 4 * unit);
    small = b.data();
    large = c.data();
  }
  const WorkspacePool::Lease first(pool_, 0, unit);
  EXPECT_EQ(first.data(), small);
  const WorkspacePool::Lease second(pool_, 0, 3 * unit + 1);
  EXPECT_EQ(second.data(), large);
  EXPECT_EQ(pool_.held(0), 9 * unit);
}

TEST_F(Workspace, GrowsInsteadOfPilingUp) {
  for (std::size_t size = 1; size <= 16; ++size) data_of_lease(size * unit);
  EXPECT_EQ(pool_.held(0), 16 * unit);
}

TEST_F(Workspace, AFewBytesDoNotTakeTheLargeBuffer) {
  const void* large = data_of_lease(32 * unit);
  const WorkspacePool::Lease small(pool_, 0, 100);
  EXPECT_NE(small.data(), large);
  EXPECT_EQ(pool_.held(0), 33 * unit);
}

TEST_F(Workspace, TrimFreesWhatIsNotLeased) {
  data_of_lease(2 * unit);
  const WorkspacePool::Lease kept(pool_, 0, 5 * unit);
  data_of_lease(unit);
  EXPECT_EQ(pool_.held(0), 6 * unit);
  pool_.trim();
  EXPECT_EQ(pool_.held(0), 5 * unit);
  std::memset(kept.data(), 1, 5 * unit);
}

TEST_F(Workspace, TheCensusFindsEveryTouchedPageOnTheNode) {
  EXPECT_EQ(pool_.census_of(0).pages, 0u);
  data_of_lease(unit);
  const Census pages = pool_.census_of(0);
  EXPECT_EQ(pages.pages * pages.page_bytes, unit);
  if (pages.unavailable.empty()) {
    EXPECT_EQ(pages.untouched, 0u);
    EXPECT_EQ(pages.by_node.at(0), pages.pages);
  }
}

TEST_F(Workspace, NothingIsALegalLease) {
  const WorkspacePool::Lease nothing(pool_, 0, 0);
  EXPECT_EQ(nothing.data(), nullptr);
  EXPECT_EQ(nothing.buffer().size(), 0u);
  EXPECT_EQ(pool_.held(0), 0u);
}

TEST_F(Workspace, TooMuchIsAnErrorThatLeavesThePoolWhole) {
  data_of_lease(unit);
  try {
    const WorkspacePool::Lease lease(pool_, 0, std::size_t{1} << 60);
    ADD_FAILURE() << "an exbibyte";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::out_of_memory);
  }
  EXPECT_EQ(pool_.held(0), 0u);
  data_of_lease(unit);
  EXPECT_EQ(pool_.held(0), unit);
}

TEST_F(Workspace, NodesDoNotShare) {
  Machine machine = testing::flat_machine(2, 1);
  WorkspacePool pool(machine);
  { const WorkspacePool::Lease on_first(pool, 0, 2 * unit); }
  const WorkspacePool::Lease on_second(pool, 1, unit);
  EXPECT_EQ(pool.held(0), 2 * unit);
  EXPECT_EQ(pool.held(1), unit);
  std::memset(on_second.data(), 1, unit);  // usable, whether or not this kernel has such a node
}

TEST_F(Workspace, GuardedBuffersEndWithTheirLeaseAndAreNotReused) {
  WorkspacePool guarded(machine_, true);
  {
    const WorkspacePool::Lease lease(guarded, 0, 1024);
    EXPECT_EQ(lease.buffer().size(), 1024u);
    EXPECT_EQ(guarded.held(0), 1024u);
    static_cast<char*>(lease.data())[1023] = 1;
    EXPECT_EQ(testing::in_child([&] {
                for (const int fault : {SIGSEGV, SIGBUS}) signal(fault, SIG_DFL);
                static_cast<volatile char*>(lease.data())[1024] = 1;
                return 0;
              }),
              "signal " + std::to_string(SIGSEGV));
  }
  EXPECT_EQ(guarded.held(0), 0u);
}

TEST_F(Workspace, ThreadsLeaseAtOnceWithoutSharing) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (unsigned id = 0; id < 4; ++id) {
    threads.emplace_back([&, id] {
      std::mt19937 random(seed + id);
      for (int round = 0; round < 100; ++round) {
        const std::size_t bytes = 1 + random() % (3 * unit / 4);
        const WorkspacePool::Lease lease(pool_, 0, bytes);
        auto* data = static_cast<unsigned char*>(lease.data());
        data[0] = data[bytes - 1] = static_cast<unsigned char>(id);
        std::this_thread::yield();
        wrong += data[0] != id || data[bytes - 1] != id;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_LE(pool_.held(0), 4 * unit);
  pool_.trim();
  EXPECT_EQ(pool_.held(0), 0u);
}

}  // namespace
}  // namespace numapack
