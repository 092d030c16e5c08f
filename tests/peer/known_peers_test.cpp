// SPDX-License-Identifier: BSD-3-Clause
#include "peer/processes/known_peers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "base/error.hpp"
#include "support/machines.hpp"

namespace numapack {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Not;
using ::testing::Pair;

const Machine kMachine = testing::flat_machine(2, 4);

TEST(FindPeer, SetsTheThreadsOfEveryRuntime) {
  for (const char* text : {"openblas", "blis", "mkl", "mine=/lib/libmine.so"}) {
    const Peer peer = find_peer(text, 3, kMachine);
    EXPECT_FALSE(peer.paths.empty()) << text;
    for (const char* name : {"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "BLIS_NUM_THREADS", "MKL_NUM_THREADS",
                             "NUMAPACK_NUM_THREADS"}) {
      EXPECT_THAT(peer.environment, Contains(Pair(name, "3"))) << text;
    }
  }
}

TEST(FindPeer, GivenPathsAreTheOnlyOnes) {
  const Peer peer = find_peer("mine=/lib/lib=odd.so", 1, kMachine);
  EXPECT_EQ(peer.name, "mine");
  EXPECT_THAT(peer.paths, ElementsAre("/lib/lib=odd.so"));
}

TEST(FindPeer, BlisSplitsColumnsOverSocketsAndTheUserIsRight) {
  unsetenv("BLIS_JC_NT");
  EXPECT_THAT(find_peer("blis", 8, kMachine).environment, Contains(Pair("BLIS_JC_NT", "2")));
  EXPECT_THAT(find_peer("x=/a/libblis.so.4", 8, kMachine).environment, Contains(Pair("BLIS_IC_NT", "4")));
  EXPECT_THAT(find_peer("blis", 3, kMachine).environment, Not(Contains(Pair("BLIS_JC_NT", "2"))));
  EXPECT_THAT(find_peer("blis", 4, kMachine, {1}).environment, Not(Contains(Pair("BLIS_JC_NT", "2"))));
  setenv("BLIS_JC_NT", "1", 1);
  const Peer peer = find_peer("blis", 8, kMachine);
  EXPECT_THAT(peer.environment, Not(Contains(Pair("BLIS_JC_NT", "2"))));
  EXPECT_THAT(peer.remarks, Contains("BLIS_JC_NT=1 (yours)"));
  unsetenv("BLIS_JC_NT");
}

TEST(FindPeer, RefusesUnknownNames) {
  for (const char* text : {"", "openblas2", "=", "a=", "=/lib/x.so", "BLIS"}) {
    EXPECT_THROW(find_peer(text, 1, kMachine), Error) << text;
  }
}

}  // namespace
}  // namespace numapack
