// SPDX-License-Identifier: BSD-3-Clause
#include "memory/pages/process_pages.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>

#include "base/error.hpp"
#include "memory/pages/numastat.hpp"
#include "memory/policy.hpp"
#include "support/command.hpp"
#include "support/machines.hpp"

namespace numapack {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// A file system with one process.
class ProcessPagesTest : public ::testing::Test {
 protected:
  void write(const std::string& path, const std::string& text) {
    const auto file = directory_.path() / path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }
  void write_process() {
    write("proc/42/comm", "linpack\n");
    write("proc/42/maps",
          "00400000-00500000 r-xp 00000000 08:02 173521    /usr/bin/my program\n"
          "7f0000000000-7f0040000000 rw-p 00000000 00:00 0 \n"
          "7f0050000000-7f0050400000 rw-p 00000000 00:0f 3   /dev/hugepages/x\n"
          "7ffc00000000-7ffc00021000 rw-p 00000000 00:00 0    [stack]\n");
    write("proc/42/numa_maps",
          "00400000 default file=/usr/bin/my\\040program mapped=10 N1=10 kernelpagesize_kB=4\n"
          "7f0000000000 interleave:0-1 anon=300 dirty=300 N0=100 N1=200 kernelpagesize_kB=4\n"
          "7f0050000000 bind:1 file=/dev/hugepages/x huge anon=2 N1=2 kernelpagesize_kB=2048\n"
          "7ffc00000000 default stack anon=3 N0=3 kernelpagesize_kB=4\n");
    write(
        "proc/42/smaps",
        "7f0000000000-7f0040000000 rw-p 00000000 00:00 0 \nRss: 1200 kB\nAnonHugePages: 2048 kB\nSwap: 8 kB\n"
        "7ffc00000000-7ffc00021000 rw-p 00000000 00:00 0  [stack]\nRss: 12 kB\nAnonHugePages: 0 kB\n");
  }
  testing::TemporaryDirectory directory_;
  Machine machine_ = testing::flat_machine(2, 1);
};

TEST_F(ProcessPagesTest, AddsUpWhatTheKernelSays) {
  write_process();
  const ProcessPages pages = process_pages(42, machine_, directory_.path());
  EXPECT_EQ(pages.command, "linpack");
  EXPECT_EQ(pages.incomplete, "");
  ASSERT_EQ(pages.mappings.size(), 4u);
  EXPECT_EQ(pages.mappings[0].name, "/usr/bin/my program");
  EXPECT_EQ(pages.mappings[1].name, "anonymous");
  EXPECT_EQ(pages.mappings[1].policy, "interleave:0-1");
  EXPECT_THAT(pages.mappings[1].by_node, ElementsAre(100 * 4096, 200 * 4096));
  EXPECT_EQ(pages.mappings[1].huge_bytes, 2u << 20);
  EXPECT_EQ(pages.mappings[1].swapped_bytes, 8192u);
  EXPECT_THAT(pages.mappings[2].by_node, ElementsAre(0, 4 << 20));
  EXPECT_EQ(pages.mappings[2].huge_bytes, 4u << 20);
  EXPECT_THAT(pages.total().by_node, ElementsAre(103 * 4096, 210 * 4096 + (4 << 20)));
}

TEST_F(ProcessPagesTest, AKernelWithoutNumaHasOneNode) {
  write_process();
  std::filesystem::remove(directory_.path() / "proc/42/numa_maps");
  const ProcessPages pages = process_pages(42, testing::flat_machine(1, 1), directory_.path());
  EXPECT_THAT(pages.total().by_node, ElementsAre(1212 * 1024));
}

TEST_F(ProcessPagesTest, NodesThatTheMachineLacksAreNamed) {
  write_process();
  EXPECT_THAT(process_pages(42, testing::flat_machine(1, 1), directory_.path()).incomplete,
              HasSubstr("node 1"));
}

TEST_F(ProcessPagesTest, SaysThatThereIsNone) {
  for (const pid_t process : {0, -1, 43}) {
    try {
      process_pages(process, machine_, directory_.path());
      ADD_FAILURE();
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
      EXPECT_THAT(error.what(), HasSubstr("there is no such process"));
    }
  }
}

TEST_F(ProcessPagesTest, SaysWhoseItIsAndThatItEnded) {
  write_process();
  try {
    refuse_process(42, EACCES, directory_.path());
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("belongs to"));
    EXPECT_THAT(error.what(), HasSubstr("as root"));
  }
  // Whose advice is not to be what they are: root, in a container or not, and the owner of a guarded process.
  const auto as = [&](unsigned user, const char* rights) {
    write("proc/self/status", "Uid:\t0\t" + std::to_string(user) + "\t0\t0\nCapEff:\t" + rights + "\n");
    try {
      refuse_process(42, EPERM, directory_.path());
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::not_supported);
      return std::string(error.what());
    }
  };
  EXPECT_THAT(as(0, "00000000a80425fb"), HasSubstr("without CAP_SYS_PTRACE"));
  EXPECT_THAT(as(0, "000001ffffffffff"), HasSubstr("does not let root look at it"));
  for (const char* rights : {"00000000a80425fb", "000001ffffffffff"})
    EXPECT_THAT(as(0, rights), ::testing::Not(HasSubstr("as root")));
  if (geteuid() != 0) {
    EXPECT_THAT(as(geteuid(), "0"), HasSubstr("it is yours"));
  }
  EXPECT_THAT(as(geteuid() + 1, "0"), HasSubstr("belongs to"));
  write("proc/42/maps", "");
  write("proc/42/status", "Name:\tlinpack\nState:\tZ (zombie)\n");
  try {
    process_pages(42, machine_, directory_.path());
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::system);
    EXPECT_THAT(error.what(), HasSubstr("ended meanwhile"));
  }
  write("proc/42/status", "Name:\tkthreadd\nState:\tS (sleeping)\n");
  EXPECT_THAT(process_pages(42, machine_, directory_.path()).incomplete, HasSubstr("thread of the kernel"));
}

TEST_F(ProcessPagesTest, SeesThisProcess) {
  const Machine machine = detect_machine();
  const ProcessPages pages = process_pages(getpid(), machine);
  EXPECT_GT(pages.total().resident(), 100'000u);
  for (const ProcessMapping& mapping : pages.mappings) EXPECT_LT(mapping.begin, mapping.end);
}

TEST_F(ProcessPagesTest, AProcessThatIsGoneEndsWithWords) {
  const pid_t child = fork();
  if (child == 0) _exit(0);
  // Ended, but not yet waited for: its directory is there, its memory is not.
  siginfo_t info;
  waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT);
  EXPECT_THROW(process_pages(child, detect_machine()), Error);
  waitpid(child, nullptr, 0);
  EXPECT_THROW(process_pages(child, detect_machine()), Error);
}

TEST_F(ProcessPagesTest, NumastatAndNodesComeFromFiles) {
  machine_.is_this_machine = machine_.runs_here = true;
  write("sys/devices/system/node/node0/numastat",
        "numa_hit 10\nnuma_miss 2\nnuma_foreign 3\ninterleave_hit 4\nlocal_node 5\nother_node 6\n");
  write("sys/devices/system/node/node1/numastat",
        "numa_hit 7\nnuma_miss 0\nnuma_foreign 0\ninterleave_hit 0\nlocal_node 7\nother_node 0\n");
  const NumaCounters before = read_numa_counters(machine_, directory_.path());
  EXPECT_EQ(before.nodes[0].miss, 2);
  EXPECT_EQ(before.nodes[0].other, 6);
  write("sys/devices/system/node/node0/numastat",
        "numa_hit 30\nnuma_miss 2\nnuma_foreign 3\ninterleave_hit 4\nlocal_node 25\nother_node 6\n");
  const NumaCounters difference = read_numa_counters(machine_, directory_.path()) - before;
  EXPECT_EQ(difference.nodes[0].hit, 20);
  EXPECT_EQ(difference.nodes[0].local, 20);
  EXPECT_EQ(difference.nodes[1].hit, 0);
  write("proc/sys/vm/numa_stat", "0\n");
  EXPECT_THROW(read_numa_counters(machine_, directory_.path()), Error);

  write("sys/devices/system/node/node1/meminfo",
        "Node 1 MemTotal:       100 kB\nNode 1 MemFree:        10 kB\nNode 1 FilePages:  50 kB\n"
        "Node 1 Shmem:  20 kB\nNode 1 SReclaimable:  5 kB\n");
  EXPECT_EQ(read_node_available(1, directory_.path()), 45u * 1024);
  EXPECT_EQ(read_node_available(0, directory_.path()), std::nullopt);
  write("sys/kernel/mm/mempolicy/weighted_interleave/node0", "3\n");
  write("sys/kernel/mm/mempolicy/weighted_interleave/node1", "1\n");
  EXPECT_EQ(read_kernel_weights({0, 1}, directory_.path()), (std::vector<int>{3, 1}));
  EXPECT_EQ(read_kernel_weights({0, 2}, directory_.path()), std::nullopt);
}

}  // namespace
}  // namespace numapack
