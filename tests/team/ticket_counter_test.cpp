// SPDX-License-Identifier: BSD-3-Clause
#include "team/barriers/ticket_counter.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace numapack {
namespace {

TEST(TicketCounter, EveryPieceIsTakenOnceAndWaitingSeesAllOfThem) {
  constexpr std::uint32_t pieces = 500;
  for (const std::uint32_t spins : {0u, 1000u}) {
    TicketCounter claims;
    claims.set_pieces(pieces);
    std::vector<int> written(pieces, 0);  // not atomic: finish() and wait() must order the writes
    std::vector<int> seen(4, 0);
    std::vector<std::thread> threads;
    for (std::size_t thread = 0; thread < seen.size(); ++thread) {
      threads.emplace_back([&, thread] {
        for (int piece = claims.take(); piece >= 0; piece = claims.take()) {
          ++written[static_cast<std::size_t>(piece)];
          claims.finish();
        }
        claims.wait({spins});
        for (const int value : written) seen[thread] += value == 1 ? 1 : 0;
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(seen, std::vector<int>(4, pieces));
    EXPECT_EQ(claims.take(), -1);
  }
}

TEST(TicketCounter, NoPiecesNeedNoWaiting) {
  TicketCounter claims;
  EXPECT_EQ(claims.take(), -1);
  claims.wait({});
}

TEST(EpochCounter, WakesAllSleepersOfEveryCount) {
  EpochCounter progress;
  std::vector<std::thread> threads;
  for (std::uint32_t count = 0; count <= 5; ++count)
    threads.emplace_back([&progress, count] { progress.wait_for(count, {}); });
  for (int i = 0; i < 5; ++i) progress.advance();
  for (std::thread& thread : threads) thread.join();
  progress.wait_for(5, {});
}

}  // namespace
}  // namespace numapack
