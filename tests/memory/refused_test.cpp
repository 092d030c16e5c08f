// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "memory/buffer.hpp"
#include "memory/pages/census.hpp"
#include "memory/pages/migrate.hpp"
#include "memory/policy.hpp"
#include "support/machines.hpp"

namespace numapack {
namespace {

/// Makes the kernel refuse what the default profiles of containers refuse. For the rest of the process.
bool refuse_memory_policy() {
  constexpr auto refuse = static_cast<unsigned>(SECCOMP_RET_ERRNO | EPERM);
  sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mbind, 1, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_move_pages, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, refuse),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog program{static_cast<unsigned short>(std::size(filter)), filter};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

/// Exit status 0 if buffers and censuses degrade as they promise; else the number of the first broken
/// promise.
int degrade() {
  const Machine machine = detect_machine();
  Machine two = testing::host_machine();
  int node = 0;
  while (!machine.nodes.at(static_cast<std::size_t>(node)).usable_memory) ++node;
  if (!refuse_memory_policy()) return 1;
  const Buffer bound(100'000, machine, {Placement::bind(node), false, false});
  if (bound.policy_refused().find("Operation not permitted") == std::string::npos) return 2;
  std::memset(bound.data(), 1, bound.size());
  const Buffer plain(100'000, machine);
  if (!plain.policy_refused().empty()) return 3;
  const Census pages = census(bound.data(), bound.size(), machine);
  if (pages.unavailable.find("Operation not permitted") == std::string::npos) return 4;
  if (pages.pages == 0 || pages.untouched != 0) return 5;
  if (homes_of({bound.data()}, machine) != std::vector<int>{-1}) return 6;
  // First touch alone then places the blocks: nothing is lost, and nothing claims that pages are where they
  // should be.
  testing::add_node(two, {});
  const StoredMatrix matrix{500, 300, 500, 8, false};
  const Buffer blocks(matrix.span(), two, {Placement::cyclic_columns(7, {0, 1}), false, false});
  if (blocks.placed_by_kernel()) return 7;
  if (make_pages_on(blocks.data(), machine.page_bytes, 0, two)) return 8;
  std::memset(blocks.data(), 1, blocks.size());
  const Migration moved = move_to_node(blocks.data(), blocks.size(), 0, machine);
  if (moved.problem.find("Operation not permitted") == std::string::npos || moved.moved != 0) return 9;
  if (page_nodes(blocks.data(), 1, machine) != std::vector<std::int16_t>{page_unknown}) return 10;
  return 0;
}

TEST(Refused, BuffersAndCensusGoOnAndSayWhy) {
  ::testing::GTEST_FLAG(death_test_style) = "threadsafe";
  EXPECT_EXIT(std::_Exit(degrade()), ::testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace numapack
