// SPDX-License-Identifier: BSD-3-Clause
// What a system administrator or the kernel can do to a program, on the machine of lab/machines/default.json.
// Needs root and changes the machine: each test puts back what it changed.

#include <gtest/gtest.h>

#include <numaif.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <algorithm>

#include "base/error.hpp"
#include "lab/support.hpp"

namespace numapack::testing {
namespace {

/// A control group with some CPUs and some nodes' memory.
class Cpuset {
 public:
  Cpuset(const std::string& cpus, const std::string& memory) {
    mkdir(root.c_str(), 0755);
    if (mount("none", root.c_str(), "cgroup2", 0, nullptr) != 0) problem_ = "cannot mount cgroup2";
    add(put(root + "/cgroup.subtree_control", "+cpuset"));
    mkdir(group.c_str(), 0755);
    add(put(group + "/cpuset.cpus", cpus));
    add(put(group + "/cpuset.mems", memory));
  }
  ~Cpuset() {
    rmdir(group.c_str());
    umount(root.c_str());
  }
  Cpuset(const Cpuset&) = delete;
  Cpuset& operator=(const Cpuset&) = delete;

  const std::string& problem() const { return problem_; }
  static std::string enter() { return put(group + "/cgroup.procs", std::to_string(getpid())); }

 private:
  void add(const std::string& text) {
    if (problem_.empty()) problem_ = text;
  }
  static inline const std::string root = "/tmp/numapack-lab-cgroup", group = root + "/half";
  std::string problem_;
};

TEST(Trouble, CpusetWithHalfTheNodes) {
  const Cpuset half("0-3", "0-1");
  ASSERT_EQ(half.problem(), "");
  EXPECT_EQ(in_child([] {
              if (std::string problem = Cpuset::enter(); !problem.empty()) return problem;
              Runtime& runtime = Runtime::get();
              const Machine& machine = runtime.machine();
              if (machine.compute_nodes() != std::vector<int>{0, 1})
                return std::string("other nodes compute");
              for (const int node : {0, 1, 2, 3})
                if (machine.nodes[static_cast<std::size_t>(node)].usable_memory != (node < 2))
                  return "wrong about the memory of node " + std::to_string(node);
              try {
                const Buffer forbidden(4096, machine, {Placement::bind(3), false});
                return std::string("memory on a forbidden node");
              } catch (const Error& error) {
                if (error.code() != ErrorCode::invalid_argument) return std::string(error.what());
              }
              const IntegerProblem<double> operands(256, machine, Placement::bind(1));
              gemm(operands.problem(), all_of_it());
              for (const int node : {0, 1}) {
                const Census pages = runtime.workspaces().census_of(node);
                if (pages.by_node[static_cast<std::size_t>(node)] == 0)
                  return std::string("nothing packed on a node");
                if (pages.by_node[static_cast<std::size_t>(1 - node)] != 0)
                  return std::string("packed on the other node");
              }
              return operands.check();
            }),
            "");
}

/// Takes all memory of a node, as the kernel says page by page.
class FullNode {
 public:
  explicit FullNode(int node) {
    const unsigned long mask = 1ul << node;
    for (int elsewhere = 0; elsewhere < 4;) {
      void* const block =
          mmap(nullptr, block_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      if (block == MAP_FAILED) break;
      blocks_.push_back(block);
      mbind(block, block_bytes, MPOL_PREFERRED, &mask, 5, 0);
      std::vector<void*> pages;
      for (std::size_t at = 0; at < block_bytes; at += 4096) {
        static_cast<char*>(block)[at] = 1;
        pages.push_back(static_cast<char*>(block) + at);
      }
      std::vector<int> status(pages.size(), -1);
      move_pages(0, pages.size(), pages.data(), nullptr, status.data(), 0);
      if (std::any_of(status.begin(), status.end(), [&](int home) { return home != node; })) ++elsewhere;
    }
  }
  ~FullNode() {
    for (void* block : blocks_) munmap(block, block_bytes);
  }
  FullNode(const FullNode&) = delete;
  FullNode& operator=(const FullNode&) = delete;

 private:
  static constexpr std::size_t block_bytes = 8 << 20;
  std::vector<void*> blocks_;
};

TEST(Trouble, FullNodeFallsBackAndSaysSo) {
  const Machine machine = detect_machine();
  const IntegerProblem<double> operands(256, machine, Placement::bind(0));
  const FullNode full(3);
  EXPECT_EQ(in_child([&] {
              Runtime& runtime = Runtime::get();
              {
                // More than the kernel keeps back: where only this node will do, it kills the process.
                const WorkspacePool::Lease lease(runtime.workspaces(), 3, 64 << 20);
                touch(lease.buffer());
              }
              const Census pages = runtime.workspaces().census_of(3);
              if (pages.by_node[0] + pages.by_node[1] + pages.by_node[2] == 0)
                return std::string("no page went elsewhere, or nobody says so");
              gemm(operands.problem(), all_of_it());
              return operands.check();
            }),
            "");
}

/// Switches a CPU off while it lives.
class OfflineCpu {
 public:
  explicit OfflineCpu(int cpu) : switch_("/sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/online") {
    problem = put(switch_, "0");
  }
  ~OfflineCpu() { put(switch_, "1"); }
  OfflineCpu(const OfflineCpu&) = delete;
  OfflineCpu& operator=(const OfflineCpu&) = delete;
  std::string problem;

 private:
  std::string switch_;
};

TEST(Trouble, OfflineCpuDoesNotWork) {
  const OfflineCpu off(5);
  ASSERT_EQ(off.problem, "");
  EXPECT_EQ(in_child([] {
              Runtime& runtime = Runtime::get();
              const Machine& machine = runtime.machine();
              if (machine.allowance.offline_pus != std::vector<int>{5})
                return std::string("no CPU seen offline");
              if (machine.usable_cores(2).size() != 1) return std::string("node 2 should have one core");
              if (!runtime.teams().all_bound()) return runtime.teams().problems().front();
              const IntegerProblem<double> operands(256, machine, Placement::bind(2));
              gemm(operands.problem(), all_of_it());
              return operands.check();
            }),
            "");
}

}  // namespace
}  // namespace numapack::testing
